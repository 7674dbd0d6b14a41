"""The games that there are, in one explicit ordered list, and who plays them when nobody does."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from engine.bots import center_row as center_row_bots
from engine.bots import five_three as five_three_bots
from engine.bots import landlord as landlord_bots
from engine.bots import ten_hands as ten_hands_bots
from engine.bots.bot import Bot, Level
from engine.fallback import Chosen, choose
from engine.games.center_row.rules import CenterRow
from engine.games.five_three.rules import FiveThree
from engine.games.landlord.rules import Landlord
from engine.games.ten_hands.rules import TenHands
from engine.ruleset import AnyRuleset
from engine.shuffle import RandomSource

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


def bot_choice(ruleset: AnyRuleset, state: Any, seat: int, level: Level, source: Callable[[], RandomSource]) -> Chosen[Any]:
    """What a level's bot does in a seat whose turn it is, from that seat's view; a lower level where it fails.

    `source` makes a random source, the same each time, so that a lower level has the chances that it would have had.
    """
    view = ruleset.view(state, seat)
    bots = {each: partial(_choose, bot, view, seat, source) for each, bot in BOTS[ruleset.id].items()}
    return choose(ruleset.id, bots, level, partial(ruleset.why_not, state, seat), partial(ruleset.legal, state, seat))


def _choose(bot: AnyBot, view: Any, seat: int, source: Callable[[], RandomSource]) -> Any:
    return bot(view, seat, source())
