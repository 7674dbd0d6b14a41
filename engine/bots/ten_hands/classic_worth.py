"""Cards as numbers that are added up, and what hands are worth and kept cards promise, by those sums.

A card is a one in the field of its suit and a one in the field of its rank, so the sum of some cards says how
many there are of each suit and of each rank; that is all that a hand and a promise depend on. A search adds up
many thousand hands, so both are looked up in tables that are made once: the strength of a hand as its *place*
among all strengths there are, and the promise of five cards.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, pairwise
from operator import add
from typing import Final, NamedTuple

from engine.cards import JOKERS, RANKS, SUITS
from engine.poker import HAND_CARDS, HandCategory, category_of, strength

_FIELD: Final = 3
"""Bits of a field: a hand has 5 cards at most of a suit or of a rank. What is taken out of the sum of a greater
number of cards leaves the right sum, though a field may have run over in between."""
RANKS_FROM: Final = _FIELD * len(SUITS)
"""The bit at which the ranks begin, the Jokers first; below it are the suits."""
SUIT_FIELDS: Final = (1 << RANKS_FROM) - 1

_JOKER_RANK: Final = "*"
_RANK_CODES: Final = {rank: 1 << RANKS_FROM + _FIELD * number for number, rank in enumerate(_JOKER_RANK + RANKS)}
_SUIT_CODES: Final = {suit: 1 << _FIELD * number for number, suit in enumerate(SUITS)}


def code(card: str) -> int:
    """A card as a number; both Jokers are the same."""
    return _RANK_CODES[_JOKER_RANK] if card in JOKERS else _RANK_CODES[card[0]] | _SUIT_CODES[card[1]]


# -- hands ---------------------------------------------------------------------------------------------
def _rank_sets() -> Iterator[tuple[int, str]]:
    """The ranks of every hand: how many Jokers, and the others in ascending order."""
    for jokers in range(len(JOKERS) + 1):
        for ranks in combinations_with_replacement(RANKS, HAND_CARDS - jokers):
            if ranks.count(ranks[0]) < HAND_CARDS:
                yield jokers, "".join(ranks)


_RANK_SETS: Final = tuple(_rank_sets())


def _rank_sum(jokers: int, ranks: str) -> int:
    return jokers * _RANK_CODES[_JOKER_RANK] + sum(map(_RANK_CODES.__getitem__, ranks))


def _strength(jokers: int, ranks: str, suits: str) -> int:
    return strength((*JOKERS[:jokers], *map(add, ranks, suits)))


def _strengths() -> tuple[dict[int, int], dict[int, int]]:
    """The strength of each hand of one suit by its whole sum, and of each other by the sum of its ranks."""
    suited: dict[int, int] = {}
    mixed: dict[int, int] = {}
    for jokers, ranks in _RANK_SETS:
        total = _rank_sum(jokers, ranks)
        mixed[total >> RANKS_FROM] = _strength(jokers, ranks, "cdhsc")
        if len({*ranks}) == len(ranks):
            flush = _strength(jokers, ranks, "ccccc")
            suited.update((total + len(ranks) * suit, flush) for suit in _SUIT_CODES.values())
    return suited, mixed


_SUITED, _MIXED = _strengths()
_ASCENDING: Final = sorted({*_SUITED.values(), *_MIXED.values()})
_PLACE_OF: Final = {strength: place for place, strength in enumerate(_ASCENDING)}
_SUITED_PLACE: Final = {total: _PLACE_OF[strength] for total, strength in _SUITED.items()}
_MIXED_PLACE: Final = {total: _PLACE_OF[strength] for total, strength in _MIXED.items()}


def place(total: int) -> int:
    """Where a hand, by the sum of its cards, stands among all strengths there are, from 0, weakest first."""
    return _SUITED_PLACE.get(total) or _MIXED_PLACE[total >> RANKS_FROM]


# -- what they are worth -------------------------------------------------------------------------------
_LADDER: Final = (
    "Kc Qc 4c 3c 2d, Ac Qc Jc 2c 2d, 9c 9d 8c 3c 2c, Ac Ad Kc Qc 9c, 7c 7d 3c 3d 2c, 9c 9d 3c 2c 2d, Qc Tc Td 5c 5d, "
    "Jc Jd Tc 7c 7d, Qc Qd 8c 8d 2c, Kc Kd Jc 7c 7d, Ac Ad Kc 5c 5d, 4c 3c 3d 3h 2c, 6c 5c 4c 3c 2d, 7c 6c 5c 4c 3d, "
    "9c 8c 7c 6c 5d, Tc 9c 8c 7c 6d, Qc Jc Tc 9c 8d, Ac Kc Qc Jc Td, 7c 5c 4c 3c 2c, Jc 8c 7c 6c 4c, Qc Tc 4c 3c 2c, "
    "Kc 8c 6c 5c 3c, Kc Jc Tc 5c 3c, Ac 8c 5c 3c 2c, Ac Tc 9c 4c 3c, Ac Jc Tc 8c 2c, Ac Qc Tc 8c 6c, Ac Kc 8c 7c 3c, "
    "Ac Kc Jc 5c 3c, Ac Kc Qc 8c 5c, 6c 6d 2c 2d 2h, 5c 5d 3c 3d 3h, 7c 7d 4c 4d 4h, Qc Qd 5c 5d 5h, 7c 7d 7h 6c 6d, "
    "9c 9d 9h 4c 4d, Jc Jd Jh 5c 5d, Kc Kd Kh 7c 7d, 7c 7d 7h 7s 3c, Tc 9c 8c 7c 6c"
)
"""As many hands lie between each two of these, of those that the Skilled banks and of those that one banks who always
takes the strongest: counted in 30,000 games of each."""


def _rungs() -> Iterator[int]:
    """The places of the ladder's hands, with the weakest and the strongest of all hands at its ends."""
    yield 0
    for hand in _LADDER.split(", "):
        yield place(sum(map(code, hand.split())))
    yield len(_ASCENDING) - 1


