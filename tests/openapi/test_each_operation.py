"""What every operation answers alike, whatever it is for: to what is no request, comes too often, or can't be kept."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask

from service.app import create_app
from service.setting_kinds import RateLimit
from service.settings import Settings
from tests.calling import InProcess, Reply, Table
from tests.checking import DOCUMENT, CheckingClient

NOBODY: Final = {"game_id": "A" * 22, "ruleset": "chess", "name": "nobody"}
"""Ids of what there isn't."""
TOKEN: Final = {"Authorization": f"Bearer deep-lord.{'A' * 32}"}
JSON: Final = {"Content-Type": "application/json"}


class Operation(NamedTuple):
    """An operation of the document, as something that can be asked."""

    id: str
    method: str
    path: str
    """Of what there isn't."""
    body: object
    """The document's example; None where it takes none."""
    statuses: frozenset[str]

    def of(self, game_id: str) -> "Operation":
        """The same of a game that there is."""
        return self._replace(path=self.path.replace(NOBODY["game_id"], game_id))

    def ask(self, app: Flask, body: object = None, **headers: str) -> Reply:
        """The answer to a request of this body, in good form otherwise unless the headers say something else."""
        return InProcess(app.test_client()).call(self.method, self.path, self.body if body is None else body, headers)


def operations() -> Iterator[Operation]:
    """All that the exported document tells of."""
    for path, item in json.loads(DOCUMENT.read_text("utf-8"))["paths"].items():
        for method, node in item.items():
            if method != "parameters":
                content = node.get("requestBody", {}).get("content", {})
                example = content.get("application/json", {}).get("example")
                yield Operation(
                    node["operationId"], method.upper(), path.format(**NOBODY), example, frozenset(node["responses"])
                )


OPERATIONS: Final = tuple(operations())


def answering(status: str) -> Any:
    """A test of each operation that documents a status."""
    documented = [operation for operation in OPERATIONS if status in operation.statuses]
    return pytest.mark.parametrize("operation", documented, ids=[operation.id for operation in documented])


def told(reply: Reply) -> tuple[int, str]:
    """The status and the code of a problem."""
    return reply.status, reply.json["code"]


@pytest.fixture(scope="module")
def app(redis_url: str) -> Flask:
    """An app with nothing in it."""
    return checked(Settings(redis_url=redis_url, redis_prefix="each-operation"))


@pytest.fixture(scope="module")
def game_id(app: Flask) -> str:
    """A game that goes on, of the ruleset of the document's example of an action."""
    return Table(InProcess(app.test_client())).id


@pytest.fixture(scope="module")
def without_store() -> Flask:
    """An app whose store doesn't answer."""
    return checked(Settings(redis_url="redis://127.0.0.1:1"))


@pytest.fixture(scope="module")
def without_allowance(redis_url: str) -> Flask:
    """An app that nobody may ask even once."""
    none = RateLimit(0, "hour")
    return checked(Settings(redis_url=redis_url, rate_limit_create=none, rate_limit_read=none, rate_limit_act=none))


def checked(settings: Settings) -> Flask:
    """An app whose answers are held to the document."""
    made = create_app(settings)
    made.test_client_class = CheckingClient
    return made


@answering("400")
def test_a_request_to_what_is_no_host_is_malformed(operation: Operation, app: Flask) -> None:
    assert told(operation.ask(app, Host="..")) == (400, "malformed")


@answering("401")
def test_who_brings_something_else_than_a_token_has_none(operation: Operation, app: Flask, game_id: str) -> None:
    assert told(operation.of(game_id).ask(app, Authorization="Basic QW5uOnB3")) == (401, "token_missing")


@answering("401")
def test_a_token_from_elsewhere_is_not_known(operation: Operation, app: Flask, game_id: str) -> None:
    assert told(operation.of(game_id).ask(app, Authorization="Bearer of-nobody")) == (401, "token_unknown")


@answering("404")
def test_what_there_isn_t_is_not_found(operation: Operation, app: Flask) -> None:
    status, code = told(operation.ask(app, **TOKEN))
    assert status == 404
    assert code in ("game_not_found", "ruleset_not_found", "agent_not_found")


@answering("413")
def test_a_body_over_the_limit_is_too_large(operation: Operation, app: Flask) -> None:
    assert told(operation.ask(app, b" " * 65_537, **JSON, **TOKEN)) == (413, "body_too_large")


@answering("415")
def test_a_body_that_is_no_json_is_unsupported(operation: Operation, app: Flask) -> None:
    reply = operation.ask(app, b"points=3", **{"Content-Type": "application/x-www-form-urlencoded"}, **TOKEN)
    assert told(reply) == (415, "unsupported_media_type")


@answering("422")
def test_a_field_that_is_not_known_is_refused(operation: Operation, app: Flask) -> None:
    body = {"type": 5, "surprise": True}
    status, code = told(operation.ask(app, body, **TOKEN))
    assert (status, code) == (422, "validation_error")


@answering("429")
def test_who_asks_too_often_is_told_when_to_come_back(operation: Operation, without_allowance: Flask) -> None:
    assert told(operation.ask(without_allowance, **TOKEN)) == (429, "rate_limited")


@answering("503")
def test_without_its_store_it_says_so(operation: Operation, without_store: Flask) -> None:
    assert told(operation.ask(without_store, **TOKEN)) == (503, "store_unavailable")
