"""What a Skilled player has probably banked from the same deck, and what that makes each hand worth.

A table shows which cards have come, and not when. But a card came no later than the hand that it went into; and
of the ten cards of a pool the five that came last are the last of the hand that was banked and the last of what
was kept. Out of the courses of the deck that agree with this some are drawn, and the Skilled plays each of them.
"""

from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate
from operator import add
from typing import Final

from engine.bots.ten_hands.classic_pool import Codes, most_promising
from engine.bots.ten_hands.classic_worth import BY_CATEGORY, RUNGS, Worth, place, worth_by_rung
from engine.bots.ten_hands.drawing import drawn
from engine.games.ten_hands.actions import HANDS, POOL_CARDS
from engine.poker import HAND_CARDS
from engine.shuffle import RandomSource

COURSES: Final = 6
"""How many courses of the deck are drawn."""
FUTURES: Final = 96
"""How often the hands to come are drawn, mine and the opponent's."""


def worth_against_skilled(pool: Codes, hands: list[Codes], source: RandomSource) -> Worth:
    """What each hand of the pool is worth after these hands: its share of what the best one wins over the worst."""
    mine = [place(sum(hand)) for hand in hands]
    theirs = [_banked(_course(pool, hands, source)) for _ in range(COURSES)]
    gains = [0] * len(RUNGS)
    for number in range(FUTURES):
        to_come = HANDS - len(hands) - 1
        others = sorted([*mine, *_hands_to_come(to_come, source)])
        against = sorted([*theirs[number % COURSES], *_hands_to_come(to_come, source)])
        gains = [*map(add, gains, _half_points(others, against))]
    low, high = gains[0], gains[-1]
    return worth_by_rung([(gain - low) / (high - low) for gain in gains]) if high > low else BY_CATEGORY


def _course(pool: Codes, hands: list[Codes], source: RandomSource) -> list[Codes]:
    """A way in which the cards may have been dealt: the first ten, and five after each hand."""
    if not hands:
        return [pool]
    kept, newest = pool[:HAND_CARDS], pool[HAND_CARDS:]
    deals = [newest]
    for hand in reversed(hands[1:]):
        late = sum(card < HAND_CARDS for card in drawn(HAND_CARDS, range(POOL_CARDS), source))
        early = HAND_CARDS - late
        deals.append(hand[early:] + kept[late:])
        kept = hand[:early] + kept[:late]
    return [hands[0] + kept, *reversed(deals)]


def _banked(deals: list[Codes]) -> list[int]:
    """The places of the hands that the Skilled banks, one with each deal."""
    places: list[int] = []
    kept: Codes = ()
    for deal in deals:
        choice = most_promising(kept + deal, BY_CATEGORY)
        places.append(choice.place)
        kept = choice.kept
    return places


def _hands_to_come(number: int, source: RandomSource) -> Iterator[int]:
    """The places of hands as they are banked in a game, each rung of the ladder with equal chance."""
    return (RUNGS[source.below(len(RUNGS))] for _ in range(number))


def _half_points(others: list[int], against: list[int]) -> list[int]:
    """For each rung what such a hand and nine others score against ten hands; all by place, weakest first."""
    below = [0, *accumulate(map(_compared, others, against))]
    above = [*accumulate(map(_compared, reversed(others), reversed(against)), initial=0)][::-1]
    return [below[at] + above[at] + _compared(rung, against[at]) for rung in RUNGS for at in (bisect(others, rung),)]


def _compared(mine: int, theirs: int) -> int:
    """Half points of one place."""
    return (mine > theirs) + (mine >= theirs)
