"""The OpenAPI document: what is common to all operations, and the components that the Structs become.

python -m service.api.document          prints it, in one canonical order
"""

import json
import sys
import warnings
from pathlib import Path
from typing import Any, Final, Union

import msgspec
from flask import Flask
from marshmallow import fields
from msgspec import UNSET

from engine.bots.bot import Level
from engine.cards import Card
from engine.registry import RULESETS
from engine.replay import Record, RecordedAction, Resign
from engine.ruleset import Action, Details, Event, HandsAnswer, Result, StateView
from service import __version__
from service.api import root, rulesets
from service.api.components import SCHEMAS, Components, OneOf
from service.api.layout import laid_out
from service.api.operations import shared_responses
from service.api.parameters import RulesetId
from service.api.problems import CODES, Problem, ProblemApi
from service.play import shapes
from service.play.happenings import EVENT_TYPES
from service.play.requests import (
    NEW_GAMES,
    AgentChange,
    AgentSeat,
    BotSeat,
    HintWish,
    JoinGame,
    NewAgent,
    NewGame,
    OpenSeat,
    PlayerSeat,
    class_prefix,
)

EXAMPLES: Final = Path(__file__).with_name("examples.json")
PROBLEMS: Final = "problems"
"""Where among the examples a problem of each code stands."""
TITLE: Final = "Card Commons"
DESCRIPTION: Final = (
    "Four card games over HTTP. Create a game, hand out the tokens of its seats, read the view that your seat may have, "
    "which says what it may do, and send an action. Every move is judged by the engine; every shuffle can be checked "
    "when the game is over."
)
OPENAPI_VERSION: Final = "3.1.0"

TOP: Final = ("openapi", "info", "servers", "tags", "paths", "components")
ITEM: Final = ("parameters", "get", "post", "put", "patch", "delete")
OPERATION: Final = ("operationId", "summary", "description", "tags", "security", "parameters", "requestBody", "responses")

NAMES: Final[dict[type, str]] = {
    Level: "BotLevel",
    Record: "GameRecord",
    Result: "GameResult",
    Resign: "ResignAction",
    root.Links: "ServiceLinks",
    shapes.LegalPage: "LegalActionPage",
    shapes.Turn: "AgentTurn",
    shapes.NewGameCreated: "GameCreated",
    shapes.SeatTaken: "GameJoined",
}
ANSWERS: Final[tuple[type, ...]] = (
    Problem,
    Record,
    root.Health,
    root.ServiceInfo,
    rulesets.RulesetList,
    shapes.ActionTaken,
    shapes.Agent,
    shapes.AgentAccount,
    shapes.AgentPage,
    shapes.AgentRegistered,
    shapes.AgentTurns,
    shapes.EventPage,
    shapes.GamePage,
    shapes.GameView,
    shapes.Hint,
    shapes.LegalPage,
    shapes.NewGameCreated,
    shapes.ReplayPage,
    shapes.SeatTaken,
)
EVENT_HEAD: Final = {
    "seq": {"type": "integer", "minimum": 1, "description": "The event's number in its game, from 1 without a gap."},
    "at": {"type": "string", "format": "date-time", "description": "When it happened (RFC 3339, in UTC)."},
}


def _game_options() -> type:
    """One closed shape for the options of any game: each ruleset fills in its own."""
    found = {field.name: field.type for ruleset in RULESETS for field in msgspec.structs.fields(ruleset.options_type)}
    fields = [(name, kind | msgspec.UnsetType, UNSET) for name, kind in found.items()]
    doc = "The options of a game, defaults filled in; which there are depends on the ruleset."
    return msgspec.defstruct("GameOptions", fields, namespace={"__doc__": doc})


