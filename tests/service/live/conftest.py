"""What the tests of what is held open share: an app, and a hub of their own beside the app's."""

import socket
from collections.abc import Callable

import pytest
from flask import Flask

from service.app import Parts
from service.live.hub import Hub
from service.live.listeners import Stream
from service.live.news import GameSource
from service.live.places import Places
from tests.calling import PLAYERS, InProcess, Table
from tests.following import SECONDS

LITTLE = 4608
"""The least that Linux lets a socket hold back, in bytes."""


class Live:
    """An app, and a hub of its own on the same store."""

    def __init__(self, app: Flask, most: int = 100, most_of_one: int = 100) -> None:
        self.app = app
        self.parts: Parts = app.extensions["card-commons"]
        self.hub = Hub(
            self.parts.store.client,
            Places(most, lambda _: most_of_one),
            lambda: self.parts.stored.clock(),  # noqa: PLW0108  # a test may set another clock later
            self.parts.store.keys.closing(),
            self.parts.store.agents.closed,
        )

    def table(self, **wanted: object) -> Table:
        """A game of landlord."""
        return Table(InProcess(self.app.test_client()), "landlord", **{"seats": PLAYERS[:3], **wanted})

    def hold(self, table: Table, owner: str = "somebody", source: GameSource | None = None) -> tuple[Stream, socket.socket]:
        """A spectator's stream with little room for what isn't read, and the reader's socket."""
        ours, theirs = socket.socketpair()
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)
        ours.settimeout(SECONDS)
        stream = Stream(source or GameSource(self.parts.games, table.id), 0, None, owner)
        self.hub.places.take(owner)
        self.hub.hold(stream, theirs)
        return stream, ours


@pytest.fixture
def live(make_app: Callable[..., Flask]) -> Live:
    return Live(make_app())
