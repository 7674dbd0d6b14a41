"""The other end of what is held open: many readers of streams, in one thread and one selector."""

import selectors
import socket
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, Protocol, Self

from bench.load import OK, READ_BYTES
from service.process import raise_file_limit

AT_ONCE: Final = 200
"""Streams that are being opened at a time: fewer than a server lets wait."""
OPEN_SECONDS: Final = 30
END_OF_FRAME: Final = b"\n\n"
COMMENT: Final = b":"
NUMBER: Final = b"id: "


class Ear(Protocol):
    """What is waited on."""

    socket: socket.socket

    def receive(self) -> object:
        """Take what has come; called when there is something."""


class Reader:
    """A reader of one stream, who keeps nothing but how far it was told."""

    def __init__(self, port: int, message: bytes) -> None:
        """Connect, and send the request that asks for the stream."""
        self.socket = socket.create_connection(("127.0.0.1", port), OPEN_SECONDS)
        self.socket.sendall(message)
        self._part = b""
        self.is_open = False
        """Whether the answer has begun, and with success."""
        self.last = 0
        """The number of the last event."""
        self.frame = b""
        """The last event as it came, without the blank line that ends it."""
        self.comments = 0
        """How many have come."""

    def receive(self) -> None:
        """Take what has come. Raises RuntimeError where the stream has ended, or was refused."""
        part = self.socket.recv(READ_BYTES)
        *frames, self._part = (self._part + part).split(END_OF_FRAME)
        for frame in frames:
            if frame == COMMENT:
                self.comments += 1
            elif frame.startswith(NUMBER):
                self.last = int(frame[len(NUMBER) : frame.index(b"\n")])
                self.frame = frame
            elif OK.match(frame):  # the head, and the first frame behind it
                self.is_open = True
        if not part or not self.is_open:
            raise RuntimeError(f"not a stream: {(self._part or b''.join(frames))[:500]!r}")


class Audience:
    """Readers and whatever else is waited on with them. Closes its readers where it is used with `with`."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self.readers: list[Reader] = []

    def __enter__(self) -> Self:
        raise_file_limit()
        return self

    def __exit__(self, *_: object) -> None:
        for reader in self.readers:
            reader.socket.close()
        self._selector.close()

    def add(self, ear: Ear) -> None:
        """Wait on something more."""
        self._selector.register(ear.socket, selectors.EVENT_READ, ear)

    def open(self, port: int, messages: Iterable[bytes], each: Callable[[int], None] = lambda _: None) -> None:
        """Open a stream with each request, and wait until all have begun; `each` is told how many there are.

        Raises RuntimeError where one is refused.
        """
        left = iter(messages)
        while some := [Reader(port, message) for message in islice(left, AT_ONCE)]:
            for reader in some:
                self.add(reader)
            self.readers += some
            self.until(lambda: all(reader.is_open for reader in self.readers[-AT_ONCE:]))
            each(len(self.readers))

    def listen(self, seconds: float) -> None:
        """Take what has come, and wait for it so long at most."""
        for key, _ in self._selector.select(seconds):
            key.data.receive()

    def listen_on(self, seconds: float) -> None:
        """Take all that comes in so long."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            self.listen(left)

    def until(self, is_enough: Callable[[], bool], seconds: float = OPEN_SECONDS) -> None:
        """Take what comes until it is enough. Raises RuntimeError where that lasts too long."""
        end = time.perf_counter() + seconds
        while not is_enough():
            left = end - time.perf_counter()
            if left <= 0:
                raise RuntimeError(f"not told enough in {seconds:g} s")
            self.listen(left)

    def last(self, number: int) -> bool:
        """Whether every reader was told the event of that number."""
        return all(reader.last >= number for reader in self.readers)
