"""A small load generator: keep-alive connections on one thread, each of which has one request under way.

It knows just enough HTTP for the servers here: answers with a Content-Length. Requests are bytes that were made
before, so that little is done while the time counts.
"""

import re
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

Requests = Iterator[bytes]

OK: Final = re.compile(rb"HTTP/1\.1 20[01] ")
LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
HEAD_END: Final = b"\r\n\r\n"
READ_BYTES: Final = 65_536
ANSWER_SECONDS: Final = 30


def request(method: str, path: str, *, token: str | None = None, body: bytes | None = None) -> bytes:
    """A whole request, ready to be sent."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/json"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + HEAD_END + (body or b"")


class Connection:
    """One connection, which takes its requests from an iterator until that ends."""

    def __init__(self, port: int, requests: Requests) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), ANSWER_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._requests = requests
        self._received = b""

    def send_next(self) -> bool:
        """Send the next request; False where there is none."""
        message = next(self._requests, None)
        if message is None:
            return False
        self.socket.sendall(message)
        return True

    def receive(self) -> bytes | None:
        """The body of the answer once it is there whole, None before. Raises RuntimeError unless it is 200 or 201."""
        part = self.socket.recv(READ_BYTES)
        self._received += part
        head, end, body = self._received.partition(HEAD_END)
        length = LENGTH.search(head + b"\r\n") if end else None
        if part and (length is None or len(body) < int(length[1])):
            return None
        if not part or not OK.match(head):
            raise RuntimeError(f"not what was expected of the server: {self._received[:500]!r}")
        self._received = b""
        return body


def drive(port: int, lanes: list[Requests], seconds: float | None = None) -> int:
    """Send the requests of each lane over a connection of its own; how many were answered.

    After so many seconds no more are sent; without, it goes on until all lanes have ended. What was sent is
    answered when this comes back. Raises RuntimeError for an answer that is no success, or none at all.
    """
    give_up = None if seconds is None else time.perf_counter() + seconds
    answered = 0
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        waiting = 0
        for lane in lanes:
            connection = Connection(port, lane)
            stack.enter_context(connection.socket)
            if connection.send_next():
                selector.register(connection.socket, selectors.EVENT_READ, connection)
                waiting += 1
        while waiting:
            ready = selector.select(ANSWER_SECONDS)
            if not ready:
                raise RuntimeError(f"no answer from port {port} in {ANSWER_SECONDS} s")
            for key, _ in ready:
                if key.data.receive() is None:
                    continue
                answered += 1
                if (give_up is not None and time.perf_counter() >= give_up) or not key.data.send_next():
                    selector.unregister(key.fileobj)
                    waiting -= 1
    return answered


def ask(port: int, message: bytes) -> bytes:
    """The body of the answer to one request. Raises as drive does."""
    connection = Connection(port, iter((message,)))
    with connection.socket:
        connection.send_next()
        while (body := connection.receive()) is None:
            pass
        return body
