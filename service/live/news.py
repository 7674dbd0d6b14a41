"""What there is to be told: of a game, what its log says after a number; of an agent, the turns that wait for it."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from service.play.games import Games
from service.play.log import Entry, told_one
from service.play.progress import Progress
from service.play.shapes import GameStatus

PAGE: Final = 500
"""Events that are read at once; who is further behind is told the rest after it."""


class News(Protocol):
    """What was read of a source."""

    deadline_ms: int | None
    """When the next turn there runs out, in ms since 1970; None where there is no clock."""
    expires_ms: int | None
    """When the source is gone if nothing happens before, in ms since 1970; None where it lives on."""
    is_all: bool
    """Whether nothing was left to be read."""


class Source(Protocol):
    """What can be listened to."""

    channel: str
    """Where Redis tells of changes."""

    def read(self, after: int) -> News:
        """What there is after a number, as it is stored: a turn that has run out is settle's.

        Raises Refused where the source is gone, and StoreUnavailable.
        """

    def settle(self) -> None:
        """Apply turns that have run out, as any reader would. The change wakes whoever listens. Raises as read."""


class GameNews:
    """A part of a game's log, and how the game stands. Each event is encoded once for all who may know the same of it."""

    def __init__(self, progress: Progress, entries: Sequence[Entry], after: int) -> None:
        """`entries`: those with the numbers after + 1 and on."""
        self._progress = progress
        self._entries = entries
        self._first = after + 1
        self._frames: dict[tuple[int, int | None], bytes] = {}
        self._told: dict[tuple[int, int | None], bytes] = {}
        """What was told after a number: most of those who watch are as far as one another."""
        self.version = progress.version
        self.last = after + len(entries)
        """The number of the last event here."""
        self.over = progress.status is GameStatus.FINISHED
        self.deadline_ms = progress.table.deadline_ms
        self.expires_ms: int | None = progress.table.expires_ms
        self.is_all = self.last >= self.version

    def frames(self, after: int, seat: int | None) -> bytes:
        """The events after a number as Server-Sent Events, as the player of a seat, or a spectator, may know them."""
        key = after, self._progress.table.viewer(seat)
        told = self._told.get(key)
        if told is None:
            numbers = range(max(after + 1, self._first), self.last + 1)
            told = self._told[key] = b"".join([self._frame(number, key[1]) for number in numbers])
        return told

    def _frame(self, number: int, seat: int | None) -> bytes:
        key = number, seat
        made = self._frames.get(key)
        if made is None:
            made = self._frames[key] = self._made(number, seat)
        return made

    def _made(self, number: int, seat: int | None) -> bytes:
        entry = self._entries[number - self._first]
        data = told_one(self._progress.ruleset, entry, number, self._progress.table.created_ms, seat)
        tag = str(type(entry.event).__struct_config__.tag)
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (number, tag.encode(), data)


class GameSource:
    """A game, as a source of events."""

    __slots__ = ("_game_id", "_games", "channel")

    def __init__(self, games: Games, game_id: str) -> None:
        self._games = games
        self._game_id = game_id
        self.channel = games.stored.store.keys.wake(game_id)

    def read(self, after: int) -> GameNews:
        """As Source says."""
        return GameNews(*self._games.follow(self._game_id, after, PAGE), after)

    def settle(self) -> None:
        """As Source says."""
        self._games.stored.settled(self._game_id)


Ask = Callable[[], bytes]
"""Gives a whole answer, as HTTP; takes as long as a request."""
