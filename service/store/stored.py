"""What the store takes and gives: bytes, whole numbers and ids. All times are milliseconds since 1970, UTC."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it is stored."""

    version: int
    """The number of its last event, from 1."""
    table: bytes
    state: bytes
    """Empty while the game waits for players."""

    @classmethod
    def of(cls, fields: Sequence[bytes | None]) -> "Stored | None":
        """The game from the fields v, t and s of its hash; None where they are missing."""
        version, table, state = fields
        if version is None or table is None or state is None:
            return None
        return cls(int(version), table, state)


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer to be given again to whoever repeats a request."""

    field: str
    """Who asked and under which key; not empty."""
    value: bytes
    until_ms: int
    """When it ends."""


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a game: what it becomes, and what happened."""

    table: bytes
    state: bytes
    events: Sequence[bytes]
    """In order, at least one: the version grows by their number."""
    expires_at_ms: int
    """When the game is gone unless it changes again."""
    kept: Kept | None = None
    agents: Sequence[str] = ()
    """Names of the agents whose turn it is then."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of the list of public games. It can be out of date: the game itself knows its status."""

    created_at_ms: int
    game_id: str
    status: str
    ruleset: str
