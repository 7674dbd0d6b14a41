"""The table as one seat, or a spectator, may see it."""

from collections.abc import Iterator
from itertools import chain

from engine import poker
from engine.games.center_row import scoring
from engine.games.center_row.actions import (
    BuiltEvent,
    DealtEvent,
    DealtHand,
    Pile,
    SeatCards,
    Stage,
    TurnTaken,
    View,
)
from engine.games.center_row.state import State


def view(state: State, seat: int | None) -> View:
    """What a seat, or a spectator (None), may know: its own cards, and all that was open or shown."""
    shape, stage = state.shape, state.stage
    over = stage is Stage.OVER
    own = () if seat is None else state.builds[seat]
    return View(
        stage=stage,
        phase=state.phase,
        phases=shape.phases,
        first=state.first,
        turn=state.turn if stage is Stage.EXCHANGE else None,
        turns_left=tuple(_turns_left(state)),
        center=state.center,
        discarded=state.discarded,
        undealt=len(state.deck),
        turns=tuple(_turns(state)),
        seats=tuple(_seats(state, seat)),
        hands_to_build=shape.hands,
        own_hands=tuple(map(poker.judge, scoring.strongest_first(own))) or None,
        comparisons=scoring.comparisons(state.builds) if over else (),
        scores=scoring.totals(state.builds) if over else (0,) * state.seats,
    )


def _turns_left(state: State) -> Iterator[int]:
    """Of each seat; the seats from the first one on have had one more where a round of the table is not complete."""
    seats, first, turns = state.seats, state.first, state.shape.turns
    rounds, more = divmod(len(state.turns) - state.phase * state.turns_a_phase, seats)
    for seat in range(seats):
        yield turns - rounds - ((seat - first) % seats < more)


def _turns(state: State) -> Iterator[TurnTaken]:
    each, seats = state.turns_a_phase, state.seats
    for number, turn in enumerate(state.turns):
        phase = number // each
        yield TurnTaken(phase, (phase + number) % seats, turn.take, turn.give)


def _seats(state: State, reader: int | None) -> Iterator[SeatCards]:
    open_cards = {turn.take for turn in state.turns}
    if state.stage is Stage.OVER:
        open_cards.update(chain.from_iterable(chain.from_iterable(state.builds)))
    for seat, (hand, locked) in enumerate(zip(state.hands, state.locked, strict=True)):
        own = seat == reader
        yield SeatCards(
            seat=seat,
            hand=_pile(hand, open_cards, shown=own),
            locked=_pile(locked, open_cards, shown=own),
            built=bool(state.builds[seat]),
        )


def _pile(cards: tuple[str, ...], open_cards: set[str | None], *, shown: bool) -> Pile:
    """A card that was ever taken is known wherever it lies: it can be given and taken in the open only."""
    known = tuple(card for card in cards if card in open_cards)
    return Pile(cards if shown else None, known, len(cards) - len(known))


def dealt_to(event: DealtEvent, seat: int | None) -> DealtEvent:
    """A deal as a seat, or a spectator (None), may know it: its own cards and the center row."""
    hands = tuple(hand if hand.seat == seat else DealtHand(hand.seat, None) for hand in event.hands)
    return DealtEvent(seat=None, phase=event.phase, first=event.first, hands=hands, center=event.center)


def built_for(event: BuiltEvent, seat: int | None) -> BuiltEvent:
    """A build as a seat, or a spectator (None), may know it before the show."""
    return event if event.seat == seat else BuiltEvent(seat=event.seat, hands=None)
