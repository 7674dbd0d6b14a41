"""Games of center row for the tests: played by chance, as far as they are wanted."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.games.center_row.actions import Move, Options, Pass, Stage
from engine.games.center_row.rules import CenterRow
from engine.games.center_row.state import State
from engine.ruleset import Event
from engine.shuffle import HashSource

RULES = CenterRow()
SEATS = (2, 3, 4)
MOST_ACTIONS = 30


def new(seats: int, seed: str = "center") -> State:
    state, _ = RULES.new(Options(), seats, seed.encode())
    return state


def move(plain: dict[str, Any]) -> Move:
    """An action as a client sends it, its ruleset left out."""
    action: Move = msgspec.convert({**plain, "type": f"center-row.{plain['type']}"}, Move)
    return action


@dataclass(frozen=True)
class Step:
    """One action of a game: the state before it, who acted and how, its events, and the state after."""

    before: State
    seat: int
    action: Move
    events: tuple[Event, ...]
    after: State


def steps(seats: int, seed: str) -> Iterator[Step]:
    """A whole game played by chance."""
    source = HashSource(f"{seats} {seed}:".encode())
    state = new(seats, seed)
    for _ in range(MOST_ACTIONS):
        to_act = RULES.to_act(state)
        if not to_act:
            return
        seat = to_act[source.below(len(to_act))]
        (action,) = RULES.legal(state, seat).sample(1, source)
        after, events = RULES.apply(state, seat, action)
        yield Step(state, seat, action, events, after)
        state = after
    raise AssertionError("the game is not over")


def passed(state: State, turns: int) -> State:
    """The state after so many turns in which everybody passes."""
    for _ in range(turns):
        state, _ = RULES.apply(state, state.turn, Pass())
    return state


def building(seats: int, seed: str = "center") -> State:
    """A game in which everybody is to build, all turns passed."""
    state = new(seats, seed)
    state = passed(state, state.turns_a_phase * state.shape.phases)
    assert state.stage is Stage.BUILD
    return state


def reason(state: State, seat: int, action: Move) -> str | None:
    """Why the action is refused, in one word."""
    refusal = RULES.why_not(state, seat, action)
    return refusal.reason if refusal else None
