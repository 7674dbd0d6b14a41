"""The document keeps the house rules, and each rule sees what it is there for."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from openapi import house_rules, operation_rules, schema_rules
from openapi.reading import Document

Node = dict[str, Any]
Rule = Callable[[Document], Iterator[str]]
Change = Callable[[Node], object]

REFERENCE = "#/components/schemas/"


def operation(root: Node, operation_id: str) -> Node:
    """The operation of an id, to be changed."""
    return next(
        found
        for item in root["paths"].values()
        for method, found in item.items()
        if method != "parameters" and found["operationId"] == operation_id
    )


def act(root: Node) -> Node:
    return operation(root, "submitAction")


def schema(root: Node, name: str) -> Node:
    found: Node = root["components"]["schemas"][name]
    return found


def properties(root: Node, name: str) -> Node:
    found: Node = schema(root, name)["properties"]
    return found


def parameter(root: Node, operation_id: str, name: str) -> Node:
    """A parameter of an operation, to be changed."""
    return next(found for found in operation(root, operation_id)["parameters"] if found["name"] == name)


def body(node: Node) -> Node:
    """The JSON of a request body or a response."""
    found: Node = node["content"]["application/json"]
    return found


NOTHING = {"204": {"description": "Nothing is left."}}


def no_stream(root: Node) -> None:
    """Let what is a stream be a text; its 204 is then a second success."""
    responses = operation(root, "streamEvents")["responses"]
    responses["200"]["content"] = {"text/plain": {"schema": {"type": "string"}}}


def renamed(root: Node, name: str, other: str) -> None:
    """Give a schema another name, and lead every reference to it."""
    changed = json.dumps(root).replace(f'"{REFERENCE}{name}"', f'"{REFERENCE}{other}"')
    root.clear()
    root.update(json.loads(changed))
    root["components"]["schemas"][other] = root["components"]["schemas"].pop(name)


CHANGES: list[tuple[Rule, Change]] = [
    (operation_rules.has_a_name_for_a_method, lambda root: act(root).pop("operationId")),
    (operation_rules.has_a_name_for_a_method, lambda root: act(root).update(operationId="submit_action")),
    (operation_rules.has_a_name_for_a_method, lambda root: act(root).update(operationId="createGame")),
    (operation_rules.is_described, lambda root: act(root).pop("summary")),
    (operation_rules.is_described, lambda root: act(root).update(summary="Take an action.")),
    (operation_rules.is_described, lambda root: act(root).pop("description")),
    (operation_rules.has_one_tag, lambda root: act(root).update(tags=["moves"])),
    (operation_rules.has_one_tag, lambda root: act(root)["tags"].append("games")),
    (operation_rules.has_one_tag, lambda root: root["tags"].append({"name": "lonely", "description": "Of nothing."})),
    (operation_rules.says_who_may_ask, lambda root: act(root).pop("security")),
    (operation_rules.has_good_parameters, lambda root: act(root)["parameters"].append(act(root)["parameters"][0])),
    (operation_rules.has_good_parameters, lambda root: act(root)["parameters"][0].pop("description")),
    (operation_rules.has_good_parameters, lambda root: act(root)["parameters"][0].update(name="Authorization")),
    (operation_rules.has_good_parameters, lambda root: act(root)["parameters"][0]["schema"].update(pattern="^x$")),
    (operation_rules.has_good_parameters, lambda root: act(root)["parameters"][0]["schema"].pop("description")),
    (
        operation_rules.has_good_parameters,
        lambda root: parameter(root, "listGames", "ruleset")["schema"].update(enum=["a", "b"]),
    ),
    (operation_rules.has_good_parameters, lambda root: parameter(root, "listGames", "limit").update(name="pageLimit")),
    (
        operation_rules.has_good_parameters,
        lambda root: parameter(root, "listGames", "cursor")["schema"].update(type=["string", "null"]),
    ),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("200")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("default")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("401")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("404")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("412")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("413")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("415")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].pop("422")),
    (operation_rules.answers_all_that_can_happen, lambda root: operation(root, "getHealth")["responses"].pop("400")),
    (operation_rules.answers_all_that_can_happen, lambda root: operation(root, "getView")["responses"].pop("304")),
    (operation_rules.answers_all_that_can_happen, lambda root: act(root)["responses"].update(NOTHING)),
    (
        operation_rules.answers_all_that_can_happen,
        lambda root: operation(root, "streamEvents")["responses"].update({"202": NOTHING["204"]}),
    ),
    (operation_rules.answers_all_that_can_happen, no_stream),
    (
        operation_rules.answers_in_one_media_type,
        lambda root: act(root)["responses"]["200"]["content"].update({"text/plain": {"schema": {"type": "string"}}}),
    ),
    (operation_rules.answers_in_one_media_type, lambda root: act(root)["responses"]["200"].pop("content")),
    (
        operation_rules.answers_in_one_media_type,
        lambda root: operation(root, "removeGame")["responses"]["204"].update(content={"text/plain": {}}),
    ),
    (
        operation_rules.answers_in_one_media_type,
        lambda root: body(act(root)["requestBody"]).update(schema={"type": "object", "properties": {}}),
    ),
    (
        operation_rules.answers_in_one_media_type,
        lambda root: operation(root, "getRules")["responses"]["200"]["content"]["text/markdown"].update(schema={}),
    ),
    (
        operation_rules.answers_in_one_media_type,
        lambda root: operation(root, "getRules")["responses"]["200"].update(content={"text/html": {}}),
    ),
    (
        operation_rules.tells_problems_in_one_form,
        lambda root: act(root)["responses"]["409"].update(content={"application/json": {"schema": {}}}),
    ),
    (
        operation_rules.tells_problems_in_one_form,
        lambda root: root["components"]["responses"]["RateLimited"]["content"].popitem(),
    ),
    (
        operation_rules.has_the_headers_of_its_statuses,
        lambda root: operation(root, "createGame")["responses"]["201"]["headers"].pop("Location"),
    ),
    (
        operation_rules.has_the_headers_of_its_statuses,
        lambda root: root["components"]["responses"]["RateLimited"]["headers"].pop("Retry-After"),
    ),
    (
        operation_rules.has_the_headers_of_its_statuses,
        lambda root: root["components"]["responses"]["StoreUnavailable"].pop("headers"),
    ),
    (operation_rules.has_the_headers_of_its_statuses, lambda root: act(root)["responses"]["401"].pop("headers")),
    (
        operation_rules.has_the_headers_of_its_statuses,
        lambda root: operation(root, "getView")["responses"]["200"].pop("headers"),
    ),
    (
        operation_rules.has_the_headers_of_its_statuses,
        lambda root: act(root)["responses"]["200"]["headers"]["ETag"].pop("required"),
    ),
    (operation_rules.is_safe_to_repeat, lambda root: act(root)["parameters"].pop()),
    (
        operation_rules.is_safe_to_repeat,
        lambda root: operation(root, "createGame").update(parameters=[parameter(root, "resign", "Idempotency-Key")]),
    ),
    (operation_rules.needs_its_body, lambda root: act(root)["requestBody"].update(required=False)),
    (operation_rules.needs_its_body, lambda root: operation(root, "joinGame")["requestBody"].pop("required")),
    (operation_rules.needs_its_body, lambda root: operation(root, "getHint")["requestBody"].update(required=True)),
    (operation_rules.shows_an_example, lambda root: body(act(root)["responses"]["200"]).pop("example")),
    (operation_rules.shows_an_example, lambda root: body(act(root)["requestBody"]).pop("example")),
    (
        operation_rules.shows_an_example,
        lambda root: root["components"]["responses"]["AnyProblem"]["content"]["application/problem+json"].pop("examples"),
    ),
    (operation_rules.takes_nothing_endless, lambda root: properties(root, "LandlordBid")["points"].pop("maximum")),
    (operation_rules.takes_nothing_endless, lambda root: properties(root, "LandlordPlay")["cards"].pop("maxItems")),
    (operation_rules.takes_nothing_endless, lambda root: schema(root, "Card").pop("maxLength")),
    (operation_rules.takes_nothing_endless, lambda root: properties(root, "JoinGame")["name"].pop("maxLength")),
    (
        operation_rules.takes_nothing_endless,
        lambda root: parameter(root, "listGames", "limit")["schema"].pop("maximum"),
    ),
    (schema_rules.is_openapi_3_1, lambda root: root.update(openapi="3.0.3")),
    (schema_rules.has_a_name_for_a_type, lambda root: renamed(root, "Game", "Game1")),
    (schema_rules.has_a_name_for_a_type, lambda root: renamed(root, "Game", "game_facts")),
    (schema_rules.has_a_name_for_a_type, lambda root: renamed(root, "GameEvent", "Event")),
    (schema_rules.has_a_name_for_a_type, lambda root: renamed(root, "ActionTaken", "SubmitActionResponse")),
    (schema_rules.is_used, lambda root: root["components"]["schemas"].update(Lonely=schema(root, "Health"))),
    (
        schema_rules.is_used,
        lambda root: root["components"]["responses"].update(Lonely=root["components"]["responses"]["AnyProblem"]),
    ),
    (schema_rules.is_a_closed_object_a_union_an_enum_or_a_string, lambda root: schema(root, "Game").pop("description")),
    (
        schema_rules.is_a_closed_object_a_union_an_enum_or_a_string,
        lambda root: schema(root, "Game").pop("additionalProperties"),
    ),
    (
        schema_rules.is_a_closed_object_a_union_an_enum_or_a_string,
        lambda root: schema(root, "Game")["required"].append("table"),
    ),
    (
        schema_rules.is_a_closed_object_a_union_an_enum_or_a_string,
        lambda root: schema(root, "GameStatus").update(enum=["waiting"]),
    ),
    (schema_rules.is_a_closed_object_a_union_an_enum_or_a_string, lambda root: schema(root, "GameStatus").pop("type")),
    (schema_rules.is_a_closed_object_a_union_an_enum_or_a_string, lambda root: schema(root, "Card").pop("pattern")),
    (schema_rules.has_good_properties, lambda root: properties(root, "Game").update(createdAt={"$ref": "#/x"})),
    (schema_rules.has_good_properties, lambda root: properties(root, "Game")["version"].pop("description")),
    (schema_rules.has_good_properties, lambda root: schema(root, "Game")["required"].remove("result")),
    (schema_rules.has_good_properties, lambda root: schema(root, "Game")["required"].remove("turn_deadline")),
    (schema_rules.has_good_properties, lambda root: properties(root, "LandlordBid")["type"].pop("default")),
    (schema_rules.has_good_properties, lambda root: properties(root, "JoinGame")["seat"].update(default=None)),
    (
        schema_rules.has_no_nameless_parts,
        lambda root: properties(root, "Game").update(status={"type": "string", "enum": ["waiting", "active"]}),
    ),
    (
        schema_rules.has_no_nameless_parts,
        lambda root: properties(root, "Game")["seats"].update(items={"type": "object", "properties": {}}),
    ),
    (
        schema_rules.has_no_nameless_parts,
        lambda root: properties(root, "GameView").update(state={"oneOf": [{"$ref": REFERENCE + "LandlordView"}]}),
    ),
    (
        schema_rules.has_no_nameless_parts,
        lambda root: properties(root, "Game")["to_act"]["items"].update(type=["integer", "null"]),
    ),
    (schema_rules.is_told_apart_by_its_tag, lambda root: schema(root, "Action").pop("discriminator")),
    (schema_rules.is_told_apart_by_its_tag, lambda root: schema(root, "Action")["discriminator"].pop("mapping")),
    (schema_rules.is_told_apart_by_its_tag, lambda root: schema(root, "Action")["oneOf"].pop()),
    (schema_rules.is_told_apart_by_its_tag, lambda root: schema(root, "Action").update(type="object")),
    (
        schema_rules.is_told_apart_by_its_tag,
        lambda root: schema(root, "NewSeat")["oneOf"].append({"$ref": REFERENCE + "NewGame"}),
    ),
    (schema_rules.is_told_apart_by_its_tag, lambda root: schema(root, "LandlordBid")["required"].remove("type")),
    (schema_rules.is_told_apart_by_its_tag, lambda root: properties(root, "LandlordBid")["type"].update(const="bid")),
    (schema_rules.is_told_apart_by_its_tag, lambda root: schema(root, "LandlordBid").update(additionalProperties=True)),
    (schema_rules.uses_plain_keywords, lambda root: schema(root, "Game").update(title="Game")),
    (schema_rules.uses_plain_keywords, lambda root: properties(root, "Game")["version"].update(nullable=True)),
    (schema_rules.uses_plain_keywords, lambda root: properties(root, "Game")["version"].update({"x-minimum": 1})),
    (schema_rules.uses_plain_keywords, lambda root: properties(root, "Game")["result"]["anyOf"].append({"type": "string"})),
    (schema_rules.uses_plain_keywords, lambda root: properties(root, "Game")["version"].update(type=["integer", "string"])),
    (schema_rules.uses_plain_keywords, lambda root: properties(root, "Game")["status"].update(default="active")),
    (schema_rules.uses_plain_keywords, lambda root: properties(root, "Game")["created_at"].update(format="time-of-day")),
]


def test_the_exported_document_keeps_every_rule(document: Node) -> None:
    assert house_rules.findings(document) == []


@pytest.mark.parametrize(("rule", "change"), CHANGES, ids=[f"{rule.__name__}-{n}" for n, (rule, _) in enumerate(CHANGES)])
def test_each_change_for_the_worse_is_found_by_its_rule(rule: Rule, change: Change, document: Node) -> None:
    worse = copy.deepcopy(document)
    change(worse)
    assert list(rule(Document(worse)))


def test_every_rule_is_shown_to_find_something() -> None:
    assert set(house_rules.RULES) == {rule for rule, _ in CHANGES}


def test_the_command_tells_the_findings_and_ends_with_1(
    document: Node, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "worse.json"
    file.write_text(json.dumps({**document, "openapi": "3.0.3"}))
    monkeypatch.setattr("sys.argv", ["house_rules", str(file)])
    assert house_rules.main() == 1
    assert capsys.readouterr().out == "openapi is 3.0.3, not 3.1\n"


def test_the_command_is_content_with_the_exported_document(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["house_rules"])
    assert house_rules.main() == 0
    assert capsys.readouterr().out == "openapi.json keeps the house rules\n"
