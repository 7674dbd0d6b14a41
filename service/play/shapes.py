"""What the service sends of a game. Each shape is written here once; the OpenAPI document is derived from it."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.bots.bot import Level
from engine.ruleset import Action, Choice, Result, Score, Seat, StateView
from service.play.must_be import WORDS

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Moment = Annotated[datetime, Meta(description="RFC 3339, in UTC.")]
Version = Annotated[int, Meta(ge=1, description="The number of the game's last event.")]
GameId = Annotated[str, Meta(description="22 or more URL-safe characters.", examples=["5x0cV1lJmLrVwyU3vTq3xg"])]
Token = Annotated[str, Meta(description="Send it as `Authorization: Bearer <token>`. It is shown this once.")]


AGENT_NAME: Final = r"^[a-z0-9-]{3,32}\Z"
"""To the very end: Python's $ also matches before a line feed there."""
NAME_IN_WORDS: Final = "a name of 3 to 32 of a-z, 0-9 and -"
MOST_GAMES: Final = 1000
"""In which an agent may play at a time."""


def moment(milliseconds: int) -> datetime:
    """Milliseconds since 1970 as an exact time in UTC."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


class SeatKind(StrEnum):
    """Who a seat is for."""

    PLAYER = "player"
    OPEN = "open"
    BOT = "bot"
    AGENT = "agent"


class GameStatus(StrEnum):
    """Where a game is in its life."""

    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"


class Visibility(StrEnum):
    """Whether a game stands in the public list. An unlisted one is seen by whoever has its id."""

    UNLISTED = "unlisted"
    PUBLIC = "public"


class TableSeat(Struct, frozen=True):
    """One seat of a game."""

    seat: Seat
    kind: SeatKind
    name: Annotated[
        str | None,
        Meta(description="As the player gave it, or the agent's; null for a bot and for a seat that nobody has taken."),
    ]
    level: Annotated[Level | None, Meta(description="The bot that plays here, after a take-over too; null for a person.")]
    taken: Annotated[bool, Meta(description="False for an open seat that nobody has taken yet.")]
    resigned: Annotated[bool, Meta(description="True once the player has given the seat up.")]


class Game(Struct, frozen=True, kw_only=True):
    """The public facts of a game: what anyone who has its id may know."""

    id: GameId
    ruleset: Annotated[str, Meta(description="Id of the ruleset.", examples=["landlord"])]
    options: Annotated[msgspec.Raw, Meta(description="The ruleset's options, defaults filled in.")]
    status: GameStatus
    version: Version
    seats: Annotated[tuple[TableSeat, ...], Meta(description="In seat order.")]
    to_act: Annotated[tuple[Seat, ...], Meta(description="The seats that may act now, ascending.")]
    turn_seconds: Annotated[int | None, Meta(description="Seconds for a turn; null where there is no clock.")]
    turn_deadline: Annotated[datetime | None, Meta(description="When the present turn runs out; null where there is no clock.")]
    scores: Annotated[tuple[Score, ...], Meta(description="Of each seat so far, in seat order.")]
    seeded: Annotated[bool, Meta(description="True where the creator chose the seed and so can know the cards.")]
    commitment: Annotated[str, Meta(description="SHA-256 of `commit:` and the seed, in hex. The seed is in the record.")]
    visibility: Visibility
    created_at: Moment
    updated_at: Moment
    expires_at: Annotated[datetime, Meta(description="When the game will be removed unless it changes before.")]
    result: Annotated[Result[Any] | None, Meta(description="Null until the game is finished.")]


class GameView(Struct, frozen=True):
    """The table as one seat, or a spectator, may see it."""

    game: Game
    seat: Annotated[Seat | None, Meta(description="The bearer's seat; null for a spectator.")]
    state: Annotated[StateView | None, Meta(description="Null until the game starts.")]
    legal_actions: Annotated[tuple[Choice, ...] | None, Meta(description="Null where it isn't the bearer's turn.")]


class SeatToken(Struct, frozen=True):
    """The token of one seat."""

    seat: Seat
    token: Token


class NewGameCreated(Struct, frozen=True):
    """A game that was created, and the tokens that came with it."""

    game: Game
    tokens: Annotated[tuple[SeatToken, ...], Meta(description="Of the seats that are for players, in seat order.")]
    host_token: Annotated[str, Meta(description="Lets its bearer remove the game. It is no seat's, and is shown this once.")]


class SeatTaken(Struct, frozen=True):
    """A seat that was taken."""

    seat: Seat
    token: Token
    game: Game


AgentName = Annotated[
    str,
    Meta(
        pattern=AGENT_NAME,
        max_length=32,
        description="3 to 32 of a-z, 0-9 and `-`. No two agents have the same.",
        examples=["deep-lord"],
        extra={WORDS: NAME_IN_WORDS},
    ),
]
AgentDescription = Annotated[str, Meta(max_length=500, description="What there is to know about it, for a person.")]
MOST_RULESETS: Final = 16
"""That an agent may name."""
AgentRulesets = Annotated[
    tuple[Annotated[str, Meta(max_length=64)], ...],
    Meta(min_length=1, max_length=MOST_RULESETS, description="Ids of the rulesets that it plays."),
]
MostGames = Annotated[int, Meta(ge=1, le=MOST_GAMES, description="In how many games it plays at a time.")]


class AgentResults(Struct, frozen=True):
    """How the games of an agent ended, of one ruleset."""

    ruleset: Annotated[str, Meta(description="Id of the ruleset.", examples=["landlord"])]
    won: Annotated[int, Meta(ge=0, description="Alone or shared.")]
    drawn: Annotated[int, Meta(ge=0, description="Games of ten-hands drawn with the Expert.")]
    lost: Annotated[int, Meta(ge=0, description="Games played to the end and not won.")]
    given_up: Annotated[int, Meta(ge=0, description="Seats that it gave up, or that passed to a bot after three missed turns.")]


class Agent(Struct, frozen=True, kw_only=True):
    """An external player, as anyone may know it."""

    name: AgentName
    description: AgentDescription
    rulesets: AgentRulesets
    max_games: MostGames
    online: Annotated[bool, Meta(description="Whether it was here within the last minute, by a stream or a poll.")]
    games_now: Annotated[int, Meta(ge=0, description="In how many games it has a seat.")]
    results: Annotated[tuple[AgentResults, ...], Meta(description="Of each ruleset of which it has finished a game.")]
    created_at: Moment


class AgentPage(Struct, frozen=True):
    """Agents in alphabetical order."""

    agents: Annotated[tuple[Agent, ...], Meta(description="By name.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last.")]


class AgentRegistered(Struct, frozen=True):
    """An agent that was registered."""

    agent: Agent
    token: Token


class AgentAccount(Struct, frozen=True):
    """An agent, as its own token shows it."""

    agent: Agent
    games: Annotated[tuple[GameId, ...], Meta(description="Where it has a seat, in no particular order.")]
    token: Annotated[str | None, Meta(description="A new token, where one was asked for; it is shown this once. Else null.")]


class Turn(Struct, frozen=True):
    """A turn that waits for the agent."""

    game_id: GameId
    seat: Annotated[Seat, Meta(description="The agent's seat in that game.")]
    deadline: Annotated[datetime | None, Meta(description="When the turn runs out; then a skilled bot makes this one move.")]
    view: GameView


class AgentTurns(Struct, frozen=True):
    """Every turn that waits for the agent."""

    turns: Annotated[tuple[Turn, ...], Meta(description="Those that run out first come first.")]


class GamePage(Struct, frozen=True):
    """Public games, newest first."""

    games: Annotated[tuple[Game, ...], Meta(description="Newest first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last.")]


class ActionTaken(Struct, frozen=True):
    """What an action led to."""

    version: Version
    events: Annotated[
        tuple[msgspec.Raw, ...],
        Meta(description="All that happened through the action, the bots' replies included, as the bearer may know it."),
    ]
    view: GameView


class LegalPage(Struct, frozen=True):
    """Legal actions of the bearer, one by one. Each is a body for POST actions."""

    version: Version
    count: Annotated[int, Meta(ge=0, description="How many there are in all, exactly; 0 out of turn.")]
    actions: Annotated[tuple[Action, ...], Meta(description="In a fixed order; a sample in none.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page; null on the last, and for a sample.")]


class Hint(Struct, frozen=True):
    """What a bot would do in the bearer's place."""

    version: Version
    level: Annotated[
        Level | None,
        Meta(description="The bot that says so: a lower one than was asked for where that one failed, null where all did."),
    ]
    action: Annotated[Action, Meta(description="A legal action: a body for POST actions.")]


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One step of a finished game: the first deal, or an action, and what every seat saw then."""

    step: Annotated[int, Meta(ge=0, description="Its number: 0 is the first deal, each action is one more.")]
    seq: Annotated[int, Meta(ge=1, description="The number of its last event: the version that the game had then.")]
    at: Annotated[datetime, Meta(description="When the action was taken, or, of step 0, the game began (RFC 3339, in UTC).")]
    seat: Annotated[Seat | None, Meta(description="Who acted; null in step 0.")]
    action: Annotated[Any, Meta(description="What the seat did, a resignation too; null in step 0.")]
    by: Annotated[str, Meta(description="`timeout` or `bot` where the seat's own player did not choose it.")] | UnsetType = (
        UNSET
    )
    to_act: Annotated[tuple[Seat, ...], Meta(description="The seats that could act then, ascending; none in the last step.")]
    scores: Annotated[tuple[Score, ...], Meta(description="Of each seat so far, in seat order.")]
    events: Annotated[
        tuple[msgspec.Raw, ...],
        Meta(description="All that happened from the step before to this one, with nothing hidden; in step 0 all before it."),
    ]
    states: Annotated[
        tuple[StateView, ...], Meta(description="The table as each seat saw it then, in seat order: the `state` of its view.")
    ]


class ReplayPage(Struct, frozen=True):
    """A finished game, step by step."""

    count: Annotated[int, Meta(ge=1, description="How many steps there are in all: one, and one for each recorded action.")]
    steps: Annotated[tuple[msgspec.Raw, ...], Meta(description="In order.")]
    next: Annotated[int | None, Meta(description="The `after` of the next page; null on the last.")]


class EventPage(Struct, frozen=True):
    """Events of a game, as the bearer may know them."""

    events: Annotated[tuple[msgspec.Raw, ...], Meta(description="Oldest first.")]
    next: Annotated[int | None, Meta(description="The `after` of the next page; null where there are no more so far.")]
