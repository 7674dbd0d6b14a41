"""The part of a stored game that no ruleset knows: who sits where, who bears which token, what time it is."""

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from engine.bots.bot import Level
from service.play.shapes import SeatKind, Visibility

TABLE_FORMAT: Final = 1


def token_hash(token: str) -> bytes:
    """What is stored of a token: its SHA-256, 32 bytes."""
    return sha256(token.encode()).digest()


class Chair(Struct, frozen=True):
    """One seat as it is stored."""

    kind: SeatKind
    name: str | None = None
    level: Level | None = None
    """Of the bot that plays here; None for a person."""
    token: bytes | None = None
    """SHA-256 of the seat's token; None for a bot, for an open seat, and for an agent, whose token is kept elsewhere."""
    resigned: bool = False
    missed: int = 0
    """Turns in a row that ran out without an action."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits here, person or bot."""
        return self.kind is not SeatKind.OPEN or self.token is not None


class Table(Struct, frozen=True, kw_only=True):
    """A game without its cards. Times are milliseconds since 1970, in UTC."""

    format: int = TABLE_FORMAT
    ruleset: str
    options: msgspec.Raw
    """JSON of the ruleset's options, defaults filled in."""
    visibility: Visibility
    seeded: bool
    seed: bytes
    commitment: str
    host: bytes
    """SHA-256 of the host's token."""
    chairs: tuple[Chair, ...]
    created_ms: int
    updated_ms: int
    expires_ms: int
    turn_seconds: int | None
    deadline_ms: int | None = None
    turn_since: tuple[int, ...] = ()
    """Per seat, the version at which its present turn began; 0 where it isn't its turn. Empty until the start."""
    actions: int = 0
    """How many actions the game has seen."""
    given_up_by: int | None = None
    """The seat whose resignation ended the game."""

    def viewer(self, seat: int | None) -> int | None:
        """Whose view the player of a seat has: None, a spectator's, for who has left the seat to a bot and who has none."""
        return None if seat is None or self.chairs[seat].level is not None else seat

    def seat_of_agent(self, name: str) -> int | None:
        """The seat in which an agent plays, or played before a bot took over; None where it has none."""
        for seat, chair in enumerate(self.chairs):
            if chair.kind is SeatKind.AGENT and chair.name == name:
                return seat
        return None

    def seat_of(self, token: bytes) -> int | None:
        """The seat that a token's hash belongs to, or None."""
        for seat, chair in enumerate(self.chairs):
            if chair.token == token:
                return seat
        return None


_decoder: Final = msgspec.json.Decoder(Table)


def load_table(data: bytes) -> Table:
    """The table of which dump_table made these bytes."""
    return _decoder.decode(data)


def dump_table(table: Table) -> bytes:
    """A table as JSON."""
    return msgspec.json.encode(table)
