"""GET stream: who may read it, from which event on, what ends it, and how many there may be."""

import json
import os
import resource
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest
from flask import Flask

from engine.shuffle import HashSource
from tests.calling import PLAYERS, InProcess, Table
from tests.contract.cases import CASES, Case, other_deal
from tests.contract.test_secrecy_over_http import exchange
from tests.event_stream import frames
from tests.following import Answering, Follower, listed, types, wsgi

MakeTable = Callable[..., Table]


def app_of(table: Table) -> Flask:
    """The app that a table's caller calls."""
    caller = table.caller
    assert isinstance(caller, InProcess)
    return caller.client.application


def follow(table: Table, seat: int | None = None, after: int | None = None) -> Follower:
    """A reader of the table's stream."""
    return Follower(wsgi(app_of(table)), table, seat, after)


def over(table: Table) -> Table:
    """The table, its game given up."""
    for seat in table.tokens:
        if table.game()["status"] == "active":
            table.post("/resign", seat=seat)
    return table


def test_a_stream_begins_with_the_first_event_and_tells_what_happens(table: MakeTable) -> None:
    landlord = table()
    with closing(follow(landlord, 1)) as stream:
        assert (stream.status, stream.headers["content-type"]) == (200, "text/event-stream")
        assert stream.some(3) == listed(landlord, 1)
        landlord.act(0, {"type": "bid", "points": 2})
        assert types(stream.some(1)) == ["landlord.bid"]


def test_a_stream_is_kept_by_no_cache_held_back_by_no_proxy_and_open_to_every_page(table: MakeTable) -> None:
    landlord = table()
    with closing(Answering(wsgi(app_of(landlord)), f"{landlord.path}/stream", Origin="https://cards.example")) as stream:
        _, headers = stream.head()
    assert headers["vary"] == "Authorization"
    assert headers["cache-control"] == "private, no-store"
    assert headers["x-accel-buffering"] == "no"
    assert headers["access-control-allow-origin"] == "*"
    assert headers["connection"] == "close"
    assert "content-length" not in headers


@pytest.mark.parametrize(("last", "query"), [(2, ""), (None, "?after=2"), (2, "?after=1"), ("002", "")])
def test_it_goes_on_after_the_last_event_id_or_else_after(table: MakeTable, last: object, query: str) -> None:
    landlord = over(table(seats=PLAYERS[:2], ruleset="five-three"))
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    reply = landlord.get(f"/stream{query}", headers=headers)
    assert frames(reply.body)[0].id == "3"


def test_it_ends_with_the_game_and_then_there_is_nothing_left(table: MakeTable) -> None:
    landlord = table(ruleset="five-three", seats=PLAYERS[:2])
    stream = follow(landlord)
    over(landlord)
    events = stream.rest()
    assert types(events)[-1] == "game_over"
    assert events == listed(landlord)
    assert landlord.get(f"/stream?after={len(events) - 1}").status == 200
    for reply in (
        landlord.get(f"/stream?after={len(events)}"),
        landlord.get("/stream", 1, {"Last-Event-ID": str(len(events))}),
    ):
        assert (reply.status, reply.body) == (204, b"")


def test_a_reader_who_has_all_of_a_game_that_goes_on_waits(table: MakeTable) -> None:
    landlord = table()
    with closing(follow(landlord, 0, 3)) as stream:
        landlord.act(0, {"type": "bid", "points": 2})
        assert types(stream.some(1)) == ["landlord.bid"]


@pytest.mark.parametrize("value", ["4", "x", "", "-1", "1.0", "1e1", "\u0661", "1000000001", "9" * 30, "0" * 5000, "1,1"])
def test_a_number_from_the_future_or_no_number_is_malformed(table: MakeTable, value: str) -> None:
    landlord = table()
    for what, headers in ((f"/stream?after={value}", {}), ("/stream", {"Last-Event-ID": value})):
        if headers and not value.isascii():
            continue
        refused = landlord.get(what, 0, headers)
        assert (refused.status, refused.json["code"]) == (400, "malformed")


def test_a_number_that_is_said_twice_is_malformed(table: MakeTable) -> None:
    refused = table().get("/stream?after=1&after=1")
    assert (refused.status, list(refused.json["errors"])) == (400, ["after"])


def test_a_stream_is_refused_as_every_reading_is(table: MakeTable) -> None:
    landlord = table()
    for headers, status, code in (
        ({"Authorization": "Bearer nobody"}, 401, "token_unknown"),
        ({"Authorization": "Basic x"}, 401, "token_missing"),
    ):
        refused = landlord.get("/stream", headers=headers)
        assert (refused.status, refused.json["code"]) == (status, code)
    gone = landlord.caller.call("GET", "/v1/games/5x0cV1lJmLrVwyU3vTq3xg/stream")
    assert (gone.status, gone.json["code"]) == (404, "game_not_found")
    assert landlord.caller.call("POST", f"{landlord.path}/stream").status == 405


def test_a_head_request_is_not_held(table: MakeTable) -> None:
    landlord = table()
    answer = Answering(wsgi(app_of(landlord)), f"{landlord.path}/stream", method="HEAD").reply()
    assert (answer.status, answer.headers["content-type"], answer.body) == (200, "text/event-stream", b"")


def test_the_host_reads_as_a_spectator(table: MakeTable) -> None:
    landlord = table()
    landlord.tokens[9] = landlord.host_token
    with closing(follow(landlord, 9)) as stream:
        assert stream.some(3) == listed(landlord)


