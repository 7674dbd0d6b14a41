"""Whole games that were worked out beforehand, replayed action by action."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.center_row.actions import Details
from engine.shuffle import commitment, shuffled
from tests.engine.games.center_row.playing import RULES, move, new, reason

VECTORS = Path(__file__).parents[3] / "vectors" / "games.json"
GAMES = [
    pytest.param(case["input"], case["expect"], id=case["id"])
    for case in json.loads(VECTORS.read_text())
    if case["input"]["ruleset"] == "center-row"
]


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_a_game_goes_as_it_was_worked_out(given: dict[str, Any], expected: dict[str, Any]) -> None:
    state = new(given["seats"], given["seed"])
    counts = []
    for played in given["actions"]:
        counts.append(RULES.legal(state, played["seat"]).count)
        state, _ = RULES.apply(state, played["seat"], move(played["action"]))
    assert counts == expected["legal_counts"]
    result = RULES.result(state)
    assert result is not None
    told = msgspec.to_builtins(result)
    assert {name: told[name] for name in expected["result"]} == msgspec.convert(expected["result"], dict[str, Any]) | {
        "winners": tuple(expected["result"]["winners"]),
        "scores": tuple(expected["result"]["scores"]),
    }
    details = result.details
    assert isinstance(details, Details)
    assert [list(comparison.points) for comparison in details.comparisons] == expected["comparisons"]


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_a_game_is_dealt_from_the_shuffle_that_was_worked_out(given: dict[str, Any], expected: dict[str, Any]) -> None:
    seed = given["seed"].encode()
    assert commitment(seed) == expected["commitment"]
    state = new(given["seats"], given["seed"])
    assert [list(shuffled(RULES.deck, seed, number)) for number in range(RULES.shuffles(state))] == expected["shuffles"]
    (deck,) = expected["shuffles"]
    assert [card for hand in state.hands for card in hand] + [*state.center, *state.deck] == [
        card
        for start in range(0, state.seats * state.shape.dealt, state.shape.dealt)
        for card in sorted(deck[start : start + state.shape.dealt], key=RULES.deck.index)
    ] + deck[state.seats * state.shape.dealt :]


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_what_the_worked_out_games_refuse_is_refused(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert len(given["actions"]) == len(expected["legal_counts"])
    state = new(given["seats"], given["seed"])
    refused = 0
    for number, played in enumerate(given["actions"]):
        for wrong in (wrong for wrong in given["refused"] if wrong["before_action"] == number):
            refused += 1
            try:
                action = move(wrong["action"])
            except msgspec.ValidationError:
                continue  # refused for its form, before any game is asked
            why = reason(state, wrong["seat"], action)
            assert why is not None, wrong
            assert (why == "not_your_turn") == (wrong["why"] == "not_your_turn"), wrong
        state, _ = RULES.apply(state, played["seat"], move(played["action"]))
    assert refused == len(given["refused"]) > 0
