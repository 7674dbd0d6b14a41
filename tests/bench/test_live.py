"""What is measured of streams is what readers at the other end have really seen."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import pytest
from redis import Redis

from bench.findings import Finding
from bench.live import delivery, idle, stopping, thinking
from bench.live.__main__ import bare
from bench.live.bare import CHANNEL
from bench.live.extent import Extent
from bench.live.readers import Audience
from bench.live.tables import LANDLORD, create, idle_streams, played, turns
from bench.load import ask, request
from bench.servers import Server
from service.store import connect

SMALL = Extent(
    idle_streams=50,
    comment_seconds=2,
    view_rounds=1,
    view_seconds=0.1,
    watchers=10,
    delivery_rounds=1,
    delivery_moves=4,
    thinking_watchers=(4,),
    thinking_moves=2,
    open_at_stop=20,
    stop_rounds=1,
)


@pytest.fixture(scope="module")
def client(redis_url: str) -> Iterator[Redis]:
    """Of the Redis that all servers are on."""
    with connect(redis_url, connections=20) as found:
        yield found


@pytest.fixture(scope="module")
def bare_port(redis_url: str) -> Iterator[int]:
    """The bare server's."""
    with bare(redis_url, None) as port:
        yield port


@contextmanager
def said() -> Iterator[list[str]]:
    """What is said of the progress, of which there must be something."""
    told: list[str] = []
    yield told
    assert told


def by_title(findings: list[Finding]) -> dict[str, float]:
    return {finding.title: finding.samples[0] for finding in findings}


def test_a_reader_knows_the_last_event_that_the_stream_has_told(service: Server) -> None:
    table, moves = played(service.port, LANDLORD, "reader")
    with Audience() as audience:
        audience.open(service.port, table.streams)
        for message in islice(moves, 5):
            ask(service.port, message)
        version = len(list(islice(turns(LANDLORD, "reader"), 5)))
        audience.until(lambda: audience.last(version))
        assert all(reader.frame.startswith(b"id: %d\nevent: landlord." % reader.last) for reader in audience.readers)


def test_a_stream_that_is_refused_ends_the_measuring(service: Server) -> None:
    with Audience() as audience, pytest.raises(RuntimeError, match="404"):
        audience.open(service.port, [request("GET", "/v1/games/nowhere/stream")])


def test_waiting_for_what_never_comes_has_an_end(service: Server) -> None:
    with Audience() as audience:
        audience.open(service.port, create(service.port, LANDLORD).streams)
        with pytest.raises(RuntimeError, match="not told enough"):
            audience.until(lambda: audience.last(10_000), 0.1)


def test_as_many_streams_are_opened_as_are_asked_for(service: Server) -> None:
    assert len(list(idle_streams(service.port, 6))) == 6


def test_idle_streams_are_held_and_commented_on_in_turn(service: Server) -> None:
    with said() as told:
        found = by_title(idle.findings(service, service, SMALL, told.append))
    assert found["Streams held at once by one worker"] == 50
    assert 0 < found["Had a comment within 2 s"] < 50
    assert 2_000 <= found["Each had one after"] < 15_000
    assert 0 < found["GET a view beside 50 idle streams"] < 5_000_000


def test_every_move_is_told_to_all_watchers_and_the_floor_tells_as_much(client: Redis, service: Server, bare_port: int) -> None:
    with said() as told:
        published, sent, of_bare, *_ = delivery.findings(
            delivery.Stage(client, service, service, bare_port), SMALL, told.append
        )
    assert 0 < published.samples[0] <= sent.samples[0]
    assert 0 < published.bases[0] <= of_bare.samples[0]


def test_the_bare_server_passes_on_what_an_event_is(client: Redis, service: Server, bare_port: int) -> None:
    asking = [request("GET", "/")] * 2
    with (
        delivery.watched(client, CHANNEL, bare_port, asking) as floor,
        delivery.watched_game(client, "passed on", service, service, 1) as game,
    ):
        game.move()
        delivery.publish(client, floor, game.frame)
        assert [reader.frame.split(b"\n")[1:] for reader in floor.audience.readers] == [game.frame.split(b"\n")[1:]] * 2


def test_events_are_told_while_a_bot_thinks(client: Redis, service: Server) -> None:
    with said() as told:
        found = thinking.findings(client, service, service, SMALL, told.append)
    assert len(found) == 3 * len(thinking.CASES)
    assert all(0 < finding.samples[0] < 30_000_000 for finding in found)


def test_a_service_is_stopped_with_its_streams_open_and_without(redis_url: str) -> None:
    with said() as told:
        found = by_title(stopping.findings(redis_url, None, SMALL, told.append))
    assert set(found) == {"Stop with 20 open streams", "Stop without"}
    assert all(0 < milliseconds < 10_000 for milliseconds in found.values())
