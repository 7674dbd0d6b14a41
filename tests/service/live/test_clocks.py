"""A stream is enough for a turn to run out in time: nobody has to ask for anything."""

import secrets
from collections.abc import Callable
from contextlib import ExitStack, closing

import pytest
from flask import Flask

from service.app import create_app, milliseconds
from service.live import topics
from service.live.news import GameSource
from service.settings import Settings
from service.store import StoreUnavailable
from tests.calling import PLAYERS, InProcess, Table
from tests.following import Follower, listed, types, wsgi
from tests.service.live.conftest import Live

TURN_SECONDS = 5


class Clock:
    """A clock that stands at a moment before a deadline until it is set on."""

    def __init__(self) -> None:
        self.ms = milliseconds()

    def __call__(self) -> int:
        return self.ms


def test_after_three_turns_that_ran_out_a_stream_alone_tells_that_a_bot_plays_on(make_app: Callable[..., Flask]) -> None:
    live = Live(make_app())
    ahead = 0
    live.parts.stored.clock = lambda: milliseconds() + ahead
    table = Table(InProcess(live.app.test_client()), "ten-hands", turn_seconds=TURN_SECONDS)
    told: list[bytes] = []
    for turn in range(3):
        ahead = TURN_SECONDS * 1000 * (turn + 1) - 50 * (turn + 1)  # a moment before the turn runs out
        with closing(Follower(wsgi(live.app), table, 0, len(told))) as stream:
            told += stream.up_to(lambda found: found.type == "timed_out")
    stream = Follower(wsgi(live.app), table, 0, len(told))
    told += stream.rest()
    assert types(told).count("timed_out") == 3
    assert types(told).count("seat_taken_over") == 1
    assert types(told)[-1] == "game_over"
    assert types(told) == types(listed(table))


def test_a_clock_that_is_set_on_is_noticed(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "LONGEST_ALARM_SECONDS", 0.01)
    table = live.table(turn_seconds=TURN_SECONDS, seed="slow")
    clock = live.parts.stored.clock = Clock()
    with closing(Follower(wsgi(live.app), table)) as stream:
        assert len(stream.some(3)) == 3
        clock.ms += TURN_SECONDS * 1000
        assert types(stream.some(2)) == ["timed_out", "landlord.passed"]


class Unsettled(GameSource):
    """A game whose turn that has run out can't be applied the first times."""

    failures = 2

    def settle(self) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable(ConnectionError("away"))
        super().settle()


def test_a_timeout_that_the_store_did_not_take_at_once_is_applied_later(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "AGAIN_SECONDS", 0.01)
    table = live.table(turn_seconds=TURN_SECONDS, seed="slow")
    live.parts.stored.clock = lambda: milliseconds() + TURN_SECONDS * 1000 - 100
    source = Unsettled(live.parts.games, table.id)
    _, ours = live.hold(table, source=source)
    received = b""
    with ours:
        for _ in range(100):
            received += ours.recv(65_536)
            if b"event: landlord.passed" in received:
                break
    assert source.failures == 0
    assert types(listed(table, after=3)) == ["timed_out", "landlord.passed"]


def test_an_action_at_the_last_moment_and_the_timeout_are_never_both(redis_url: str) -> None:
    clock = Clock()
    prefix = f"race-{secrets.token_hex(4)}"
    here, there = (create_app(Settings(redis_url=redis_url, redis_prefix=prefix)) for _ in range(2))
    for app in (here, there):
        app.extensions["card-commons"].stored.clock = clock
    with ExitStack() as stack:
        for _ in range(60):
            table = Table(InProcess(here.test_client()), seats=PLAYERS[:3], turn_seconds=TURN_SECONDS, seed="slow")
            clock.ms += TURN_SECONDS * 1000 - 1
            streams = [stack.enter_context(closing(Follower(wsgi(app), table))) for app in (here, there) * 2]
            assert {len(stream.some(3)) for stream in streams} == {3}
            clock.ms += 1
            acted = table.act(0, {"type": "bid", "points": 1})
            expected = ["landlord.bid"] if acted.status == 200 else ["timed_out", "landlord.passed"]
            assert acted.status == 200 or acted.json["code"] == "not_your_turn"
            assert types(listed(table, after=3)) == expected
            assert [types(stream.some(len(expected))) for stream in streams] == [expected] * 4
