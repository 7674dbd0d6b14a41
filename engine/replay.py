"""A finished game's record, folded back into states: anyone can check a game with this and RULES.md alone."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeVar, Union

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.cards import Cards
from engine.ruleset import Action, AnyRuleset, IllegalAction, Result, Seat
from engine.shuffle import commitment, seed_from_wire, shuffled

RECORD_FORMAT: Final = 1

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  # one letter a type
R = TypeVar("R")


class Resign(Action, frozen=True, tag="resign"):
    """A seat was given up. It stands in records only: a player resigns by its own request, not by an action."""


class RecordedSeat(Struct, frozen=True):
    """Who sat where."""

    seat: Seat
    kind: Annotated[str, Meta(description="Who the seat was for, as when the game was created.", examples=["player"])]
    name: Annotated[str | None, Meta(description="As the player gave it; null for a bot.")]
    level: Annotated[str, Meta(description="The bot that played here at the end; left out for a person.")] | UnsetType = UNSET


class RecordedAction(Struct, Generic[A], frozen=True):
    """One action of a game, a bot's too."""

    seq: Annotated[int, Meta(ge=1, description="The number of the action's own event.")]
    seat: Seat
    action: Annotated[A, Meta(description="What the seat did.")]
    by: Annotated[str, Meta(description="`timeout` or `bot` where the seat's own player did not choose it.")] | UnsetType = (
        UNSET
    )


class Record(Struct, Generic[A, O, R], frozen=True, kw_only=True):
    """A whole finished game: enough to play it again, card by card."""

    format: Annotated[int, Meta(description="Of the record itself: 1. A later form has a higher number.")]
    ruleset: Annotated[str, Meta(description="Id of the ruleset.", examples=["landlord"])]
    options: Annotated[O, Meta(description="The ruleset's options, defaults filled in.")]
    seats: Annotated[tuple[RecordedSeat, ...], Meta(description="In seat order.")]
    seed: Annotated[str, Meta(description="As the creator gave it, or 32 bytes in hex: all shuffles follow from it.")]
    seeded: Annotated[bool, Meta(description="True where the creator chose the seed.")]
    commitment: Annotated[str, Meta(description="SHA-256 of `commit:` and the seed, in hex; public from the start.")]
    shuffles: Annotated[tuple[Cards, ...], Meta(description="One whole deck for each shuffle used, in the order dealt.")]
    actions: Annotated[tuple[RecordedAction[A], ...], Meta(description="Every action in order, a bot's too.")]
    bots: (
        Annotated[tuple[Any, ...], Meta(description="What the bots in the rules did, in the order played; only in ten-hands.")]
        | UnsetType
    ) = UNSET
    result: Annotated[R, Meta(description="How the game ended.")]


AnyRecord = Record[Any, Any, Any]


class RecordMismatch(Exception):  # noqa: N818  # a finding about the record, not an error of the program
    """A record that does not follow from its own seed and actions; the message says where."""


@cache
def decoder(ruleset: AnyRuleset) -> msgspec.json.Decoder[AnyRecord]:
    """Reads a ruleset's records from JSON; raises msgspec.ValidationError for what is none.

    The bots and the result are left as plain data, to be compared with those that the actions lead to.
    """
    action: Any = Union[(*ruleset.action_types, Resign)]
    return msgspec.json.Decoder(Record[action, ruleset.options_type, dict[str, Any]])  # type: ignore[name-defined]


def states(ruleset: AnyRuleset, record: AnyRecord) -> Iterator[tuple[Any, Result[Any] | None]]:
    """Each state of a recorded game in order, the first deal's first, with the result once it has one.

    Raises RecordMismatch where an action can't be taken.
    """
    seed = seed_from_wire(record.seed, seeded=record.seeded)
    state, _ = ruleset.new(record.options, len(record.seats), seed)
    yield state, None
    for number, recorded in enumerate(record.actions):
        if isinstance(recorded.action, Resign):
            lone_winner = len(record.seats) <= 2  # noqa: PLR2004  # with 3 or 4 a bot plays on
            yield state, ruleset.result(state, given_up_by=recorded.seat) if lone_winner else None
            continue
        try:
            state, _ = ruleset.apply(state, recorded.seat, recorded.action)
        except IllegalAction as error:
            raise RecordMismatch(f"action {number}: {error.refusal.detail}") from error
        yield state, ruleset.result(state)


def verify(ruleset: AnyRuleset, data: bytes) -> Result[Any]:
    """The result of a record, played again from its seed alone.

    `data` is the record as JSON. Raises RecordMismatch where the commitment, a shuffle, an action or the
    result is not what the seed and the actions lead to, and msgspec.ValidationError where it is no record.
    """
    record = decoder(ruleset).decode(data)
    try:
        seed = seed_from_wire(record.seed, seeded=record.seeded)
    except ValueError as error:
        raise RecordMismatch(str(error)) from error
    if commitment(seed) != record.commitment:
        raise RecordMismatch("the commitment is not that of the seed")
    *before, (state, result) = states(ruleset, record)
    if any(ended is not None for _, ended in before):
        raise RecordMismatch("the game was over before the last action")
    if result is None:
        raise RecordMismatch("the game is not over after the last action")
    if record.shuffles != tuple(shuffled(ruleset.deck, seed, number) for number in range(ruleset.shuffles(state))):
        raise RecordMismatch("the shuffles are not those of the seed")
    if (found := _plain(result)) != record.result:
        raise RecordMismatch(f"the result is {found}, not {record.result}")
    if _plain(ruleset.recorded_bots(state)) != _plain(record.bots or ()):
        raise RecordMismatch("the bots of the rules did not do what the record says")
    return result


def _plain(value: object) -> Any:
    """A value as it comes back from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))
