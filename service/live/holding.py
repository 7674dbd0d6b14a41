"""From a request to a listener: the client's socket goes to the hub, and the thread back to its pool.

gunicorn shows the socket of a request; a copy of it goes to the hub, and a dummy takes its place, which gunicorn then
closes. Where there is no such socket (another server, a test client, TLS in gunicorn) a pair of sockets stands between
the hub and the request's thread, which waits for the whole time: so fewer of those are held.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any, Final, NamedTuple

from service.live.hub import Hub
from service.live.listeners import RETRY, Listener, Poll
from service.live.news import Ask
from service.live.places import Full

HELD: Final = "card_commons.held"
"""Where a route leaves in its environ what is to be held: a HeldStream or a HeldPoll."""
SOCKETS: Final = "card_commons.sockets"
"""Set beside it: two sockets, opened while the answer could still be a refusal."""
WAITED: Final = "card_commons.waited"
"""Set in the environ of a poll that is asked again."""
READ_AT_ONCE: Final = 65_536

Headers = list[tuple[str, str]]


class Begun(NamedTuple):
    """How a WSGI answer begins: its status line and its headers."""

    status: str
    headers: Headers

    def endless(self) -> "Begun":
        """The same of a body whose length nobody knows."""
        return Begun(self.status, [(name, value) for name, value in self.headers if name.lower() != "content-length"])

    def head(self) -> bytes:
        """As HTTP, of an answer after which the connection is closed."""
        lines = [f"HTTP/1.1 {self.status}", "Connection: close", f"Date: {formatdate(usegmt=True)}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        return "\r\n".join((*lines, "", "")).encode("latin-1")


Asked = Callable[[dict[str, Any]], tuple[Begun, bytes]]
"""Asks the app again: how its answer begins, and the body."""


@dataclass(frozen=True)
class HeldStream:
    """A stream, and who is counted for it."""

    owner: str
    listener: Listener[Any]


@dataclass(frozen=True)
class HeldPoll:
    """A request that waits and is then asked once more, and who is counted for it."""

    owner: str
    listener: Callable[[Ask], Poll[Any]]
    """Makes the listener, from what gives the answer."""


Held = HeldStream | HeldPoll


class Holding:
    """What routes and the layer around the app need to hold a request open."""

    def __init__(self, hub: Hub, by_thread: int) -> None:
        """`by_thread`: how many may be held by a thread of their own."""
        self.hub = hub
        self._by_thread = by_thread
        self._lock = threading.Lock()
        self._threads = 0

    def reserve(self, environ: dict[str, Any], owner: str) -> None:
        """Count a listener that is about to be held, and open the sockets that it takes. Raises Full."""
        self.hub.places.take(owner)
        by_thread = not _can_be_detached(environ)
        try:
            if by_thread:
                self._take_thread()
            environ[SOCKETS] = socket.socketpair() if by_thread else _copy_and_dummy(environ["gunicorn.socket"])
        except Full:
            self.hub.places.give_back(owner)
            raise
        except OSError as error:  # no more files can be opened
            self.hub.places.give_back(owner)
            if by_thread:
                self._give_thread_back()
            raise Full(None) from error

    def hold(self, environ: dict[str, Any], begun: Begun, start_response: Any, again: Asked) -> Iterable[bytes]:
        """The rest of a WSGI answer whose route left something under HELD."""
        held = environ.pop(HELD)
        if _can_be_detached(environ):
            self._detach(environ, held, begun, again)
            start_response("200 OK", [("Connection", "close")])  # to the dummy
            return ()
        body = self._by_a_thread(environ, held, begun, start_response, again)
        next(body)
        return body

    def _detach(self, environ: dict[str, Any], held: Held, begun: Begun, again: Asked) -> None:
        sock, dummy = environ.pop(SOCKETS)
        with dummy:
            os.dup2(dummy.fileno(), environ["gunicorn.socket"].fileno(), inheritable=False)
        if isinstance(held, HeldStream):
            self.hub.hold(held.listener, sock, begun.endless().head() + RETRY)
            return
        kept = _to_ask_again(environ)

        def ask() -> bytes:
            answered, body = again(kept)
            return answered.head() + body

        self.hub.hold(held.listener(ask), sock)

    def _by_a_thread(
        self, environ: dict[str, Any], held: Held, begun: Begun, start_response: Any, again: Asked
    ) -> Iterator[bytes]:
        """The first piece is nothing: a generator that has begun comes to its end whatever becomes of it."""
        ours, theirs = environ.pop(SOCKETS)
        try:
            self.hub.hold(held.listener if isinstance(held, HeldStream) else held.listener(lambda: b"."), theirs)
            yield b""
            if isinstance(held, HeldStream):
                start_response(*begun.endless())
                yield RETRY
                while data := ours.recv(READ_AT_ONCE):
                    yield data
            else:
                ours.recv(1)
                answered, body = again(_to_ask_again(environ))
                start_response(*answered)
                yield body
        finally:
            ours.close()
            self._give_thread_back()

    def _take_thread(self) -> None:
        with self._lock:
            if self._threads >= self._by_thread:
                raise Full(None)
            self._threads += 1

    def _give_thread_back(self) -> None:
        with self._lock:
            self._threads -= 1


def _can_be_detached(environ: dict[str, Any]) -> bool:
    """Whether the request came over a plain socket that gunicorn shows, one request at a time."""
    return type(environ.get("gunicorn.socket")) is socket.socket and environ["SERVER_PROTOCOL"].startswith("HTTP/1.")


def _copy_and_dummy(theirs: socket.socket) -> tuple[socket.socket, socket.socket]:
    """The client's socket under another number, and a dummy to take its place. Raises OSError."""
    dummy, other = socket.socketpair()
    other.close()
    try:
        return socket.socket(fileno=os.dup(theirs.fileno())), dummy
    except OSError:
        dummy.close()
        raise


def _to_ask_again(environ: dict[str, Any]) -> dict[str, Any]:
    """The request as it can be asked once more, when nothing of the server's is at hand any longer."""
    left_out = ("werkzeug.request", "gunicorn.socket")
    return {name: value for name, value in environ.items() if name not in left_out} | {WAITED: True}
