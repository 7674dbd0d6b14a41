"""Cards as ranks, since suits don't matter in landlord.

Ranks are one whole number with four bits for each rank, 3 in the lowest four, of which n cards of a rank set
the n lowest. Then `a` lies within `b` exactly when `a & ~b == 0`, and cards of other ranks than those of
`a` are added to it with `|`.
"""

from collections.abc import Iterable
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards import JOKERS, ranked
from engine.games.landlord.actions import Rank

RANKS: Final = tuple(Rank)
ORDER: Final = MappingProxyType({rank: place for place, rank in enumerate(RANKS)})
"""The place of a rank, 0 for the 3."""

BITS: Final = 4
"""Bits of a rank."""

DECK: Final = (*ranked("3456789TJQKA2"), *JOKERS)
"""The canonical deck: 3 to A, then 2, BJ, RJ. Also the order from lowest to highest."""


def alike(count: int, place: int) -> int:
    """The ranks of `count` cards of the rank at a place."""
    return ((1 << count) - 1) << (BITS * place)


ROCKET: Final = alike(1, ORDER[Rank.BLACK_JOKER]) | alike(1, ORDER[Rank.RED_JOKER])
"""The ranks of both Jokers."""


def _bits_of_rank(card: str) -> tuple[int, int]:
    place = ORDER[Rank(card if card in JOKERS else card[0])]
    return alike(4, place), alike(1, place)


_CARD_BITS: Final = MappingProxyType({card: _bits_of_rank(card) for card in DECK})
"""By card: all bits of its rank, and the lowest of them."""


def card_bits(cards: Iterable[str]) -> dict[int, str]:
    """The bit that each card adds to those before it, in the order of the cards; together they are ranks_of."""
    ranks = 0
    by_bit = {}
    for card in cards:
        rank, lowest = _CARD_BITS[card]
        bit = (ranks & rank) + lowest
        ranks |= bit
        by_bit[bit] = card
    return by_bit


@cache
def bits(ranks: int) -> tuple[int, ...]:
    """The bits of ranks, lowest first. There are 28,359 sets of ranks that are plays, and few are met often."""
    return tuple([1 << place for place in range(ranks.bit_length()) if ranks >> place & 1])


def ranks_of(cards: Iterable[str]) -> int:
    """The ranks of different cards, in whatever order they come."""
    return sum(card_bits(cards))
