"""A game that was left to bots: whoever looks moves it on, a few moves at a time, and nobody waits for its end."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from threading import Barrier
from typing import Any

from flask import Flask

from engine.registry import BY_ID
from engine.replay import verify
from service.play.progress import BOTS_ALONE_AT_ONCE
from tests.calling import PLAYERS, InProcess, Table
from tests.following import Follower, listed, types, wsgi

MOST_LOOKS = 200
MANY = 8
EXPERT = {"kind": "bot", "level": "expert"}


def left(app: Flask, *others: object) -> Table:
    """A game of landlord whose players have all given up."""
    seats = [*PLAYERS[: 3 - len(others)], *others]
    made = Table(InProcess(app.test_client()), "landlord", seats=seats, options={"deals": 3}, seed="left")
    for seat in made.tokens:
        assert made.post("/resign", seat=seat).status == 200
    return made


def looked_at(table: Table) -> list[Any]:
    """The game at each look, up to its end."""
    looks = [table.game()]
    while looks[-1]["status"] != "finished" and len(looks) < MOST_LOOKS:
        looks.append(table.game())
    return looks


def test_it_goes_on_by_a_few_moves_with_each_look_up_to_its_end(app: Flask) -> None:
    made = left(app)
    looks = looked_at(made)
    assert looks[-1]["status"] == "finished"
    assert len(looks) > 2
    assert {look["turn_deadline"] for look in looks} == {None}
    actions = made.get("/record").json["actions"]
    versions = [look["version"] for look in looks]
    for before, after in pairwise(versions):
        moves = [action for action in actions if before < action["seq"] <= after]
        assert 0 < len(moves) <= BOTS_ALONE_AT_ONCE


def test_its_record_is_confirmed_from_its_seed(app: Flask) -> None:
    made = left(app, EXPERT)
    looked_at(made)
    record = made.get("/record")
    assert list(verify(BY_ID["landlord"], record.body).winners) == made.game()["result"]["winners"]


def test_who_only_follows_sees_it_to_its_end(app: Flask) -> None:
    made = left(app)
    with closing(Follower(wsgi(app), made)) as stream:
        told = stream.rest()
    assert types(told)[-1] == "game_over"
    assert told == listed(made)


def test_of_many_who_look_at_once_one_moves_it_on(app: Flask) -> None:
    made = left(app)
    before = made.game()["version"]
    callers = [InProcess(app.test_client()) for _ in range(MANY)]
    together = Barrier(MANY)

    def look(caller: InProcess) -> int:
        together.wait()
        version: int = caller.call("GET", made.path).json["version"]
        return version

    with ThreadPoolExecutor(MANY) as pool:
        seen = max(pool.map(look, callers))
    looked_at(made)
    moves = [action["seq"] for action in made.get("/record").json["actions"] if before < action["seq"] <= seen]
    assert len(moves) < BOTS_ALONE_AT_ONCE * MANY


def test_a_list_shows_it_as_it_stands(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    made = Table(InProcess(app.test_client()), "landlord", seats=PLAYERS[:3], visibility="public")
    for seat in made.tokens:
        made.post("/resign", seat=seat)
    (first,) = made.caller.call("GET", "/v1/games").json["games"]
    (second,) = made.caller.call("GET", "/v1/games").json["games"]
    assert first == second
    assert made.game()["version"] > first["version"]


def test_who_lost_a_seat_is_told_why_and_once_all_is_over_that_it_is(app: Flask) -> None:
    made = left(app)
    refused = made.act(0, {"type": "pass"})
    assert (refused.status, refused.json["code"]) == (403, "not_your_seat")
    assert "was given up" in refused.json["detail"]
    looked_at(made)
    for refused in (made.act(0, {"type": "pass"}), made.post("/resign", seat=0), made.post("/hint", seat=0)):
        assert (refused.status, refused.json["code"]) == (409, "game_over")
    assert made.get("/legal-actions", 0).json["count"] == 0


def test_whose_turns_ran_out_is_told_so(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    made = Table(InProcess(app.test_client()), "ten-hands", options={"variant": "oregon"}, turn_seconds=5)
    stored = app.extensions["card-commons"].stored
    real = stored.clock
    etag = made.get("/view", 0).headers["etag"]
    stored.clock = lambda: real() + 6_000
    late = made.act(0, made.any_action(0), {"If-Match": etag})
    assert (late.status, late.json["code"]) == (412, "version_conflict")
    assert late.json["detail"].endswith("Your last turn ran out, and a bot moved for you.")
    for missed in (2, 3):
        stored.clock = lambda missed=missed: real() + missed * 6_000
        made.game()
    lost = made.post("/resign", seat=0)
    assert (lost.status, lost.json["code"]) == (403, "not_your_seat")
    assert "was lost when three turns in a row ran out" in lost.json["detail"]
