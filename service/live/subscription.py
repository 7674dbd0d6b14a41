"""The subscription of a worker, kept alive: opened, asked for signs of life, opened again where it was lost."""

import socket
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic
from typing import Final

import redis

from service.live.loop import Loop
from service.live.wakes import CHANGED, CONFIRMED, Wakes
from service.store import StoreUnavailable

RECONNECT_SECONDS: Final = 0.25
PING_SECONDS: Final = 10.0
SILENT_SECONDS: Final = 25.0
"""After so long without a sign of life the connection is taken for lost."""


class Subscription:
    """Tells of changes on channels. For the loop's thread."""

    def __init__(
        self,
        loop: Loop,
        client: redis.Redis,
        wanted: Callable[[], Iterable[str]],
        on_change: Callable[[str, bytes], None],
        on_loss: Callable[[], None],
    ) -> None:
        """`wanted`: every channel there is to listen to. `on_change`: something has happened there, or may have; what was said.

        It is called for each channel once Redis has confirmed that it will tell of it, and then at each change. After
        on_loss it is called again for each channel when it is confirmed anew.
        """
        self._loop = loop
        self._wakes = Wakes(client)
        self._wanted = wanted
        self._on_change = on_change
        self._on_loss = on_loss
        self._sock: socket.socket | None = None
        self._heard = 0.0

    def start(self) -> None:
        """Open it, and look after it from now on."""
        self._connect()
        self._loop.after(PING_SECONDS, self._look_after)

    def add(self, channel: str) -> None:
        """Listen to one more."""
        if self._sock is not None:
            self._try(lambda: self._wakes.subscribe([channel]))

    def remove(self, channel: str) -> None:
        """Listen to one less."""
        if self._sock is not None:
            self._try(lambda: self._wakes.unsubscribe([channel]))

    def _connect(self) -> None:
        """Open it beside the thread, for a Redis that hangs takes long to say nothing."""
        self._loop.beside(self._open)

    def _open(self) -> None:
        try:
            sock = self._wakes.connect()
        except StoreUnavailable:
            self._loop.hand_over(self._try_again)
        else:
            self._loop.hand_over(partial(self._opened, sock))

    def _try_again(self) -> None:
        self._loop.after(RECONNECT_SECONDS, self._connect)

    def _opened(self, sock: socket.socket) -> None:
        try:
            self._wakes.subscribe(self._wanted())
        except StoreUnavailable:
            self._try_again()
            return
        self._heard = monotonic()
        self._sock = sock
        self._loop.watch(sock, lambda _: self._try(self._listen))

    def _listen(self) -> None:
        for what, channel, said in self._wakes.events():
            self._heard = monotonic()
            if what in (CONFIRMED, CHANGED):
                self._on_change(channel, said)

    def _look_after(self) -> None:
        """Find out whether the other end has vanished, which nothing else would tell."""
        self._loop.after(PING_SECONDS, self._look_after)
        if self._sock is None:
            return
        if monotonic() - self._heard > SILENT_SECONDS:
            self._wakes.close()
            self._lost()
        else:
            self._try(self._wakes.ping)

    def _try(self, ask: Callable[[], None]) -> None:
        try:
            ask()
        except StoreUnavailable:
            self._lost()

    def _lost(self) -> None:
        if self._sock is not None:
            self._loop.unwatch(self._sock)
            self._sock = None
            self._on_loss()
            self._loop.after(0, self._connect)
