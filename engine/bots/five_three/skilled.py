"""The Skilled of five-three: what a good player goes by, with one look ahead and no search.

- Reserve and discard first, offer the two sets last: the more of both Collections lies on the table, the better one
  knows what each of the cards is worth to whom.
- Cut an offer as children share a cake ("I cut, you choose"): it will be answered as hurts most, so no part of it
  may be much better than the others.
- Answer an offer for both: what one keeps is good, and what the opponent doesn't get is as good.
- In the build, look at the seven face-up cards of the opponent: first of all beat the hands that these can make.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from engine.bots.five_three.sight import Sight, answer, sight
from engine.bots.five_three.worth import worth
from engine.games.five_three.actions import (
    FIVE_POINTS,
    THREE_POINTS,
    Build,
    ChooseCard,
    ChooseSet,
    CurrentOffer,
    Discard,
    Draft,
    Move,
    OfferThree,
    Reserve,
    TurnAction,
    View,
)
from engine.games.five_three.draft import each_way, named
from engine.games.five_three.hands import STRENGTHS3, STRENGTHS5, best_split, strength3, strength5
from engine.games.five_three.readings import FIVE, THREE
from engine.shuffle import RandomSource

_POINT: Final = 2 * STRENGTHS5 * STRENGTHS3
"""More than all that a stronger hand can count that beats nothing more."""


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    seen = sight(view, seat)
    if seen.building:
        return _build(seen)
    return _take_turn(seen, source) if seen.offer is None else _answer(seen, seen.offer)


def _take_turn(seen: Sight, source: RandomSource) -> Draft:
    """The first action that is left in the order of the rules, in the best of its ways; chance decides between equals."""
    weighed = weighed_ways(seen, seen.unused[0])
    most = max(gain for gain, _ in weighed)
    best = [way for gain, way in weighed if gain == most]
    return best[source.below(len(best))]


def weighed_ways(seen: Sight, action: TurnAction) -> list[tuple[int, Draft]]:
    """Each way to take an action, with what it gains by the rules of thumb, in half points."""
    mine = {card: worth(card, seen.mine, seen.hand) for card in seen.hand}
    theirs = {card: worth(card, seen.theirs) for card in seen.hand}
    return [(_gain(way, mine, theirs), way) for way in each_way(action, seen.hand)]


def _gain(action: Draft, mine: Mapping[str, int], theirs: Mapping[str, int]) -> int:
    """What the seat gets and the opponent doesn't, in half points, if an offer is answered as hurts most."""
    whole = sum([mine[card] for card in named(action)])
    match action:
        case Reserve():
            return whole
        case Discard():
            return -whole
        case OfferThree(cards):
            sets: tuple[tuple[str, ...], ...] = tuple([(card,) for card in cards])
        case _:
            sets = action.sets
    return whole - max([sum([mine[card] + theirs[card] for card in kept]) for kept in sets])


def _answer(seen: Sight, offer: CurrentOffer) -> ChooseCard | ChooseSet:
    """What is worth most to both seats together; the first of equal sets."""
    weighed = [sum([worth(card, seen.mine, seen.hand) + worth(card, seen.theirs) for card in kept]) for kept in offer.sets]
    return answer(offer, weighed.index(max(weighed)))


def _build(seen: Sight) -> Build:
    """The split with the most points against the strongest hands of the face-up cards, then with the strongest hands."""
    five = max(map(strength5, combinations(seen.theirs, FIVE)))
    three = max(map(strength3, combinations(seen.theirs, THREE)))
    worth5 = [FIVE_POINTS * (_POINT * (one > five) + one * STRENGTHS3) for one in range(STRENGTHS5)]
    worth3 = [THREE_POINTS * (_POINT * (one > three) + one * STRENGTHS5) for one in range(STRENGTHS3)]
    return Build(*best_split(seen.mine, worth5, worth3))