RUNGS: Final = tuple(_rungs())
"""For each step of the ladder the place of its hand."""


class Worth(NamedTuple):
    """What each hand is worth: 0 where it always loses its place in the comparison, 1 where it always wins it."""

    suited: dict[int, float]
    """Of one suit, by the whole sum."""
    mixed: dict[int, float]
    """Any other, by the sum of the ranks."""

    def of(self, total: int) -> float:
        """A hand's, by the sum of its cards."""
        return self.suited.get(total) or self.mixed[total >> RANKS_FROM]


def worth_by_place(worth: Sequence[float]) -> Worth:
    """What each hand is worth, given that for each place."""
    suited, mixed = (
        dict(zip(places, map(worth.__getitem__, places.values()), strict=True)) for places in (_SUITED_PLACE, _MIXED_PLACE)
    )
    return Worth(suited, mixed)


def worth_by_rung(worth: Sequence[float]) -> Worth:
    """What each hand is worth, given that for each rung; in between it rises evenly."""
    by_place: list[float] = []
    for (low, high), (from_, to) in zip(pairwise(worth), pairwise(RUNGS), strict=True):
        rise = (high - low) / (to - from_)
        by_place += [low + rise * step for step in range(to - from_)]
    return worth_by_place([*by_place, worth[-1]])


_BY_CATEGORY: Final = {
    HandCategory.HIGH_CARD: 0.02,
    HandCategory.PAIR: 0.10,
    HandCategory.TWO_PAIR: 0.23,
    HandCategory.THREE_OF_A_KIND: 0.28,
    HandCategory.STRAIGHT: 0.40,
    HandCategory.FLUSH: 0.62,
    HandCategory.FULL_HOUSE: 0.84,
    HandCategory.FOUR_OF_A_KIND: 0.96,
    HandCategory.STRAIGHT_FLUSH: 0.99,
    HandCategory.ROYAL_FLUSH: 1.0,
}
"""About the share that a hand of a category beats, of the hands of which the ladder was made."""
_FINE: Final = 1e-6
"""What a place is worth within a category: hardly anything."""

BY_CATEGORY: Final = worth_by_place(
    [_BY_CATEGORY[category_of(strength)] + _FINE * place for place, strength in enumerate(_ASCENDING)]
)
"""The worth of a hand as a rule of thumb: what counts is what it is, and little how high."""


# -- what they promise ---------------------------------------------------------------------------------
_JOKER: Final = 0.12
_ALIKE: Final = 0.10
_SAME_SUIT: Final = (0.0, 0.0, 0.05, 0.11, 0.23, 0.23)
"""What kept cards add to what the next hand is worth: each Joker, each two of one rank, and the longest suit by
how many cards of it there are, Jokers among them. Found by trial; values fitted to 60,000 played games did no better."""


def _promise_of_ranks(jokers: int, ranks: str) -> float:
    """Of the Jokers, and of each two cards of one rank."""
    two_alike = (sum(map(ranks.count, ranks)) - len(ranks)) // 2
    return _JOKER * jokers + _ALIKE * two_alike


def _promise_of_suits() -> Iterator[float]:
    """By the sum of the suits of five cards; those that have none are Jokers. 0 for what is no such sum."""
    for total in range(1 << RANKS_FROM):
        counts = [total >> _FIELD * number & (1 << _FIELD) - 1 for number in range(len(SUITS))]
        jokers = HAND_CARDS - sum(counts)
        yield _SAME_SUIT[max(counts) + jokers] if 0 <= jokers <= len(JOKERS) else 0


PROMISE_OF_RANKS: Final = {_rank_sum(*held) >> RANKS_FROM: _promise_of_ranks(*held) for held in _RANK_SETS}
PROMISE_OF_SUITS: Final = tuple(_promise_of_suits())


def promise(total: int) -> float:
    """Of five kept cards, by their sum, in what the next hand is worth."""
    return PROMISE_OF_RANKS[total >> RANKS_FROM] + PROMISE_OF_SUITS[total & SUIT_FIELDS]
