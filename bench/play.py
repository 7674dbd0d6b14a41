"""Random play in memory, without a server: the engine's, and that of rlcard, for comparison."""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from random import Random
from typing import Any, Final

import msgspec

from bench.games import DEALS, LANDLORD, SEATS
from engine.games.landlord.actions import Options, Phase
from engine.games.landlord.state import State
from engine.registry import RULESETS

CHANCE: Final = Random(1)  # noqa: S311  # for moves, not for secrets
STATES: Final = 500
"""That are dumped and loaded again: so many in a row, from all stages of several games."""


def _states() -> Iterator[State]:
    """Every state of one game after the other, each played by random moves."""
    for number in count():
        state, _ = LANDLORD.new(Options(deals=DEALS), SEATS, b"play %d" % number)
        while to_act := LANDLORD.to_act(state):
            yield state
            legal = LANDLORD.legal(state, to_act[0])
            state, _ = LANDLORD.apply(state, to_act[0], legal.at(CHANCE.randrange(legal.count)))


def _per_second(decisions: Iterator[bool], seconds: float) -> float:
    """How many decisions are true, per second of CPU time, when so many seconds are spent on them."""
    began = time.process_time()
    made = 0
    while (spent := time.process_time() - began) < seconds:
        made += next(decisions)
    return made / spent


def engine_decisions() -> Callable[[float], float]:
    """Takes seconds, gives decisions per second: all legal actions counted, one of them chosen, judged and taken.

    The bidding takes time but doesn't count, since rlcard has none.
    """
    decisions = (state.phase is Phase.PLAY for state in _states())
    return lambda seconds: _per_second(decisions, seconds)


def _cases() -> Iterator[tuple[str, Any]]:
    for ruleset in RULESETS:
        for options in ruleset.variants:
            for seats in ruleset.seat_counts:
                words = (ruleset.id, *map(str, options.values()), *([f"for {seats}"] if len(ruleset.seat_counts) > 1 else []))
                yield " ".join(words), (ruleset, msgspec.convert(options, ruleset.options_type), seats)


CASES: Final = dict(_cases())
"""Every ruleset, variant and number of seats."""


def decisions(case: str) -> Callable[[float], float]:
    """Takes seconds, gives decisions per second of one case: one of all legal actions chosen, judged and taken."""
    ruleset, options, seats = CASES[case]

    def made() -> Iterator[bool]:
        for number in count():
            state, _ = ruleset.new(options, seats, b"play %d" % number)
            while to_act := ruleset.to_act(state):
                legal = ruleset.legal(state, to_act[0])
                state, _ = ruleset.apply(state, to_act[0], legal.at(CHANCE.randrange(legal.count)))
                yield True

    every = made()
    return lambda seconds: _per_second(every, seconds)


def rlcard_decisions() -> Callable[[float], float]:
    """The same with rlcard's game: all legal actions listed, one of them chosen and taken."""
    game: Any = import_module("rlcard.games.doudizhu").Game()

    def decisions() -> Iterator[bool]:
        while True:
            state, _ = game.init_game()
            while not game.is_over():
                yield True
                state, _ = game.step(CHANCE.choice(state["actions"]))

    made = decisions()
    return lambda seconds: _per_second(made, seconds)


def saving_and_loading() -> Callable[[float], float]:
    """Takes seconds, gives µs of CPU time to dump a state and load it again, over states of all stages."""
    every = _states()
    states = [next(every) for _ in range(STATES)]

    def microseconds(seconds: float) -> float:
        began = time.process_time()
        turns = 0
        while (spent := time.process_time() - began) < seconds:
            for state in states:
                LANDLORD.load(LANDLORD.dump(state))
            turns += 1
        return spent / (turns * len(states)) * 1e6

    return microseconds
