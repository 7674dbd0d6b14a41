"""The clock of a game with turn_seconds: a deadline is data, and applied once by whoever comes first after it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from engine.registry import BY_ID
from engine.replay import verify
from service.app import Parts, milliseconds
from tests.calling import PLAYERS, InProcess, Table

TURN_SECONDS = 60


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.ms = milliseconds()

    def __call__(self) -> int:
        return self.ms

    def run_out(self) -> None:
        """Let a turn run out."""
        self.ms += TURN_SECONDS * 1000


@pytest.fixture
def clock() -> Clock:
    """The clock of the app."""
    return Clock()


@pytest.fixture
def timed(make_app: Callable[..., Flask], clock: Clock) -> Table:
    """A game of three players with a clock."""
    app = make_app()
    parts: Parts = app.extensions["card-commons"]
    parts.stored.clock = clock
    # with this seed a skilled bot in seat 0 does not bid 3, so the turn goes on to seat 1
    wanted: dict[str, Any] = {"turn_seconds": TURN_SECONDS, "options": {"deals": 3}, "seed": "slow"}
    return Table(InProcess(app.test_client()), seats=PLAYERS[:3], **wanted)


def types(table: Table, after: int) -> list[str]:
    """The types of the events after a number."""
    return [event["type"] for event in table.get(f"/events?after={after}").json["events"]]


def test_the_deadline_is_in_every_game(timed: Table, clock: Clock) -> None:
    first = timed.game()["turn_deadline"]
    assert first is not None
    clock.ms += 10_000
    assert timed.game()["turn_deadline"] == first
    timed.act(0, {"type": "pass"})
    assert timed.game()["turn_deadline"] > first


def test_when_a_turn_runs_out_a_bot_makes_this_one_move(timed: Table, clock: Clock) -> None:
    before = timed.game()["version"]
    clock.ms += TURN_SECONDS * 1000 - 1
    assert timed.game()["version"] == before
    clock.ms += 1
    assert timed.game()["to_act"] == [1]
    seen = types(timed, before)
    assert seen[0] == "timed_out"
    assert seen[1] in ("landlord.bid", "landlord.passed")
    assert timed.game()["seats"][0]["level"] is None


def test_however_long_nobody_looked_one_turn_runs_out_and_the_next_ones_time_begins(timed: Table, clock: Clock) -> None:
    before = timed.game()["version"]
    clock.ms += 100 * TURN_SECONDS * 1000
    assert timed.game()["to_act"] == [1]
    clock.ms += TURN_SECONDS * 1000 - 1
    assert timed.game()["to_act"] == [1]
    assert types(timed, before).count("timed_out") == 1
    clock.ms += 1
    assert types(timed, before).count("timed_out") == 2


@pytest.mark.parametrize("what", ["", "/view", "/events", "/legal-actions"])
def test_whoever_reads_first_applies_it(timed: Table, clock: Clock, what: str) -> None:
    before = timed.game()["version"]
    clock.run_out()
    timed.get(what, 1)
    assert types(timed, before).count("timed_out") == 1


def test_many_readers_apply_it_once(timed: Table, clock: Clock) -> None:
    before = timed.game()["version"]
    clock.run_out()
    app = timed.caller.client.application  # type: ignore[attr-defined]
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda _: InProcess(app.test_client()).call("GET", timed.path), range(32)))
    assert types(timed, before).count("timed_out") == 1


def test_an_action_after_the_deadline_comes_after_the_timeout(timed: Table, clock: Clock) -> None:
    before = timed.game()["version"]
    clock.run_out()
    refused = timed.act(0, {"type": "bid", "points": 3})
    assert (refused.status, refused.json["code"], refused.json["to_act"]) == (409, "not_your_turn", [1])
    assert types(timed, before)[0] == "timed_out"


def test_after_three_in_a_row_the_seat_is_the_bots_for_good(timed: Table, clock: Clock) -> None:
    before = timed.game()["version"]
    for _ in range(60):
        game = timed.game()
        if game["seats"][0]["level"] is not None:
            break
        if game["to_act"] == [0]:
            clock.run_out()
        else:
            timed.act(game["to_act"][0], timed.any_action(game["to_act"][0]))
    events = timed.get(f"/events?after={before}&limit=1000").json["events"]
    assert [event["seat"] for event in events if event["type"] == "timed_out"] == [0, 0, 0]
    assert [event["seat"] for event in events if event["type"] == "seat_taken_over"] == [0]
    assert timed.act(0, {"type": "pass"}).json["code"] == "not_your_seat"


def test_an_action_begins_the_count_anew(timed: Table, clock: Clock) -> None:
    turns = iter(["out", "out", "act", "out", "out"])
    turn = next(turns)
    for _ in range(80):
        seat = timed.game()["to_act"][0]
        if seat != 0 or turn == "act":
            timed.act(seat, timed.any_action(seat))
        else:
            clock.run_out()
            timed.game()
        if seat == 0 and (turn := next(turns, "")) == "":
            break
    assert turn == ""
    missed = [event["seat"] for event in timed.get("/events?limit=1000").json["events"] if event["type"] == "timed_out"]
    assert missed == [0] * 4
    assert timed.game()["seats"][0]["level"] is None


def test_moves_by_timeout_are_marked_in_the_record(timed: Table, clock: Clock) -> None:
    for _ in range(400):
        if timed.game()["status"] == "finished":
            break
        clock.run_out()
    record = timed.get("/record")
    by = [action.get("by") for action in record.json["actions"]]
    assert by.count("timeout") == 9
    assert set(by) == {"timeout", "bot"}
    assert verify(BY_ID["landlord"], record.body).scores


def test_without_turn_seconds_there_is_no_deadline(timed: Table, clock: Clock) -> None:
    plain = Table(timed.caller, seats=PLAYERS[:3])
    assert plain.game()["turn_deadline"] is None
    before = plain.game()["version"]
    clock.ms += 86_400_000
    assert plain.game()["version"] == before


def test_the_public_list_applies_it_too(make_app: Callable[..., Flask], clock: Clock) -> None:
    app = make_app()
    app.extensions["card-commons"].stored.clock = clock
    made = Table(InProcess(app.test_client()), seats=PLAYERS[:3], turn_seconds=60, visibility="public", seed="slow")
    clock.run_out()
    (listed,) = made.caller.call("GET", "/v1/games").json["games"]
    assert listed["version"] > made.created["game"]["version"]
    assert listed == made.game()
