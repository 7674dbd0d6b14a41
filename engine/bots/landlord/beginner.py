"""The Beginner: a newcomer who knows the rules and looks at one trick at a time.

It leads its lowest cards, as many as are alike, and seldom sees a sequence that it could lead. It beats whatever it can,
a partner's play too, with the lowest cards that do, though they break up something better, and throws a bomb at
the first play that it can't beat otherwise. It bids by its high cards alone.
"""

from typing import Final

from engine.bots.landlord.answers import answers, with_extras
from engine.bots.landlord.melds import BLACK, COUNT, FAMILY, MELDS, PLACES, RED, TWO, Meld, counted, holds
from engine.bots.landlord.rough import ALIKE
from engine.bots.landlord.sight import own_cards, play_of, table_of
from engine.games.landlord.actions import Bid, Kind, Move, Pass, View
from engine.games.landlord.cards import BITS
from engine.shuffle import RandomSource

_HIGH: Final = ((RED, 4), (BLACK, 3), (TWO, 2), (TWO - 1, 1))
"""Points for each card: the Jokers, 2s and aces."""
_FOUR: Final = 4
"""Points for a bomb."""
_BIDS: Final = ((3, 10), (2, 8), (1, 6))
"""Points that a bid asks for, the highest bid first; an average hand has 5."""
_SEES_A_STRAIGHT: Final = 3
"""One lead in so many it looks for a straight from its lowest card."""


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    if view.landlord is None:
        return _bid(view, seat)
    table = table_of(view, seat, view.landlord)
    meld = table.out
    if meld is None:
        meld = _lead(table.hand, source) if table.trick is None else _answer(table.hand, table.trick)
    return Pass() if meld is None else play_of(view, seat, meld)


def _bid(view: View, seat: int) -> Bid | Pass:
    hand = counted(own_cards(view, seat))
    high = sum(points * _count(hand, place) for place, points in _HIGH)
    high += _FOUR * sum(_count(hand, place) == len(ALIKE[place]) > 1 for place in range(PLACES))
    points = next((points for points, least in _BIDS if high >= least), 0)
    return Bid(points) if points > (view.bid or 0) else Pass()


def _count(hand: int, place: int) -> int:
    return (hand >> BITS * place) & COUNT


def _lead(hand: int, source: RandomSource) -> Meld:
    """The lowest cards: all that are alike, but never four; now and then a straight from there."""
    place = next(place for place in range(PLACES) if _count(hand, place))
    straights = [meld for meld in _straights(hand) if _count(meld.counts, place)]
    if straights and not source.below(_SEES_A_STRAIGHT):
        return straights[-1]
    alike = min(_count(hand, place), 3)
    lowest = ALIKE[place][alike - 1]
    if alike == 3:  # noqa: PLR2004  # a triplet takes a card along
        single = MELDS[FAMILY[Kind.TRIPLET_SINGLE, 1]][place]
        return with_extras(hand, single) or lowest
    return lowest


def _straights(hand: int) -> list[Meld]:
    """What it could lead of five and more in a row, the longest last."""
    families = [melds for (kind, length), melds in zip(FAMILY, MELDS, strict=True) if kind is Kind.STRAIGHT]
    return [meld for melds in families for meld in melds if holds(hand, meld.counts)]


def _answer(hand: int, trick: Meld) -> Meld | None:
    """The lowest cards that beat a trick, a bomb if nothing else does; None to pass."""
    found = answers(hand, trick.family, trick.place)
    return found[0].meld if found else None
