"""Every answer that a test gets, held to the exported OpenAPI document.

`CheckingClient` is a Flask test client that does so by itself; `check_response` is for answers that came over
HTTP. Both raise ResponseMismatch where the document does not promise what was answered: the status, the media
type, a header, the body, or the code of a problem.
"""

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator, Registry
from werkzeug.test import TestResponse

from tests.event_stream import Frame, frames

DOCUMENT: Final = Path(__file__).resolve().parents[1] / "openapi" / "openapi.json"
URI: Final = "urn:openapi"
PROBLEM_TYPE: Final = "application/problem+json"
PROBLEM_SCHEMA: Final = "#/components/schemas/Problem"
STREAM_TYPE: Final = "text/event-stream"
GAME_EVENT: Final = "#/components/schemas/GameEvent"
STREAMED: Final = {"streamEvents": GAME_EVENT, "streamTurns": "#/components/schemas/AgentTurn"}
"""What the data of each event is, by the operation: the document itself says no more than that a stream is a text."""
PAGES: Final = ("/docs", "/openapi.json", "/v1/openapi.json", "/play/", "/replay/", "/embed", "/rules/", "/web/")
"""What is served beside the API: for a person, and the document itself."""

Node = dict[str, Any]


class ResponseMismatch(AssertionError):  # noqa: N818  # a test's failure, not an error of the program
    """An answer that the document does not promise."""


class Answer(NamedTuple):
    """A response, however it came."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str]
    """Names in any case."""
    body: bytes

    @property
    def media_type(self) -> str:
        """Without parameters, in lower case; empty where there is none."""
        return self.header("content-type").partition(";")[0].strip().lower()

    def header(self, name: str) -> str:
        """The value of a header, empty where there is none."""
        return next((value for key, value in self.headers.items() if key.lower() == name.lower()), "")


def _by_tag(node: Any) -> Any:
    """A document whose unions ask the member that the tag names and no other: faster, and the error is that member's."""
    if isinstance(node, list):
        return [_by_tag(part) for part in node]
    if not isinstance(node, dict):
        return node
    if "discriminator" not in node:
        return {key: _by_tag(part) for key, part in node.items()}
    tag, mapping = node["discriminator"]["propertyName"], node["discriminator"]["mapping"]
    return {
        "type": "object",
        "required": [tag],
        "properties": {tag: {"enum": list(mapping)}},
        "allOf": [
            {"if": {"properties": {tag: {"const": value}}}, "then": {"$ref": reference}} for value, reference in mapping.items()
        ],
    }


