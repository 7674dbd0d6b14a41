"""The ways to bank a hand of a pool, its cards as numbers."""

from itertools import combinations
from typing import NamedTuple

from engine.bots.ten_hands.classic_worth import RANKS_FROM, Worth, place, promise
from engine.poker import HAND_CARDS

Codes = tuple[int, ...]
"""Cards as numbers, in the order dealt."""


class Choice(NamedTuple):
    """One way to bank a hand."""

    hand: Codes
    kept: Codes
    """What stays in the pool."""

    @property
    def place(self) -> int:
        """Of the hand among all strengths."""
        return place(sum(self.hand))


def choices(pool: Codes) -> list[Choice]:
    """Every way to bank a hand, in the order of the cards."""
    kept = [*combinations(pool, len(pool) - HAND_CARDS)]
    return [*map(Choice, combinations(pool, HAND_CARDS), reversed(kept))]


def promises(pool: Codes, worth: Worth) -> list[float]:
    """For each choice out of ten cards what the hand is worth, and what the five that stay add to the next one."""
    total = sum(pool)
    suited, mixed = worth.suited.get, worth.mixed
    hands = map(sum, combinations(pool, HAND_CARDS))
    return [(suited(hand) or mixed[hand >> RANKS_FROM]) + promise(total - hand) for hand in hands]


def strongest(pool: Codes) -> Choice:
    """The choice with the strongest hand."""
    return max(choices(pool), key=lambda choice: choice.place)


def most_promising(pool: Codes, worth: Worth) -> Choice:
    """The choice that promises most, out of ten cards."""
    promised = promises(pool, worth)
    at = promised.index(max(promised))
    hands = [*combinations(pool, HAND_CARDS)]
    return Choice(hands[at], kept=hands[-1 - at])
