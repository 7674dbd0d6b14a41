"""A thread that waits on many sockets at once, does what other threads hand it, and keeps alarms."""

import logging
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Final

THREADS: Final = 2
READ_AT_ONCE: Final = 4096
LONGEST_PAUSE: Final = 3600.0

_log: Final = logging.getLogger("card_commons.live")
Work = Callable[[], None]


class Loop:
    """The thread starts with the first thing that it is handed. But for hand_over, all is for that thread alone."""

    def __init__(self) -> None:
        self._inbox: deque[Work] = deque()
        self._lock = threading.Lock()
        self._poke: socket.socket | None = None
        self._selector: selectors.BaseSelector
        self._beside: ThreadPoolExecutor
        self._alarms: list[tuple[float, int, Work]] = []
        self._numbers = count()

    def hand_over(self, work: Work) -> None:
        """Have something done by the thread, soon and in the order in which it comes."""
        self._inbox.append(work)
        with self._lock:
            if self._poke is None:
                self._poke = self._start()
        with suppress(BlockingIOError):  # it is awake: the pair is full of pokes
            self._poke.send(b"x")

    def at(self, moment: float, work: Work) -> None:
        """Do something at a moment of the monotonic clock."""
        heappush(self._alarms, (moment, next(self._numbers), work))

    def after(self, seconds: float, work: Work) -> None:
        """Do something in so many seconds."""
        self.at(monotonic() + seconds, work)

    def watch(self, sock: socket.socket, on_event: Callable[[int], None]) -> None:
        """Call on_event when the socket can be read."""
        self._selector.register(sock, selectors.EVENT_READ, on_event)

    def rewatch(self, sock: socket.socket, on_event: Callable[[int], None], *, writable: bool) -> None:
        """The same of a socket that is watched already; when it can be written to, too, if that is wanted."""
        events = selectors.EVENT_READ | selectors.EVENT_WRITE if writable else selectors.EVENT_READ
        self._selector.modify(sock, events, on_event)

    def unwatch(self, sock: socket.socket) -> None:
        """Watch it no longer; it may be closed already."""
        self._selector.unregister(sock)

    def beside(self, work: Work) -> None:
        """Have something that takes long done by another thread."""
        self._beside.submit(_guarded, work)

    # -- the thread ------------------------------------------------------------------------------------
    def _start(self) -> socket.socket:
        poke, poked = socket.socketpair()
        for end in (poke, poked):
            end.settimeout(0)
        threading.Thread(target=self._run, args=(poked,), name="live", daemon=True).start()
        return poke

    def _run(self, poked: socket.socket) -> None:
        self._selector = selectors.DefaultSelector()
        self._beside = ThreadPoolExecutor(THREADS, thread_name_prefix="live-beside")
        self.watch(poked, lambda _: _guarded(lambda: poked.recv(READ_AT_ONCE)))
        while True:
            for key, events in self._selector.select(self._pause()):
                _guarded(lambda key=key, events=events: key.data(events))  # type: ignore[misc]  # its types are the selector's
            while self._inbox:
                _guarded(self._inbox.popleft())
            while self._alarms and self._alarms[0][0] <= monotonic():
                _guarded(heappop(self._alarms)[2])

    def _pause(self) -> float:
        if self._inbox:
            return 0
        return max(0.0, self._alarms[0][0] - monotonic()) if self._alarms else LONGEST_PAUSE


def _guarded(work: Callable[[], object]) -> None:
    """A fault in one thing must not end the thread that does all others; it is logged."""
    try:
        work()
    except Exception:  # noqa: BLE001  # whatever it is: the others are not to blame
        _log.exception("a fault in what is held open")
