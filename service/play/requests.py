"""What a client may send to create or join a game. The OpenAPI document is derived from these shapes.

`null` for an optional field is as if it were absent.
"""

import unicodedata
from typing import Annotated, Any, Final, Union, cast

import msgspec
from msgspec import Meta, Struct

from engine.bots.bot import Level
from engine.registry import RULESETS
from engine.ruleset import AnyRuleset, Seat
from engine.shuffle import MAX_SEED_CODE_POINTS
from service.play.must_be import WORDS
from service.play.refusals import from_validation, invalid
from service.play.shapes import AgentDescription, AgentName, AgentRulesets, MostGames, Visibility

MAX_NAME_LENGTH: Final = 40
# Control characters, lone surrogates, line and paragraph separators.
_UNNAMABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Formatting that turns the direction of what follows, and so could disguise a name.
_TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))

Name = Annotated[
    str,
    Meta(
        min_length=1,
        description="1 to 40 characters after trimming, of any script, no control characters. Given back so, exactly.",
        examples=["Ann"],
        extra_json_schema={"maxLength": MAX_NAME_LENGTH},
        extra={WORDS: f"a name of 1 to {MAX_NAME_LENGTH} characters"},
    ),
]
TurnSeconds = Annotated[
    int,
    Meta(
        ge=5,
        le=86_400,
        description="Seconds for a turn; then a skilled bot makes that one move. Left out: no clock; 60 with an agent. The "
        "clock is looked at when somebody reads the game, acts in it or follows it, and one turn runs out per look: a game "
        "that nobody watches stands still.",
    ),
]
Seed = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_SEED_CODE_POINTS,
        description="Your own seed for the shuffles; the game then says `seeded`, since you can know the cards.",
    ),
]


class PlayerSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="player"):
    """A seat for a player whose token comes with the answer."""

    name: Name | None = None


class OpenSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """A seat for whoever joins first."""


class BotSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A seat for a built-in player: a skilled one where no level is said."""

    level: Annotated[Level, Meta(description="`skilled` if left out.")] | None = None


class AgentSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="agent"):
    """A seat for an external player. It must be online, play the ruleset, and have room for one more game."""

    name: AgentName


NewSeat = PlayerSeat | OpenSeat | BotSeat | AgentSeat


class NewGame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ruleset", kw_only=True):
    """A game to be created."""

    options: Any = None
    seed: Seed | None = None
    visibility: Annotated[Visibility, Meta(description="`unlisted` if left out.")] | None = None
    turn_seconds: TurnSeconds | None = None
    seats: (
        Annotated[
            tuple[NewSeat, ...],
            Meta(
                min_length=1,
                max_length=4,
                description="In seat order. Left out: a player, then skilled bots, as few seats as the game takes.",
            ),
        ]
        | None
    ) = None


def class_prefix(ruleset: AnyRuleset) -> str:
    """A ruleset's id as the beginning of a class name: `FiveThree`."""
    return "".join(part.capitalize() for part in ruleset.id.split("-"))


def _new_game(ruleset: AnyRuleset) -> type[NewGame]:
    options: Any = Annotated[ruleset.options_type, Meta(description="Each has its default.")]
    made = msgspec.defstruct(
        f"New{class_prefix(ruleset)}Game",
        [("options", options | None, None)],
        bases=(NewGame,),
        namespace={"__doc__": f"A game of {ruleset.title} to be created."},
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
        tag_field="ruleset",
        tag=ruleset.id,
    )
    return cast("type[NewGame]", made)


NEW_GAMES: Final = {ruleset.id: _new_game(ruleset) for ruleset in RULESETS}
AnyNewGame: Any = Union[tuple(NEW_GAMES.values())]  # noqa: UP007  # made of a tuple


def new_game(body: Any) -> NewGame:
    """A body as a game to be created. Raises Refused with validation_error for what is none."""
    options = body.get("options") if isinstance(body, dict) else None
    if isinstance(options, dict):
        body = {**body, "options": {name: value for name, value in options.items() if value is not None}}
    try:
        made: NewGame = msgspec.convert(body, AnyNewGame)
    except msgspec.ValidationError as error:
        raise from_validation(error, AnyNewGame, body) from error
    return made


class JoinGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes an open seat."""

    name: Name
    seat: Annotated[Seat, Meta(description="The lowest open seat if left out.")] | None = None


class HintWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose advice is asked for: the skilled bot's where no level is said."""

    level: Annotated[Level, Meta(description="The bot that is asked. `skilled` if left out.")] | None = None


class NewAgent(Struct, frozen=True, forbid_unknown_fields=True):
    """An external player to be registered."""

    name: AgentName
    rulesets: AgentRulesets
    max_games: Annotated[MostGames, Meta(description="8 if left out.")] | None = None
    description: AgentDescription | None = None


class AgentChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be different about an agent. What is left out stays."""

    rulesets: AgentRulesets | None = None
    max_games: MostGames | None = None
    description: AgentDescription | None = None
    new_token: (
        Annotated[bool, Meta(description="True: close the present token, and the streams that it opened, and give a new one.")]
        | None
    ) = None


def clean_name(name: str, field: str) -> str:
    """A name as it is kept: trimmed. Raises Refused for one that can't be."""
    trimmed = name.strip()
    if not 1 <= len(trimmed) <= MAX_NAME_LENGTH:
        raise invalid(field, f"It must have 1 to {MAX_NAME_LENGTH} characters after trimming, not {len(trimmed)}.")
    for character in trimmed:
        if character in _TURNING or unicodedata.category(character) in _UNNAMABLE:
            raise invalid(field, f"It must have no control characters, such as U+{ord(character):04X}.")
    return trimmed
