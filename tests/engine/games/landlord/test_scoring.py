"""The stake, the spring, the points and the totals."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.landlord import scoring
from engine.games.landlord.actions import DealOutcome, Move
from engine.games.landlord.state import Settled, State
from tests.engine.games.landlord.positions import LANDLORD, PASS, after, by_chance, dealt, play, playing, to_the_end

VECTORS = json.loads((Path(__file__).parents[3] / "vectors" / "landlord_scoring.json").read_text())


def settled(landlord: int = 0, bid: int = 1, doubles: int = 0, out: int = 0, *, spring: bool = False) -> Settled:
    return Settled(landlord, bid, doubles, spring, out)


def last_deal(state: State) -> DealOutcome:
    """What the deal that ended last came to."""
    outcome = LANDLORD.view(state, None).last_deal
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("case", VECTORS["deals"], ids=lambda case: case["why"])
def test_a_deal_is_scored_as_the_rules_say(case: dict[str, Any]) -> None:
    by_landlord = [play for play in case["plays"] if play["seat"] == case["landlord"]]
    played = tuple(tuple("3c" for play in case["plays"] if play["seat"] == seat) for seat in range(3))
    doubles = sum(play["kind"] in ("bomb", "rocket") for play in case["plays"])
    spring = scoring.is_spring(case["landlord"], case["out"], len(by_landlord), played)
    deal = Settled(case["landlord"], case["winning_bid"], doubles, spring, case["out"])
    assert (doubles, spring) == (case["doubles"], case["spring"])
    assert scoring.stake(deal) == case["stake"]
    assert list(scoring.points(deal)) == case["points"]


@pytest.mark.parametrize("case", VECTORS["matches"], ids=lambda case: case["why"])
def test_the_highest_total_wins_and_those_who_are_level_share_it(case: dict[str, Any]) -> None:
    totals = tuple(sum(column) for column in zip(*case["points"], strict=True))
    assert list(totals) == case["totals"]
    assert list(scoring.winners(totals)) == case["winners"]


def test_the_total_is_the_sum_of_the_points_of_each_deal() -> None:
    deals = (settled(landlord=0, bid=3, out=0), settled(landlord=1, bid=2, doubles=1, out=0))
    assert [scoring.points(deal) for deal in deals] == [(6, -3, -3), (4, -8, 4)]
    assert scoring.totals(deals) == (10, -11, 1)
    assert scoring.totals(()) == (0, 0, 0)


def test_a_game_of_which_each_seat_won_a_deal_is_shared_by_all() -> None:
    each_once = tuple(settled(landlord=seat, out=seat) for seat in range(3))
    state = replace(dealt(deals=3), settled=each_once)
    assert LANDLORD.outcome(state) == ((0, 1, 2), False)


def test_there_is_no_outcome_before_the_last_deal_is_over() -> None:
    state = replace(dealt(deals=3), settled=(settled(), settled()))
    assert LANDLORD.outcome(state) is None
    assert LANDLORD.result(state) is None


@pytest.mark.parametrize("bid", [1, 2, 3])
def test_the_landlord_wins_the_bid_from_each_farmer(bid: int) -> None:
    state = after(playing("3c 7c", "4d 8c", "9h 9d", bid=bid), play("3c"), play("4d"), PASS, play("7c"))
    assert (last_deal(state).stake, last_deal(state).points) == (bid, (2 * bid, -bid, -bid))


def test_the_landlord_pays_the_bid_to_each_farmer() -> None:
    state = after(playing("3c 7c 9c", "8d", "4h 9d", bid=2), play("3c"), PASS, play("4h"), play("7c"), play("8d"))
    assert (last_deal(state).out, last_deal(state).points) == (1, (-4, 2, 2))


def test_a_bomb_doubles_the_stake() -> None:
    state = after(playing("3c 7c", "4c 4d 4h 4s 8d", "9h 9d", bid=1), play("3c"), play("4c 4d 4h 4s"), PASS, PASS)
    assert (state.doubles, LANDLORD.view(state, 0).stake) == (1, 2)


def test_the_rocket_doubles_the_stake() -> None:
    state = after(playing("BJ RJ 7c", "4d", "9h"), play("RJ BJ"))
    assert (state.doubles, LANDLORD.view(state, 0).stake) == (1, 6)


def test_a_bomb_that_is_the_last_play_counts() -> None:
    state = after(playing("3c 7c 7d 7h 7s", "4c 4d", "9h 9d", bid=1), play("3c"), play("4c"), PASS, play("7c 7d 7h 7s"))
    assert (last_deal(state).doubles, last_deal(state).points) == (1, (4, -2, -2))


def test_four_with_two_doubles_nothing() -> None:
    state = after(playing("3c 3d 3h 3s 4c 5c 9c", "4d", "9h"), play("3c 3d 3h 3s 4c 5c"))
    assert state.doubles == 0


def test_a_landlord_who_goes_out_before_a_farmer_played_doubles_once_more() -> None:
    state = after(playing("3c 7c", "4d", "9h", bid=1), play("3c"), PASS, PASS, play("7c"))
    assert (last_deal(state).spring, last_deal(state).points) == (True, (4, -2, -2))


@pytest.mark.parametrize("answers", [(play("4d"), PASS), (PASS, play("9h"))], ids=["seat 1", "seat 2"])
def test_one_card_of_either_farmer_averts_the_spring(answers: tuple[Move, Move]) -> None:
    state = after(playing("3c Tc", "4d 4s", "9h 9d"), play("3c"), *answers, play("Tc"))
    assert last_deal(state).spring is False


def test_a_farmer_who_goes_out_when_the_first_lead_was_all_the_landlord_played_doubles_once_more() -> None:
    state = after(playing("3c 7c", "4d", "9h", bid=1), play("3c"), play("4d"))
    assert (last_deal(state).spring, last_deal(state).points) == (True, (-4, 2, 2))


def test_a_second_play_of_the_landlord_averts_that_spring() -> None:
    state = after(playing("3c 7c 8c", "4d 9d", "9h 9s"), play("3c"), play("4d"), PASS, play("7c"), play("9d"))
    assert last_deal(state).spring is False


def test_the_details_tell_each_deal_that_is_over() -> None:
    *_, state = to_the_end(dealt(deals=6), by_chance("details"))
    details = LANDLORD.details(state)
    assert [deal.deal for deal in details.deals] == [0, 1, 2, 3, 4, 5]
    assert all(sum(deal.points) == 0 for deal in details.deals)
    assert details.deals[-1].scores == LANDLORD.scores(state)
    result = LANDLORD.result(state)
    assert result is not None
    assert (result.details, result.scores, result.draw) == (details, LANDLORD.scores(state), False)
    assert list(result.winners) == [seat for seat in range(3) if result.scores[seat] == max(result.scores)]
