"""Every legal action of a seat, without making the list: what judge.py allows, each pair of ranks and kind once."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from engine.games.landlord.actions import HIGHEST_BID, Bid, Kind, Move, Pass, Play
from engine.games.landlord.cards import bits, card_bits
from engine.games.landlord.combos import follows, leads
from engine.games.landlord.judge import higher_bids
from engine.games.landlord.state import Laid
from engine.ruleset import Choice, FieldValues, Legal, LegalList

_PASS: Final = Choice(type="landlord.pass", fields={})


def _bidding(highest: int) -> Legal[Move]:
    points = tuple(higher_bids(highest))
    bid = Choice(type="landlord.bid", fields={"points": FieldValues(one_of=points)})
    return LegalList((*map(Bid, points), Pass()), (bid, _PASS))


BIDDING: Final = tuple(_bidding(highest) for highest in range(HIGHEST_BID))
"""What may be done in the bidding, by the highest bid so far (0: none): each higher bid, then the pass."""


class LegalPlays(Legal[Move]):
    """What may be done with a hand on a trick: each pair of ranks and kind once, and the pass last.

    Of each rank a play names the first cards in the order of the hand.
    """

    def __init__(self, hand: tuple[str, ...], trick: tuple[Laid, ...]) -> None:
        self._card_by_bit = card_bits(hand)
        ranks = sum(self._card_by_bit)
        plays = follows(ranks, trick[-1].reading) if trick else leads(ranks)
        self._plays = [(kind, of_kind) for kind, of_kind in plays if of_kind]
        self._may_pass = bool(trick)
        self._count = sum(len(of_kind) for _, of_kind in self._plays) + self._may_pass

    @property
    def count(self) -> int:
        return self._count

    def at(self, index: int) -> Move:
        left = index
        for kind, plays in self._plays:
            if left < len(plays):
                return Play(self._cards(plays[left]), kind)
            left -= len(plays)
        return Pass()

    def choices(self) -> tuple[Choice, ...]:
        of_kinds = defaultdict[Kind, list[int]](list)
        for kind, plays in self._plays:
            of_kinds[kind] += plays
        return tuple(self._choice(kind, plays) for kind, plays in of_kinds.items()) + (_PASS,) * self._may_pass

    def __iter__(self) -> Iterator[Move]:
        for kind, plays in self._plays:
            for play in plays:
                yield Play(self._cards(play), kind)
        if self._may_pass:
            yield Pass()

    def _cards(self, ranks: int) -> tuple[str, ...]:
        by_bit = self._card_by_bit
        return tuple([by_bit[bit] for bit in bits(ranks)])

    def _choice(self, kind: Kind, plays: list[int]) -> Choice:
        cards = FieldValues(any_of=tuple(map(self._cards, plays)))
        return Choice(type="landlord.play", fields={"cards": cards, "kind": FieldValues(one_of=(kind,))})
