"""GET view?wait=S: an answer that waits until there is something new."""

import re
from collections.abc import Callable
from time import monotonic

import pytest
from flask import Flask

from service.app import Parts
from tests.calling import PLAYERS, InProcess, Reply, Table
from tests.following import Answering, wsgi

BID = {"type": "bid", "points": 1}


class Waiting:
    """A table whose polls wait."""

    def __init__(self, app: Flask, **wanted: object) -> None:
        self.app = app
        self.table = Table(InProcess(app.test_client()), "landlord", seats=PLAYERS[:3], **wanted)

    def etag(self, seat: int | None) -> str:
        """Of the view of a seat."""
        return self.table.get("/view", seat).headers["etag"]

    def poll(self, seat: int | None = None, seconds: object = 30, **headers: str) -> Answering:
        """A request that waits for another version than the present one."""
        token = None if seat is None else self.table.tokens[seat]
        headers = {"If_None_Match": self.etag(seat), **headers}
        return Answering(wsgi(self.app), f"{self.table.path}/view?wait={seconds}", token, **headers)


@pytest.fixture
def waiting(make_app: Callable[..., Flask]) -> Waiting:
    """Three players at landlord."""
    return Waiting(make_app())


def test_when_nothing_happens_it_is_304_after_the_time(waiting: Waiting) -> None:
    began = monotonic()
    reply = waiting.poll(0, 1).reply()
    assert 1 <= monotonic() - began < 5
    assert (reply.status, reply.headers["etag"], reply.body) == (304, '"3-0"', b"")


def test_what_another_does_is_told_at_once_to_seats_and_spectators(waiting: Waiting) -> None:
    polls = {seat: waiting.poll(seat) for seat in (1, 2, None)}
    polls_of_the_actor = [waiting.poll(0) for _ in range(5)]
    assert waiting.table.act(0, BID).status == 200
    for seat, poll in polls.items():
        reply = poll.reply()
        plain = waiting.table.get("/view", seat)
        assert (reply.status, reply.body) == (200, plain.body)
    assert {poll.reply().json["seat"] for poll in polls_of_the_actor} == {0}


def test_a_version_that_differs_is_answered_at_once(waiting: Waiting) -> None:
    waiting.table.act(0, BID)
    for etag in ('"3-1"', '"99-1"', '"4-0"', "nonsense"):
        reply = waiting.table.get("/view?wait=30", 1, {"If-None-Match": etag})
        assert (reply.status, reply.headers["etag"]) == (200, '"4-1"')


def test_without_a_wait_or_without_an_if_none_match_it_is_answered_at_once(waiting: Waiting) -> None:
    assert waiting.table.get("/view?wait=30", 0).status == 200
    for what in ("/view", "/view?wait=0", "/view?other=1"):
        assert waiting.table.get(what, 0, {"If-None-Match": waiting.etag(0)}).status == 304


def test_any_version_will_do_is_a_version_too(waiting: Waiting) -> None:
    poll = waiting.poll(2, If_None_Match="*")
    waiting.table.act(0, BID)
    reply = poll.reply()
    assert (reply.status, reply.headers["etag"]) == (304, '"4-2"')  # nothing else is asked for by a star


def test_a_head_request_is_not_held(waiting: Waiting) -> None:
    etag = waiting.etag(1)
    path = f"{waiting.table.path}/view?wait=30"
    reply = Answering(wsgi(waiting.app), path, waiting.table.tokens[1], method="HEAD", If_None_Match=etag).reply()
    assert (reply.status, reply.headers["etag"]) == (304, etag)


@pytest.mark.parametrize("seconds", ["31", "-1", "x", "", "1.5", "00000000000000031", "0" * 3000, "1&wait=1"])
@pytest.mark.parametrize("has_the_view", [True, False])
def test_a_wait_that_cannot_be_is_malformed(waiting: Waiting, seconds: str, has_the_view: bool) -> None:  # noqa: FBT001  # of a table of cases
    headers = {"If-None-Match": waiting.etag(0)} if has_the_view else {}
    reply = waiting.table.get(f"/view?wait={seconds}", 0, headers)
    assert (reply.status, list(reply.json["errors"])) == (400, ["wait"])


