"""POST hint: what a bot would do in the bearer's place."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask

from engine import registry
from engine.registry import BOTS
from engine.ruleset import Level
from tests.calling import PLAYERS, InProcess, Table
from tests.contract.cases import EVERY_CASE, Case

Create = Callable[..., Table]


@EVERY_CASE
def test_a_game_can_be_played_by_hints_alone(api: InProcess, case: Case) -> None:
    """Every hint is an action that is accepted as it stands."""
    wanted: dict[str, Any] = {name: getattr(case.options, name) for name in case.options.__struct_fields__}
    made = Table(api, case.ruleset.id, options=wanted, seats=PLAYERS[: case.seats], seed="hints")
    for move in range(60):
        to_act = made.game()["to_act"]
        if not to_act:
            break
        level = "expert" if move % 10 == 0 else "beginner"
        hint = made.post("/hint", {"level": level}, to_act[0]).json
        assert hint["level"] == level
        assert made.act(to_act[0], hint["action"], {"If-Match": str(hint["version"])}).status == 200


def test_it_changes_nothing_and_says_the_same_again(table: Create) -> None:
    made = table()
    before = made.get("/view", 0).body
    first = made.post("/hint", {"level": "expert"}, 0)
    assert made.post("/hint", {"level": "expert"}, 0).body == first.body
    assert made.get("/view", 0).body == before
    assert first.json["version"] == made.game()["version"]
    assert first.headers["cache-control"] == "private, no-store"


@pytest.mark.parametrize("body", [None, b"", {}, {"level": None}])
def test_left_out_it_is_the_skilled_bot_that_is_asked(table: Create, body: object) -> None:
    made = table()
    hint = made.post("/hint", body, 0)
    assert hint.status == 200
    assert hint.json == made.post("/hint", {"level": "skilled"}, 0).json
    assert hint.json["level"] == "skilled"


def test_a_seat_whose_turn_it_is_not_gets_none(table: Create) -> None:
    refused = table().post("/hint", {}, 1)
    assert (refused.status, refused.json["code"], refused.json["to_act"]) == (409, "not_your_turn", [0])


def test_who_plays_no_seat_gets_none(table: Create) -> None:
    made = table()
    assert made.post("/hint", {}).json["code"] == "token_missing"
    made.tokens[3] = made.host_token
    assert made.post("/hint", {}, 3).json["code"] == "not_your_seat"
    made.tokens[3] = "x" * 32
    assert made.post("/hint", {}, 3).json["code"] == "token_unknown"
    made.post("/resign", seat=0)
    assert made.post("/hint", {}, 0).json["code"] == "not_your_seat"


def test_there_is_none_before_the_game_and_after_it(table: Create) -> None:
    waiting = table(seats=[{"kind": "player"}, {"kind": "open"}, {"kind": "bot"}])
    assert waiting.post("/hint", {}, 0).json["code"] == "game_not_started"
    over = table("ten-hands")
    over.post("/resign", seat=0)
    assert over.post("/hint", {}, 0).json["code"] == "game_over"


@pytest.mark.parametrize("body", [{"level": "genius"}, {"levle": "expert"}, {"level": 3}, []])
def test_a_level_that_there_is_not_is_refused(table: Create, body: object) -> None:
    refused = table().post("/hint", body, 0)
    assert (refused.status, refused.json["code"]) == (422, "validation_error")


def test_in_a_secret_phase_the_other_seats_choice_does_not_move_it(api: InProcess) -> None:
    """Both build at once; what the other has built, or whether, is no matter."""
    made = Table(api, "five-three", seats=PLAYERS[:2], options={"target": 3}, seed="secret")
    while made.get("/view", 0).json["state"]["phase"] != "build":
        seat = made.game()["to_act"][0]
        assert made.act(seat, made.any_action(seat)).status == 200
    before = made.post("/hint", {"level": "expert"}, 0).json
    assert made.act(1, made.any_action(1)).status == 200
    after = made.post("/hint", {"level": "expert"}, 0).json
    assert (after["action"], after["level"]) == (before["action"], before["level"])


def test_a_bot_that_fails_is_followed_by_a_lower_one_is_logged_and_counted(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise RecursionError("lost in thought")

    api = InProcess(make_app().test_client())  # the app that was made last is the one that is told
    seats = [{"kind": "player"}, {"kind": "bot", "level": "expert"}, {"kind": "bot", "level": "expert"}]
    made = Table(api, "landlord", seats=seats)
    bots: MappingProxyType[Level, Any] = MappingProxyType({**BOTS["landlord"], Level.EXPERT: fails})
    monkeypatch.setattr(registry, "BOTS", {**BOTS, "landlord": bots})
    assert made.post("/hint", {"level": "expert"}, 0).json["level"] == "skilled"
    assert made.act(0, {"type": "pass"}).status == 200
    assert made.game()["to_act"] == [0]
    assert "bot failed: landlord expert" in caplog.text
    assert "lost in thought" in caplog.text
    counted = api.call("GET", "/metrics").body.decode()
    line = next(line for line in counted.splitlines() if line.startswith("card_commons_bot_failures_total{"))
    assert 'level="expert",ruleset="landlord"' in line
    assert float(line.rsplit(" ", 1)[1]) >= 3
