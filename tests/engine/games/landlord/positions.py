"""Positions to judge from: a landlord game with the cards where a test wants them."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from engine.games.landlord.actions import Kind, Move, Options, Pass, Play
from engine.games.landlord.cards import ranks_of
from engine.games.landlord.combos import readings
from engine.games.landlord.rules import Landlord
from engine.games.landlord.state import Laid, State
from engine.ruleset import Event
from engine.shuffle import HashSource

LANDLORD = Landlord()
MOST_ACTIONS = 5000
"""More than any game here takes."""


def dealt(seed: str = "a deal", deals: int = 3) -> State:
    """A game before its first bid; seat 0 is next."""
    state, _ = LANDLORD.new(Options(deals=deals), 3, seed.encode())
    return state


def after(state: State, *actions: Move) -> State:
    """The state after these actions, each of the seat whose turn it is."""
    for action in actions:
        state, _ = LANDLORD.apply(state, state.turn, action)
    return state


def to_the_end(state: State, choose: Callable[[State], Move]) -> Iterator[State]:
    """Each state until the game is over."""
    for _ in range(MOST_ACTIONS):
        yield state
        if not LANDLORD.to_act(state):
            return
        state = after(state, choose(state))
    raise AssertionError(f"not over after {MOST_ACTIONS} actions")


def by_chance(seed: str) -> Callable[[State], Move]:
    """Takes one of the legal actions, each with equal chance."""
    source = HashSource(seed.encode())
    return lambda state: LANDLORD.legal(state, state.turn).sample(1, source)[0]


def events(state: State, action: Move) -> tuple[Event, ...]:
    """What an action of the seat whose turn it is leads to."""
    return LANDLORD.apply(state, state.turn, action)[1]


def reason(state: State, action: Move, seat: int | None = None) -> str | None:
    """The word with which an action is refused; of the seat whose turn it is, unless another is named."""
    refusal = LANDLORD.why_not(state, state.turn if seat is None else seat, action)
    return None if refusal is None else refusal.reason


def playing(*hands: str, landlord: int = 0, bid: int = 3, trick: str = "") -> State:
    """The Landlord is to lead with these hands; or to beat a trick that the seat to the right has laid."""
    bids = (0,) * landlord + ((bid,) if bid == 3 else (bid, 0, 0))
    laid = tuple(trick.split())
    return replace(
        dealt(),
        bids=bids,
        landlord=landlord,
        turn=landlord,
        hands=tuple(tuple(hand.split()) for hand in hands),
        trick=(Laid((landlord + 2) % 3, laid, readings(ranks_of(laid))[0]),) if laid else (),
    )


def play(cards: str, kind: Kind | None = None) -> Play:
    """These cards, split by blanks."""
    return Play(tuple(cards.split()), kind)


PASS = Pass()
