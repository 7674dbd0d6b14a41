"""The games that there are, in one explicit ordered list, and who plays them when nobody does."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.bots import center_row as center_row_bots
from engine.bots import five_three as five_three_bots
from engine.bots import landlord as landlord_bots
from engine.bots import ten_hands as ten_hands_bots
from engine.bots.bot import Bot, Level
from engine.games.center_row.rules import CenterRow
from engine.games.five_three.rules import FiveThree
from engine.games.landlord.rules import Landlord
from engine.games.ten_hands.rules import TenHands
from engine.ruleset import AnyRuleset

AnyBot = Bot[Any, Any]

RULESETS: Final[tuple[AnyRuleset, ...]] = (
    FiveThree(),
    CenterRow(),
    TenHands(bots=ten_hands_bots.BOTS),
    Landlord(),
)

BY_ID: Final = MappingProxyType({ruleset.id: ruleset for ruleset in RULESETS})

BOTS: Final[Mapping[str, Mapping[Level, AnyBot]]] = MappingProxyType(
    {
        "five-three": five_three_bots.BOTS,
        "center-row": center_row_bots.BOTS,
        "ten-hands": ten_hands_bots.BOTS,
        "landlord": landlord_bots.BOTS,
    }
)
"""The bot of each level, by ruleset id."""


def bot(ruleset: AnyRuleset, level: Level) -> AnyBot:
    """The built-in player of a level in a game."""
    return BOTS[ruleset.id][level]
