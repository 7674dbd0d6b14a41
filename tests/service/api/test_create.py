"""POST /v1/games: what a creator may ask for, and what is refused."""

from collections.abc import Callable

import pytest

from engine.registry import RULESETS
from engine.ruleset import AnyRuleset
from tests.calling import InProcess, Table

Create = Callable[..., Table]


def test_a_new_game_tells_its_id_its_tokens_and_where_it_is(api: InProcess) -> None:
    reply = api.call("POST", "/v1/games", {"ruleset": "landlord"})
    assert reply.status == 201
    game = reply.json["game"]
    assert reply.headers["location"] == f"/v1/games/{game['id']}"
    assert len(game["id"]) >= 22
    assert [given["seat"] for given in reply.json["tokens"]] == [0]
    assert game["status"] == "active"
    assert game["version"] == len(api.call("GET", f"/v1/games/{game['id']}/events").json["events"])


def test_left_out_seats_are_a_player_and_skilled_bots(table: Create) -> None:
    seats = table(seats=None).created["game"]["seats"]
    assert [(seat["kind"], seat["level"], seat["taken"]) for seat in seats] == [
        ("player", None, True),
        ("bot", "skilled", True),
        ("bot", "skilled", True),
    ]


def test_options_have_their_defaults_filled_in(table: Create) -> None:
    assert table().created["game"]["options"] == {"deals": 6}
    assert table(options={"deals": 3}).created["game"]["options"] == {"deals": 3}


def test_null_is_as_if_it_were_absent(table: Create) -> None:
    made = table(options=None, seed=None, visibility=None, turn_seconds=None, seats=[{"kind": "player", "name": None}] * 3)
    game = made.created["game"]
    assert (game["visibility"], game["turn_seconds"], game["seeded"]) == ("unlisted", None, False)


def test_a_game_of_bots_alone_plays_itself_out_at_creation(table: Create) -> None:
    made = table(options={"deals": 3}, seats=[{"kind": "bot"}] * 3)
    assert made.created["game"]["status"] == "finished"
    assert made.created["game"]["result"] is not None
    assert made.get("/record").status == 200


def test_the_same_seed_deals_the_same_cards(table: Create) -> None:
    first, second = (table(seed="ab" * 32).get("/view", 0).json["state"]["seats"][0]["cards"] for _ in range(2))
    assert first == second


def test_a_creators_seed_is_told_of(table: Create) -> None:
    assert table(seed="mine").created["game"]["seeded"] is True


@pytest.mark.parametrize("name", ["Ann", "  Ann  ", "Ünïcödé", "李白", "<b>&amp;</b>", "👩‍👩‍👧", "x" * 40, "a\u00a0b"])
def test_a_name_is_trimmed_and_given_back_exactly(table: Create, name: str) -> None:
    seats = [{"kind": "player", "name": name}, {"kind": "bot"}, {"kind": "bot"}]
    assert table(seats=seats).game()["seats"][0]["name"] == name.strip()


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb", "a\x00b", "a\x7fb", "a\u2028b", "\u202eabc", "a\ud800b", 7])
def test_a_name_that_can_t_be_is_named_by_its_place(api: InProcess, name: object) -> None:
    seats = [{"kind": "bot"}, {"kind": "player", "name": name}, {"kind": "bot"}]
    reply = api.call("POST", "/v1/games", {"ruleset": "landlord", "seats": seats})
    assert (reply.status, reply.json["code"]) == (422, "validation_error")
    assert list(reply.json["errors"]) == ["seats.1.name"]


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({}, "ruleset"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"ruleset": 5}, "ruleset"),
        ({"ruleset": "landlord", "optoins": {}}, "optoins"),
        ({"ruleset": "landlord", "options": {"deals": 4}}, "options.deals"),
        ({"ruleset": "landlord", "options": {"deals": 0}}, "options.deals"),
        ({"ruleset": "landlord", "options": {"deals": "3"}}, "options.deals"),
        ({"ruleset": "landlord", "options": {"deals": True}}, "options.deals"),
        ({"ruleset": "landlord", "options": {"target": 3}}, "options.target"),
        ({"ruleset": "landlord", "options": []}, "options"),
        ({"ruleset": "landlord", "seats": []}, "seats"),
        ({"ruleset": "landlord", "seats": [{"kind": "player"}] * 2}, "seats"),
        ({"ruleset": "landlord", "seats": [{"kind": "player"}] * 4}, "seats"),
        ({"ruleset": "landlord", "seats": [{"kind": "player"}] * 5}, "seats"),
        ({"ruleset": "landlord", "seats": [{"kind": "ghost"}] * 3}, "seats.0.kind"),
        ({"ruleset": "landlord", "seats": [{}] * 3}, "seats.0.kind"),
        ({"ruleset": "landlord", "seats": [{"kind": "bot", "level": "genius"}] * 3}, "seats.0.level"),
        ({"ruleset": "landlord", "seats": [{"kind": "open", "name": "Ann"}] * 3}, "seats.0.name"),
        ({"ruleset": "landlord", "seed": ""}, "seed"),
        ({"ruleset": "landlord", "seed": "x" * 129}, "seed"),
        ({"ruleset": "landlord", "seed": "\ud800"}, "seed"),
        ({"ruleset": "landlord", "seed": 5}, "seed"),
        ({"ruleset": "landlord", "visibility": "secret"}, "visibility"),
        ({"ruleset": "landlord", "turn_seconds": 4}, "turn_seconds"),
        ({"ruleset": "landlord", "turn_seconds": 86_401}, "turn_seconds"),
        ({"ruleset": "landlord", "turn_seconds": 7.5}, "turn_seconds"),
        ({"ruleset": "landlord", "turn_seconds": 10**400}, "turn_seconds"),
    ],
)
def test_what_can_t_be_is_named_by_its_place(api: InProcess, wanted: object, field: str) -> None:
    reply = api.call("POST", "/v1/games", wanted)
    assert (reply.status, reply.json["code"]) == (422, "validation_error")
    assert list(reply.json["errors"]) == [field]


def test_a_whole_number_may_be_written_with_a_point(table: Create) -> None:
    assert table(options={"deals": 3.0}).created["game"]["options"] == {"deals": 3}


def test_a_seed_counts_code_points_and_is_not_normalized(table: Create) -> None:
    seed = "e\u0301" * 64
    made = table(seed=seed, options={"deals": 3}, seats=[{"kind": "bot"}] * 3)
    assert made.get("/record").json["seed"] == seed


def test_null_for_an_option_is_as_if_it_were_absent(table: Create) -> None:
    assert table(options={"deals": None}).created["game"]["options"] == {"deals": 6}
    assert table("five-three", options={"target": None}).created["game"]["options"] == {"target": 5}
    assert table("ten-hands", options={"variant": None}).created["game"]["options"] == {"variant": "classic"}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_an_option_that_a_ruleset_does_not_have_is_refused_even_where_it_has_none(api: InProcess, ruleset: AnyRuleset) -> None:
    reply = api.call("POST", "/v1/games", {"ruleset": ruleset.id, "options": {"surprise": True}})
    assert (reply.status, reply.json["code"]) == (422, "validation_error")
    assert list(reply.json["errors"]) == ["options.surprise"]
