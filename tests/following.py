"""How tests follow a game over real HTTP: a reader of Server-Sent Events, and a request that waits."""

import json
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import Any

import msgspec
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

from tests.calling import Reply, Table
from tests.checking import check_response
from tests.event_stream import END, Frame, frame, is_retry

SECONDS = 30.0
"""Longer than anything here takes; who waits longer fails."""


Opener = Callable[[str, str, Mapping[str, str]], socket.socket]
"""Sends a request (method, path, headers) and gives the socket on which the answer comes."""


def http(port: int, receive_buffer: int | None = None) -> Opener:
    """Asks a server on 127.0.0.1, over a connection that holds so many bytes which nobody has read."""

    def opened(method: str, path: str, headers: Mapping[str, str]) -> socket.socket:
        sock = socket.socket()
        if receive_buffer is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        sock.settimeout(SECONDS)
        try:
            sock.connect(("127.0.0.1", port))
        except OSError:
            sock.close()
            raise
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in {"Host": "tests", **headers}.items())]
        sock.sendall("\r\n".join([*lines, "", ""]).encode())
        return sock

    return opened


def wsgi(app: Flask, send_buffer: int | None = None) -> Opener:
    """Asks an app as gunicorn does, which shows it the client's socket. What isn't held is answered on that socket."""

    def opened(method: str, path: str, headers: Mapping[str, str]) -> socket.socket:
        ours, theirs = socket.socketpair()
        if send_buffer is not None:
            theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        environ = EnvironBuilder(path, method=method, headers=Headers(dict(headers))).get_environ()
        environ |= {"gunicorn.socket": theirs, "REMOTE_ADDR": "127.0.0.1"}
        begun: list[bytes] = []

        def start(status: str, given: list[tuple[str, str]], _exc_info: Any = None, /) -> Any:
            begun.append("\r\n".join([f"HTTP/1.1 {status}", *(": ".join(pair) for pair in given), "", ""]).encode())

        body = b"".join(app(environ, start))
        with theirs, suppress(BrokenPipeError):  # it was held: this is a dummy now
            theirs.sendall(begun[0] + body)
        return ours

    return opened


class Answering:
    """A request over a connection of its own, whose answer is read as it comes. For one thread."""

    def __init__(self, opener: Opener, path: str, token: str | None = None, method: str = "GET", **headers: str) -> None:
        """`headers`: with underscores for dashes."""
        self.method, self.path = method, path
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        self.renew()
        self.socket = opener(method, path, given)
        self.received = b""

    def renew(self) -> None:
        """Wait for SECONDS from now on, and no longer."""
        self.deadline = monotonic() + SECONDS

    def more(self) -> bool:
        """Wait for something to be received; False where the connection has ended."""
        self.socket.settimeout(max(0.001, self.deadline - monotonic()))
        try:
            data = self.socket.recv(65_536)
        except ConnectionError:
            data = b""
        self.received += data
        return bool(data)

    def up_to(self, end: bytes) -> bytes | None:
        """What comes before an end; None where the connection ends first."""
        while end not in self.received:
            if not self.more():
                return None
        found, _, self.received = self.received.partition(end)
        return found

    def head(self) -> tuple[int, dict[str, str]]:
        """The status and the headers, names in lower case. Raises ConnectionError where the connection ends before."""
        head = self.up_to(b"\r\n\r\n")
        if head is None:
            self.close()
            raise ConnectionError("the connection ended before there was an answer")
        first, *lines = head.decode("latin-1").split("\r\n")
        pairs = [line.partition(": ") for line in lines]
        return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}

    def reply(self) -> Reply:
        """The whole answer, which is no stream, held to the document. The connection is closed."""
        status, headers = self.head()
        return self.rest_of(status, headers)

    def rest_of(self, status: int, headers: dict[str, str]) -> Reply:
        """The same, when the head has been read."""
        is_empty = self.method == "HEAD" or status in (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)
        size = 0 if is_empty else int(headers["content-length"])
        while len(self.received) < size:
            assert self.more(), "the connection ended in the middle of the answer"
        self.close()
        check_response(self.method, self.path, status, headers, self.received)
        return Reply(status, headers, self.received)

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()


class Follower:
    """A reader of a game's stream. For one thread."""

    def __init__(self, opener: Opener, table: Table, seat: int | None = None, after: int | None = None) -> None:
        """`after`: the number of the last event that the reader has, sent as Last-Event-ID. Raises ConnectionError."""
        token = None if seat is None else table.tokens[seat]
        headers = {} if after is None else {"Last_Event_ID": str(after)}
        self._answer = Answering(opener, f"{table.path}/stream", token, **headers)
        self.comments = 0
        self.ended = False
        self.status, self.headers = self._answer.head()
        self._body = b""
        if self.status == HTTPStatus.OK:
            first = self._answer.up_to(END)
            if first is None:
                self._answer.close()
                raise ConnectionError("the connection ended before the stream began")
            assert is_retry(first), first
            self._body = first + END

    def __iter__(self) -> Iterator[Frame]:
        """Events as they come, to the end of the stream."""
        return (found for found in self._each() if found is not None)

    def _each(self) -> Iterator[Frame | None]:
        """Events, and None for comments, as they come; none may be longer in coming than SECONDS, whatever was done before."""
        self._answer.renew()
        while (block := self._answer.up_to(END)) is not None:
            self._body += block + END
            found = frame(block)
            self.comments += found is None
            yield found
            if found is not None:
                self._answer.renew()
        self.ended = True

    def up_to(self, is_last: Callable[[Frame], bool]) -> list[bytes]:
        """The events up to the first of which a condition holds, each as its JSON; all where the stream ends before."""
        read: list[bytes] = []
        for found in self:
            read.append(found.data)
            if is_last(found):
                break
        return read

    def some(self, size: int) -> list[bytes]:
        """So many events, each as its JSON; fewer where the stream ends before."""
        return [found.data for _, found in zip(range(size), self, strict=False)]

    def quiet(self, comments: int) -> list[bytes]:
        """The events that come before so many more comments, each as its JSON."""
        most = self.comments + comments
        read: list[bytes] = []
        for found in self._each():
            if found is not None:
                read.append(found.data)
            elif self.comments == most:
                break
        return read

    def say(self, data: bytes) -> None:
        """Send something more on the connection."""
        self._answer.socket.sendall(data)

    def rest(self) -> list[bytes]:
        """The events up to the end of the stream, each as its JSON."""
        read = [found.data for found in self]
        self.close()
        return read

    def close(self) -> None:
        """Close the connection. What was read is held to the document."""
        if self.status != HTTPStatus.OK:
            self._answer.rest_of(self.status, self.headers)
            return
        self._answer.close()
        check_response("GET", self._answer.path, self.status, self.headers, self._body)


class Page(msgspec.Struct):
    """A page of events, each as it was sent."""

    events: list[msgspec.Raw]
    next: int | None


def listed(table: Table, seat: int | None = None, after: int = 0) -> list[bytes]:
    """What GET events lists, each as its JSON, byte for byte."""
    read: list[bytes] = []
    start: int | None = after
    while start is not None:
        page = msgspec.json.decode(table.get(f"/events?limit=1000&after={start}", seat).body, type=Page)
        read += map(bytes, page.events)
        start = page.next
    return read


def types(events: list[bytes]) -> list[str]:
    """The types of events."""
    return [json.loads(event)["type"] for event in events]
