"""The log of a game: one short entry an event, and an event as it is told.

The log is most of what a game costs in memory, so an entry is a MessagePack array without field names:
milliseconds since the game's creation, the event (its verb, then its fields in order), and, where the event
is an action's own, the action and who chose it in the player's place.
"""

from collections.abc import Iterable
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Union

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, astuple, fields

from engine.ruleset import Action, AnyRuleset, Event
from service.play.happenings import EVENT_TYPES, GameOverEvent
from service.play.shapes import moment


class Entry(NamedTuple):
    """One entry of the log, read or to be written."""

    at_ms: int
    """Milliseconds since the game was created."""
    event: Event
    action: Action | None = None
    """The action, where this is an action's own event."""
    by: str | None = None
    """`timeout` or `bot`, where the seat's own player did not choose the action."""


def _verb(shape: type[Struct]) -> str:
    tag = shape.__struct_config__.tag
    return str(tag).rpartition(".")[2]


def _short(shape: type[Struct], overrides: MappingProxyType[str, Any]) -> type[Struct]:
    """The same fields as an array that begins with the verb."""
    return msgspec.defstruct(
        shape.__name__,
        [(field.name, overrides.get(field.name, field.type)) for field in fields(shape)],
        frozen=True,
        array_like=True,
        tag=_verb(shape),
    )


class LogCodec:
    """Reads and writes the log entries of one ruleset."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        result: Any = GameOverEvent.__annotations__["result"].__origin__.__origin__[ruleset.details_type]
        overrides = MappingProxyType({"result": result})
        events = (*EVENT_TYPES, *ruleset.event_types)
        self._short = {shape: _short(shape, overrides) for shape in (*events, *ruleset.action_types)}
        self._long = {short: shape for shape, short in self._short.items()}
        event: Any = Union[tuple(self._short[shape] for shape in events)]  # noqa: UP007  # made of a tuple
        action: Any = Union[tuple(self._short[shape] for shape in ruleset.action_types)]  # noqa: UP007  # made of a tuple
        entry = msgspec.defstruct(
            "Entry", [("at_ms", int), ("event", event), ("action", action | None), ("by", str | None)], array_like=True
        )
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder = msgspec.msgpack.Decoder(entry)

    def dump(self, entry: Entry) -> bytes:
        """An entry as MessagePack."""
        event, action = entry.event, entry.action
        return self._encoder.encode(
            (
                entry.at_ms,
                self._short[type(event)](*astuple(event)),
                None if action is None else self._short[type(action)](*astuple(action)),
                entry.by,
            )
        )

    def load(self, data: bytes) -> Entry:
        """The entry of which dump made these bytes."""
        short: Any = self._decoder.decode(data)
        return Entry(short.at_ms, self._restore(short.event), self._restore(short.action), short.by)

    def _restore(self, short: Any) -> Any:
        return None if short is None else self._long[type(short)](**asdict(short))


@cache
def codec(ruleset: AnyRuleset) -> LogCodec:
    """The codec of a ruleset's log."""
    return LogCodec(ruleset)


def told(
    ruleset: AnyRuleset, entries: Iterable[Entry], first: int, created_ms: int, seat: int | None
) -> tuple[msgspec.Raw, ...]:
    """Log entries as JSON events, as a seat or a spectator may know them.

    `first` is the number of the first of them; `at` and `seq` are put before the event's own fields.
    """
    return tuple(msgspec.Raw(told_one(ruleset, entry, seq, created_ms, seat)) for seq, entry in enumerate(entries, first))


def told_whole(entries: Iterable[Entry], first: int, created_ms: int) -> tuple[msgspec.Raw, ...]:
    """The same with all that each event tells, whoever's secret it was: for a game that is over."""
    return tuple(msgspec.Raw(_json(entry.event, entry, seq, created_ms)) for seq, entry in enumerate(entries, first))


_encode: Final = msgspec.json.Encoder().encode


def told_one(ruleset: AnyRuleset, entry: Entry, seq: int, created_ms: int, seat: int | None) -> bytes:
    """One log entry as a JSON event; as told says."""
    event = ruleset.shown(entry.event, seat) if type(entry.event) in ruleset.event_types else entry.event
    return _json(event, entry, seq, created_ms)


def _json(event: Event, entry: Entry, seq: int, created_ms: int) -> bytes:
    head = _encode({"seq": seq, "at": moment(created_ms + entry.at_ms)})
    return head[:-1] + b"," + _encode(event)[1:]
