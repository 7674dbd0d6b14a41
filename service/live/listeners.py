"""Who listens: a socket, and what is to be said on it."""

import socket
from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar

from service.live.news import Ask, GameNews, News, Source

RETRY: Final = b"retry: 1000\n\n"
"""Milliseconds after which a reader that was cut off comes back."""
HEARTBEAT: Final = b":\n\n"
"""A comment: it keeps proxies from closing a silent connection, and finds out whether anybody is there."""

N = TypeVar("N", bound=News)


class Listener(ABC, Generic[N]):
    """A socket that doesn't block, and what has been said on it. But for its making it is the hub's thread's alone."""

    __slots__ = ("after", "ends", "heard", "is_held", "owner", "since", "sock", "source", "unsent")

    def __init__(self, source: Source, after: int, owner: str) -> None:
        self.source = source
        self.after = after
        """The number of the last event that was told, or of the version that is known."""
        self.owner = owner
        """Who is counted for it."""
        self.sock: socket.socket
        self.unsent = b""
        """What the socket would not take yet. While there is some, nothing more is read for this listener."""
        self.since = 0.0
        """When the socket refused to take more, in seconds of the hub's clock; 0 while it takes all."""
        self.heard = 0
        """Bytes that the other end has said since it listens."""
        self.is_held = True
        self.ends = False
        """Whether the socket is closed once all is sent."""

    @abstractmethod
    def take(self, news: N) -> bytes:
        """What is to be said of news; sets `ends` where that is the last."""

    def heartbeat(self) -> bytes:
        """What is said when nothing has happened for long; nothing where that can't be."""
        return b""

    def note(self) -> None:
        """Note with each heartbeat that the reader is here, where anybody wants to know. Raises StoreUnavailable."""

    def forget(self) -> None:
        """Let go of what is wanted no longer once the socket is closed; an alarm may keep the rest for a while."""


class Stream(Listener[GameNews]):
    """A reader of a game's events as Server-Sent Events, from a number on to the end of the game."""

    __slots__ = ("seat",)

    def __init__(self, source: Source, after: int, seat: int | None, owner: str) -> None:
        super().__init__(source, after, owner)
        self.seat = seat
        """The reader's; None for a spectator."""

    def take(self, news: GameNews) -> bytes:
        told = news.frames(self.after, self.seat)
        self.after = max(self.after, news.last)
        self.ends = news.over and self.after >= news.version
        return told

    def heartbeat(self) -> bytes:
        return HEARTBEAT


class Poll(Listener[N]):
    """Who waits until there is something new, or the time is up; then the question is asked again."""

    __slots__ = ("ask", "asked", "seconds")

    def __init__(self, source: Source, after: int, owner: str, seconds: float, ask: Ask) -> None:
        super().__init__(source, after, owner)
        self.seconds = seconds
        """How long it waits at most."""
        self.ask = ask
        self.asked = False

    def take(self, news: N) -> bytes:
        self.ends = self.is_new(news)
        return b""

    def forget(self) -> None:
        self.ask = _nothing

    @abstractmethod
    def is_new(self, news: N) -> bool:
        """Whether it has what it waits for."""


class GamePoll(Poll[GameNews]):
    """Who waits for a game to be at another version."""

    __slots__ = ()

    def is_new(self, news: GameNews) -> bool:
        return news.version != self.after


def _nothing() -> bytes:
    """The answer to a poll that is gone."""
    return b""
