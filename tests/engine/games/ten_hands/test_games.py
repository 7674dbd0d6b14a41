"""Whole games that were worked out beforehand, replayed action by action."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.ten_hands.actions import Variant
from engine.games.ten_hands.oregon import row_points, total
from engine.games.ten_hands.state import State
from engine.poker import category_of, strength
from engine.shuffle import commitment, shuffled
from tests.engine.games.ten_hands.playing import RULES, WITH_BOTS, move, new, reason

VECTORS = Path(__file__).parents[3] / "vectors" / "games.json"
CASES = [case for case in json.loads(VECTORS.read_text()) if case["input"]["ruleset"] == "ten-hands"]
GAMES = [pytest.param(case["input"], case["expect"], id=case["id"]) for case in CASES]
Given = dict[str, Any]


def dealt(given: Given) -> State:
    return new(Variant(given["options"]["variant"]), given["seed"])


def played(given: Given) -> tuple[State, list[int]]:
    """The state after all actions, and how many were legal before each."""
    state = dealt(given)
    counts = []
    for one in given["actions"]:
        counts.append(RULES.legal(state, 0).count)
        state, _ = RULES.apply(state, one["seat"], move(one["action"]))
    return state, counts


def test_there_are_worked_out_games_of_both_variants() -> None:
    assert {case["input"]["options"]["variant"] for case in CASES} == {"classic", "oregon"}


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_a_game_goes_as_it_was_worked_out(given: Given, expected: Given) -> None:
    state, counts = played(given)
    assert counts == expected["legal_counts"]
    assert RULES.result(state) is not None
    mine = expected["mine"]
    if state.variant is Variant.CLASSIC:
        view = RULES.view(state, 0)
        assert view.classic is not None
        hands = [(set(hand.cards), hand.category.value) for hand in view.classic.hands]
        assert hands == list(zip(map(set, mine["hands"]), mine["categories"], strict=True))
        assert [category_of(strength(hand)).value for hand in mine["hands"]] == mine["categories"]
    else:
        assert [list(row) for row in state.mine.rows] == mine["rows"]
        assert [row_points(row) for row in state.mine.rows] == mine["points"]
        assert total(state.mine.rows) == mine["total"]
        assert RULES.scores(state) == (mine["total"],)


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_a_game_is_dealt_from_the_shuffle_that_was_worked_out(given: Given, expected: Given) -> None:
    seed = given["seed"].encode()
    assert commitment(seed) == expected["commitment"]
    state = dealt(given)
    assert [list(shuffled(RULES.deck, seed, number)) for number in range(RULES.shuffles(state))] == expected["shuffles"]
    assert [list(state.deck)] == expected["shuffles"]


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_what_the_worked_out_games_refuse_is_refused(given: Given, expected: Given) -> None:
    assert len(given["actions"]) == len(expected["legal_counts"])
    state = dealt(given)
    refused = 0
    for number, one in enumerate(given["actions"]):
        for wrong in (wrong for wrong in given["refused"] if wrong["before_action"] == number):
            refused += 1
            try:
                action = move(wrong["action"])
            except msgspec.ValidationError:
                continue  # refused for its form, before any game is asked
            assert reason(state, action) is not None, wrong
        state, _ = RULES.apply(state, one["seat"], move(one["action"]))
    assert refused == len(given["refused"]) > 0


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_the_bots_change_nothing_of_what_the_player_makes(given: Given, expected: Given) -> None:
    state, _ = played(given)
    with_bots = new(state.variant, given["seed"], WITH_BOTS)
    for one in given["actions"]:
        with_bots, _ = WITH_BOTS.apply(with_bots, 0, move(one["action"]))
    assert with_bots.mine == state.mine
    assert with_bots.bots != state.bots
    assert list(with_bots.deck) == expected["shuffles"][0]
