"""The table as one seat, or a spectator, may see it, and events the same way."""

from msgspec.structs import replace

from engine.games.five_three import scoring
from engine.games.five_three.actions import (
    SEATS,
    BuiltEvent,
    BuiltHands,
    CurrentOffer,
    DealtEvent,
    DealtHand,
    DiscardedEvent,
    DrewEvent,
    FinishedRound,
    Phase,
    ReservedEvent,
    SeatCards,
    View,
)
from engine.games.five_three.state import Split, State
from engine.ruleset import Event


def view(state: State, seat: int | None) -> View:
    """What a seat, or a spectator (None), may know: its own cards, and all that was offered, kept or shown."""
    phase = state.phase
    return View(
        phase=phase,
        target=state.options.target,
        round=state.round,
        starter=state.starter,
        turn=state.turn if phase in (Phase.TURN, Phase.CHOICE) else None,
        draw_pile=len(state.draw_pile),
        seats=tuple([_seat_cards(state, owner, seat, phase) for owner in range(SEATS)]),
        offer=_offer(state) if state.offer else None,
        scores=state.scores,
        last_round=_last_round(state) if state.settled else None,
    )


def _seat_cards(state: State, owner: int, seat: int | None, phase: Phase) -> SeatCards:
    player = state.players[owner]
    own = owner == seat
    shown = own or phase is Phase.OVER
    return SeatCards(
        seat=owner,
        hand_count=len(player.hand),
        hand=player.hand if own else None,
        used=player.used,
        reserved=player.reserved if shown else None,
        kept=player.kept,
        discarded=player.discarded if own else None,
        built=player.build is not None,
        build=_built_hands(player.build) if shown else None,
    )


def _built_hands(build: Split | None) -> BuiltHands | None:
    return None if build is None else BuiltHands(build.five, build.three)


def _offer(state: State) -> CurrentOffer:
    seat = (state.turn + 1) % SEATS
    return CurrentOffer(seat, state.players[seat].used[-1], state.offer)


def _last_round(state: State) -> FinishedRound:
    number = state.round if state.winner is not None else state.round - 1
    return scoring.finished(number, state.settled[-1], state.last_builds)


def shown(event: Event, seat: int | None) -> Event:
    """An event as a seat, or a spectator (None), may know it: of hidden cards, its own alone."""
    match event:
        case DealtEvent(hands=hands):
            return replace(event, hands=tuple(hand if hand.seat == seat else DealtHand(hand.seat, None) for hand in hands))
        case DrewEvent() | ReservedEvent() if event.seat != seat:
            return replace(event, card=None)
        case DiscardedEvent() if event.seat != seat:
            return replace(event, cards=None)
        case BuiltEvent() if event.seat != seat:
            return replace(event, five=None, three=None)
        case _:
            return event
