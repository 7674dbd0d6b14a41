"""The hub: heartbeats, readers who are slow or gone, and a store that fails for a moment."""

import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import closing

import pytest
from flask import Flask

from service.app import Parts, milliseconds
from service.live import hub, news
from service.live.listeners import HEARTBEAT
from service.live.news import GameNews, GameSource
from service.live.places import Full
from service.store import StoreUnavailable
from tests.calling import Table
from tests.event_stream import END, Frame, frame
from tests.following import SECONDS, Answering, Follower, listed, types, wsgi
from tests.service.live.conftest import Live

BOTS = [{"kind": "bot", "level": "beginner"}] * 3
MANY = 1000
DAYS_MS = 30 * 86_400_000


def read_all(sock: socket.socket) -> list[bytes]:
    """The events up to the end of a stream."""
    body = b"".join(iter(lambda: sock.recv(65_536), b""))
    sock.close()
    found: list[Frame | None] = [frame(block) for block in body.split(END)[:-1]]
    return [one.data for one in found if one is not None]


def received(sock: socket.socket, wanted: bytes) -> bool:
    """Whether something is said, among comments."""
    told = b""
    for _ in range(1000):
        told += sock.recv(65_536)
        if wanted in told:
            return True
    return False


def has_hung_up(sock: socket.socket) -> bool:
    """Whether the other end closes, without reading anything."""
    waiting = select.poll()
    waiting.register(sock, 0)  # hanging up is told unasked
    return bool(waiting.poll(SECONDS * 1000))


# -- heartbeats ----------------------------------------------------------------------------------------
def test_a_comment_comes_at_least_every_15_seconds() -> None:
    late_seconds = 0.2  # each beat, on a busy worker
    assert hub.HEARTBEATS * (hub.BEAT_SECONDS + late_seconds) < 15


def test_a_silent_stream_is_sent_comments_and_events_between_them(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.002)
    live = Live(make_app())
    table = live.table()
    with closing(Follower(wsgi(live.app), table)) as stream:
        assert stream.quiet(3) == listed(table)
        table.act(0, {"type": "bid", "points": 1})
        assert types(stream.some(1)) == ["landlord.bid"]
        assert stream.quiet(3) == []


def test_nothing_is_sent_before_the_answer_to_a_poll(make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.002)
    live = Live(make_app())
    table = live.table()
    with closing(Follower(wsgi(live.app), table)) as stream:
        etag = table.get("/view").headers["etag"]
        poll = Answering(wsgi(live.app), f"{table.path}/view?wait=30", If_None_Match=etag)
        stream.quiet(3)  # three rounds of beats
        table.act(0, {"type": "bid", "points": 1})
        assert poll.reply().status == 200


# -- slow readers, and those who have left -------------------------------------------------------------
def test_a_reader_who_is_slow_costs_no_more_than_a_page_and_holds_up_nobody(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "PAGE", 50)
    table = live.table(options={"deals": 6}, seats=BOTS)
    events = listed(table)
    slow, unread = live.hold(table)
    _, read = live.hold(table)
    assert read_all(read) == events
    assert 0 < len(slow.unsent) < 2 * 50 * max(map(len, events))
    assert slow.after < len(events)
    assert read_all(unread) == events


def test_who_takes_nothing_for_long_is_dropped(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.002)
    monkeypatch.setattr(hub, "STALLED_SECONDS", 0.05)
    table = live.table(options={"deals": 6}, seats=BOTS)
    _, unread = live.hold(table)
    with unread:
        assert has_hung_up(unread)
    assert live.hub.places.taken() == 0


def test_who_has_left_is_forgotten(make_app: Callable[..., Flask]) -> None:
    live = Live(make_app(), most=2 * MANY, most_of_one=2 * MANY)
    table = live.table()
    for _ in range(MANY):
        live.hold(table)[1].close()
    for _ in range(MANY):
        _, ours = live.hold(table)
        with ours:
            while b"dealt" not in ours.recv(65_536):  # the hub has looked at its sockets since
                pass
        if live.hub.places.taken() <= 1:
            return
    raise AssertionError(f"{live.hub.places.taken()} are held for nobody")


def test_what_a_reader_says_is_nothing_to_us(live: Live) -> None:
    table = live.table()
    with closing(Follower(wsgi(live.app), table)) as stream:
        assert len(stream.some(3)) == 3
        stream.say(b"GET / HTTP/1.1\r\n\r\n" * 100)
        table.act(0, {"type": "bid", "points": 1})
        assert types(stream.some(1)) == ["landlord.bid"]


def test_who_says_more_than_anyone_who_listens_would_is_dropped(live: Live) -> None:
    table = live.table()
    with closing(Follower(wsgi(live.app), table)) as stream:
        assert len(stream.some(3)) == 3
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            stream.say(b"x" * 10 * hub.MOST_HEARD)


