"""When Redis is away: one kind of error for everything, and nothing wrong once it is back."""

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread

import pytest

from service.store import Change, Kept, Store, StoreUnavailable, connect
from service.store.embedded import EmbeddedServer

MakeChange = Callable[..., Change]
THREADS = 8


class HangingUp:
    """A server that takes a command and closes the connection without an answer, as one that dies does."""

    def __init__(self, path: Path) -> None:
        self.url = f"unix://{path}"
        self._commands: list[bytes] = []
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._thread = Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with self._listener:
            while True:
                connection, _ = self._listener.accept()
                with connection:
                    received = connection.recv(65_536)
                if not received:
                    return
                # *<words> CRLF $<length> CRLF <word> CRLF ...
                self._commands.append(received.split(b"\r\n")[2])

    def commands(self) -> list[bytes]:
        """The first word of all that came, in order. The server ends."""
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(self.url.removeprefix("unix://"))
        self._thread.join(10)
        return self._commands


@pytest.fixture
def hanging_up(tmp_path: Path) -> HangingUp:
    return HangingUp(tmp_path / "s")


EVERYTHING: list[Callable[[Store, Change], object]] = [
    lambda store, _: store.ping(),
    lambda store, _: store.read("g"),
    lambda store, _: store.read_kept("g", "field", 0),
    lambda store, _: store.read_log("g", 0, 9),
    lambda store, _: store.log("g", 0, 9),
    lambda store, change: store.create("g", change),
    lambda store, change: store.commit("g", 1, change),
    lambda store, _: store.remove("g"),
    lambda store, _: store.public.add("g", "waiting", "landlord", 0),
    lambda store, _: store.public.move("g", "waiting", "active", "landlord", 0),
    lambda store, _: store.public.drop("g", "waiting", "landlord"),
    lambda store, _: store.public.page([("waiting", "landlord")], 9, None),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    running = EmbeddedServer(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def own_store(server: EmbeddedServer) -> Iterator[Store]:
    """A store on the server of this test alone."""
    with closing(connect(server.start(), connections=THREADS)) as client:
        yield Store(client)


@pytest.mark.parametrize("ask", EVERYTHING)
def test_everything_says_that_the_store_is_unavailable(
    tmp_path: Path, change: MakeChange, ask: Callable[[Store, Change], object]
) -> None:
    client = connect(f"unix://{tmp_path}/nobody", connections=1)
    with closing(client), pytest.raises(StoreUnavailable, match="Redis: "):
        ask(Store(client), change())


def test_the_store_is_unavailable_while_its_server_is_stopped(
    server: EmbeddedServer, own_store: Store, change: MakeChange, tmp_path: Path
) -> None:
    own_store.create("g", change())
    server.stop()
    with pytest.raises(StoreUnavailable):
        own_store.commit("g", 1, change())
    with pytest.raises(StoreUnavailable):
        own_store.read("g")
    again = EmbeddedServer(tmp_path)
    again.start()
    try:
        assert own_store.commit("g", 1, change())
    finally:
        again.stop()


def test_after_a_restart_no_request_meets_a_dead_connection(
    server: EmbeddedServer, own_store: Store, change: MakeChange, tmp_path: Path
) -> None:
    own_store.create("g", change())
    together = Barrier(THREADS)

    def read_at_once(_: int) -> bool:
        together.wait()
        return own_store.read("g") is not None

    with ThreadPoolExecutor(THREADS) as threads:
        assert all(threads.map(read_at_once, range(THREADS)))
        server.stop()
        again = EmbeddedServer(tmp_path)
        again.start()
        try:
            # the first to be sent are changes: they are not repeated, so each needs a living connection
            assert own_store.commit("g", 1, change())
            assert all(threads.map(read_at_once, range(THREADS)))
        finally:
            again.stop()


def test_scripts_that_a_restarted_redis_has_forgotten_are_told_again(store: Store, change: MakeChange) -> None:
    store.create("g", change())
    store.client.script_flush()
    assert store.commit("g", 1, change())
    store.client.script_flush()
    assert store.remove("g")


def test_an_idle_connection_that_was_closed_is_replaced_before_a_change_is_sent(
    server: EmbeddedServer, change: MakeChange
) -> None:
    url = server.start()
    with closing(connect(url, connections=1)) as client, closing(connect(url, connections=1)) as other:
        store = Store(client)
        store.create("g", change())
        assert other.client_kill_filter(_type="normal", skipme=True) == 1
        assert store.commit("g", 1, change())


def test_a_change_whose_answer_is_lost_is_not_sent_again(hanging_up: HangingUp, change: MakeChange) -> None:
    with closing(connect(hanging_up.url, connections=1)) as client, pytest.raises(StoreUnavailable):
        Store(client).commit("g", 1, change())
    assert hanging_up.commands() == [b"EVALSHA"]


def test_what_only_reads_is_asked_once_more(hanging_up: HangingUp) -> None:
    with closing(connect(hanging_up.url, connections=1)) as client:
        store = Store(client)
        for read in (store.read, lambda game_id: store.read_log(game_id, 0, 9)):
            with pytest.raises(StoreUnavailable):
                read("g")
    assert hanging_up.commands() == [b"HMGET", b"HMGET", b"MULTI", b"MULTI"]


def test_a_server_that_does_not_answer_in_time_is_unavailable(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "s"))
        silent.listen()
        with closing(connect(f"unix://{tmp_path}/s?socket_timeout=0.05", connections=1)) as hasty:
            store = Store(hasty)
            for read in (store.read, lambda game_id: store.read_log(game_id, 0, 9)):
                with pytest.raises(StoreUnavailable, match="Timeout"):
                    read("g")


def test_what_redis_refuses_is_told_as_unavailable_too(own_store: Store, change: MakeChange) -> None:
    own_store.create("g", change(kept=Kept("field", b"answer", 32_503_680_000_000)))
    own_store.client.config_set("maxmemory", "1")
    with pytest.raises(StoreUnavailable):
        own_store.commit("g", 1, change(b"x" * 1000))
    own_store.client.config_set("maxmemory", "0")
    # it was refused whole
    game, log = own_store.read_log("g", 0, 9)
    assert game is not None
    assert (game.version, log) == (1, [b"event"])
    assert own_store.commit("g", 1, change())


def test_one_connection_more_than_there_may_be_fails_at_once(redis_url: str) -> None:
    with closing(connect(redis_url, connections=1)) as client:
        store = Store(client)
        with closing(client.pubsub()) as waiting:  # type: ignore[no-untyped-call]  # redis-py gives it no types
            waiting.subscribe("channel")
            with pytest.raises(StoreUnavailable, match="Too many connections"):
                store.ping()
        store.ping()
