"""A bot that fails holds no game up: a lower level moves, at last chance does, and whoever listens hears of it."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from engine import registry
from engine.fallback import FAILURES, BotFailure, RefusedBot
from engine.games.ten_hands.rules import TenHands
from engine.registry import BOTS, bot_choice
from engine.ruleset import Level
from engine.shuffle import HashSource
from tests.contract.cases import EVERY_CASE, Case, played, some

LEVELS = tuple(Level)


def fails(view: Any, seat: int, source: Any) -> Any:  # noqa: ARG001  # as every bot
    """A bot with a fault."""
    raise RecursionError("lost in thought")


def finds_nothing(view: Any, seat: int, source: Any) -> Any:  # noqa: ARG001
    """A bot that gives no action."""
    return None


@pytest.fixture
def told() -> Iterator[list[BotFailure]]:
    """What the listener hears during a test."""
    heard: list[BotFailure] = []
    before, FAILURES.listener = FAILURES.listener, heard.append
    yield heard
    FAILURES.listener = before


def instead(monkeypatch: pytest.MonkeyPatch, case: Case, broken: dict[Level, Any]) -> None:
    """Put bots with faults in the place of some."""
    bots = {**BOTS[case.ruleset.id], **broken}
    monkeypatch.setattr(registry, "BOTS", {case.ruleset.id: MappingProxyType(bots)})


def source() -> HashSource:
    """The same chances each time."""
    return HashSource(b"fallback")


@EVERY_CASE
@pytest.mark.parametrize("fault", [fails, finds_nothing], ids=lambda fault: fault.__name__)
def test_the_next_lower_level_moves_with_the_chances_it_would_have_had(
    monkeypatch: pytest.MonkeyPatch, told: list[BotFailure], case: Case, fault: Callable[..., Any]
) -> None:
    step = some(played(case, "fall")[2], 3)[1]
    sound = bot_choice(case.ruleset, step.before, step.seat, Level.SKILLED, source)
    instead(monkeypatch, case, {Level.EXPERT: fault})
    assert told == []
    assert bot_choice(case.ruleset, step.before, step.seat, Level.EXPERT, source) == sound
    assert [(failure.ruleset, failure.level) for failure in told] == [(case.ruleset.id, Level.EXPERT)]


@EVERY_CASE
def test_where_every_level_fails_a_legal_action_is_made(
    monkeypatch: pytest.MonkeyPatch, told: list[BotFailure], case: Case
) -> None:
    instead(monkeypatch, case, dict.fromkeys(Level, fails))
    for step in some(played(case, "all")[2], 5):
        told.clear()
        chosen = bot_choice(case.ruleset, step.before, step.seat, Level.EXPERT, source)
        assert chosen.level is None
        assert case.ruleset.why_not(step.before, step.seat, chosen.action) is None
        assert [failure.level for failure in told] == [*reversed(LEVELS)]


@EVERY_CASE
def test_an_action_that_the_rules_refuse_is_a_failure_too(
    monkeypatch: pytest.MonkeyPatch, told: list[BotFailure], case: Case
) -> None:
    first, *_, last = played(case, "stale")[2]
    assert case.ruleset.why_not(last.before, last.seat, first.action) is not None
    instead(monkeypatch, case, {Level.SKILLED: lambda *_: first.action})
    chosen = bot_choice(case.ruleset, last.before, last.seat, Level.SKILLED, source)
    assert chosen.level is Level.BEGINNER
    assert [type(failure.error) for failure in told] == [RefusedBot]


@pytest.mark.parametrize("variant", TenHands.variants, ids=lambda variant: variant["variant"])
def test_a_bot_of_the_solitaire_that_fails_is_followed_by_a_lower_one(told: list[BotFailure], variant: dict[str, str]) -> None:
    bots = BOTS["ten-hands"]
    ruleset = TenHands(bots={**bots, Level.EXPERT: fails})
    as_skilled = TenHands(bots={**bots, Level.EXPERT: bots[Level.SKILLED]})
    options = msgspec.convert(variant, ruleset.options_type)
    state, _ = ruleset.new(options, 1, b"solitaire")
    while ruleset.to_act(state):
        action = ruleset.legal(state, 0).at(0)
        after, _ = ruleset.apply(state, 0, action)
        assert after == as_skilled.apply(state, 0, action)[0]
        state = after
    assert {failure.level for failure in told} == {Level.EXPERT}
    assert ruleset.result(state) is not None
