"""What is held open, over real HTTP: nothing left out, nothing told twice, whatever happens to the service."""

import json
import os
import secrets
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import datetime
from http.client import HTTPException
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from engine.registry import RULESETS
from engine.ruleset import AnyRuleset
from service.store.embedded import EmbeddedServer
from tests.calling import PLAYERS, Table
from tests.e2e.test_crashes import play
from tests.following import Answering, Follower, Opener, http, listed, types
from tests.serving import Server

BOTS: list[dict[str, Any]] = [{"kind": "bot", "level": "beginner"}] * 3
SEATS = [(ruleset, seats) for ruleset in RULESETS for seats in ruleset.seat_counts]
MOST_BREAKS = 5000
TURN_SECONDS = 5
THREADS = 4
"""Of a worker of one of two services."""


def with_breaks(opener: Opener, table: Table, seat: int | None) -> Iterator[bytes]:
    """All events, read by one who leaves, or is cut off, at any place and comes back with the last number."""
    chance = Random(f"{table.id} {seat}")
    known = 0
    for _ in range(MOST_BREAKS):
        try:
            follower = Follower(opener, table, seat, known)
        except ConnectionError:
            continue
        read = follower.some(chance.randint(1, 12))
        follower.close()
        yield from read
        known += len(read)
        if follower.status == 204 or types(read[-1:]) == ["game_over"]:
            return
    raise AssertionError("the stream never ended")


def from_the_middle(opener: Opener, table: Table, seat: int | None) -> list[bytes]:
    """The events after the fifth, read by one who comes when there are ten."""
    first = Follower(opener, table, seat)
    first.some(10)
    first.close()
    return Follower(opener, table, seat, 5).rest()


def play_on(table: Table) -> None:
    """Play to the end, though connections are lost."""
    for _ in range(MOST_BREAKS):
        try:
            return table.play_out()
        except (OSError, HTTPException):
            continue
    raise AssertionError("the game never ended")


@pytest.mark.parametrize("others", [PLAYERS[1:], BOTS], ids=["players", "bots"])
@pytest.mark.parametrize(("ruleset", "seats"), SEATS, ids=[f"{ruleset.id}-{seats}" for ruleset, seats in SEATS])
def test_each_reader_is_told_just_what_the_list_of_events_tells(
    server: Server, ruleset: AnyRuleset, seats: int, others: list[dict[str, Any]]
) -> None:
    table = Table(server.caller, ruleset.id, seats=[PLAYERS[0], *others][:seats])
    opener = http(server.port)
    viewers = [*table.tokens, None]
    with ThreadPoolExecutor(3 * len(viewers)) as pool:
        whole = [pool.submit(Follower(opener, table, seat).rest) for seat in viewers]
        broken = [pool.submit(lambda seat=seat: list(with_breaks(opener, table, seat))) for seat in viewers]  # type: ignore[misc]  # mypy finds no type for a default
        middle = [pool.submit(from_the_middle, opener, table, seat) for seat in viewers]
        table.play_out()
    for seat, *readers in zip(viewers, whole, broken, middle, strict=True):
        events = listed(table, seat)
        assert [reader.result() for reader in readers] == [events, events, events[5:]]


def test_a_seat_that_was_given_up_is_a_spectators_from_then_on(server: Server) -> None:
    table = Table(server.caller, "center-row", seats=PLAYERS[:3])
    follower = Follower(http(server.port), table, 1)
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(follower.rest)
        play(table, 4)
        own = listed(table, 1)
        assert own != listed(table)  # it was told of cards that nobody else knows
        table.post("/resign", seat=1)
        table.play_out()
    assert told.result() == own + listed(table, after=len(own))
    assert Follower(http(server.port), table, 1).rest() == listed(table)


# -- the service ends ----------------------------------------------------------------------------------
def test_readers_lose_nothing_when_workers_are_killed(own_server: Server) -> None:
    table = Table(own_server.caller, seats=PLAYERS[:3])
    opener = http(own_server.port)
    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(lambda seat=seat: list(with_breaks(opener, table, seat))) for seat in range(3)]  # type: ignore[misc]  # as above
        played = pool.submit(play_on, table)
        for number, _ in enumerate(with_breaks(opener, table, None)):
            if number in (10, 30):
                for worker in own_server.workers():
                    os.kill(worker, signal.SIGKILL)
        played.result()
    assert [reader.result() for reader in readers] == [listed(table, seat) for seat in range(3)]


def test_readers_lose_nothing_when_the_whole_service_is_killed_or_restarted(own_server: Server) -> None:
    table = Table(own_server.caller, seats=PLAYERS[:3])
    read: list[bytes] = []
    with ThreadPoolExecutor(1) as pool:
        for end in (own_server.kill, own_server.stop):
            follower = Follower(http(own_server.port), table, 1, len(read))
            told = pool.submit(follower.rest)
            play(table, 8)
            end()
            read += told.result()
            own_server.start(own_server.port)
    follower = Follower(http(own_server.port), table, 1, len(read))
    table.play_out()
    assert read + follower.rest() == listed(table, 1)


