"""Records that can't be what they say."""

from typing import Any

import msgspec
import pytest

from engine.registry import BY_ID
from engine.replay import RecordMismatch, verify
from tests.contract.cases import CASES, played
from tests.contract.test_rulesets import record

CASE = next(case for case in CASES if case.ruleset.id == "five-three")


@pytest.fixture(scope="module")
def true() -> dict[str, Any]:
    """A record that holds."""
    _, _, steps = played(CASE, "true")
    plain: dict[str, Any] = msgspec.json.decode(record(CASE, "true", steps))
    return plain


def mismatch(changed: dict[str, Any]) -> str:
    """What is said of a record that doesn't hold."""
    with pytest.raises(RecordMismatch) as raised:
        verify(BY_ID["five-three"], msgspec.json.encode(changed))
    return str(raised.value)


def test_a_seed_that_is_none_is_told(true: dict[str, Any]) -> None:
    assert "32 bytes" in mismatch({**true, "seeded": False, "seed": "AB" * 32})


def test_an_action_that_can_t_be_taken_is_told_by_its_number(true: dict[str, Any]) -> None:
    actions = [true["actions"][0], true["actions"][0], *true["actions"][1:]]
    assert mismatch({**true, "actions": actions}).startswith("action 1: ")


def test_a_game_that_goes_on_has_no_record(true: dict[str, Any]) -> None:
    assert "not over" in mismatch({**true, "actions": true["actions"][:3]})


def test_nothing_follows_the_end(true: dict[str, Any]) -> None:
    resign = {"seq": 99, "seat": 0, "action": {"type": "resign"}}
    assert "over before" in mismatch({**true, "actions": [*true["actions"], resign]})


def test_a_resignation_ends_a_game_of_two(true: dict[str, Any]) -> None:
    resign = {"seq": 4, "seat": 0, "action": {"type": "resign"}}
    given_up = {**true, "actions": [*true["actions"][:3], resign]}
    assert "the result is" in mismatch(given_up)
    details = {"ruleset": "five-three", "rounds": []}
    given_up["result"] = {"winners": [1], "draw": False, "scores": [0, 0], "details": details}
    given_up["shuffles"] = true["shuffles"][:1]
    result = verify(BY_ID["five-three"], msgspec.json.encode(given_up))
    assert (result.winners, result.scores) == ((1,), (0, 0))


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        verify(BY_ID["five-three"], b"{}")
