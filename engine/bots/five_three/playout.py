"""A round of five-three played on fast, each seat as the Skilled would play it: what a search looks ahead with.

A card is its number in the deck, from 0, and a set of cards a bit mask; an action of a turn is its bit, the first in
the order of the rules the lowest. Seat 0 is the one that searches. All cards are known, since the search has dealt
them, so a seat sees the other's reserved card too.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final

from engine.bots.five_three.worth import ALONE, BOND
from engine.games.five_three.actions import TurnAction
from engine.games.five_three.readings import DECK

_NUMBER: Final = MappingProxyType({card: number for number, card in enumerate(DECK)})
BIT: Final = MappingProxyType({action: 1 << number for number, action in enumerate(TurnAction)})
_RESERVE: Final = BIT[TurnAction.RESERVE]
_DISCARD: Final = BIT[TurnAction.DISCARD]
_OFFER_THREE: Final = BIT[TurnAction.OFFER_THREE]
_CARD_BIT: Final = tuple(1 << number for number in range(len(DECK)))

Numbers = tuple[int, ...]
Worths = Sequence[int]
"""Half points, by the number of the card."""


def numbers(cards: Iterable[str]) -> Numbers:
    """The cards as numbers, in the same order."""
    return tuple([_NUMBER[card] for card in cards])


def mask(cards: Iterable[int]) -> int:
    """The set of these cards."""
    return sum(map(_CARD_BIT.__getitem__, cards))


# -- the worth of every card to a set, by three table rows of seven cards each ---------------------------
_ROW: Final = 7
_ROW_MASK: Final = (1 << _ROW) - 1

Tables = tuple[tuple[Worths, ...], ...]


def _tables(alone: int, bond: int) -> Tables:
    """For each seven cards and each set of them, the worths by their bonds, with what a card is alone in the first."""
    rows = []
    for first in range(0, len(DECK), _ROW):
        row = [tuple([alone * ALONE[card[0]] * (first == 0) for card in DECK])]
        for other in DECK[first : first + _ROW]:
            bonds = [bond * BOND.get((card, other), 0) for card in DECK]
            row += [tuple(map(int.__add__, worths, bonds)) for worths in row]
        rows.append(tuple(row))
    return tuple(rows)


_IN_COLLECTION: Final = _tables(2, 2)
_IN_HAND: Final = _tables(0, 1)


def _rows(tables: Tables, cards: int) -> tuple[Worths, Worths, Worths]:
    """Three rows whose sum is the worth of each card to this set."""
    low, middle, high = tables
    return low[cards & _ROW_MASK], middle[cards >> _ROW & _ROW_MASK], high[cards >> 2 * _ROW]


def _worths(cards: Iterable[int], collection: int) -> list[int]:
    """What each of these cards is worth to a Collection, in their order."""
    low, middle, high = _rows(_IN_COLLECTION, collection)
    return [low[card] + middle[card] + high[card] for card in cards]


def _own_worths(cards: Iterable[int], collection: int, hand: Iterable[int]) -> list[int]:
    """The same for the owner, who has this hand."""
    low, middle, high = _rows(_IN_COLLECTION, collection)
    low2, middle2, high2 = _rows(_IN_HAND, mask(hand))
    return [low[card] + middle[card] + high[card] + low2[card] + middle2[card] + high2[card] for card in cards]


# -- the ways of an action ---------------------------------------------------------------------------------
Weighed = tuple[int, int, int]
"""A card of the hand: its worth to both seats, its worth to the owner, its number."""


def _three(hand: Iterable[Weighed]) -> Numbers:
    """Three cards to offer, of a hand in order: the last of them is the one that won't come back."""
    gains = [(a + b + c - both, (x, y, z)) for (_, a, x), (_, b, y), (both, c, z) in combinations(hand, 3)]
    return max(gains)[1]


def _two_sets(hand: Iterable[Weighed]) -> Numbers:
    """Two sets to offer, one after the other, of a hand in order: the least and the greatest against the other two."""
    gains = [
        (a[1] + b[1] + c[1] + d[1] - max(a[0] + d[0], b[0] + c[0]), (a[2], d[2], b[2], c[2]))
        for a, b, c, d in combinations(hand, 4)
    ]
    return max(gains)[1]


class Round:
    """A round between two turns; what is done to it changes it."""

    __slots__ = ("collections", "hands", "unused")

    def __init__(self, hands: Sequence[Iterable[int]], collections: Iterable[int], unused: Iterable[int]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.collections = list(collections)
        """A bit mask each."""
        self.unused = list(unused)
        """The bits of the actions that each seat has left."""

    def play_on(self, seat: int, draws: Iterable[int]) -> None:
        """Take a turn for each card drawn, the seat first, then in turns."""
        for card in draws:
            self.hands[seat].append(card)
            self.use(seat, *self.turn(seat))
            seat = 1 - seat

    def turn(self, seat: int) -> tuple[int, Numbers]:
        """What the Skilled would do: an action and its cards, of two sets one after the other."""
        hand, unused = self.hands[seat], self.unused[seat]
        action = unused & -unused
        mine = _own_worths(hand, self.collections[seat], hand)
        if action == _RESERVE:
            _, best = max(zip(mine, hand, strict=True))
            return action, (best,)
        if action == _DISCARD:
            (_, one), (_, other), *_ = sorted(zip(mine, hand, strict=True))
            return action, (one, other)
        theirs = _worths(hand, self.collections[1 - seat])
        weighed = sorted(zip(map(int.__add__, mine, theirs), mine, hand, strict=True))
        return action, _three(weighed) if action == _OFFER_THREE else _two_sets(weighed)

    def use(self, seat: int, action: int, cards: Numbers) -> None:
        """Use an action of a seat; an offer is answered as the Skilled would."""
        self.unused[seat] ^= action
        hand = self.hands[seat]
        for card in cards:
            hand.remove(card)
        if action == _RESERVE:
            self.collections[seat] |= mask(cards)
        elif action != _DISCARD:
            kept = self.answer(1 - seat, action, cards)
            self.keep(1 - seat, kept, mask(cards) ^ kept)

    def answer(self, seat: int, action: int, cards: Numbers) -> int:
        """What a seat keeps of an offer, as a set."""
        mine = _own_worths(cards, self.collections[seat], self.hands[seat])
        theirs = _worths(cards, self.collections[1 - seat])
        both = list(map(int.__add__, mine, theirs))
        if action == _OFFER_THREE:
            return 1 << cards[both.index(max(both))]
        return mask(cards[:2] if both[0] + both[1] >= both[2] + both[3] else cards[2:])

    def keep(self, seat: int, kept: int, left: int) -> None:
        """Put what a seat keeps in its Collection, and what it leaves in the other."""
        self.collections[seat] |= kept
        self.collections[1 - seat] |= left
