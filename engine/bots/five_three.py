"""Who plays five-three when nobody does: from the view alone, the same for the same view, seat and chances.

In the draft a card has a *fit* to a Collection: what it and its bonds with each card there are worth on average in
the best split of 8 cards. The bot weighs what it keeps against what its opponent gets, and takes an offer to
be answered as is worst for it. In the build it knows all but one card of the opponent's Collection, so it takes
each card that this may be, and plays the best answer to the splits that a sound player could choose. The three
levels are one player until they are told apart.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from engine.bots.bot import Bot, Level
from engine.cards import RED_JOKER
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
    Phase,
    Reserve,
    SeatCards,
    TurnAction,
    View,
)
from engine.games.five_three.draft import each_way, named
from engine.games.five_three.hands import STRENGTHS3, STRENGTHS5, best_split, split_strengths
from engine.games.five_three.readings import DECK, HEIGHT
from engine.shuffle import RandomSource

T = TypeVar("T")

# -- what cards are worth ------------------------------------------------------------------------------
_ALONE: Final = {"T": 5, "J": 4, "Q": 3, "K": 12, "A": 23, "R": 43}
"""By rank, R for the Joker. These and the bonds are fitted to the best splits of random Collections, in
hundredths of a point."""
_ALIKE: Final = 18
_NEAR_IN_SUIT: Final = 8
_FAR_IN_SUIT: Final = 2
_NEAR: Final = -5
_FAR: Final = -9
_REACH: Final = 2
"""Two ranks this near to each other can be in one straight of three."""


def _bond(one: str, other: str) -> int:
    """What two cards together are worth beyond what each is."""
    if RED_JOKER in (one, other):
        return 0
    if one[0] == other[0]:
        return _ALIKE
    near = abs(HEIGHT[one] - HEIGHT[other]) <= _REACH
    if one[1] == other[1]:
        return _NEAR_IN_SUIT if near else _FAR_IN_SUIT
    return _NEAR if near else _FAR


_BOND: Final = MappingProxyType({(one, other): _bond(one, other) for one in DECK for other in DECK if one != other})
"""By the two cards, in either order."""


def _fit(card: str, collection: Iterable[str], hand: Iterable[str] = ()) -> int:
    """What a card adds to a Collection, in two hundredths of a point; a card in the hand is as likely lost as kept."""
    with_collection = sum([_BOND[card, other] for other in collection])
    with_hand = sum([_BOND[card, other] for other in hand if other != card])
    return 2 * (_ALONE[card[0]] + with_collection) + with_hand


def _set_fit(cards: tuple[str, ...], collection: Sequence[str], hand: Sequence[str] = ()) -> int:
    """The same of cards that come together and are not in the hand."""
    bonds = sum([_BOND[pair] for pair in combinations(cards, 2)])
    return sum([_fit(card, collection, hand) for card in cards]) + 2 * bonds


def _collection(cards: SeatCards) -> tuple[str, ...]:
    return cards.kept if cards.reserved is None else (*cards.kept, cards.reserved)


def _one_of_the_best(weighed: Sequence[tuple[int, T]], source: RandomSource) -> T:
    """One of those with the greatest weight, each with equal chance."""
    most = max(weight for weight, _ in weighed)
    best = [one for weight, one in weighed if weight == most]
    return best[source.below(len(best))]


# -- the draft -----------------------------------------------------------------------------------------
class _Table(NamedTuple):
    """What a seat knows of the cards in the draft."""

    hand: tuple[str, ...]
    mine: tuple[str, ...]
    """The own Collection."""
    theirs: tuple[str, ...]
    """The face-up cards of the opponent's."""


def _worth(action: Draft, fits: Mapping[str, int], theirs: Sequence[str]) -> int:
    """What an action changes, in four hundredths of a point, if the opponent answers an offer as is worst for the seat.

    A card of the hand counted half; now it counts wholly or not at all, and what is given counts for the opponent.
    """
    cards = named(action)
    fit = sum([fits[card] for card in cards])
    match action:
        case Reserve():
            return fit
        case Discard():
            return -fit
        case OfferThree():
            sets: tuple[tuple[str, ...], ...] = tuple([(card,) for card in cards])
        case _:
            sets = action.sets
    return fit - 2 * max([sum([fits[card] for card in given]) + _set_fit(given, theirs) for given in sets])


def _take_turn(table: _Table, unused: Iterable[TurnAction], source: RandomSource) -> Draft:
    """The action whose best way is most above its average: each must be used once, so only that can be gained."""
    fits = {card: _fit(card, table.mine, table.hand) for card in table.hand}
    weighed = []
    for action in unused:
        ways = [(_worth(way, fits, table.theirs), way) for way in each_way(action, table.hand)]
        worth, way = max(ways, key=itemgetter(0))
        average = sum([worth for worth, _ in ways]) // len(ways)
        weighed.append((worth - average, way))
    return _one_of_the_best(weighed, source)


def _answer(table: _Table, offer: CurrentOffer, source: RandomSource) -> ChooseCard | ChooseSet:
    """What is best for the seat to keep, and worst for the opponent not to."""
    offered = sum(offer.sets, ())
    weighed = []
    for number, kept in enumerate(offer.sets):
        left = tuple([card for card in offered if card not in kept])
        weighed.append((_set_fit(kept, table.mine, table.hand) - _set_fit(left, table.theirs), number))
    number = _one_of_the_best(weighed, source)
    return ChooseSet(number) if offer.action is TurnAction.OFFER_SETS else ChooseCard(offer.sets[number][0])


# -- the build -----------------------------------------------------------------------------------------
def _undominated(collection: Sequence[str]) -> list[tuple[int, int]]:
    """The strengths of each split but those than which another has two hands at least as strong."""
    best: list[tuple[int, int]] = []
    for five, three in sorted(set(split_strengths(collection)), reverse=True):
        if not best or three > best[-1][1]:
            best.append((five, three))
    return best


def _margins(against: Iterable[int], strengths: int, points: int) -> list[int]:
    """For each strength, the points for beating more of these than beat it."""
    ordered = sorted(against)
    count = len(ordered)
    return [points * (bisect_left(ordered, one) + bisect_right(ordered, one) - count) for one in range(strengths)]


def _build(mine: tuple[str, ...], theirs: tuple[str, ...], unseen: Iterable[str]) -> Build:
    """The split with the most points to expect, if each split that is any good is as likely as the others."""
    splits = [split for reserved in unseen for split in _undominated((*theirs, reserved))]
    worth5 = _margins([five for five, _ in splits], STRENGTHS5, FIVE_POINTS)
    worth3 = _margins([three for _, three in splits], STRENGTHS3, THREE_POINTS)
    return Build(*best_split(mine, worth5, worth3))


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    own, other = view.seats[seat], view.seats[1 - seat]
    if own.hand is None or own.discarded is None:
        raise ValueError(f"the view is not that of seat {seat}")
    table = _Table(own.hand, _collection(own), other.kept)
    if view.offer is not None:
        return _answer(table, view.offer, source)
    if view.phase is Phase.BUILD:
        seen = {*table.mine, *table.theirs, *own.discarded}
        return _build(table.mine, table.theirs, [card for card in DECK if card not in seen])
    return _take_turn(table, [action for action in TurnAction if action not in own.used], source)


BOTS: Final[MappingProxyType[Level, Bot[View, Move]]] = MappingProxyType(dict.fromkeys(Level, choose))
