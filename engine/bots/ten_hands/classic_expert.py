"""The Expert in classic: what the Skilled goes by, tried on deals that may come, and against what the Skilled may have.

The search looks one hand ahead. A choice counts for what its hand is worth and for the mean, over sampled deals, of
the best that can be banked next with what that leaves. All choices are tried on the same deals, and after each round
the better ones go on to the next: sequential halving (Karnin, Koren and Somekh, 2013). The last deal is known before
it comes, so there nothing is sampled.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from engine.bots.ten_hands.classic_opponent import worth_against_skilled
from engine.bots.ten_hands.classic_pool import Choice, Codes, choices, promises
from engine.bots.ten_hands.classic_worth import PROMISE_OF_RANKS, PROMISE_OF_SUITS, RANKS_FROM, SUIT_FIELDS, Worth
from engine.bots.ten_hands.drawing import drawn
from engine.poker import HAND_CARDS
from engine.shuffle import RandomSource

ROUNDS: Final = ((16, 8), (6, 20))
"""How many choices are tried on how many deals, round by round. Five times as many gained less than could be measured."""
LAST_ROUND: Final = ((60, 1),)
"""The same before the last deal."""
LAST_DEAL: Final = 4
"""How many cards are left before it."""

_MOST_PROMISE: Final = 0.4
"""By how much the strongest hand may be worth more than another, which is then left out: hardly any kept cards promise more."""

Sums = list[list[int]]
"""The sums of each selection out of some cards, by how many are selected."""


class _Trial:
    """A choice, and what it has led to."""

    def __init__(self, choice: Choice, worth: Worth) -> None:
        self.choice = choice
        self.worth = worth.of(sum(choice.hand))
        self.kept = _sums(choice.kept)
        self.led_to = 0.0


def best_tried(pool: Codes, hands: list[Codes], unseen: list[int], source: RandomSource) -> Choice:
    """The choice out of a pool, after these hands, that does best with what may come; some cards are unseen."""
    worth = worth_against_skilled(pool, hands, source)
    last = len(unseen) == LAST_DEAL
    rounds = LAST_ROUND if last else ROUNDS
    trials = [_Trial(choice, worth) for choice in _most_promising(pool, worth, rounds[0][0])]
    tried = 0
    for number, deals in rounds:
        del trials[number:]
        tried += deals
        for _ in range(deals):
            deal = _sums(drawn(min(HAND_CARDS, len(unseen)), unseen, source))
            for trial in trials:
                trial.led_to += _last(trial.kept, deal, worth) if last else _next(trial.kept, deal, worth)
        trials.sort(key=lambda trial: trial.worth + trial.led_to / tried, reverse=True)
    return trials[0].choice


def _most_promising(pool: Codes, worth: Worth, number: int) -> list[Choice]:
    """So many choices, the most promising first."""
    ranked = sorted(zip(promises(pool, worth), choices(pool), strict=True), reverse=True)
    return [choice for _, choice in ranked[:number]]


def _sums(codes: Iterable[int]) -> Sums:
    cards = tuple(codes)
    return [[*map(sum, combinations(cards, number))] for number in range(len(cards) + 1)]


def _hands(kept: Sums, deal: Sums) -> list[int]:
    """The sum of each hand out of five kept cards and a deal."""
    pairs = zip(kept[-len(deal) :], reversed(deal), strict=True)
    return [some + others for mine, dealt in pairs for some in mine for others in dealt]


def _next(kept: Sums, deal: Sums, worth: Worth) -> float:
    """The most that a hand and what it leaves promise."""
    suited, mixed = worth.suited.get, worth.mixed
    total = kept[-1][0] + deal[-1][0]
    hands = _hands(kept, deal)
    worths = [suited(hand) or mixed[hand >> RANKS_FROM] for hand in hands]
    floor = max(worths) - _MOST_PROMISE
    return max(
        [
            value + PROMISE_OF_RANKS[total - hand >> RANKS_FROM] + PROMISE_OF_SUITS[total - hand & SUIT_FIELDS]
            for hand, value in zip(hands, worths, strict=True)
            if value > floor
        ]
    )


def _last(kept: Sums, deal: Sums, worth: Worth) -> float:
    """The most that a hand is worth."""
    return max(map(worth.of, _hands(kept, deal)))