def test_a_stream_ends_when_its_game_expires(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.002)
    table = live.table()
    _, ours = live.hold(table)
    told = ours.recv(65_536)
    assert b"dealt" in told
    store = live.parts.store
    store.client.delete(*store.keys.of_game(table.id))  # as Redis does it: without a word
    live.parts.stored.clock = lambda: milliseconds() + DAYS_MS
    assert read_all(ours) == []
    assert live.hub.places.taken() == 0


def test_all_that_one_owner_has_is_ended_where_its_time_is_over(live: Live) -> None:
    table = live.table()
    _, theirs = live.hold(table, "owner")
    _, others = live.hold(table, "another")
    for sock in (theirs, others):
        while b"dealt" not in sock.recv(65_536):
            pass
    live.parts.store.client.publish(live.parts.store.keys.closing(), "owner")
    assert read_all(theirs) == []
    table.act(0, {"type": "bid", "points": 1})
    with others:
        assert b"landlord.bid" in others.recv(65_536)


def test_an_owner_whose_time_was_over_while_nobody_listened_is_ended_too(live: Live) -> None:
    store = live.parts.store
    store.agents.close_owner("owner", live.parts.stored.clock())
    _, theirs = live.hold(live.table(), "owner")
    assert types(read_all(theirs)) in ([], ["created", "started", "landlord.dealt"])


def test_an_owner_is_ended_whose_time_was_over_between_its_request_and_its_place(live: Live) -> None:
    table = live.table()
    _, first = live.hold(table, "owner")
    assert b"dealt" in first.recv(65_536)
    live.parts.store.client.publish(live.parts.store.keys.closing(), "owner")
    assert read_all(first) == []
    _, late = live.hold(table, "owner")  # it was judged before
    assert read_all(late) == []


def test_no_more_are_taken_than_there_may_be(make_app: Callable[..., Flask]) -> None:
    live = Live(make_app(), most=3, most_of_one=2)
    for owner in ("a", "a", "b"):
        live.hub.places.take(owner)
    assert live.hub.places.taken() == 3
    with pytest.raises(Full) as all_taken:
        live.hub.places.take("c")
    assert all_taken.value.most_of_one is None
    live.hub.places.give_back("b")
    with pytest.raises(Full) as of_one:
        live.hub.places.take("a")
    assert of_one.value.most_of_one == 2
    live.hub.places.take("c")


# -- the store fails for a moment ----------------------------------------------------------------------
class Failing(GameSource):
    """A game that can't be read the first times."""

    __slots__ = ("_failures",)

    def __init__(self, parts: Parts, table: Table, *failures: Exception) -> None:
        super().__init__(parts.games, table.id)
        self._failures = list(failures)

    def read(self, after: int) -> GameNews:
        if self._failures:
            raise self._failures.pop()
        return super().read(after)


def test_what_the_store_does_not_tell_at_once_is_told_later(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "AGAIN_SECONDS", 0.01)
    table = live.table(seats=BOTS)
    away = StoreUnavailable(ConnectionError("away"))
    _, ours = live.hold(table, source=Failing(live.parts, table, away, away))
    assert read_all(ours) == listed(table)


class Hanging(GameSource):
    """A game with which Redis hangs when it is read the second time: it takes what it is sent, and says nothing."""

    def __init__(self, parts: Parts, table: Table) -> None:
        super().__init__(parts.games, table.id)
        self._server = int(parts.store.client.info("server")["process_id"])
        self.reads = 0
        self.hangs = False

    def read(self, after: int) -> GameNews:
        self.reads += 1
        if self.reads == 2:
            self.hangs = True
            os.kill(self._server, signal.SIGSTOP)
        if self.hangs:
            raise StoreUnavailable(TimeoutError("it took too long"))
        return super().read(after)

    def goes_on(self) -> None:
        """Redis answers again."""
        self.hangs = False
        os.kill(self._server, signal.SIGCONT)


def test_a_store_that_hangs_is_waited_for_beside_those_who_listen(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.002)
    monkeypatch.setattr(hub, "AGAIN_SECONDS", 0.001)
    _, idle = live.hold(live.table())
    table = live.table()
    source = Hanging(live.parts, table)
    _, ours = live.hold(table, source=source)
    with idle, ours:
        assert received(ours, b"dealt")
        table.act(0, {"type": "bid", "points": 1})
        try:
            comments = 0
            for _ in range(1000):
                comments += idle.recv(65_536).count(HEARTBEAT)
                if source.hangs and comments > 20:
                    break
            reads = source.reads
        finally:
            source.goes_on()
        assert reads == 2  # it isn't asked again and again
        assert received(ours, b"landlord.bid")
