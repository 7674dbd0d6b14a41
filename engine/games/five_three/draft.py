"""The four actions of a turn in the draft: which one an action is, the cards it names, and each way to take it."""

from collections.abc import Iterator
from itertools import combinations
from types import MappingProxyType
from typing import Final

from engine.games.five_three.actions import Discard, Draft, OfferSets, OfferThree, Reserve, TurnAction

MOST_IN_HAND: Final = 7

Ways = tuple[tuple[int, ...], ...]
"""Each way to take an action, as the places of its cards in the hand, from 0; of two sets one after the other."""


CARDS_TAKEN: Final = MappingProxyType(
    {TurnAction.RESERVE: 1, TurnAction.DISCARD: 2, TurnAction.OFFER_THREE: 3, TurnAction.OFFER_SETS: 4}
)
"""How many cards of the hand each action takes."""

_BY_SHAPE: Final = MappingProxyType(
    {
        Reserve: TurnAction.RESERVE,
        Discard: TurnAction.DISCARD,
        OfferThree: TurnAction.OFFER_THREE,
        OfferSets: TurnAction.OFFER_SETS,
    }
)


def turn_action(action: Draft) -> TurnAction:
    """Which of the four actions of the rules it is."""
    return _BY_SHAPE[type(action)]


def named(action: Draft) -> tuple[str, ...]:
    """The cards that it names, in the order named."""
    if isinstance(action, OfferSets):
        return sum(action.sets, ())
    return (action.card,) if isinstance(action, Reserve) else action.cards


def made(action: TurnAction, cards: tuple[str, ...]) -> Draft:
    """The action with as many cards as it takes; of two sets one after the other."""
    if action is TurnAction.RESERVE:
        return Reserve(cards[0])
    if action is TurnAction.OFFER_SETS:
        return OfferSets((cards[:2], cards[2:]))
    return Discard(cards) if action is TurnAction.DISCARD else OfferThree(cards)


def _ways(action: TurnAction, held: int) -> Ways:
    taken = combinations(range(held), CARDS_TAKEN[action])
    if action is TurnAction.OFFER_SETS:
        return tuple(way for a, b, c, d in taken for way in ((a, b, c, d), (a, c, b, d), (a, d, b, c)))
    return tuple(taken)


WAYS: Final = MappingProxyType(
    {(action, held): _ways(action, held) for action in TurnAction for held in range(MOST_IN_HAND + 1)}
)
"""By action and size of the hand; two sets in either order are one way."""


def each_way(action: TurnAction, hand: tuple[str, ...]) -> Iterator[Draft]:
    """The action in each of its ways out of a hand."""
    for way in WAYS[action, len(hand)]:
        yield made(action, tuple([hand[place] for place in way]))
