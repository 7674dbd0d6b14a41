"""The Skilled: a good player by rules of thumb, without a look at what the others may hold beyond what was played."""

from typing import Final

from engine.bots.landlord.melds import Meld, counted
from engine.bots.landlord.playout import LANDLORD, partners
from engine.bots.landlord.sight import Table, own_cards, play_of, table_of
from engine.bots.landlord.split import split
from engine.bots.landlord.thumb import Ranked, follows, leads
from engine.games.landlord.actions import Bid, Move, Pass, View
from engine.shuffle import RandomSource

_BIDS: Final = ((3, 280), (2, 340), (1, 400))
"""What a hand may cost at most for a bid, in hundredths of a turn, the highest bid first."""


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    if view.landlord is None:
        return _bid(view, seat)
    meld = best(table_of(view, seat, view.landlord), source)
    return Pass() if meld is None else play_of(view, seat, meld)


def _bid(view: View, seat: int) -> Bid | Pass:
    cost = split(counted(own_cards(view, seat))).cost
    points = next((points for points, most in _BIDS if cost <= most), 0)
    return Bid(points) if points > (view.bid or 0) else Pass()


def best(table: Table, source: RandomSource) -> Meld | None:
    """The play by the rules of thumb, one of equals with equal chance, or None to pass."""
    if table.out is not None:
        return table.out
    found = ranked(table)
    if not found:
        return None
    most = max(worth for worth, _ in found)
    equal = [meld for worth, meld in found if worth == most]
    return equal[source.below(len(equal))]


def ranked(table: Table) -> Ranked:
    """What the rules of thumb say of each play that is worth it; empty to pass."""
    others = (table.unseen,)
    fewest = min(table.sizes[1:]) if table.seat == LANDLORD else table.sizes[LANDLORD]
    if table.trick is None:
        return leads(table.hand, fewest, others)
    return follows(table.hand, table.trick, fewest, partners=partners(table.seat, table.owner), others=others)
