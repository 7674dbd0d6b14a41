"""Whole games stay what they were, and what is stored today can be read for ever."""

import json
from pathlib import Path

import pytest

from tests.contract.cases import CASES, Case
from tests.golden import playthroughs, saved

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=str)


@EVERY_CASE
def test_a_playthrough_comes_out_line_by_line_as_it_was(case: Case) -> None:
    assert playthroughs.text(case).splitlines() == playthroughs.path(case).read_text("utf-8").splitlines()


@EVERY_CASE
def test_every_case_has_saved_games_of_todays_format(case: Case) -> None:
    moments = json.loads(saved.path(case).read_text("utf-8"))
    assert [moment["state"]["format"] for moment in moments] == [moments[0]["state"]["format"]] * len(moments)
    assert len(moments) > 2


@pytest.mark.parametrize("file", sorted(saved.FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_a_game_that_was_saved_is_read_and_told_as_it_was(file: Path) -> None:
    for moment in json.loads(file.read_text("utf-8")):
        assert saved.tell(moment) == moment["told"]


def test_no_playthrough_is_left_of_a_case_that_is_gone() -> None:
    assert {path.stem for path in playthroughs.FOLDER.glob("*.txt")} == set(map(str, CASES))
