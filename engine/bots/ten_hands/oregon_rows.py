"""What a row of Oregon is, read from bit sets: the Expert reads hundreds of rows a move.

A set of cards is a whole number: 13 bits for each suit, from the 2 up to the ace, and one for each Joker. So
five cards or the whole deck are one number, and a few `&` and `|` tell what lies there and what is missing.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Final, NamedTuple

from engine.cards import JOKERS, RANKS, SUITS
from engine.games.ten_hands.oregon import POINTS
from engine.poker import HAND_CARDS, HandCategory

_RANKS: Final = len(RANKS)
_SUIT: Final = (1 << _RANKS) - 1
_SECOND, _THIRD, _FOURTH, _JOKER = (_RANKS * place for place in range(1, 5))
_EVERY_SUIT: Final = 1 | 1 << _SECOND | 1 << _THIRD | 1 << _FOURTH

STRAIGHT_FLUSH: Final = POINTS[HandCategory.STRAIGHT_FLUSH]
FOUR_OF_A_KIND: Final = POINTS[HandCategory.FOUR_OF_A_KIND]
FULL_HOUSE: Final = POINTS[HandCategory.FULL_HOUSE]
FLUSH: Final = POINTS[HandCategory.FLUSH]
STRAIGHT: Final = POINTS[HandCategory.STRAIGHT]
THREE_OF_A_KIND: Final = POINTS[HandCategory.THREE_OF_A_KIND]
TWO_PAIR: Final = POINTS[HandCategory.TWO_PAIR]
PAIR: Final = POINTS[HandCategory.PAIR]


# -- sets of cards -------------------------------------------------------------------------------------
BIT: Final = {
    **{rank + suit: 1 << _RANKS * SUITS.index(suit) + RANKS.index(rank) for rank in RANKS for suit in SUITS},
    **{joker: 1 << _JOKER + number for number, joker in enumerate(JOKERS)},
}
"""Of each card, the set that holds it alone."""

Suits = tuple[int, int, int, int]
"""A set of ranks for each suit, in the order of SUITS."""


def bits(cards: Iterable[str]) -> int:
    """The set of these cards, all different."""
    return sum(BIT[card] for card in cards)


def suits_in(cards: int) -> Suits:
    """The ranks of a set of cards, suit by suit."""
    return cards & _SUIT, cards >> _SECOND & _SUIT, cards >> _THIRD & _SUIT, cards >> _FOURTH & _SUIT


def jokers_in(cards: int) -> int:
    """How many Jokers a set of cards holds."""
    return (cards >> _JOKER).bit_count()


def all_suits(ranks: int) -> int:
    """The cards of these ranks."""
    return ranks * _EVERY_SUIT


# -- straights -----------------------------------------------------------------------------------------
_WHEEL: Final = 1 << _RANKS - 1 | 0b1111
RUNS: Final = (_WHEEL, *[0b11111 << lowest for lowest in range(_RANKS - HAND_CARDS + 1)])
"""The ranks of each straight, that to the 5 first."""

Held = tuple[int, int]
"""Ranks, no two alike, and the number of Jokers with them."""


def _every_held() -> Iterator[Held]:
    for jokers in range(len(JOKERS) + 1):
        for size in range(1, HAND_CARDS - jokers + 1):
            for ranks in combinations(range(_RANKS), size):
                yield sum(1 << rank for rank in ranks), jokers


def _lacking() -> tuple[dict[Held, tuple[int, ...]], ...]:
    """By what is held: the ranks lacking to each straight that is complete with the Jokers, that is one card short, and two."""
    lacking: tuple[dict[Held, tuple[int, ...]], ...] = ({}, {}, {})
    for ranks, jokers in _every_held():
        for run in RUNS:
            short = HAND_CARDS - jokers - (run & ranks).bit_count()
            if short < len(lacking):
                lacking[short][ranks, jokers] = (*lacking[short].get((ranks, jokers), ()), run & ~ranks)
    return lacking


_COMPLETE, _ONE_SHORT, TWO_SHORT = _lacking()
COMPLETING: Final = {held: reduce(or_, lacking) for held, lacking in _ONE_SHORT.items()}
"""By what is held: the ranks that complete a straight which is one card short. A Joker does so too."""


# -- rows ----------------------------------------------------------------------------------------------
class Row(NamedTuple):
    """A row of five cards."""

    suits: Suits
    jokers: int
    points: int
    alike: int = 0
    """The ranks of which one more makes a better hand of a pair or more: three, a full house, or four."""

    @property
    def ranks(self) -> int:
        """All of them together."""
        clubs, diamonds, hearts, spades = self.suits
        return clubs | diamonds | hearts | spades


def read(row: int) -> Row:
    """A row of five, by its set."""
    suits, jokers = suits_in(row), jokers_in(row)
    clubs, diamonds, hearts, spades = suits
    ranks = clubs | diamonds | hearts | spades
    if ranks.bit_count() + jokers == HAND_CARDS:
        return Row(suits, jokers, _points_unlike(ranks, jokers, flush=ranks in suits))
    red, black = diamonds | hearts, clubs | spades
    twice = diamonds & hearts | clubs & spades | red & black
    thrice = diamonds & hearts & black | clubs & spades & red
    pairs = twice.bit_count() + (jokers == len(JOKERS))
    if not thrice:
        return Row(suits, jokers, TWO_PAIR if pairs > 1 else PAIR, twice)
    if clubs & diamonds & hearts & spades:
        return Row(suits, jokers, FOUR_OF_A_KIND)
    if pairs > 1:
        return Row(suits, jokers, FULL_HOUSE, thrice)
    return Row(suits, jokers, THREE_OF_A_KIND, ranks & ~thrice)


def _points_unlike(ranks: int, jokers: int, *, flush: bool) -> int:
    """Of a row in which no rank stands twice; two Jokers that complete nothing are a pair."""
    straight = (ranks, jokers) in _COMPLETE
    if straight and flush:
        return STRAIGHT_FLUSH
    if straight or flush:
        return STRAIGHT if straight else FLUSH
    return PAIR if jokers == len(JOKERS) else 0


def closest_to_straight_flush(row: int) -> int:
    """How many cards of a row belong to the straight flush of which most lie there, its Jokers among them."""
    return jokers_in(row) + max([(suited & run).bit_count() for suited in suits_in(row) for run in RUNS])
