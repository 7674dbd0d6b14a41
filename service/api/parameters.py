"""Query parameters, held to their marshmallow schemas; what doesn't keep to them is 400 `malformed`."""

from enum import StrEnum
from typing import Any, Final

import marshmallow as ma
from marshmallow import fields, validate

from engine.registry import RULESETS
from service.api.components import in_ecma
from service.play.shapes import AGENT_NAME, NAME_IN_WORDS, GameStatus

MAX_VERSION: Final = 10**9
MAX_CURSOR_LENGTH: Final = 64


RulesetId = StrEnum(  # type: ignore[misc]  # its members are the rulesets that there are
    "RulesetId", {ruleset.id.replace("-", "_").upper(): ruleset.id for ruleset in RULESETS}
)
RulesetId.__doc__ = "Which game."


class WholeNumber(fields.Integer):
    """ASCII digits and nothing else; marshmallow's own would also take `+5`, `5_0` and other scripts' digits."""

    default_error_messages = {"invalid": "It must be a whole number, written in digits."}  # noqa: RUF012  # marshmallow's way

    def _validated(self, value: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 10):  # noqa: PLR2004  # as many as MAX_VERSION has
            raise self.make_error("invalid", input=value)
        return int(value)


def _limit(largest: int, default: int) -> WholeNumber:
    return WholeNumber(
        load_default=default,
        validate=validate.Range(1, largest),
        metadata={"description": "How many to answer at most."},
    )


def _cursor() -> fields.String:
    return fields.String(
        validate=validate.Length(1, MAX_CURSOR_LENGTH),
        metadata={"description": "`next` of the page before; left out for the first page."},
    )


class Query(ma.Schema):
    """Base of all: a parameter that isn't known is passed over, as the web does."""

    class Meta:
        """marshmallow's settings."""

        unknown = ma.EXCLUDE


class GamesQuery(Query):
    """Which public games to list."""

    ruleset = fields.Enum(RulesetId, by_value=True, metadata={"description": "Only games of this ruleset."})
    status = fields.Enum(GameStatus, by_value=True, metadata={"description": "Only games of this status."})
    limit = _limit(100, 20)
    cursor = _cursor()


class LegalQuery(Query):
    """Which legal actions to list."""

    limit = _limit(1000, 100)
    cursor = _cursor()
    sample = WholeNumber(
        validate=validate.Range(1, 100),
        metadata={
            "description": "Instead of a page: so many different actions at random, each with equal chance, or all if fewer."
        },
    )


class AgentsQuery(Query):
    """Which agents to list."""

    limit = _limit(100, 20)
    cursor = fields.String(
        validate=[validate.Length(3, 32), validate.Regexp(AGENT_NAME, error=f"It must be {NAME_IN_WORDS}.")],
        metadata={"description": "`next` of the page before; left out for the first page.", "pattern": in_ecma(AGENT_NAME)},
    )


class EventsQuery(Query):
    """Which events to list."""

    after = WholeNumber(
        load_default=0,
        validate=validate.Range(0, MAX_VERSION),
        metadata={"description": "The number of the last event that you have; 0 for the first page."},
    )
    limit = _limit(1000, 100)


class ReplayQuery(Query):
    """Which steps of a game to list."""

    after = WholeNumber(
        validate=validate.Range(0, MAX_VERSION),
        metadata={"description": "The number of the last step that you have; left out for the first page, which has step 0."},
    )
    limit = _limit(100, 20)
