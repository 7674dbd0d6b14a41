"""The game of center row: the deals, the exchanges, the end of each phase, and the build."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine import poker
from engine.cards import DECK_54, Cards
from engine.games.center_row import judge, legal, scoring
from engine.games.center_row import view as views
from engine.games.center_row.actions import (
    Build,
    BuiltEvent,
    DealtEvent,
    DealtHand,
    Details,
    Exchange,
    ExchangedEvent,
    LockedEvent,
    Move,
    Options,
    Pass,
    PassedEvent,
    ShownEvent,
    Stage,
    View,
)
from engine.games.center_row.state import SHAPES, Hands, State, Turn
from engine.ruleset import NOTHING_LEGAL, Event, HandsAnswer, IllegalAction, Legal, Refusal, Ruleset
from engine.shuffle import shuffled

_HEIGHT: Final = {card: place for place, card in enumerate(DECK_54)}

Change = tuple[State, tuple[Event, ...]]
"""The next state, and what happened."""


class CenterRow(Ruleset[State, Move, Options]):
    """Two, three or four seats, each for itself."""

    id = "center-row"
    title = "Center Row"
    summary = "Swap cards with a face-up row, then build poker hands from what you kept."
    version = 1
    seat_counts = tuple(SHAPES)
    deck = DECK_54

    options_type = Options
    state_type = State
    action_types = (Exchange, Pass, Build)
    event_types = (DealtEvent, ExchangedEvent, PassedEvent, LockedEvent, BuiltEvent, ShownEvent)
    view_type = View
    details_type = Details
    hands_type = poker.HandRanking

    def new(self, options: Options, seats: int, seed: bytes) -> Change:  # noqa: ARG002  # there are none to look at
        """As Ruleset says. Raises ValueError unless there are two, three or four seats."""
        if seats not in self.seat_counts:
            raise ValueError(f"center-row has 2, 3 or 4 seats, not {seats}")
        nothing: Hands = ((),) * seats
        state = State(
            seed=seed,
            deck=shuffled(DECK_54, seed, 0),
            center=(),
            discarded=(),
            hands=nothing,
            locked=nothing,
            turns=(),
            builds=((),) * seats,
        )
        return _deal(state)

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.stage is Stage.EXCHANGE:
            return (state.turn,)
        return tuple(seat for seat, built in enumerate(state.builds) if not built)

    def legal(self, state: State, seat: int) -> Legal[Move]:
        if seat not in self.to_act(state):
            return NOTHING_LEGAL
        if state.stage is Stage.EXCHANGE:
            return legal.LegalTurns(state.center, state.hands[seat])
        return legal.LegalBuilds(state.locked[seat], state.shape.hands)

    def why_not(self, state: State, seat: int, action: Move) -> Refusal | None:
        return self.refuse_out_of_turn(state, seat) or judge.judge(state, seat, action)

    def apply(self, state: State, seat: int, action: Move) -> Change:
        refusal = self.why_not(state, seat, action)
        if refusal:
            raise IllegalAction(refusal)
        match action:
            case Exchange(take, give):
                return _exchange(state, take, give)
            case Build(hands):
                return _build(state, seat, hands)
            case _:
                return _take_turn(state, Turn(None, None), PassedEvent(seat=seat))

    def outcome(self, state: State) -> tuple[tuple[int, ...], bool] | None:
        if state.stage is not Stage.OVER:
            return None
        return scoring.winners(state.builds), False

    def scores(self, state: State) -> tuple[int, ...]:
        """As Ruleset says: nothing is scored before the show."""
        return scoring.totals(state.builds) if state.stage is Stage.OVER else (0,) * state.seats

    def details(self, state: State) -> Details:
        return Details(scoring.comparisons(state.builds) if state.stage is Stage.OVER else ())

    def view(self, state: State, seat: int | None) -> View:
        return views.view(state, seat)

    def shown(self, event: Event, seat: int | None) -> Event:
        match event:
            case DealtEvent():
                return views.dealt_to(event, seat)
            case BuiltEvent():
                return views.built_for(event, seat)
        return event

    def shuffles(self, state: State) -> int:  # noqa: ARG002  # each game deals one deck out
        return 1

    def refuse_hands(self, hands: tuple[Cards, ...]) -> Refusal | None:
        return poker.refuse_hands(hands)

    def judge_hands(self, hands: tuple[Cards, ...]) -> HandsAnswer:
        return poker.rank_hands(hands)


def _sorted(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=_HEIGHT.__getitem__))


def _deal(state: State) -> Change:
    """A phase's cards to each seat in seat order, then its center row."""
    shape = state.shape
    *starts, row = range(0, (state.seats + 1) * shape.dealt, shape.dealt)
    hands = tuple(_sorted(state.deck[start : start + shape.dealt]) for start in starts)
    end = row + shape.center
    after = replace(state, hands=hands, center=state.deck[row:end], deck=state.deck[end:])
    dealt = tuple(DealtHand(seat, hand) for seat, hand in enumerate(hands))
    event = DealtEvent(seat=None, phase=state.phase, first=state.first, hands=dealt, center=after.center)
    return after, (event,)


def _exchange(state: State, take: str, give: str) -> Change:
    seat = state.turn
    hand = _sorted(take if card == give else card for card in state.hands[seat])
    center = tuple(give if card == take else card for card in state.center)
    after = replace(state, center=center, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
    return _take_turn(after, Turn(take, give), ExchangedEvent(seat=seat, take=take, give=give))


def _take_turn(state: State, turn: Turn, event: Event) -> Change:
    """The turn goes on to the next seat, or the phase is over."""
    after = replace(state, turns=(*state.turns, turn))
    if len(after.turns) % after.turns_a_phase:
        return after, (event,)
    locked = LockedEvent(seat=None, phase=state.phase, discarded=after.center)
    after = _lock(after)
    if after.stage is Stage.BUILD:
        return after, (event, locked)
    after, dealt = _deal(after)
    return after, (event, locked, *dealt)


def _lock(state: State) -> State:
    """Every hand is set aside, and the center row is discarded."""
    return replace(
        state,
        hands=((),) * state.seats,
        locked=tuple(_sorted(before + hand) for before, hand in zip(state.locked, state.hands, strict=True)),
        center=(),
        discarded=state.discarded + state.center,
    )


def _build(state: State, seat: int, hands: Hands) -> Change:
    event = BuiltEvent(seat=seat, hands=hands)
    after = replace(state, builds=(*state.builds[:seat], hands, *state.builds[seat + 1 :]))
    if after.stage is not Stage.OVER:
        return after, (event,)
    shown = ShownEvent(seat=None, comparisons=scoring.comparisons(after.builds), scores=scoring.totals(after.builds))
    return after, (event, shown)