def _unions() -> dict[type | frozenset[type], OneOf]:
    """Every union of the document: its members are leaves, one for each value of the tag."""
    actions = tuple(shape for ruleset in RULESETS for shape in ruleset.action_types)
    events = (*EVENT_TYPES, *(shape for ruleset in RULESETS for shape in ruleset.event_types))
    views = tuple(ruleset.view_type for ruleset in RULESETS)
    details = tuple(ruleset.details_type for ruleset in RULESETS)
    answers = tuple(dict.fromkeys(ruleset.hands_type for ruleset in RULESETS))
    seats = (PlayerSeat, OpenSeat, BotSeat, AgentSeat)
    moves: tuple[type, ...] = (*actions, Resign)
    of_one_ruleset: dict[type | frozenset[type], OneOf] = {
        frozenset(ruleset.action_types): OneOf(
            f"{class_prefix(ruleset)}Action", f"Any action of {ruleset.id}.", tuple(ruleset.action_types)
        )
        for ruleset in RULESETS
    }
    return {
        **of_one_ruleset,
        Action: OneOf("Action", "Any action of any ruleset.", actions),
        Event: OneOf("GameEvent", "One thing that happened in a game, as its reader may know it.", events),
        StateView: OneOf("TableView", "The table of a game, one form for each ruleset.", views),
        Details: OneOf("ResultDetails", "What a ruleset tells of a result beyond winners and scores.", details),
        NewGame: OneOf("NewGame", "A game to be created, one form for each ruleset.", tuple(NEW_GAMES.values())),
        frozenset(seats): OneOf("NewSeat", "A seat of a game to be created.", seats),
        HandsAnswer: OneOf("HandsAnswer", "What hands are by the rules of a game.", answers),
        frozenset(moves): OneOf("RecordedMove", "An action in a record, or that a seat was given up.", moves),
    }


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": SCHEMAS + name}


def _list_of(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _ref(name)}


def components() -> dict[str, dict[str, Any]]:
    """Every schema of the document, by its name."""
    unions = _unions()
    (recorded_bot,) = (ruleset.recorded_bot_type for ruleset in RULESETS if ruleset.recorded_bot_type)
    made = Components(
        names={**NAMES, recorded_bot: "RecordedBot"},
        strings={"Card": Card},
        unions=unions,
        raw={
            (shapes.Game, "options"): _ref("GameOptions"),
            (Result, "details"): _ref("ResultDetails"),
            (shapes.ActionTaken, "events"): _list_of("GameEvent"),
            (shapes.EventPage, "events"): _list_of("GameEvent"),
            (shapes.ReplayPage, "steps"): _list_of("ReplayStep"),
            (shapes.ReplayStep, "events"): _list_of("GameEvent"),
            (shapes.ReplayStep, "action"): {"anyOf": [_ref("RecordedMove"), {"type": "null"}]},
            (Record, "options"): _ref("GameOptions"),
            (Record, "result"): _ref("GameResult"),
            (Record, "bots"): _list_of("RecordedBot"),
            (Record, "actions"): _list_of("RecordedAction"),
            (RecordedAction, "action"): _ref("RecordedMove"),
            # what is asked for is a closed set; what is told stays open, for a client that is older than a ruleset
            (NewAgent, "rulesets"): {**_list_of("RulesetId"), "minItems": 1, "maxItems": shapes.MOST_RULESETS},
            (AgentChange, "rulesets"): {**_list_of("RulesetId"), "minItems": 1, "maxItems": shapes.MOST_RULESETS},
        },
        heads={Event: EVENT_HEAD},
        open_shapes=(rulesets.JsonSchema,),
    )
    bodies = (Action, NewGame, JoinGame, HintWish, NewAgent, AgentChange, rulesets.HandsToJudge)
    parts = (Event, StateView, Details, HandsAnswer, _game_options(), RecordedAction, recorded_bot, shapes.ReplayStep)
    for shape in (*ANSWERS, *bodies, *parts):
        made.ref(shape)
    made.ref(Union[(*unions[Action].members, Resign)])
    made.ref(RulesetId)
    return made.schemas


def examples() -> dict[str, Any]:
    """An example of the body and the answer of operations, by their id; recorded from real answers."""
    return json.loads(EXAMPLES.read_text("utf-8")) if EXAMPLES.exists() else {}