def test_streams_and_polls_go_on_by_themselves_after_redis_was_restarted(tmp_path: Path) -> None:
    redis = EmbeddedServer(tmp_path)
    with ExitStack() as stack:
        stack.callback(lambda: redis.stop())  # noqa: PLW0108  # the one that runs then
        service = Server(tmp_path, REDIS_URL=redis.start(), WORKERS="1")
        stack.callback(service.stop)
        table = Table(service.caller, seats=PLAYERS[:3])
        pool = stack.enter_context(ThreadPoolExecutor(4))
        readers = [pool.submit(Follower(http(service.port), table, seat).rest) for seat in range(3)]
        for _ in range(2):
            play(table, 5)
            etag = table.get("/view", 1).headers["etag"]
            poll = Answering(http(service.port), f"{table.path}/view?wait=30", table.tokens[1], If_None_Match=etag)
            redis.stop()
            redis = EmbeddedServer(tmp_path)
            redis.start()
            play(table, 5)
            assert poll.reply().status == 200
        table.play_out()
        assert [reader.result() for reader in readers] == [listed(table, seat) for seat in range(3)]


def test_what_is_held_open_does_not_hold_up_the_end_of_the_service(own_server: Server) -> None:
    def seconds_to_stop() -> float:
        began = monotonic()
        own_server.stop()
        return monotonic() - began

    table = Table(own_server.caller, seats=PLAYERS[:3])
    alone = seconds_to_stop()
    own_server.start(own_server.port)
    etag = table.get("/view").headers["etag"]
    opener, path = http(own_server.port), f"{table.path}/view?wait=30"
    streams = [Follower(opener, table) for _ in range(50)]
    polls = [Answering(opener, path, If_None_Match=etag) for _ in range(10)]
    assert all(len(stream.some(3)) == 3 for stream in streams)
    assert seconds_to_stop() < alone + 2
    assert all(stream.rest() == [] for stream in streams)
    assert not any(poll.more() for poll in polls)
    for poll in polls:
        poll.close()


# -- two services on one Redis -------------------------------------------------------------------------
@pytest.fixture(scope="module")
def services(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two that know nothing of each other."""
    prefix = f"two-{secrets.token_hex(4)}"
    settings = {"REDIS_URL": redis_url, "REDIS_PREFIX": prefix, "WORKERS": "1", "THREADS": str(THREADS)}
    with ExitStack() as stack:
        one, two = (Server(tmp_path_factory.mktemp("one-of-two"), covered=True, **settings) for _ in range(2))
        stack.callback(one.stop)
        stack.callback(two.stop)
        yield one, two


def test_a_plain_request_is_answered_while_more_is_held_than_there_are_threads(services: tuple[Server, Server]) -> None:
    service, _ = services
    table = Table(service.caller, seats=PLAYERS[:3])
    path, etag = f"{table.path}/view?wait=30", table.get("/view").headers["etag"]
    with ExitStack() as stack:
        streams = [stack.enter_context(closing(Follower(http(service.port), table))) for _ in range(THREADS + 50)]
        for _ in range(THREADS + 10):
            stack.enter_context(closing(Answering(http(service.port), path, If_None_Match=etag)))
        assert all(len(stream.some(3)) == 3 for stream in streams)
        assert table.get("/view", 0).status == 200
        assert table.act(0, {"type": "bid", "points": 1}).status == 200
        assert {tuple(types(stream.some(1))) for stream in streams} == {("landlord.bid",)}


def test_what_happens_through_one_service_is_told_by_the_other(services: tuple[Server, Server]) -> None:
    here, there = services
    table = Table(here.caller, seats=PLAYERS[:3])
    follower = Follower(http(there.port), table, 1)
    assert types(follower.some(3)) == ["created", "started", "landlord.dealt"]
    etag = table.get("/view", 1).headers["etag"]
    poll = Answering(http(there.port), f"{table.path}/view?wait=30", table.tokens[1], If_None_Match=etag)
    assert table.act(0, {"type": "bid", "points": 1}).status == 200
    assert types(follower.some(1)) == ["landlord.bid"]
    assert poll.reply().json["legal_actions"]
    table.play_out()
    assert follower.rest() == listed(table, 1, 4)


def test_a_turn_that_runs_out_while_others_only_listen_is_told_within_a_second_and_once(
    services: tuple[Server, Server],
) -> None:
    table = Table(services[0].caller, seats=PLAYERS[:3], turn_seconds=TURN_SECONDS, seed="slow")
    game = table.game()
    viewers = [0, 1, 2, None] * 5
    streams = [Follower(http(services[n % 2].port), table, seat) for n, seat in enumerate(viewers)]
    etag = table.get("/view").headers["etag"]
    path = f"{table.path}/view?wait={TURN_SECONDS + 2}"
    polls = [Answering(http(service.port), path, If_None_Match=etag) for service in services * 5]
    told = {b"".join(stream.up_to(lambda found: found.type == "landlord.passed")) for stream in streams[3::4]}
    assert len(told) == 1
    events = listed(table)
    assert types(events[game["version"] :]) == ["timed_out", "landlord.passed"]
    due, at = (datetime.fromisoformat(text) for text in (game["turn_deadline"], json.loads(events[-1])["at"]))
    assert -0.001 <= (at - due).total_seconds() < 1
    answers = [poll.reply() for poll in polls]
    assert {(answer.status, answer.json["game"]["version"]) for answer in answers} == {(200, len(events))}
    for stream in streams:
        stream.close()
