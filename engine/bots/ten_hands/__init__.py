"""Who plays ten-hands when nobody does, and against whom it is played: from the view alone.

Classic. The Beginner banks the best hand that a newcomer sees. The Skilled goes by rules of thumb: what a hand is, and
what the kept cards promise for the next. The Expert tries the most promising choices on deals that may come, and plays
for the places that can still be won from a Skilled.

Oregon. oregon.py says what the three levels are.
"""

from types import MappingProxyType
from typing import Final

from engine.bots.bot import Bot, Level
from engine.bots.ten_hands.classic import bank
from engine.bots.ten_hands.oregon import OREGON
from engine.games.ten_hands.actions import Cover, Move, OpenRow, OregonTable, View
from engine.shuffle import RandomSource


def _use(level: Level, table: OregonTable) -> Cover | OpenRow:
    place = OREGON[level](table)
    return OpenRow() if place is None else Cover(table.rows[-1].cards[place])


def _player(level: Level) -> Bot[View, Move]:
    def choose(view: View, seat: int, source: RandomSource) -> Move:  # noqa: ARG001  # there is one seat
        """A legal move at a table that isn't over."""
        if view.classic is not None:
            return bank(level, view.classic, view.cards_left, source)
        if view.oregon is None:
            raise ValueError("a view shows the table of one variant")
        return _use(level, view.oregon)

    return choose


BOTS: Final[MappingProxyType[Level, Bot[View, Move]]] = MappingProxyType({level: _player(level) for level in Level})
