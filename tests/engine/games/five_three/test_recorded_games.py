"""Whole games that were written down: every action, every refusal, every count of legal actions, the end."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.five_three.actions import RoundOverEvent
from engine.ruleset import NOT_YOUR_TURN
from engine.shuffle import commitment, shuffled
from tests.engine.games.five_three.playing import FIVE_THREE, refused

GAMES = [
    pytest.param(case["input"], case["expect"], id=case["id"])
    for case in json.loads((Path(__file__).parents[3] / "vectors" / "games.json").read_text())
    if case["input"]["ruleset"] == "five-three"
]
SHAPES = {shape.__struct_config__.tag: shape for shape in FIVE_THREE.action_types}


def move_of(plain: dict[str, Any]) -> Any:
    """An action as its JSON says it. Raises msgspec.ValidationError where it has not the form of one."""
    tag = f"five-three.{plain['type']}"
    return msgspec.convert({**plain, "type": tag}, SHAPES[tag])


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_a_game_goes_as_it_was_written_down(given: dict[str, Any], expected: dict[str, Any]) -> None:
    seed = given["seed"].encode()
    options = msgspec.convert(given["options"], FIVE_THREE.options_type)
    state, _ = FIVE_THREE.new(options, given["seats"], seed)
    rounds = []
    for recorded, count in zip(given["actions"], expected["legal_counts"], strict=True):
        assert FIVE_THREE.legal(state, recorded["seat"]).count == count
        state, events = FIVE_THREE.apply(state, recorded["seat"], move_of(recorded["action"]))
        rounds += [event.outcome for event in events if isinstance(event, RoundOverEvent)]
    told = [{"starter": each.starter, "points": [*each.points], "scores": [*each.scores]} for each in rounds]
    assert told == expected["rounds"]
    details = [(each.starter, each.points, each.scores) for each in FIVE_THREE.details(state).rounds]
    assert details == [(each.starter, each.points, each.scores) for each in rounds]
    result = FIVE_THREE.result(state)
    assert result is not None
    assert {"winners": [*result.winners], "draw": result.draw, "scores": [*result.scores]} == expected["result"]
    shuffles = [[*shuffled(FIVE_THREE.deck, seed, number)] for number in range(FIVE_THREE.shuffles(state))]
    assert shuffles == expected["shuffles"]
    assert commitment(seed) == expected["commitment"]


@pytest.mark.parametrize(("given", "expected"), GAMES)
def test_what_was_refused_is_refused_and_changes_nothing(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert given["refused"]
    state, _ = FIVE_THREE.new(
        msgspec.convert(given["options"], FIVE_THREE.options_type), given["seats"], given["seed"].encode()
    )
    for number, recorded in enumerate(given["actions"]):
        before = FIVE_THREE.dump(state)
        for claim in [claim for claim in given["refused"] if claim["before_action"] == number]:
            try:
                move = move_of(claim["action"])
            except msgspec.ValidationError:
                assert claim["why"] != NOT_YOUR_TURN
                continue
            assert (refused(state, claim["seat"], move).reason == NOT_YOUR_TURN) == (claim["why"] == NOT_YOUR_TURN)
        assert FIVE_THREE.dump(state) == before
        state, _ = FIVE_THREE.apply(state, recorded["seat"], move_of(recorded["action"]))
    assert [FIVE_THREE.outcome(state)] == [(tuple(expected["result"]["winners"]), False)]
