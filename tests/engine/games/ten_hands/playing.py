"""Games of ten-hands for the tests: played by chance, or as they are wanted."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.bots.ten_hands import BOTS
from engine.games.ten_hands.actions import Bank, Cover, Move, OpenRow, Options, Variant, View
from engine.games.ten_hands.rules import TenHands
from engine.games.ten_hands.state import State
from engine.ruleset import Event, Level
from engine.shuffle import HashSource, RandomSource

MOST_ACTIONS = 50
"""Ten in classic; one for each card after the first row in Oregon."""


def by_chance(view: View, seat: int, source: RandomSource) -> Move:
    """A player without a plan, who costs no time: any cards, and a new row now and then."""
    assert seat == 0
    if view.classic is not None:
        pool = list(view.classic.pool)
        return Bank(tuple(pool.pop(source.below(len(pool))) for _ in range(5)))
    assert view.oregon is not None
    place = source.below(6)
    return OpenRow() if place == 5 else Cover(view.oregon.rows[-1].cards[place])


RULES = TenHands(dict.fromkeys(Level, by_chance))
"""With opponents that play by chance, for what is no matter of theirs."""
WITH_BOTS = TenHands(BOTS)


def new(variant: Variant, seed: str = "ten", rules: TenHands = RULES) -> State:
    state, _ = rules.new(Options(variant), 1, seed.encode())
    return state


def move(plain: dict[str, Any]) -> Move:
    """An action as a client sends it, its ruleset left out."""
    action: Move = msgspec.convert({**plain, "type": f"ten-hands.{plain['type']}"}, Move)
    return action


@dataclass(frozen=True)
class Step:
    """One action of a game: the state before it, the action, its events, and the state after."""

    before: State
    action: Move
    events: tuple[Event, ...]
    after: State


def steps(variant: Variant, seed: str, rules: TenHands = RULES) -> Iterator[Step]:
    """A whole game played by chance."""
    source = HashSource(f"{variant} {seed}:".encode())
    state = new(variant, seed, rules)
    for _ in range(MOST_ACTIONS):
        if not rules.to_act(state):
            return
        action = by_chance(rules.view(state, 0), 0, source)
        after, events = rules.apply(state, 0, action)
        yield Step(state, action, events, after)
        state = after
    raise AssertionError("the game is not over")


def covering(state: State, turns: int) -> State:
    """The state after so many turned cards, each of which covers the first card of the row."""
    for _ in range(turns):
        state, _ = RULES.apply(state, 0, Cover(state.mine.rows[-1][0]))
    return state


def reason(state: State, action: Move) -> str | None:
    """Why the action is refused, in one word."""
    refusal = RULES.why_not(state, 0, action)
    return refusal.reason if refusal else None
