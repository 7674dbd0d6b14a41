"""What a seat holds itself, out of its view."""

from typing import NamedTuple

from engine.cards import Cards
from engine.games.center_row.actions import View


class Own(NamedTuple):
    """The cards of the seat whose turn it is."""

    hand: Cards
    """What it may give, lowest first; none after the last phase."""
    locked: Cards
    """What it kept of the phases before, lowest first."""


def own(view: View, seat: int) -> Own:
    """The cards of a seat in its own view. Raises ValueError for a view of another seat, or a spectator's."""
    hand, locked = view.seats[seat].hand.cards, view.seats[seat].locked.cards
    if hand is None or locked is None:
        raise ValueError(f"the view is not that of seat {seat}")
    return Own(hand, locked)
