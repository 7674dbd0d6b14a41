"""The events of every game, whatever its ruleset."""

from typing import Annotated, Any

from msgspec import Meta

from engine.bots.bot import Level
from engine.ruleset import Event, Result


class CreatedEvent(Event, frozen=True, tag="created"):
    """The game was created."""


class JoinedEvent(Event, frozen=True, tag="joined"):
    """An open seat was taken."""

    name: Annotated[str, Meta(description="The player's name, as it was given.")]


class StartedEvent(Event, frozen=True, tag="started"):
    """No seat was open any more, and the game began."""


class TimedOutEvent(Event, frozen=True, tag="timed_out"):
    """A turn ran out; a skilled bot makes this one move in the seat's place."""


class ResignedEvent(Event, frozen=True, tag="resigned"):
    """A player gave the seat up."""


class SeatTakenOverEvent(Event, frozen=True, tag="seat_taken_over"):
    """A bot plays on in the seat, for good."""

    level: Level


class GameOverEvent(Event, frozen=True, tag="game_over"):
    """The game ended. It is the last event."""

    result: Annotated[Result[Any], Meta(description="How it ended.")]


EVENT_TYPES: tuple[type[Event], ...] = (
    CreatedEvent,
    JoinedEvent,
    StartedEvent,
    TimedOutEvent,
    ResignedEvent,
    SeatTakenOverEvent,
    GameOverEvent,
)
