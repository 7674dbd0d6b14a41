"""What a hand can be read as, by its ranks and by whether it is of one suit; the Joker is wild only for straights and flushes.

RULES.md, "five-three", is the definition.
"""

from collections import Counter
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.cards import RED_JOKER, Cards, ranked
from engine.poker import HandCategory

RANKS: Final = "TJQKA"
DECK: Final[Cards] = (*ranked(RANKS), RED_JOKER)
"""The canonical deck."""
FIVE: Final = 5
THREE: Final = 3

ORDER: Final = MappingProxyType(
    {
        FIVE: (
            HandCategory.ROYAL_FLUSH,
            HandCategory.FOUR_OF_A_KIND,
            HandCategory.FULL_HOUSE,
            HandCategory.STRAIGHT,
            HandCategory.THREE_OF_A_KIND,
            HandCategory.TWO_PAIR,
            HandCategory.PAIR,
        ),
        THREE: (
            HandCategory.STRAIGHT_FLUSH,
            HandCategory.THREE_OF_A_KIND,
            HandCategory.FLUSH,
            HandCategory.STRAIGHT,
            HandCategory.PAIR,
            HandCategory.HIGH_CARD,
        ),
    }
)
"""The categories that hands of each size can be, strongest first."""

Heights = tuple[int, ...]
"""Ranks as numbers: a Joker that is not wild is 0, T to A are 1 to 5."""

ZERO: Final = 0
_HEIGHTS: Final = range(1, len(RANKS) + 1)
HEIGHT: Final = {**{card: RANKS.index(card[0]) + 1 for card in DECK[:-1]}, RED_JOKER: ZERO}


class Reading(NamedTuple):
    """One way to read a hand."""

    heights: Heights
    """As they are compared, those that make the hand first, a wild Joker as what it stands for."""
    natural: bool
    """Whether no wild Joker is used."""
    category: HandCategory
    made_by: int
    """How many of the heights make the hand."""

    @property
    def worth(self) -> tuple[int, Heights, bool]:
        """The greater, the stronger among hands of its size: the category, then the ranks, then no wild Joker."""
        return -ORDER[len(self.heights)].index(self.category), self.heights, self.natural


_MATCHES: Final = MappingProxyType(
    {
        (4, 1): (HandCategory.FOUR_OF_A_KIND, 4),
        (3, 2): (HandCategory.FULL_HOUSE, 5),
        (3, 1, 1): (HandCategory.THREE_OF_A_KIND, 3),
        (2, 2, 1): (HandCategory.TWO_PAIR, 4),
        (2, 1, 1, 1): (HandCategory.PAIR, 2),
        (3,): (HandCategory.THREE_OF_A_KIND, 3),
        (2, 1): (HandCategory.PAIR, 2),
        (1, 1, 1): (HandCategory.HIGH_CARD, 1),
    }
)
"""By how many cards of each rank there are, most first: the category, and how many cards make it."""


def _by_matches(heights: Heights) -> Reading:
    """The reading of a hand with no straight or flush, in which the Joker is a zero."""
    counted = sorted([(count, height) for height, count in Counter(heights).items()], reverse=True)
    category, made_by = _MATCHES[tuple(count for count, _ in counted)]
    ordered = tuple(height for count, height in counted for _ in range(count))
    return Reading(ordered, natural=True, category=category, made_by=made_by)


def _in_row(heights: Heights, *, one_suit: bool, natural: bool) -> Reading | None:
    """The reading of different heights, highest first, as a straight, a flush or both; None where they are neither."""
    size = len(heights)
    straight = heights[0] - heights[-1] == size - 1
    if straight and one_suit:
        category = HandCategory.ROYAL_FLUSH if size == FIVE else HandCategory.STRAIGHT_FLUSH
    elif straight or one_suit:
        category = HandCategory.STRAIGHT if straight else HandCategory.FLUSH
    else:
        return None
    return Reading(heights, natural, category, size)


def _completed(heights: Heights) -> list[Heights]:
    """What different heights, highest first, can count as in a row: themselves, or with each height that a Joker can be."""
    if ZERO not in heights:
        return [heights]
    return [tuple(sorted((*heights[:-1], wild), reverse=True)) for wild in _HEIGHTS if wild not in heights]


def read(heights: Heights, *, one_suit: bool) -> Reading:
    """The strongest reading of a hand by its heights, highest first; `one_suit` is said of its cards but the Joker."""
    natural = ZERO not in heights
    ways = _completed(heights) if all_differ(heights) else []
    rows = [row for way in ways if (row := _in_row(way, one_suit=one_suit, natural=natural))]
    return max(rows, key=attrgetter("worth")) if rows else _by_matches(heights)


def all_differ(heights: Heights) -> bool:
    """Whether no height is there twice."""
    return len(set(heights)) == len(heights)
