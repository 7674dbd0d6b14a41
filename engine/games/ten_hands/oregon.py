"""What a row of Oregon scores. Whole points."""

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from engine.cards import JOKERS
from engine.poker import HAND_CARDS, HandCategory, category_of, strength

POINTS: Final = MappingProxyType(
    {
        HandCategory.ROYAL_FLUSH: 10,
        HandCategory.STRAIGHT_FLUSH: 10,
        HandCategory.FOUR_OF_A_KIND: 7,
        HandCategory.FULL_HOUSE: 5,
        HandCategory.FLUSH: 3,
        HandCategory.STRAIGHT: 3,
        HandCategory.THREE_OF_A_KIND: 3,
        HandCategory.TWO_PAIR: 2,
        HandCategory.PAIR: 1,
        HandCategory.HIGH_CARD: 0,
    }
)
"""Of a full row."""

_ZERO: Final = "0"
"""The rank of a Joker in a short row."""


def row_points(row: tuple[str, ...]) -> int:
    """What a row scores: by its poker hand where it has 5 cards, by matching ranks alone where it is short."""
    return POINTS[category_of(strength(row)) if len(row) == HAND_CARDS else _matching_ranks(row)]


def _matching_ranks(row: tuple[str, ...]) -> HandCategory:
    ranks = Counter(_ZERO if card in JOKERS else card[0] for card in row)
    match sorted(ranks.values(), reverse=True):
        case [4]:
            return HandCategory.FOUR_OF_A_KIND
        case [3, *_]:
            return HandCategory.THREE_OF_A_KIND
        case [2, 2]:
            return HandCategory.TWO_PAIR
        case [2, *_]:
            return HandCategory.PAIR
        case _:
            return HandCategory.HIGH_CARD


def total(rows: Iterable[tuple[str, ...]]) -> int:
    """What rows score together."""
    return sum(map(row_points, rows))