def test_the_removal_of_its_game_ends_a_stream(table: MakeTable) -> None:
    landlord = table()
    stream = follow(landlord, 2)
    assert len(stream.some(3)) == 3
    host = {"Authorization": f"Bearer {landlord.host_token}"}
    assert landlord.caller.call("DELETE", landlord.path, headers=host).status == 204
    assert stream.rest() == []
    assert follow_status(landlord) == 404


def follow_status(table: Table) -> int:
    """The status of a stream of the table."""
    return Answering(wsgi(app_of(table)), f"{table.path}/stream").reply().status


# -- secrets -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("case", CASES, ids=str)
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_stream(make_app: Callable[..., Flask], case: Case) -> None:
    app = make_app()
    options = msgspec.to_builtins(case.options)
    wanted = {"options": options, "seats": PLAYERS[: case.seats], "seed": "worlds"}
    table = Table(InProcess(app.test_client()), case.ruleset.id, **wanted)
    for _ in range(6):
        seat = table.game()["to_act"][0]
        assert table.act(seat, table.any_action(seat)).status == 200
    version = table.game()["version"]
    store = app.extensions["card-commons"].store
    for viewer in (*range(case.seats), None):
        with closing(follow(table, viewer)) as one_world:
            told = one_world.some(version)
        stored = store.read(table.id)
        state = case.ruleset.load(stored.state)
        exchange(app, case, table, viewer, other_deal(case, state, viewer, HashSource(b"streams")))
        assert store.read(table.id).state != stored.state
        with closing(follow(table, viewer)) as other_world:
            assert other_world.some(version) == told


# -- how many ------------------------------------------------------------------------------------------
def refused(table: Table, seat: int | None = None) -> tuple[int, str, dict[str, str]]:
    """How a stream of the table is turned down."""
    token = None if seat is None else table.tokens[seat]
    reply = Answering(wsgi(app_of(table)), f"{table.path}/stream", token).reply()
    return reply.status, reply.json["code"], dict(reply.headers)


def until_held(table: Table, seat: int | None) -> Follower:
    """A stream, which is asked for until there is a place: one that was just left is free a moment later."""
    for _ in range(1000):
        stream = follow(table, seat)
        if stream.status == 200:
            return stream
        stream.close()
    raise AssertionError("no place was ever free")


def test_one_token_and_one_address_have_so_many_streams_and_no_more(make_app: Callable[..., Flask]) -> None:
    app = make_app(streams_per_token=2, streams_per_address=3)
    table = Table(InProcess(app.test_client()), seats=PLAYERS[:3])
    for seat, most in ((0, 2), (1, 2), (None, 3)):
        held = [follow(table, seat) for _ in range(most)]
        status, code, headers = refused(table, seat)
        assert (status, code, headers["retry-after"]) == (429, "rate_limited", "1")
        assert headers["ratelimit"] == '"streams";r=0;t=1'
        assert headers["ratelimit-policy"] == f'"streams";q={most};qu="concurrent-requests"'
        held.pop().close()
        held.append(until_held(table, seat))
        for stream in held:
            stream.close()


def test_all_together_have_so_many_and_no_more(make_app: Callable[..., Flask]) -> None:
    app = make_app(streams=3)
    table = Table(InProcess(app.test_client()), seats=PLAYERS[:3])
    held = [follow(table, seat) for seat in range(3)]
    status, code, headers = refused(table)
    assert (status, code, headers["retry-after"]) == (503, "streams_full", "1")
    held[0].close()
    until_held(table, None).close()
    held[1].close()
    held[2].close()


def test_where_a_stream_needs_a_thread_half_of_them_are_left_for_other_requests(make_app: Callable[..., Flask]) -> None:
    app = make_app(threads=4)
    table = Table(InProcess(app.test_client()), seats=PLAYERS[:3])
    plain = app.test_client(use_cookies=False)
    plain_open = super(type(plain), plain).open  # as Flask's own: the body is not read to its end
    held = [plain_open(f"{table.path}/stream") for _ in range(2)]
    assert [stream.status_code for stream in held] == [200, 200]
    third = plain_open(f"{table.path}/stream")
    assert (third.status_code, json.loads(third.get_data())["code"]) == (503, "streams_full")
    first = held[0].response
    assert next(iter(first)) == b"retry: 1000\n\n"
    held[0].close()
    again = plain_open(f"{table.path}/stream")
    assert again.status_code == 200
    for stream in (held[1], again):
        stream.close()


def test_where_no_more_files_can_be_opened_a_stream_is_refused(table: MakeTable) -> None:
    landlord = table()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as ballast:
        ballast.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(int(file.name) for file in Path("/dev/fd").iterdir()) + 20, hard))
        for ours_and_theirs in fill_up(ballast):
            ours_and_theirs.close()
        refused = Answering(wsgi(app_of(landlord)), f"{landlord.path}/stream").reply()
    assert (refused.status, refused.json["code"]) == (503, "streams_full")
    with closing(follow(landlord)) as stream:  # nothing was left behind
        assert len(stream.some(3)) == 3


def fill_up(stack: ExitStack) -> list[BinaryIO]:
    """Open files until no more can be; the last two."""
    opened: list[BinaryIO] = []
    with suppress(OSError):
        for _ in range(1000):
            opened.append(Path(os.devnull).open("rb"))  # noqa: SIM115  # the stack closes it; it ends with an error
            stack.enter_context(opened[-1])
    return opened[-2:]
