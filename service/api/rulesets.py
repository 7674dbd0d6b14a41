"""Rulesets: what there is to play, and how."""

from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from flask import Response
from msgspec import Meta, Struct

from engine.bots.bot import Level
from engine.cards import Cards
from engine.registry import BY_ID, RULESETS
from engine.ruleset import AnyRuleset
from service.api.bodies import read
from service.api.operations import ANYONE, RULESET_ID, Operations, Success
from service.api.replies import ready
from service.play.action_form import tags_of
from service.play.refusals import Refused, invalid

RULES_FOLDER: Final = Path(__file__).resolve().parent.parent / "web" / "rules"
MARKDOWN: Final = "text/markdown"
LIFE: Final = "public, max-age=300"
MOST_HANDS: Final = 300
"""That are judged at a time, which takes some 10 ms on one core where none of them was asked for before."""


class JsonSchema(Struct, frozen=True):
    """A JSON Schema (2020-12), whole in itself."""


class ActionType(Struct, frozen=True):
    """One type of action of a ruleset."""

    type: Annotated[str, Meta(description="As it stands in the action's `type`.", examples=["landlord.bid"])]
    action_schema: Annotated[JsonSchema, Meta(description="What such an action looks like.")]


class RulesetInfo(Struct, frozen=True):
    """A game that can be played here."""

    id: Annotated[str, Meta(description="What `ruleset` is in every other place.", examples=["landlord"])]
    title: Annotated[str, Meta(description="For a person.")]
    summary: Annotated[str, Meta(description="The game in a sentence.")]
    rules_version: Annotated[int, Meta(description="Goes up when the same actions would come to another result.")]
    seat_counts: Annotated[tuple[int, ...], Meta(description="How many seats a game may have, ascending.")]
    options_schema: Annotated[JsonSchema, Meta(description="What `options` may be when a game is created.")]
    actions: Annotated[tuple[ActionType, ...], Meta(description="The types of action that players take.")]
    bot_levels: Annotated[tuple[Level, ...], Meta(description="Weakest first.")]
    rules_url: Annotated[str, Meta(description="Where the rules for a player are, as Markdown.")]


class HandsToJudge(Struct, frozen=True, forbid_unknown_fields=True):
    """Hands to be judged, each alone, so that two may hold the same card."""

    hands: Annotated[
        tuple[Annotated[Cards, Meta(min_length=1, max_length=20)], ...],
        Meta(
            min_length=1,
            max_length=MOST_HANDS,
            description="Of 5 cards each; in five-three all of 5 or all of 3, in landlord of 1 to 20. There are 252 "
            "hands in ten cards, so that all fit into one request.",
        ),
    ]


class RulesetList(Struct, frozen=True):
    """Every game that can be played here."""

    rulesets: Annotated[tuple[RulesetInfo, ...], Meta(description="In a fixed order.")]


def _schema(shape: Any) -> Any:
    """A shape's JSON Schema without references, so that it can stand anywhere."""
    (schema,), parts = msgspec.json.schema_components((shape,), ref_template="{name}")
    return _whole(schema, parts)


def _whole(schema: Any, parts: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_whole(part, parts) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        schema = {**parts[schema["$ref"]], **{key: value for key, value in schema.items() if key != "$ref"}}
    return {key: _whole(part, parts) for key, part in schema.items()}


def info(ruleset: AnyRuleset) -> RulesetInfo:
    """What a client may want to know of a ruleset before it creates a game."""
    return RulesetInfo(
        id=ruleset.id,
        title=ruleset.title,
        summary=ruleset.summary,
        rules_version=ruleset.version,
        seat_counts=ruleset.seat_counts,
        options_schema=_schema(ruleset.options_type),
        actions=tuple(
            ActionType(tag, _schema(shape)) for tag, shape in zip(tags_of(ruleset), ruleset.action_types, strict=True)
        ),
        bot_levels=tuple(Level),
        rules_url=f"/v1/rulesets/{ruleset.id}/rules",
    )


def _find(ruleset: str) -> AnyRuleset:
    if ruleset not in BY_ID:
        raise Refused("ruleset_not_found", f"There is no ruleset {ruleset}; there are {', '.join(BY_ID)}.")
    return BY_ID[ruleset]


def blueprint(examples: dict[str, Any]) -> Operations:
    """The routes under /v1/rulesets. What they answer is made once, here."""
    blp = Operations("rulesets", "The games that can be played, and their rules.", examples)
    infos = {ruleset.id: info(ruleset) for ruleset in RULESETS}
    rules = {ruleset.id: (RULES_FOLDER / f"{ruleset.id}.md").read_bytes() for ruleset in RULESETS}

    @blp.route("/v1/rulesets", methods=["GET"])
    @blp.operation(
        "listRulesets",
        "List the rulesets",
        "Every game that can be played here, with its options and actions.",
        Success("RulesetList", description="The rulesets."),
        security=ANYONE,
        touches_store=False,
    )
    def list_rulesets() -> Response:
        return ready(RulesetList(tuple(infos.values())), cache_control=LIFE)

    @blp.route("/v1/rulesets/<ruleset>", methods=["GET"], parameters=[RULESET_ID])
    @blp.operation(
        "getRuleset",
        "Look at a ruleset",
        "Its seats, options, actions and bots.",
        Success("RulesetInfo", description="The ruleset."),
        security=ANYONE,
        problems=["ruleset_not_found"],
        touches_store=False,
    )
    def get_ruleset(ruleset: str) -> Response:
        return ready(infos[_find(ruleset).id], cache_control=LIFE)

    @blp.route("/v1/rulesets/<ruleset>/rules", methods=["GET"], parameters=[RULESET_ID])
    @blp.operation(
        "getRules",
        "Read the rules",
        "For a player who has never played, as Markdown.",
        Success("", description="The rules.", media_type=MARKDOWN),
        security=ANYONE,
        problems=["ruleset_not_found"],
        touches_store=False,
    )
    def get_rules(ruleset: str) -> Response:
        answer = Response(rules[_find(ruleset).id], content_type=f"{MARKDOWN}; charset=utf-8")
        answer.headers["Cache-Control"] = LIFE
        return answer

    @blp.route("/v1/rulesets/<ruleset>/hands", methods=["POST"], parameters=[RULESET_ID])
    @blp.operation(
        "judgeHands",
        "Judge hands without a game",
        "What each hand is, which of its cards make it, what a wild Joker stands for, and their order; in landlord, all that "
        "the cards can be played as.",
        Success("HandsAnswer", description="What the hands are."),
        security=ANYONE,
        body="HandsToJudge",
        problems=["ruleset_not_found"],
        touches_store=False,
    )
    def judge_hands(ruleset: str) -> Response:
        hands = read(HandsToJudge).hands
        found = _find(ruleset)
        if refusal := found.refuse_hands(hands):
            place = next((number for number, hand in enumerate(hands) if found.refuse_hands((hand,))), None)
            raise invalid("hands" if place is None else f"hands.{place}", refusal.detail)
        return ready(found.judge_hands(hands), cache_control="no-store")

    return blp
