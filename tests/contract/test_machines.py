"""State machines that play every ruleset in any way they like, and look for what breaks the contract."""

from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from engine.ruleset import IllegalAction
from engine.shuffle import HashSource
from tests.contract.cases import CASES, Case, other_deal, other_world

NUMBERS = st.integers(0, 10**6)


def goes_on(machine: "AnyPlay") -> bool:
    """Whether somebody may act."""
    return bool(machine.case.ruleset.to_act(machine.state))


class AnyPlay(RuleBasedStateMachine):
    """A game in which any seat may try anything at any time."""

    case: ClassVar[Case]
    state: Any = None

    @initialize(seed=st.binary(min_size=1, max_size=8))
    def deal(self, seed: bytes) -> None:
        self.state, _ = self.case.ruleset.new(self.case.options, self.case.seats, seed)

    @precondition(goes_on)
    @rule(who=NUMBERS, what=NUMBERS)
    def act(self, who: int, what: int) -> None:
        ruleset = self.case.ruleset
        to_act = ruleset.to_act(self.state)
        seat = to_act[who % len(to_act)]
        legal = ruleset.legal(self.state, seat)
        self.state, events = ruleset.apply(self.state, seat, legal.at(what % legal.count))
        assert events[0].seat == seat

    @precondition(goes_on)
    @rule(who=NUMBERS, what=NUMBERS)
    def try_what_another_may(self, who: int, what: int) -> None:
        """An action of another seat is refused or legal, never anything else, and the state before stays as it is."""
        ruleset = self.case.ruleset
        to_act = ruleset.to_act(self.state)
        legal = ruleset.legal(self.state, to_act[what % len(to_act)])
        seat, action = who % self.case.seats, legal.at(what % legal.count)
        before = ruleset.dump(self.state)
        refusal = ruleset.why_not(self.state, seat, action)
        if refusal is None:
            after, _ = ruleset.apply(self.state, seat, action)
            assert ruleset.dump(self.state) == before
            self.state = after
        else:
            with pytest.raises(IllegalAction) as raised:
                ruleset.apply(self.state, seat, action)
            assert raised.value.refusal == refusal

    @rule()
    def save_and_load(self) -> None:
        loaded = self.case.ruleset.load(self.case.ruleset.dump(self.state))
        assert loaded == self.state
        self.state = loaded

    @invariant()
    def somebody_may_act_unless_it_is_over(self) -> None:
        if self.state is not None:
            assert goes_on(self) == (self.case.ruleset.result(self.state) is None)

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        if self.state is not None:
            for seat in (*range(self.case.seats), None):
                other = other_world(self.case, self.state, other_deal(self.case, self.state, seat, HashSource(b"machine")))
                assert self.case.ruleset.view(other, seat) == self.case.ruleset.view(self.state, seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_way_of_playing_breaks_the_contract(case: Case) -> None:
    machine = type("Play", (AnyPlay,), {"case": case})
    run_state_machine_as_test(machine, settings=settings(max_examples=10, stateful_step_count=30, deadline=None))
