"""The subscription comes back by itself, whatever becomes of it, and whoever listens is told to look again."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from queue import Queue

import pytest
from flask import Flask

from service.live import subscription
from service.live.loop import Loop
from service.live.subscription import Subscription
from service.live.wakes import CONFIRMED, Wakes
from service.store import StoreUnavailable, connect
from tests.calling import PLAYERS, InProcess, Table
from tests.following import SECONDS, Follower, listed, wsgi

CONFIRMATION = b"*3\r\n$9\r\nsubscribe\r\n$1\r\na\r\n:1\r\n"


class Watched:
    """A subscription to the channel `a`, and what it tells."""

    def __init__(self, url: str) -> None:
        self.told: Queue[str] = Queue()
        self.loop = Loop()
        self.client = connect(url, connections=1)
        self.subscription = Subscription(
            self.loop,
            self.client,
            lambda: ["a"],
            lambda channel, _: self.told.put(channel),
            lambda: self.told.put("lost"),
        )
        self.loop.hand_over(self.subscription.start)


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[socket.socket]:
    """What accepts like Redis and answers as its test wants."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.settimeout(SECONDS)
        listener.bind(str(tmp_path / "s"))
        listener.listen()
        yield listener


def accepted(fake: socket.socket) -> socket.socket:
    """The next connection."""
    connection, _ = fake.accept()
    connection.settimeout(SECONDS)
    return connection


def test_one_whose_other_end_has_vanished_without_a_word_is_replaced(
    fake: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscription, "PING_SECONDS", 0.02)
    monkeypatch.setattr(subscription, "SILENT_SECONDS", 0.1)
    watched = Watched(f"unix://{tmp_path}/s")
    with accepted(fake) as vanished:
        vanished.sendall(CONFIRMATION)
        assert watched.told.get(timeout=SECONDS) == "a"
        assert watched.told.get(timeout=SECONDS) == "lost"
        with accepted(fake) as second:
            second.sendall(CONFIRMATION)
            assert watched.told.get(timeout=SECONDS) == "a"
        asked = b"".join(iter(lambda: vanished.recv(4096), b""))
    assert asked.startswith(b"*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\na\r\n")
    assert b"PING" in asked


def test_one_that_gives_signs_of_life_is_kept(fake: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscription, "PING_SECONDS", 0.01)
    monkeypatch.setattr(subscription, "SILENT_SECONDS", 5.0)
    watched = Watched(f"unix://{tmp_path}/s")
    with accepted(fake) as connection:
        connection.sendall(CONFIRMATION)
        received = b""
        while received.count(b"PING") < 5:
            received += connection.recv(4096)
            connection.sendall(b"*2\r\n$4\r\npong\r\n$0\r\n\r\n")
        connection.sendall(CONFIRMATION)
        assert [watched.told.get(timeout=SECONDS) for _ in range(2)] == ["a", "a"]


def test_one_that_is_closed_or_speaks_nonsense_is_opened_again(fake: socket.socket, tmp_path: Path) -> None:
    watched = Watched(f"unix://{tmp_path}/s")
    for nonsense in (b"", b"hello\r\n"):
        with accepted(fake) as connection:
            connection.sendall(CONFIRMATION)
            assert watched.told.get(timeout=SECONDS) == "a"
            connection.sendall(nonsense)
        assert watched.told.get(timeout=SECONDS) == "lost"
    accepted(fake).close()
    with accepted(fake) as connection:
        connection.sendall(CONFIRMATION)
        while watched.told.get(timeout=SECONDS) != "a":  # whether one that was closed at once was open is nobody's business
            pass


def test_one_that_cannot_be_opened_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscription, "RECONNECT_SECONDS", 0.01)
    watched = Watched(f"unix://{tmp_path}/s")
    watched.loop.hand_over(lambda: watched.subscription.add("b"))  # it is asked for with the rest
    watched.loop.hand_over(lambda: watched.subscription.remove("b"))
    watched.loop.hand_over(lambda: watched.told.put("not yet"))
    assert watched.told.get(timeout=SECONDS) == "not yet"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.settimeout(SECONDS)
        listener.bind(str(tmp_path / "s"))
        listener.listen()
        with accepted(listener) as connection:
            connection.sendall(CONFIRMATION)
            assert watched.told.get(timeout=SECONDS) == "a"


def test_nothing_is_left_out_when_it_is_lost_again_and_again(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    table = Table(InProcess(app.test_client()), seats=PLAYERS[:3])
    client = app.extensions["card-commons"].store.client
    streams = [Follower(wsgi(app), table, seat) for seat in (0, 1, 2, None)]
    while (game := table.game())["status"] == "active":
        seat = game["to_act"][0]
        client.client_kill_filter(_type="pubsub")
        assert table.act(seat, table.any_action(seat)).status == 200
    for seat, stream in zip((0, 1, 2, None), streams, strict=True):
        assert stream.rest() == listed(table, seat)


def test_thousands_of_channels_are_asked_for_in_parts(redis_url: str) -> None:
    channels = [f"channel-{number}" for number in range(1234)]
    with ExitStack() as stack:
        client = stack.enter_context(closing(connect(redis_url, connections=1)))
        wakes = Wakes(client)
        stack.callback(wakes.close)
        sock = wakes.connect()
        sock.settimeout(SECONDS)
        wakes.subscribe(channels)
        confirmed: list[str] = []
        while len(confirmed) < len(channels):
            confirmed += [channel for what, channel, _ in wakes.events() if what == CONFIRMED]
        assert confirmed == channels


def test_what_was_never_opened_says_so(redis_url: str) -> None:
    with closing(connect(redis_url, connections=1)) as client:
        wakes = Wakes(client)
        with pytest.raises(StoreUnavailable, match="not connected"):
            wakes.ping()
