"""The Expert: tries its plays out on many deals of the unseen cards.

Monte Carlo over deals that fit what was seen, as Ginsberg's bridge program plays, the likelier ones more often: every
candidate is played to the end of the same deals by the rules of thumb, and round by round the better half stays
(sequential halving, Karnin et al.).
The work is bounded by turns played out, never by time. In doubt it does what the rules of thumb say.
"""

from typing import Final

from engine.bots.landlord import bidding
from engine.bots.landlord.candidates import candidates
from engine.bots.landlord.deals import likely_deal
from engine.bots.landlord.melds import Meld
from engine.bots.landlord.playout import LANDLORD, Position, after, playout
from engine.bots.landlord.sight import Table, play_of, table_of
from engine.games.landlord.actions import Move, Pass, View
from engine.shuffle import RandomSource

MOST_TURNS: Final = 3_000
"""Turns that are played out for a decision at most, but for a last deal: shared evenly between the rounds."""
_TURNS_BY_CARDS: Final = 76_000
"""The same, divided by the cards that all hold: a turn takes the longer the fuller the hands are."""
_TURNS_TO_DEAL: Final = 16
"""What a likely deal counts: it takes about as long to find."""
_DOUBT: Final = 4
"""What the first candidate is ahead from the start: two deals won at the plain stake."""


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    if view.landlord is None:
        return bidding.bid(view, seat, source)
    meld = search(table_of(view, seat, view.landlord), source)[0]
    return Pass() if meld is None else play_of(view, seat, meld)


def search(table: Table, source: RandomSource) -> tuple[Meld | None, int]:
    """The candidate that does best, None to pass; and how many turns were played out, the deals counted as some."""
    plays = candidates(table)
    totals = [_DOUBT] + [0] * (len(plays) - 1)
    left = list(range(len(plays)))
    turns = 0
    budget = min(MOST_TURNS, _TURNS_BY_CARDS // sum(table.sizes))
    rounds = (len(plays) - 1).bit_length()
    for number in range(1, rounds + 1):
        while turns < budget * number // rounds:
            turns += _TURNS_TO_DEAL + _try(table, likely_deal(table, source), [(at, plays[at]) for at in left], totals)
        left = sorted(left, key=lambda at: (-totals[at], at))[: (len(left) + 1) // 2]
    return plays[left[0]], turns


def _worth(paid: int) -> int:
    """A payoff with each doubling counted as half a plain stake: bombs count, but a few rich deals don't decide."""
    return paid.bit_length() if paid > 0 else -paid.bit_length()


def _try(table: Table, hands: tuple[int, int, int], plays: list[tuple[int, Meld | None]], totals: list[int]) -> int:
    """Adds what each play is worth on a deal to its total, and gives how many turns that took."""
    start = Position(hands, table.seat, table.trick, table.owner, 0, table.landlord_plays, table.farmers_played)
    sign = 1 if table.seat == LANDLORD else -1
    turns = 0
    for at, meld in plays:
        paid, taken = playout(after(start, meld))
        totals[at] += sign * _worth(paid)
        turns += taken + 1
    return turns
