"""Comparisons, points and winners."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.games.center_row import scoring
from engine.games.center_row.state import Hands

VECTORS = Path(__file__).parents[3] / "vectors" / "center_row_scoring.json"
CASES = [pytest.param(case["input"], case["expect"], id=case["id"]) for case in json.loads(VECTORS.read_text())]


def built(*hands: str) -> Hands:
    return tuple(tuple(hand.split()) for hand in hands)


@pytest.mark.parametrize(("given", "expected"), CASES)
def test_hands_score_as_the_vectors_say(given: dict[str, Any], expected: dict[str, Any]) -> None:
    builds = tuple(tuple(map(tuple, hands)) for hands in given["hands"])
    compared = scoring.comparisons(builds)
    assert [list(comparison.points) for comparison in compared] == expected["comparisons"]
    assert list(scoring.totals(builds)) == expected["scores"]
    assert list(scoring.winners(builds)) == expected["winners"]


@pytest.mark.parametrize(
    ("strengths", "points"),
    [
        ((5, 3), (1, 0)),
        ((4, 4), (1, 1)),
        ((2, 9, 4), (0, 2, 1)),
        ((9, 9, 4), (2, 2, 0)),
        ((9, 4, 4), (2, 1, 1)),
        ((7, 7, 7), (2, 2, 2)),
        ((1, 2, 3, 4), (0, 1, 2, 3)),
        ((4, 4, 3, 2), (3, 3, 1, 0)),
        ((4, 3, 3, 2), (3, 2, 2, 0)),
        ((4, 4, 4, 2), (3, 3, 3, 0)),
        ((4, 4, 2, 2), (3, 3, 1, 1)),
    ],
)
def test_equal_hands_score_the_better_place_and_use_up_the_places_that_they_fill(
    strengths: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert scoring.places(strengths) == points


def test_players_level_on_points_and_on_the_weakest_hand_share_the_win() -> None:
    same = "Ac Kd 9h 5s 2c"
    builds = (built("7c 7d 3h 4s 8c", same), built("7h 7s 3d 4c 8d", "Ad Ks 9c 5h 2d"))
    assert scoring.totals(builds) == (2, 2)
    assert scoring.winners(builds) == (0, 1)


def test_a_player_level_on_points_with_a_weaker_weakest_hand_does_not_share_the_win() -> None:
    builds = (
        built("9c 9d 3h 4s 8c", "Ac Kd 7h 5s 2c"),
        built("8h 8s 3d 4c 7d", "Ad Ks 7c 5h 2d"),
        built("Tc Td 4h 5c 8d", "Qd Js 9h 6h 3s"),
    )
    assert scoring.totals(builds) == (3, 2, 2)
    assert scoring.winners(builds) == (0,)
    level = (builds[0], built("Th Ts 3d 4c 7d", "Qh Jc 9s 6c 3c"))
    assert scoring.totals(level) == (1, 1)
    assert scoring.winners(level) == (0,)


def test_the_order_in_which_hands_were_put_makes_no_difference() -> None:
    strong, weak = "9c 9d 3h 4s 8c", "Ac Kd 7h 5s 2c"
    other = built("8h 8s 3d 4c 7d", "Ad Ks 7c 5h 3c")
    assert scoring.comparisons((built(strong, weak), other)) == scoring.comparisons((built(weak, strong), other))
