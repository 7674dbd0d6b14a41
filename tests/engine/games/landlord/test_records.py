"""Whole recorded games, played again from their seeds alone."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.landlord.actions import Move
from engine.games.landlord.state import State
from engine.replay import AnyRecord, decoder, states
from engine.shuffle import commitment, seed_from_wire, shuffled
from tests.engine.games.landlord.positions import LANDLORD, by_chance, dealt, to_the_end

CASES = json.loads((Path(__file__).parents[3] / "vectors" / "landlord_records.json").read_text())["cases"]
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])


def read(case: dict[str, Any]) -> AnyRecord:
    return decoder(LANDLORD).decode(json.dumps(case["record"]))


@EVERY_CASE
def test_a_record_leads_to_its_result(case: dict[str, Any]) -> None:
    *before, (state, result) = states(LANDLORD, read(case))
    assert all(ended is None for _, ended in before)
    assert result is not None
    assert {**json.loads(msgspec.json.encode(result)), "details": {}} == case["record"]["result"]
    assert LANDLORD.shuffles(state) == case["expect"]["redeals"] + len(case["expect"]["deals"])


@EVERY_CASE
def test_the_shuffles_of_a_record_follow_from_its_seed(case: dict[str, Any]) -> None:
    record = case["record"]
    seed = seed_from_wire(record["seed"], seeded=record["seeded"])
    assert commitment(seed) == record["commitment"]
    assert [list(shuffled(LANDLORD.deck, seed, number)) for number in range(len(record["shuffles"]))] == record["shuffles"]


@EVERY_CASE
def test_each_deal_of_a_record_comes_to_what_it_should(case: dict[str, Any]) -> None:
    *_, (state, _) = states(LANDLORD, read(case))
    found = json.loads(msgspec.json.encode(LANDLORD.details(state)))["deals"]
    for number, (deal, expected) in enumerate(zip(found, case["expect"]["deals"], strict=True)):
        assert expected["first_bidder"] == number % 3
        same_words = {name: value for name, value in expected.items() if name not in ("first_bidder", "totals")}
        assert deal == {"deal": number, "scores": expected["totals"], **same_words}


@pytest.mark.parametrize("seed", ["saved one", "saved two"])
def test_a_game_goes_on_the_same_after_every_action_is_saved_and_loaded(seed: str) -> None:
    chance = by_chance(seed)

    def choose_in_a_loaded_game(state: State) -> Move:
        return chance(LANDLORD.load(LANDLORD.dump(state)))

    at_once = list(to_the_end(dealt(seed), by_chance(seed)))
    assert list(to_the_end(dealt(seed), choose_in_a_loaded_game)) == at_once
    assert [LANDLORD.load(LANDLORD.dump(state)) for state in at_once] == at_once


def test_a_saved_state_says_its_format() -> None:
    assert json.loads(LANDLORD.dump(dealt()))["format"] == 1
    with pytest.raises(msgspec.ValidationError, match="format"):
        LANDLORD.load(LANDLORD.dump(dealt()).replace(b'"format":1', b'"format":2'))


def test_a_state_is_small_however_long_the_game() -> None:
    sizes = [len(LANDLORD.dump(state)) for state in to_the_end(dealt(deals=6), by_chance("size"))]
    assert max(sizes) < 1_500
