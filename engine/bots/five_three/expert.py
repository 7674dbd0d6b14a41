"""The Expert of five-three: a search in the draft, and an equilibrium in the build.

A turn of the draft takes the ways of each action that the Skilled likes best, an answer all that is offered. Each is tried on
deals of what can't be seen, the rest of the round played out as the Skilled would (search.py, playout.py), and what
comes of it is judged by the Collections and by what the two hands are worth to the match (splits.py, match.py).
The build is build.py's.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, TypeVar

from engine.bots.five_three import skilled
from engine.bots.five_three.build import build
from engine.bots.five_three.match import Needs, stakes
from engine.bots.five_three.playout import BIT, Round, mask, numbers
from engine.bots.five_three.search import Trial, best_of, deal
from engine.bots.five_three.sight import Sight, answer, sight
from engine.bots.five_three.splits import BestSplits
from engine.games.five_three.actions import ChooseCard, ChooseSet, CurrentOffer, Draft, Move, TurnAction, View
from engine.games.five_three.draft import named, turn_action
from engine.shuffle import RandomSource

C = TypeVar("C")

_WORK: Final = 4_500
"""Turns to play out for one move, and so its time: 30 ms on average on one core, and hardly ever 100."""
_JUDGING: Final = 5
"""What it takes to begin a round and to judge it when it is played out, in turns."""
_WAYS_TRIED: Final = MappingProxyType(
    {TurnAction.RESERVE: 4, TurnAction.DISCARD: 6, TurnAction.OFFER_THREE: 8, TurnAction.OFFER_SETS: 10}
)
"""Of the many of an action: more where the Skilled is less sure."""


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    seen = sight(view, seat)
    mine, theirs = view.scores[seat], view.scores[1 - seat]
    needs = max(0, view.target - mine), max(0, view.target - theirs)
    if seen.building:
        return build(seen, needs)
    if seen.offer is None:
        return _take_turn(seen, needs, source)
    return _answer(seen, seen.offer, needs, source)


def _take_turn(seen: Sight, needs: Needs, source: RandomSource) -> Draft:
    def begin(round_: Round, way: Draft) -> int:
        round_.use(0, BIT[turn_action(way)], numbers(named(way)))
        return 1

    return best_of(_candidates(seen), _trial(seen, needs, source, begin), _trials(seen))


def _candidates(seen: Sight) -> list[Draft]:
    """Of each action that is left the ways that gain most by the rules of thumb."""
    candidates: list[Draft] = []
    for action in seen.unused:
        weighed = sorted(skilled.weighed_ways(seen, action), key=lambda pair: -pair[0])
        candidates += [way for _, way in weighed[: _WAYS_TRIED[action]]]
    return candidates


def _answer(seen: Sight, offer: CurrentOffer, needs: Needs, source: RandomSource) -> ChooseCard | ChooseSet:
    sets = [mask(numbers(kept)) for kept in offer.sets]

    def begin(round_: Round, number: int) -> int:
        round_.keep(0, sets[number], sum(sets) - sets[number])
        return 0

    return answer(offer, best_of(range(len(sets)), _trial(seen, needs, source, begin), _trials(seen)))


def _trials(seen: Sight) -> int:
    return _WORK // (seen.draw_pile + _JUDGING)


def _trial(seen: Sight, needs: Needs, source: RandomSource, begin: Callable[[Round, C], int]) -> Trial[C]:
    """Deals and plays out; `begin` does what the candidate is, and says whose turn comes next."""
    hand, mine, theirs = numbers(seen.hand), mask(numbers(seen.mine)), mask(numbers(seen.theirs))
    unused = [sum([BIT[action] for action in left]) for left in (seen.unused, seen.their_unused)]
    splits = BestSplits(stakes(needs))

    def trial() -> Callable[[C], int]:
        dealt = deal(seen, source)

        def score(candidate: C) -> int:
            round_ = Round((hand, dealt.their_hand), (mine, theirs | mask(dealt.reserved)), unused)
            seat = begin(round_, candidate)
            round_.play_on(seat, dealt.draws)
            return splits.lead(*round_.collections)

        return score

    return trial
