"""POST join: who takes an open seat."""

from collections.abc import Callable

import pytest

from tests.calling import Table

Create = Callable[..., Table]
OPEN = [{"kind": "player", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]


def test_a_game_starts_when_no_seat_is_open(table: Create) -> None:
    made = table(seats=OPEN)
    assert made.game()["status"] == "waiting"
    first = made.post("/join", {"name": "Ben"})
    assert (first.status, first.json["seat"], first.json["game"]["status"]) == (200, 1, "waiting")
    second = made.post("/join", {"name": "Cem", "seat": 2})
    assert (second.json["seat"], second.json["game"]["status"]) == (2, "active")
    types = [event["type"] for event in made.get("/events").json["events"]]
    assert types == ["created", "joined", "joined", "started", "landlord.dealt"]


def test_a_guests_token_plays_the_seat(table: Create) -> None:
    made = table(seats=[{"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}])
    made.tokens[0] = made.post("/join", {"name": "Ann"}).json["token"]
    assert made.get("/view", 0).json["seat"] == 0
    assert made.act(0, {"type": "bid", "points": 1}).status == 200


def test_a_waiting_game_has_no_table_yet(table: Create) -> None:
    made = table(seats=OPEN)
    view = made.get("/view", 0).json
    assert (view["state"], view["legal_actions"]) == (None, None)
    assert made.get("/legal-actions", 0).json["count"] == 0
    refused = made.act(0, {"type": "pass"})
    assert (refused.status, refused.json["code"]) == (409, "game_not_started")
    assert refused.json["version"] == made.game()["version"]


def test_a_full_game_has_no_open_seat(table: Create) -> None:
    refused = table().post("/join", {"name": "Dee"})
    assert (refused.status, refused.json["code"]) == (409, "no_open_seat")


def test_a_seat_is_taken_once(table: Create) -> None:
    made = table(seats=OPEN)
    refused = made.post("/join", {"name": "Dee", "seat": 0})
    assert (refused.status, refused.json["code"]) == (409, "seat_taken")


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "name"), ({"name": " "}, "name"), ({"name": "Ben", "seat": 3}, "seat"), ({"name": "Ben", "seat": -1}, "seat")],
)
def test_what_can_t_be_is_named(table: Create, body: object, field: str) -> None:
    refused = table(seats=OPEN).post("/join", body)
    assert (refused.status, list(refused.json["errors"])) == (422, [field])


def test_a_guest_who_is_refused_is_told_how_the_game_stands(table: Create) -> None:
    made = table()
    for body in ({"name": "Dee"}, {"name": "Dee", "seat": 1}):
        refused = made.post("/join", body)
        assert (refused.json["version"], refused.json["to_act"]) == (made.game()["version"], [0])