def test_the_removal_of_the_game_is_told_as_404(waiting: Waiting) -> None:
    poll = waiting.poll(1)
    host = {"Authorization": f"Bearer {waiting.table.host_token}"}
    waiting.table.caller.call("DELETE", waiting.table.path, headers=host)
    reply = poll.reply()
    assert (reply.status, reply.json["code"]) == (404, "game_not_found")


def test_a_game_that_has_expired_meanwhile_is_404(waiting: Waiting) -> None:
    poll = waiting.poll(1, 1)
    store = waiting.app.extensions["card-commons"].store
    assert store.client.delete(*store.keys.of_game(waiting.table.id)) > 0  # as Redis does: nobody is told
    assert poll.reply().status == 404


def test_a_seat_that_is_given_up_meanwhile_is_answered_as_a_spectators(waiting: Waiting) -> None:
    poll = waiting.poll(1)
    waiting.table.post("/resign", seat=1)
    reply = poll.reply()
    assert (reply.status, reply.json["seat"]) == (200, None)


def test_a_turn_that_runs_out_is_told_though_nobody_asks_anything_else(make_app: Callable[..., Flask]) -> None:
    waiting = Waiting(make_app(), turn_seconds=5, seed="slow")
    poll = waiting.poll(2)
    parts: Parts = waiting.app.extensions["card-commons"]
    before = parts.stored.clock
    parts.stored.clock = lambda: before() + 4500
    waiting.table.act(0, {"type": "pass"})
    assert poll.reply().json["game"]["to_act"] == [1]


def test_the_answer_has_the_form_of_one_that_did_not_wait(waiting: Waiting) -> None:
    poll = waiting.poll(1, Origin="https://cards.example")
    waiting.table.act(0, BID)
    reply = poll.reply()
    plain = waiting.table.get("/view", 1, {"Origin": "https://cards.example"})
    added = {"connection": "close", "date": reply.headers["date"]}
    assert reply.headers == {**plain.headers, **added}
    assert re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", reply.headers["date"])
    assert {"etag", "vary", "cache-control", "access-control-allow-origin"} <= set(reply.headers)


def test_a_request_that_waited_counts_once_under_the_status_that_it_got(waiting: Waiting) -> None:
    def counted() -> dict[bytes, float]:
        page: Reply = waiting.table.caller.call("GET", "/metrics")
        pattern = rb'card_commons_request_seconds_count\{operation="games.get_view",status="(\d+)"\} (\S+)'
        return {status: float(number) for status, number in re.findall(pattern, page.body)}

    etag = waiting.etag(1)
    before = counted()
    poll = waiting.poll(1, If_None_Match=etag)
    waiting.table.act(0, BID)
    assert poll.reply().status == 200
    expired = waiting.poll(1, 1)
    assert expired.reply().status == 304
    # between them poll() itself looks once for the ETag, each time
    assert {status: number - before.get(status, 0) for status, number in counted().items()} == {b"200": 3, b"304": 1}


def test_a_poll_takes_a_place_and_gives_it_back(make_app: Callable[..., Flask]) -> None:
    waiting = Waiting(make_app(streams_per_token=1))
    poll = waiting.poll(1)
    full = waiting.poll(1).reply()
    assert (full.status, full.json["code"]) == (429, "rate_limited")
    waiting.table.act(0, BID)
    assert poll.reply().status == 200
    for _ in range(1000):
        again = waiting.poll(1, 1)
        waiting.table.act(1, {"type": "pass"})
        if again.reply().status in (200, 304):
            return
    raise AssertionError("its place was never free again")


def test_a_poll_whose_client_has_left_gives_its_place_back(make_app: Callable[..., Flask]) -> None:
    waiting = Waiting(make_app(streams_per_token=1))
    waiting.poll(1).close()
    for _ in range(1000):
        if waiting.poll(1, 1).reply().status == 304:
            return
    raise AssertionError("its place was never free again")


def test_where_a_poll_needs_a_thread_it_waits_there(waiting: Waiting) -> None:
    reply = waiting.table.get("/view?wait=1", 0, {"If-None-Match": waiting.etag(0)})
    assert (reply.status, reply.headers["etag"]) == (304, '"3-0"')
