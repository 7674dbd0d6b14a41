"""What cards promise: how often their owner has won in the end, by a few counts of what they are.

Cards are one whole number here, a bit for each: thirteen for the ranks of each suit, two to ace, and two for
the Jokers. So the four suits are four masks, and what is alike comes out of them by a few bit operations.
"""

from itertools import product
from typing import Final, NamedTuple

from engine.bots.center_row.weights import WEIGHTS, Weights
from engine.cards import DECK_54, JOKERS, RANKS, SUITS

_RANKS: Final = len(RANKS)
_SUIT: Final = (1 << _RANKS) - 1
_JOKERS_FROM: Final = _RANKS * len(SUITS)

BIT: Final = {
    **{card: 1 << SUITS.index(card[1]) * _RANKS + RANKS.index(card[0]) for card in DECK_54 if card not in JOKERS},
    **{joker: 1 << _JOKERS_FROM + number for number, joker in enumerate(JOKERS)},
}
"""The bit of each card; cards are the sum of theirs."""

_STRAIGHT: Final = 5
_WHEEL: Final = 0b1000000001111
_RUNS: Final = (_WHEEL, *(0b11111 << low for low in range(_RANKS - _STRAIGHT + 1)))
_IN_RUN: Final = bytes(max((ranks & run).bit_count() for run in _RUNS) for ranks in range(_SUIT + 1))
"""By a mask of ranks: how many of them the best straight has."""
_HEIGHT: Final = bytes(sum(rank for rank in range(_RANKS) if ranks >> rank & 1) for ranks in range(_SUIT + 1))
"""By a mask of ranks: the sum of them, each counted from 0."""
_KIND: Final = bytes(ranks.bit_count() << 3 | _IN_RUN[ranks] for ranks in range(_SUIT + 1))
"""By a mask of one suit: how many cards it has, and how many of them the best straight has."""
_MOST_COUNTED: Final = 8
"""More ranks than fifteen cards can have two of."""


class _Tables(NamedTuple):
    """Weights added up beforehand, for every count that there is."""

    suit: tuple[tuple[int, ...], ...]
    """By Jokers, then by kind of suit."""
    straight: tuple[tuple[int, ...], ...]
    """By Jokers, then by ranks of the best straight; the Jokers' own worth with it."""
    alike: tuple[int, ...]
    """By ranks of which there are four, three, two or more, in base eight."""
    heights: tuple[int, int, int, int]


def _steps(weights: tuple[int, int, int], count: int) -> int:
    """The weight of so many cards towards a five: of three, four, five or more."""
    return weights[min(count, _STRAIGHT) - 3] if count >= 3 else 0  # noqa: PLR2004  # as the docstring says


def _suit(weights: Weights, jokers: int, kind: int) -> int:
    count, run = kind >> 3, kind & 7
    if not count:
        return 0
    beyond = max(count + jokers - _STRAIGHT, 0) * weights.beyond_flush
    return _steps(weights.flush, count + jokers) + _steps(weights.straight_flush, run + jokers) + beyond


def _alike(weights: Weights, fours: int, threes: int, twos: int) -> int:
    counts = (twos, threes, fours, twos * twos, threes * threes, twos * threes, twos * fours, threes * fours)
    return sum(count * weight for count, weight in zip(counts, weights.alike, strict=True))


def _tables(weights: Weights) -> _Tables:
    jokers = range(len(JOKERS) + 1)
    return _Tables(
        suit=tuple(tuple(_suit(weights, wild, kind) for kind in range(max(_KIND) + 1)) for wild in jokers),
        straight=tuple(
            tuple(_steps(weights.straight, run + wild) + wild * weights.joker for run in range(_STRAIGHT + 1))
            for wild in jokers
        ),
        alike=tuple(_alike(weights, *counts) for counts in product(range(_MOST_COUNTED), repeat=3)),
        heights=weights.heights,
    )


_TABLES: Final = {seats: tuple(map(_tables, phases)) for seats, phases in WEIGHTS.items()}


def promise(seats: int, phase: int, cards: int) -> int:
    """What cards promise at the end of a phase (from 0), in ten-thousandths of a win; to be compared, not believed."""
    tables = _TABLES[seats][phase]
    clubs, diamonds = cards & _SUIT, cards >> _RANKS & _SUIT
    hearts, spades = cards >> 2 * _RANKS & _SUIT, cards >> 3 * _RANKS & _SUIT
    jokers = (cards >> _JOKERS_FROM).bit_count()
    minor, major, minors, majors = clubs | diamonds, hearts | spades, clubs & diamonds, hearts & spades
    ones, twos = minor | major, minors | majors | minor & major
    threes, fours = minors & major | majors & minor, minors & majors
    suit = tables.suit[jokers]
    one, two, three, four = tables.heights
    return (
        suit[_KIND[clubs]]
        + suit[_KIND[diamonds]]
        + suit[_KIND[hearts]]
        + suit[_KIND[spades]]
        + tables.straight[jokers][_IN_RUN[ones]]
        + tables.alike[fours.bit_count() << 6 | threes.bit_count() << 3 | twos.bit_count()]
        + one * _HEIGHT[ones]
        + two * _HEIGHT[twos]
        + three * _HEIGHT[threes]
        + four * _HEIGHT[fours]
    )