class Checker:
    """Holds answers to one document."""

    def __init__(self, document: Node) -> None:
        self._document = document
        self._registry = Registry([(URI, _by_tag(document))])
        self._validators: dict[str, Draft202012Validator] = {}
        self._paths: dict[int, list[tuple[list[str], str]]] = defaultdict(list)
        for path in sorted(document["paths"], key=lambda path: path.count("{")):  # /agents/me comes before /agents/{name}
            parts = path.split("/")
            self._paths[len(parts)].append((parts, path))
        self.seen: set[tuple[str, str]] = set()
        """The answers that there were: operationId and documented status."""

    def check(self, answer: Answer) -> None:
        """Raises ResponseMismatch where the document does not promise this answer."""
        try:
            self._check(answer)
        except ResponseMismatch as mismatch:
            mismatch.add_note(f"{answer.method} {answer.path} -> {answer.status} {answer.body[:300]!r}")
            raise

    def promised(self) -> set[tuple[str, str]]:
        """The answers that the document promises, in the form of those seen."""
        return {
            (operation["operationId"], code)
            for item in self._document["paths"].values()
            for method, operation in item.items()
            if method != "parameters"
            for code in operation["responses"]
        }

    def _check(self, answer: Answer) -> None:
        found = self._operation("get" if answer.method == "HEAD" else answer.method.lower(), answer.path)
        if found is None:
            self._check_outside(answer)
            return
        where, operation = found
        code = str(answer.status) if str(answer.status) in operation["responses"] else "default"
        if code == "default" and answer.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            raise ResponseMismatch(f"{operation['operationId']} does not document {answer.status}")
        self.seen.add((operation["operationId"], code))
        response, where = self._at(operation["responses"][code], f"{where}/responses/{code}")
        self._check_headers(answer, response, where)
        if answer.method != "HEAD":
            self._check_body(answer, response, where, operation["operationId"])
        if answer.media_type == PROBLEM_TYPE and answer.body:
            _check_problem(answer, "" if code == "default" else response["description"])

    def _check_outside(self, answer: Answer) -> None:
        """What no operation answers is a problem, but for the pages, their files and what CORS asks."""
        if answer.status < HTTPStatus.BAD_REQUEST:
            if answer.method != "OPTIONS" and answer.path != "/" and not answer.path.startswith(PAGES):
                raise ResponseMismatch("the document does not know the operation")
            return
        if answer.media_type != PROBLEM_TYPE:
            raise ResponseMismatch(f"{answer.media_type or 'no media type'} instead of {PROBLEM_TYPE}")
        if answer.method != "HEAD":
            self._check_json(answer.body, PROBLEM_SCHEMA)
            _check_problem(answer, "")

    def _check_headers(self, answer: Answer, response: Node, where: str) -> None:
        for name, header in response.get("headers", {}).items():
            value = answer.header(name)
            if not value:
                raise ResponseMismatch(f"there is no header {name}")
            number = header["schema"]["type"] == "integer" and value.isdecimal()
            self._check_value(int(value) if number else value, f"{where}/headers/{name}/schema", f"header {name}")

    def _check_body(self, answer: Answer, response: Node, where: str, operation_id: str) -> None:
        content = response.get("content", {})
        if not content:
            if answer.body or answer.media_type:
                raise ResponseMismatch("there is a body or a media type, and neither is documented")
            return
        if answer.media_type not in content:
            raise ResponseMismatch(f"{answer.media_type or 'no media type'} instead of {', '.join(content)}")
        if "json" in answer.media_type:
            schema, at = content[answer.media_type]["schema"], f"{where}/content/{_escaped(answer.media_type)}/schema"
            self._check_json(answer.body, schema.get("$ref", at))
        elif answer.media_type == STREAM_TYPE:
            self._check_stream(answer.body, STREAMED[operation_id])
        elif not answer.body.decode():
            raise ResponseMismatch("the text is empty")

    def _check_json(self, body: bytes, where: str) -> None:
        self._check_value(json.loads(body, object_pairs_hook=_object), where, "body")

    def _check_stream(self, body: bytes, event_schema: str) -> None:
        """Events of the document. Whoever has cut the stream off has done so between two of them."""
        try:
            told = frames(body)
        except ValueError as error:
            raise ResponseMismatch(str(error)) from error
        for one in told:
            self._check_json(one.data, event_schema)
        if event_schema == GAME_EVENT:
            _check_numbers(told)

    def _check_value(self, value: Any, where: str, what: str) -> None:
        if where not in self._validators:
            schema = {"$ref": URI + quote(where, safe="#/~")}
            self._validators[where] = Draft202012Validator(schema, registry=self._registry, validate_formats=True)
        for error in self._validators[where].iter_errors(value):
            raise ResponseMismatch(f"{what}: {'.'.join(map(str, error.instance_path))}: {error.message[:500]}")

    def _operation(self, method: str, path: str) -> tuple[str, Node] | None:
        parts = path.split("/")
        for template, name in self._paths[len(parts)]:
            if all(mine == its or its.startswith("{") for mine, its in zip(parts, template, strict=True)):
                operation = self._document["paths"][name].get(method)
                return None if operation is None else (f"#/paths/{_escaped(name)}/{method}", operation)
        return None

    def _at(self, node: Node, where: str) -> tuple[Node, str]:
        """What a response stands for and where it is, a reference followed."""
        if "$ref" not in node:
            return node, where
        _, _, kind, name = node["$ref"].split("/")
        return self._document["components"][kind][name], node["$ref"]


def _escaped(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")


def _object(pairs: list[tuple[str, Any]]) -> Node:
    if len(dict(pairs)) != len(pairs):
        raise ResponseMismatch(f"an object names a member twice: {[name for name, _ in pairs]}")
    return dict(pairs)


def _check_numbers(told: list[Frame]) -> None:
    """Events of a game are numbered without a gap, and named by their types."""
    for number, (name, kind, data) in enumerate(told, json.loads(told[0].data)["seq"] if told else 1):
        event = json.loads(data)
        if (name, number, kind) != (str(number), event["seq"], event["type"]):
            raise ResponseMismatch(f"id {name} and event {kind} at the place of {number}: {event}")


def _check_problem(answer: Answer, description: str) -> None:
    """A problem agrees with its status and its page, and its code is one that the description names, if it names any."""
    problem = json.loads(answer.body)
    if problem["status"] != answer.status or problem["type"] != f"/docs#{problem['code']}":
        raise ResponseMismatch(f"the problem does not agree with its status {answer.status} or its code: {problem}")
    named = re.findall(r"`(\w+)`:", description)
    if named and problem["code"] not in named:
        raise ResponseMismatch(f"code {problem['code']}, where the document names {', '.join(named)}")


@cache
def exported() -> Checker:
    """The checker of the exported document; one for all tests of a process, so that it knows what they have seen."""
    return Checker(json.loads(DOCUMENT.read_text("utf-8")))


def check_response(method: str, path: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Hold an answer that came over HTTP to the document; `path` may have a query. Raises ResponseMismatch."""
    exported().check(Answer(method, path.partition("?")[0], status, headers, body))


class CheckingClient(FlaskClient):
    """A test client that holds every answer to the document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """As Flask's. The body is read to its end."""
        response = super().open(*args, **kwargs)
        request = response.request
        headers = dict(response.headers)
        exported().check(Answer(request.method, request.path, response.status_code, headers, response.get_data()))
        return response
