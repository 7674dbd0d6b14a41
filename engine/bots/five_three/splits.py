"""How strong the splits of a Collection of five-three are, fast: sets of cards are bit masks, by number in the deck.

A *margin* says how a hand does among typical ones: of a hundred the difference between those that it beats and those
that beat it. Typical are all splits of random Collections that are any good: none has two hands at least as strong.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from engine.games.five_three.hands import (
    COLLECTION_CARDS,
    STRENGTHS3,
    STRENGTHS5,
    split_strengths,
    strength3,
    strength5,
)
from engine.games.five_three.readings import DECK, FIVE, THREE
from engine.shuffle import shuffled

_ALL: Final = 100
_TYPICAL_COLLECTIONS: Final = 400
"""Enough for a margin to be a few hundredths off, and dealt in a hundredth of a second."""

_BITS: Final = tuple(1 << number for number in range(len(DECK)))
_STRENGTH5: Final = dict(zip(map(sum, combinations(_BITS, FIVE)), map(strength5, combinations(DECK, FIVE)), strict=True))
_STRENGTH3: Final = dict(zip(map(sum, combinations(_BITS, THREE)), map(strength3, combinations(DECK, THREE)), strict=True))


Split = tuple[int, int]
"""The strengths of its 5-card hand and of its 3-card hand."""


def undominated(collection: Sequence[str]) -> list[Split]:
    """The splits of a Collection but those than which another has both hands at least as strong."""
    best: list[Split] = []
    for five, three in sorted(set(split_strengths(collection)), reverse=True):
        if not best or three > best[-1][1]:
            best.append((five, three))
    return best


def _margins(against: Iterable[int], strengths: int) -> tuple[int, ...]:
    """For each strength, how much oftener than not it beats these."""
    ordered = sorted(against)
    count = len(ordered)
    places = [bisect_left(ordered, one) + bisect_right(ordered, one) - count for one in range(strengths)]
    return tuple([_ALL * place // count for place in places])


def _typical() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The margins of 5-card hands and of 3-card hands, by strength."""
    decks = [shuffled(DECK, b"typical", number) for number in range(_TYPICAL_COLLECTIONS)]
    splits = [split for deck in decks for split in undominated(deck[:COLLECTION_CARDS])]
    fives, threes = zip(*splits, strict=True)
    return _margins(fives, STRENGTHS5), _margins(threes, STRENGTHS3)


_MARGIN5, _MARGIN3 = _typical()


class BestSplits:
    """The best splits of Collections by the stakes of a round, each worked out once."""

    def __init__(self, stakes: tuple[int, int]) -> None:
        self._stake5, self._stake3 = stakes
        self._worth5 = [self._stake5 * margin for margin in _MARGIN5]
        self._worth3 = [self._stake3 * margin for margin in _MARGIN3]
        self._known: dict[int, tuple[int, int, int]] = {}

    def best(self, collection: int) -> tuple[int, int, int]:
        """The worth of the split whose hands do best among typical ones, and the strengths of its hands."""
        known = self._known.get(collection)
        if known is None:
            known = self._known[collection] = self._work_out(collection)
        return known

    def _work_out(self, collection: int) -> tuple[int, int, int]:
        worth5, worth3, fives, threes = self._worth5, self._worth3, _STRENGTH5, _STRENGTH3
        by_three = list(map(sum, combinations([bit for bit in _BITS if bit & collection], THREE)))
        worths = [worth5[fives[collection - three]] + worth3[threes[three]] for three in by_three]
        worth = max(worths)
        three = by_three[worths.index(worth)]
        return worth, fives[collection - three], threes[three]

    def lead(self, mine: int, theirs: int) -> int:
        """How much better a Collection is than another: among typical ones, and when the best splits of both meet.

        The second alone would be the outcome if nobody looked at the cards of the other; the first makes of it
        something that small differences show in.
        """
        worth, five, three = self.best(mine)
        their_worth, their_five, their_three = self.best(theirs)
        met = self._stake5 * ((five > their_five) - (five < their_five)) + self._stake3 * (
            (three > their_three) - (three < their_three)
        )
        return worth - their_worth + _ALL * met