def problem_examples() -> dict[str, dict[str, Any]]:
    """An example of each code that operations answer: recorded, but for mistakes of ours, which nobody can ask for."""
    title = CODES["internal_error"].title
    mistake = {"type": "/docs#internal_error", "title": title, "status": 500, "code": "internal_error", "detail": f"{title}."}
    found = {**examples().get(PROBLEMS, {}), "internal_error": {**mistake, "request_id": "5f1d0c9be2a7468b"}}
    return {code: {"summary": CODES[code].title, "value": found[code]} for code in sorted(found)}


def named_enum(_converter: object, parameter: fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """For apispec: a parameter that takes the values of an enum refers to the enum's component."""
    if not isinstance(parameter, fields.Enum):
        return {}
    ret.clear()
    return {"$ref": SCHEMAS + parameter.enum.__name__, "description": parameter.metadata["description"]}


def install(app: Flask, public_url: str) -> ProblemApi:
    """Make the app's flask-smorest Api, with every component; blueprints are registered on it."""
    app.config.update(
        API_TITLE=TITLE,
        API_VERSION=__version__,
        OPENAPI_VERSION=OPENAPI_VERSION,
        OPENAPI_URL_PREFIX=None,
        API_SPEC_OPTIONS={
            "info": {
                "description": DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
                "contact": {"name": "Card Commons contributors"},
            },
            "servers": [{"url": public_url or "/", "description": "This service."}],
        },
    )
    api = ProblemApi(app)
    api.ma_plugin.converter.add_attribute_function(named_enum)
    for name, schema in components().items():
        api.spec.components.schema(name, schema)
    for name, response in shared_responses().items():
        api.spec.components.response(name, response)
    for code, example in problem_examples().items():
        api.spec.components.example(code, example)
    api.spec.components.security_scheme(
        "token",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a seat, of a game's host, or of an agent (for all of its seats), as it was told once.",
        },
    )
    return api


def _ordered(node: dict[str, Any], first: tuple[str, ...]) -> dict[str, Any]:
    rank = {key: place for place, key in enumerate(first)}
    return dict(sorted(node.items(), key=lambda item: rank.get(item[0], len(rank))))


def _tell_parameters(item: dict[str, Any]) -> None:
    """Say of each parameter's schema what is said of the parameter: some generators read only the one or the other."""
    for holder in (item, *(operation for operation in item.values() if isinstance(operation, dict))):
        for parameter in holder.get("parameters", []):
            parameter["schema"] = {**parameter["schema"], "description": parameter["description"]}


def canonical(document: dict[str, Any]) -> dict[str, Any]:
    """The document in one order, whatever the interpreter."""
    document = _ordered(document, TOP)
    for path, item in document["paths"].items():
        _tell_parameters(item)
        for method, operation in item.items():
            if isinstance(operation, dict):
                operation["responses"] = dict(sorted((str(code), answer) for code, answer in operation["responses"].items()))
                item[method] = _ordered(operation, OPERATION)
        document["paths"][path] = _ordered(item, ITEM)
    document["paths"] = dict(sorted(document["paths"].items()))
    document["components"] = {kind: dict(sorted(found.items())) for kind, found in sorted(document["components"].items())}
    return document


def written(api: ProblemApi) -> str:
    """The document as JSON text, as it is served and as it stands in openapi/openapi.json."""
    return laid_out(canonical(api.spec.to_dict()))


def main() -> None:
    """Print the document, in UTF-8 whatever the terminal.

    A warning of apispec, such as two schemas of one name, is an error.
    """
    from service.app import create_app  # noqa: PLC0415  # the app is made of this module among others
    from service.settings import Settings  # noqa: PLC0415

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        app = create_app(Settings(redis_url="redis://127.0.0.1:1"))
    sys.stdout.buffer.write(app.extensions["card-commons"].document.encode())


if __name__ == "__main__":
    main()
