"""The build of some cards that wins most often, in a bounded search.

Hands are taken strongest first, so a build that begins with a weaker hand can have none that is stronger; the
search stops where even hands as strong as the one before would win no more often than the best build found.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, islice
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.bots.center_row.field import Strengths
from engine.cards import Cards
from engine.poker import HAND_CARDS, prepare, strength_of

Wins = Callable[[Strengths], float]
"""How often hands win, strongest first; stronger hands never less often."""

FIRST_HANDS: Final = 120
"""So many of the strongest hands are tried as the first of three: for the cards that 300 seats had in the end,
none of the others began the best build."""

_CARDS_FOR_THREE: Final = 15
_MASKS: Final = MappingProxyType(
    {
        size: tuple(map(sum, combinations([1 << place for place in range(size)], HAND_CARDS)))
        for size in (10, 12, _CARDS_FOR_THREE)
    }
)
"""By how many cards there are: each five of them as a mask of places, in the order of `combinations`."""


class BestBuild(NamedTuple):
    """A build, and how often it wins."""

    wins: float
    hands: tuple[Cards, ...]
    """Strongest first."""


class _Found(NamedTuple):
    wins: float
    masks: tuple[int, ...] = ()


_Hand = tuple[int, int]
"""The strength of five cards, and the mask of their places."""


def best_build(cards: Cards, wins: Wins) -> BestBuild:
    """The best build of what a seat has locked in the end: of fifteen cards three hands, of twelve or ten two."""
    strengths = map(strength_of, combinations(map(prepare, cards), HAND_CARDS))
    hands = sorted(zip(strengths, _MASKS[len(cards)], strict=True), reverse=True)
    found = _best_three(hands, wins) if len(cards) == _CARDS_FOR_THREE else _best_two(hands, wins)
    return BestBuild(found.wins, tuple(_cards(cards, mask) for mask in found.masks))


def _cards(cards: Cards, mask: int) -> Cards:
    return tuple(card for place, card in enumerate(cards) if mask >> place & 1)


def _best_two(hands: Sequence[_Hand], wins: Wins) -> _Found:
    best = _Found(-1)
    for number, (first, mask) in enumerate(hands):
        if wins((first, first)) <= best.wins:
            break
        for second, other in islice(hands, number + 1, None):
            if not mask & other:
                best = max(best, _Found(wins((first, second)), (mask, other)))
                break
    return best


def _best_three(hands: Sequence[_Hand], wins: Wins) -> _Found:
    best = _Found(-1)
    strengths = {mask: strength for strength, mask in hands}
    every = (1 << _CARDS_FOR_THREE) - 1
    for number, (first, mask) in enumerate(hands[:FIRST_HANDS]):
        if wins((first, first, first)) <= best.wins:
            break
        for second, other in islice(hands, number + 1, None):
            if mask & other:
                continue
            if wins((first, second, second)) <= best.wins:
                break
            rest = every ^ mask ^ other
            third = strengths[rest]
            if third <= second:
                best = max(best, _Found(wins((first, second, third)), (mask, other, rest)))
    return best
