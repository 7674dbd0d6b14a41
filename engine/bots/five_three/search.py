"""The search of a five-three Expert: how good each candidate turns out on the same imagined deals.

What the seat can't see is dealt at random (determinization: Ginsberg's bridge player GIB, flat Monte Carlo), every
candidate is played out on every deal, so that luck is common to all, and the worse half of them is dropped again
and again (sequential halving: Karnin, Koren and Somekh).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from engine.bots.five_three.playout import numbers
from engine.bots.five_three.sight import Sight
from engine.games.five_three.actions import TurnAction
from engine.shuffle import RandomSource

C = TypeVar("C")
Trial = Callable[[], Callable[[C], int]]
"""Deals, and gives what scores a candidate on that deal."""


class Deal(NamedTuple):
    """What the seat can't see, as it might be. Cards are numbers."""

    their_hand: tuple[int, ...]
    draws: tuple[int, ...]
    """Top card first."""
    reserved: tuple[int, ...]
    """The opponent's reserved card, none where there is none."""


def deal(seen: Sight, source: RandomSource) -> Deal:
    """Unseen cards where they may be, each deal with equal chance."""
    cards = list(numbers(seen.unseen))
    sizes = seen.their_hand, seen.draw_pile, int(TurnAction.RESERVE not in seen.their_unused)
    for place in range(sum(sizes)):
        other = place + source.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    hand, draws, reserved = sizes
    return Deal(tuple(cards[:hand]), tuple(cards[hand : hand + draws]), tuple(cards[hand + draws : hand + draws + reserved]))


def best_of(candidates: Sequence[C], trial: Trial[C], trials: int) -> C:
    """The candidate that does best in about so many trials of one candidate each, the first of equal ones."""
    scores = [0] * len(candidates)
    left = list(range(len(candidates)))
    halvings = (len(candidates) - 1).bit_length()
    for _ in range(halvings):
        for _ in range(max(1, trials // (halvings * len(left)))):
            score = trial()
            for number in left:
                scores[number] += score(candidates[number])
        left.sort(key=lambda number: -scores[number])
        del left[(len(left) + 1) // 2 :]
    return candidates[left[0]]
