"""What differs from the document of the last release is found, and CHANGELOG.md has to name it."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openapi import changes as command
from openapi.changes import CHANGELOG, changes, findings, last_release, released, sections, skeleton

Node = dict[str, Any]
BEFORE = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A table.\n"
AFTER = BEFORE.replace(
    "## [Unreleased]\n\n### Added", "## [Unreleased]\n\n### Changed\n\n- `nothing`\n\n## [0.1.0] - 2026-05-04\n\n### Added"
)


def operation(root: Node) -> Node:
    found: Node = root["paths"]["/v1/games/{game_id}/join"]["post"]
    return found


def schema(root: Node, name: str) -> Node:
    found: Node = root["components"]["schemas"][name]
    return found


CHANGES: list[tuple[Callable[[Node], object], list[str]]] = [
    (
        lambda root: root["paths"].pop("/v1/games/{game_id}/join"),
        ["POST /v1/games/{game_id}/join: is gone"],
    ),
    (
        lambda root: operation(root).update(operationId="takeSeat"),
        ["POST /v1/games/{game_id}/join: is gone", "POST /v1/games/{game_id}/join: is new"],
    ),
    (
        lambda root: operation(root)["responses"].pop("409"),
        ["POST /v1/games/{game_id}/join: responses.409 is gone"],
    ),
    (
        lambda root: operation(root)["responses"].update({"410": {"description": "Gone."}}),
        ["POST /v1/games/{game_id}/join: responses.410 is new"],
    ),
    (
        lambda root: operation(root)["requestBody"].update(required=False),
        ["POST /v1/games/{game_id}/join: requestBody.required was True and is False"],
    ),
    (
        lambda root: root["paths"]["/v1/games"]["get"]["parameters"].pop(),
        ["GET /v1/games: parameters.cursor is gone"],
    ),
    (
        lambda root: root["paths"]["/v1/games"]["get"]["parameters"][2]["schema"].update(maximum=50),
        ["GET /v1/games: parameters.limit.schema.maximum was 100 and is 50"],
    ),
    (lambda root: schema(root, "Game")["properties"].pop("result"), ["Game: properties.result is gone"]),
    (lambda root: schema(root, "Agent")["properties"].pop("description"), ["Agent: properties.description is gone"]),
    (lambda root: schema(root, "Game")["required"].remove("result"), ["Game: required.result is gone"]),
    (lambda root: schema(root, "GameStatus")["enum"].append("paused"), ["GameStatus: enum.paused is new"]),
    (lambda root: schema(root, "Action")["oneOf"].pop(), ["Action: oneOf.LandlordPlay is gone"]),
    (lambda root: root["components"]["schemas"].update(Lonely=schema(root, "Health")), ["Lonely: is new"]),
    (
        lambda root: root["components"]["responses"]["RateLimited"]["headers"].pop("RateLimit"),
        ["RateLimited: headers.RateLimit is gone"],
    ),
]


@pytest.mark.parametrize(("change", "told"), CHANGES, ids=[told[0] for _, told in CHANGES])
def test_a_change_is_found_and_told_by_its_place(change: Callable[[Node], object], told: list[str], document: Node) -> None:
    other = copy.deepcopy(document)
    change(other)
    assert [str(found) for found in changes(document, other)] == told


def test_words_and_examples_may_change_freely(document: Node) -> None:
    other = copy.deepcopy(document)
    operation(other).update(summary="Sit down", description="Take part.")
    schema(other, "Game")["description"] = "A table."
    schema(other, "Agent")["properties"]["description"]["description"] = "In other words."
    other["components"]["responses"]["RateLimited"]["content"]["application/problem+json"].pop("examples")
    assert list(changes(document, other)) == []


def test_a_document_differs_in_nothing_from_its_own_skeleton(document: Node) -> None:
    assert list(changes(skeleton(document), document)) == []


@pytest.mark.parametrize(
    "words",
    ["- `joinGame` answers 410.", "- `POST /v1/games/{game_id}/join` answers 410.", "- joinGame: 410, where the game is gone."],
)
def test_a_change_is_named_by_its_operation_in_the_part_that_is_not_released(words: str, document: Node) -> None:
    other = copy.deepcopy(document)
    operation(other)["responses"]["410"] = {"description": "Gone."}
    before = {**document, "info": {**document["info"], "version": "0.1.0"}}
    (found,) = findings(before, other, AFTER)
    assert found == "CHANGELOG.md does not name POST /v1/games/{game_id}/join: responses.410 is new"
    assert findings(before, other, AFTER + words) == [found], "it stands in a release that is over"
    assert findings(before, other, AFTER.replace("- `nothing`", words)) == []


def test_a_longer_name_does_not_name_a_shorter_one(document: Node) -> None:
    other = copy.deepcopy(document)
    schema(other, "Game")["properties"].pop("result")
    before = {**document, "info": {**document["info"], "version": "0.1.0"}}
    assert findings(before, other, AFTER.replace("nothing", "GameView"))
    assert not findings(before, other, AFTER.replace("nothing", "Game"))


def test_the_kept_document_is_that_of_the_last_release(document: Node) -> None:
    assert last_release(BEFORE) is None
    assert last_release(AFTER) == "0.1.0"
    assert list(sections(AFTER)) == ["Unreleased", "0.1.0"]
    assert findings(None, document, BEFORE) == []
    assert findings(None, document, AFTER) == ["released.json is of None, and the last release in CHANGELOG.md is 0.1.0"]
    newer = {**document, "info": {**document["info"], "version": "0.2.0"}}
    assert findings(newer, document, AFTER) == ["released.json is of 0.2.0, and the last release in CHANGELOG.md is 0.1.0"]


def test_every_change_since_the_last_release_is_named_in_the_change_log(document: Node) -> None:
    assert findings(released(), document, CHANGELOG.read_text("utf-8")) == []


def test_a_release_keeps_its_document_and_a_later_change_is_told(
    document: Node, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    exported, kept, log = (tmp_path / name for name in ("openapi.json", "released.json", "CHANGELOG.md"))
    for name, file in (("EXPORTED", exported), ("RELEASED", kept), ("CHANGELOG", log)):
        monkeypatch.setattr(command, name, file)
    exported.write_text(json.dumps({**document, "info": {**document["info"], "version": "0.1.0"}}))
    log.write_text(BEFORE)
    monkeypatch.setattr("sys.argv", ["changes"])
    assert command.main() == 0
    assert capsys.readouterr().out == "nothing is released yet\n"
    log.write_text(AFTER)
    monkeypatch.setattr("sys.argv", ["changes", "--release"])
    assert command.main() == 0
    assert capsys.readouterr().out == "nothing has changed since the last release\n"
    monkeypatch.setattr("sys.argv", ["changes"])
    later = copy.deepcopy(document)
    operation(later)["responses"].pop("409")
    exported.write_text(json.dumps(later))
    assert command.main() == 1
    told = "POST /v1/games/{game_id}/join: responses.409 is gone"
    assert capsys.readouterr().out == f"{told}\nCHANGELOG.md does not name {told}\n"
