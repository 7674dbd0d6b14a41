"""What a round of five-three is worth to the match: the chance to win it, by the points that each seat still needs.

Most rounds share the three points between the seats. So where both need one point or both two, only the 5-card hands
count; where both need three, a 3-card hand is worth as much.
"""

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

from engine.games.five_three.actions import FIVE_POINTS, THREE_POINTS

CERTAIN: Final = 10_000
"""The chance of what is sure; all chances are whole numbers."""
WON: Final = 1
EQUAL: Final = 0
LOST: Final = -1

Needs = tuple[int, int]
"""The points that the seat needs, and those that its opponent needs; 0 for who is at the target or past it."""
Outcome = tuple[int, int]
"""How the seat's 5-card hand and 3-card hand compare with the opponent's: WON, EQUAL or LOST."""

_MOST_NEEDED: Final = 20
"""The highest target of a match."""
_FREQUENCY: Final = MappingProxyType(
    {
        (WON, LOST): 365,
        (WON, WON): 110,
        (EQUAL, WON): 18,
        (WON, EQUAL): 7,
        (LOST, WON): 365,
        (LOST, LOST): 110,
        (EQUAL, LOST): 18,
        (LOST, EQUAL): 7,
    }
)
"""How a thousand rounds end, as counted in 700 between Skilled players."""
_ALL_ROUNDS: Final = sum(_FREQUENCY.values())


def _chance(needs: Needs, outcome: Outcome, later: Mapping[Needs, int]) -> int:
    """The chance to win the match after a round that ends so, by the chances before the rounds that may follow."""
    five, three = outcome
    mine = max(0, needs[0] - FIVE_POINTS * (five != LOST) - THREE_POINTS * (three != LOST))
    theirs = max(0, needs[1] - FIVE_POINTS * (five != WON) - THREE_POINTS * (three != WON))
    match mine, theirs:
        case 0, 0:
            decided = five or three
        case 0, _:
            decided = WON
        case _, 0:
            decided = LOST
        case _:
            return later[mine, theirs]
    return CERTAIN * (decided - LOST) // (WON - LOST)


def _before_each_round() -> Mapping[Needs, int]:
    """The chance to win the match before a round, by what is needed: each from those of the rounds that may follow."""
    chances: dict[Needs, int] = {}
    points = range(1, _MOST_NEEDED + 1)
    for needs in product(points, points):
        weighed = [count * _chance(needs, outcome, chances) for outcome, count in _FREQUENCY.items()]
        chances[needs] = sum(weighed) // _ALL_ROUNDS
    return MappingProxyType(chances)


_BEFORE: Final = _before_each_round()


def chance(needs: Needs, outcome: Outcome) -> int:
    """The chance to win the match if the round ends so, in CERTAIN parts."""
    return _chance(needs, outcome, _BEFORE)


def stakes(needs: Needs) -> tuple[int, int]:
    """What the 5-card hand and the 3-card hand of the round win: chance from LOST to WON, whatever the other hand does."""
    five = three = 0
    for (of_five, of_three), count in _FREQUENCY.items():
        five += count * (chance(needs, (WON, of_three)) - chance(needs, (LOST, of_three)))
        three += count * (chance(needs, (of_five, WON)) - chance(needs, (of_five, LOST)))
    return five // _ALL_ROUNDS, three // _ALL_ROUNDS
