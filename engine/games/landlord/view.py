"""The table as one seat, or a spectator, may see it."""

from engine.games.landlord import scoring
from engine.games.landlord.actions import SEATS, BidMade, DealtEvent, DealtHand, Phase, SeatCards, TrickPlay, View
from engine.games.landlord.state import Laid, State


def view(state: State, seat: int | None) -> View:
    """What a seat, or a spectator (None), may know: its own cards, and all that was said, played or shown."""
    phase = state.phase
    highest = state.highest_bid
    return View(
        phase=phase,
        deal=state.deal,
        deals=state.options.deals,
        first_bidder=state.first_bidder,
        turn=None if phase is Phase.OVER else state.turn,
        bids=tuple([BidMade(turn % SEATS, points or None) for turn, points in enumerate(state.bids, state.first_bidder)]),
        bid=highest or None,
        landlord=state.landlord,
        aside=None if state.landlord is None else state.aside,
        stake=highest << state.doubles,
        doubles=state.doubles,
        seats=tuple([_seat_cards(state, owner, shown=owner == seat or phase is Phase.OVER) for owner in range(SEATS)]),
        trick=tuple([_trick_play(laid) for laid in state.trick]),
        passed=state.passed,
        scores=scoring.totals(state.settled),
        last_deal=scoring.finished(state.settled, state.left_over) if state.settled else None,
    )


def _seat_cards(state: State, owner: int, *, shown: bool) -> SeatCards:
    held = state.hands[owner]
    return SeatCards(seat=owner, count=len(held), cards=held if shown else None, played=state.played[owner])


def _trick_play(laid: Laid) -> TrickPlay:
    reading = laid.reading
    return TrickPlay(laid.seat, laid.cards, reading.kind, reading.rank, reading.length)


def dealt_to(event: DealtEvent, seat: int | None) -> DealtEvent:
    """A deal as a seat, or a spectator (None), may know it: its own cards alone."""
    hands = tuple(hand if hand.seat == seat else DealtHand(hand.seat, None) for hand in event.hands)
    return DealtEvent(seat=None, deal=event.deal, first_bidder=event.first_bidder, hands=hands)
