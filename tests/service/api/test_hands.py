"""POST hands: hands named and ranked without a game."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engine.registry import BY_ID
from tests.calling import InProcess

VECTORS = Path(__file__).resolve().parents[2] / "vectors"


def vectors(name: str) -> list[Any]:
    """The cases of a file of right answers."""
    cases: list[Any] = json.loads((VECTORS / name).read_text())
    return cases


def wild(hand: Any) -> list[str]:
    """What a hand's wild Jokers stand for; which stands for which makes no difference."""
    return sorted(joker["stands_for"] for joker in hand["wild"])


@pytest.mark.parametrize(
    ("ruleset", "case"),
    [(ruleset, case) for case in vectors("poker54.json") for ruleset in case["input"]["rulesets"]]
    + [("five-three", case) for case in vectors("five_three_hands.json")],
    ids=lambda value: value if isinstance(value, str) else value["id"],
)
def test_poker_hands_are_named_and_ranked(api: InProcess, ruleset: str, case: Any) -> None:
    reply = api.call("POST", f"/v1/rulesets/{ruleset}/hands", {"hands": case["input"]["hands"]})
    assert reply.status == 200
    expected = case["expect"]
    assert [hand["category"] for hand in reply.json["hands"]] == expected["categories"]
    assert [wild(hand) for hand in reply.json["hands"]] == [sorted(stands) for stands in expected["wild"]]
    assert [sorted(group) for group in reply.json["order"]] == [sorted(group) for group in expected["order"]]
    assert [hand["cards"] for hand in reply.json["hands"]] == case["input"]["hands"]
    assert all(set(hand["makes"]) <= set(hand["cards"]) for hand in reply.json["hands"])


def test_landlord_cards_are_read_as_every_kind(api: InProcess) -> None:
    cases = json.loads((VECTORS / "landlord_plays.json").read_text())["cases"]
    reply = api.call("POST", "/v1/rulesets/landlord/hands", {"hands": [case["cards"] for case in cases]})
    assert reply.status == 200
    for case, hand in zip(cases, reply.json["hands"], strict=True):
        assert hand["cards"] == case["cards"]
        by_kind = {reading["kind"]: reading for reading in hand["readings"]}
        assert by_kind == {reading["kind"]: reading for reading in case["readings"]}, case["why"]


@pytest.mark.parametrize("case", vectors("hands_refused.json"), ids=lambda case: case["id"])
def test_what_is_no_hand_is_refused(api: InProcess, case: Any) -> None:
    reply = api.call("POST", f"/v1/rulesets/{case['input']['ruleset']}/hands", {"hands": case["input"]["hands"]})
    assert (reply.status, reply.json["code"]) == (422, "validation_error")


@pytest.mark.parametrize("ruleset", BY_ID)
@pytest.mark.parametrize("body", [{}, {"hands": []}, {"hands": [[]]}, {"hands": [["Ac"] * 21]}, {"hands": [["Ac"]] * 301}, []])
def test_a_body_of_another_shape_is_refused(api: InProcess, ruleset: str, body: object) -> None:
    reply = api.call("POST", f"/v1/rulesets/{ruleset}/hands", body)
    assert (reply.status, reply.json["code"]) == (422, "validation_error")


@pytest.mark.parametrize("ruleset", ["center-row", "ten-hands"])
def test_every_hand_of_ten_cards_fits_into_one_request(api: InProcess, ruleset: str) -> None:
    cards = ["2c", "9c", "Tc", "Jd", "Qc", "Kc", "Kd", "7s", "BJ", "RJ"]
    hands = [list(hand) for hand in combinations(cards, 5)]
    reply = api.call("POST", f"/v1/rulesets/{ruleset}/hands", {"hands": hands})
    assert (reply.status, len(reply.json["hands"])) == (200, 252)
    assert hands[reply.json["order"][0][0]] == ["Tc", "Qc", "Kc", "BJ", "RJ"]


def test_sizes_that_don_t_compare_are_refused(api: InProcess) -> None:
    hands = [["Ac", "Kc", "Qc"], ["Ad", "Kd", "Qd", "Jd", "Td"]]
    assert api.call("POST", "/v1/rulesets/five-three/hands", {"hands": hands}).status == 422
    assert api.call("POST", "/v1/rulesets/landlord/hands", {"hands": hands}).status == 200


def test_there_must_be_such_a_ruleset(api: InProcess) -> None:
    reply = api.call("POST", "/v1/rulesets/chess/hands", {"hands": [["Ac"]]})
    assert (reply.status, reply.json["code"]) == (404, "ruleset_not_found")
