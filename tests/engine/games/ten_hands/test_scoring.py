"""What hands and rows score: the cases that were worked out beforehand, and what a seed says in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.games.ten_hands.actions import Variant
from engine.games.ten_hands.oregon import row_points, total
from engine.games.ten_hands.scoring import both_scores, compared, half_points, places, points
from engine.games.ten_hands.state import Tableau

VECTORS = Path(__file__).parents[3] / "vectors" / "ten_hands_scoring.json"
CASES = json.loads(VECTORS.read_text())
CLASSIC, OREGON = (
    [pytest.param(case["input"], case["expect"], id=case["id"]) for case in CASES if case["input"]["variant"] == variant]
    for variant in Variant
)
Given = dict[str, Any]


def banked(hands: list[list[str]]) -> Tableau:
    return Tableau(hands=tuple(map(tuple, hands)), rows=(), moves=())


@pytest.mark.parametrize(("given", "expected"), CLASSIC)
def test_ten_hands_score_against_ten_as_worked_out(given: Given, expected: Given) -> None:
    mine, bot = banked(given["mine"]), banked(given["bot"])
    assert half_points(mine.hands, bot.hands) == expected["half_points"]
    score, bot_score = both_scores(Variant.CLASSIC, mine, bot)
    assert score == expected["score"]
    assert score + bot_score == 10
    assert compared(score, bot_score).value == expected["outcome"]
    assert both_scores(Variant.CLASSIC, bot, mine) == (bot_score, score)


@pytest.mark.parametrize(("given", "expected"), OREGON)
def test_rows_score_as_worked_out(given: Given, expected: Given) -> None:
    rows = tuple(map(tuple, given["rows"]))
    assert [row_points(row) for row in rows] == expected["points"]
    assert total(rows) == expected["total"]


def test_strongest_is_compared_with_strongest_whatever_the_order() -> None:
    strong, middle, weak = ["Ac", "Ad", "Ah", "2c", "3d"], ["Kc", "Kd", "Kh", "2d", "3h"], ["Qc", "Qd", "4h", "5s", "7c"]
    bots = [["As", "Ad", "Ah", "2s", "3d"], ["Ks", "Kd", "Kc", "2d", "3s"], ["Js", "Jd", "4h", "5s", "7c"]]
    expected = ("drawn", "drawn", "won")
    assert places(map(tuple, (strong, middle, weak)), map(tuple, bots)) == expected
    assert places(map(tuple, (weak, strong, middle)), map(tuple, reversed(bots))) == expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("9c 9d 9h 9s", 7),
        ("9c 9d 9h 2s", 3),
        ("9c 9d 9h", 3),
        ("9c 9d BJ RJ", 2),
        ("9c 9d 4h 4s", 2),
        ("9c 9d 4h", 1),
        ("BJ RJ", 1),
        ("9c 9d", 1),
        ("9c BJ", 0),
        ("9c Tc Jc Qc", 0),
        ("9c 9d 9h BJ", 3),
        ("BJ", 0),
    ],
)
def test_a_short_row_scores_for_matching_ranks_alone_and_a_joker_is_a_zero_there(row: str, expected: int) -> None:
    assert row_points(tuple(row.split())) == expected


@pytest.mark.parametrize(("halves", "score"), [(0, 0), (1, 0.5), (10, 5), (11, 5.5), (20, 10)])
def test_half_points_are_exact_and_whole_scores_whole_numbers(halves: int, score: float) -> None:
    assert points(halves) == score
    assert isinstance(points(halves), float if halves % 2 else int)
