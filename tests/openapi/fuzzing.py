"""The service asked by schemathesis, which makes requests, good ones and bad ones, of the OpenAPI document alone.

    python -m tests.openapi.fuzzing [--seed N] [--examples N]        what it finds, and status 1 where that is anything

The service runs in this process, on a private Redis. Beyond the document schemathesis is told tokens and a few ids, for
without them it would see little but 401 and 404. Each answer is held to the document by our own checker too, which knows
what a stream is made of.
"""

import argparse
import json
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import schemathesis
from flask import Flask
from jsonschema_rs import Draft202012Validator, Registry
from schemathesis.core.failures import AcceptedNegativeData, Failure
from schemathesis.engine import events, from_schema
from schemathesis.openapi.checks import IgnoredAuth, MissingHeaderNotRejected
from schemathesis.transport.wsgi import WSGI_TRANSPORT, WSGITransport

from service.app import create_app
from service.settings import Settings
from service.store.embedded import EmbeddedServer
from tests.checking import DOCUMENT, Answer, Checker
from tests.openapi.world import World

SEED: Final = 2026
EXAMPLES: Final = 8
"""Requests to each operation by chance, and chains of requests."""
OFTEN: Final = 0.6
"""How often an id of a request is one that there is."""

OF_NOBODY_S_MAKING: Final = ("2xx", "304", "401", "403", "404", "409")
"""What may come of any request that keeps to the document: nobody is promised that a game is there, or waits for him."""
REFUSED: Final = {
    "createGame": ("422",),  # how many seats a game has, and who sits there, depends on the ruleset
    "joinGame": ("422",),  # a seat that the game doesn't have
    "judgeHands": ("422",),  # how many cards a hand has depends on the ruleset
    "listEvents": ("400",),  # an event from the future
    "listGames": ("400",),  # a cursor that no page has told
    "listLegalActions": ("400", "412"),  # the same, a cursor and a sample, or a cursor from before
    "resign": ("400",),  # a key that isn't visible ASCII
    "streamEvents": ("400",),  # an event from the future
    "submitAction": ("400", "412", "422"),  # such a key, a version from before, or the rules
}
"""What else may come of it, by operation: what no schema can say."""
STREAMS: Final = ("streamEvents", "streamTurns")

Node = dict[str, Any]
Case = schemathesis.Case[Any]


def _operation_id(case: Case) -> str:
    return str(case.operation.definition.raw["operationId"])


def _about(operation_id: str) -> Node:
    """What is different about an operation."""
    accepted = [*OF_NOBODY_S_MAKING, *REFUSED.get(operation_id, ())]
    checks: Node = {"positive_data_acceptance": {"expected-statuses": accepted}}
    if operation_id in STREAMS:  # it reads each event as a value of the whole text's schema
        checks["response_schema_conformance"] = {"enabled": False}
    return {"include-operation-id": operation_id, "checks": checks}


def configuration(world: World, seed: int, examples: int, only: str | None) -> schemathesis.Config:
    """How much is asked, `only` of one operation or of all, and what may come of it. All checks are on."""
    others: list[Node] = [] if only is None else [{"exclude-operation-id": only, "enabled": False}]
    known = {"path.game_id": list(world.tokens), "path.ruleset": world.rulesets, "path.name": [world.agent_name]}
    return schemathesis.Config.from_dict(
        {
            "seed": seed,
            "dictionaries": {name.replace(".", "-"): {"values": values} for name, values in known.items()},
            "parameters": {name: {"dictionary": name.replace(".", "-"), "probability": OFTEN} for name in known},
            "max-stream-events": 1,  # an agent's stream never ends
            "continue-on-failure": True,
            "generation": {"max-examples": examples, "database": "none"},
            "checks": {"positive_data_acceptance": {"expected-statuses": list(OF_NOBODY_S_MAKING)}},
            "operations": [*others, *map(_about, sorted({*REFUSED, *STREAMS}))],
        }
    )


class Contract:
    """What the document promises, and what the API's description promises beyond it."""

    def __init__(self, document: Node) -> None:
        self._checker = Checker(document)
        self._registry = Registry([("urn:openapi", document)])

    def check(self, response: schemathesis.Response) -> None:
        """Hold an answer to the document. Raises ResponseMismatch."""
        request = response.request
        headers = {name: values[0] for name, values in response.headers.items()}
        path = str(request.path_url).partition("?")[0]
        self._checker.check(Answer(str(request.method), path, response.status_code, headers, response.content))

    def is_a_failure(self, failure: Failure, case: Case, response: schemathesis.Response) -> bool:
        """Whether what a check says is against a promise; some things are promised that no document can say."""
        if isinstance(failure, AcceptedNegativeData):  # null for an optional field is as if it were not there
            return not self._keeps_to_the_document(case, _without_nulls(case.body))
        if isinstance(failure, MissingHeaderNotRejected):  # the form of a request is judged before its token
            return response.status_code not in (400, 422)
        # whoever asks again without a token, once the game is removed, is told that there is none
        return not (isinstance(failure, IgnoredAuth) and _operation_id(case) == "removeGame")

    def _keeps_to_the_document(self, case: Case, body: Any) -> bool:
        """Whether a body does that isn't the one that was sent."""
        content = case.operation.definition.raw.get("requestBody", {}).get("content", {})
        if "application/json" not in content or body == case.body:
            return False
        schema = {"$ref": "urn:openapi" + content["application/json"]["schema"]["$ref"]}
        return bool(Draft202012Validator(schema, registry=self._registry).is_valid(body))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_nulls(part) for name, part in value.items() if part is not None}
    return [_without_nulls(part) for part in value] if isinstance(value, list) else value


def _send(case: Case, **settings: Any) -> schemathesis.Response:
    """As schemathesis sends it to an app, which takes no settings of a network; what `ignored_auth` sends has some."""
    kept = {name: value for name, value in settings.items() if name not in ("max_redirects", "verify", "cert")}
    return WSGITransport.send(WSGI_TRANSPORT, case, **kept)


WSGI_TRANSPORT.send = _send  # type: ignore[method-assign]  # there is no place to give it a transport of our own


def reader(world: World, seed: int, examples: int, only: str | None) -> schemathesis.BaseSchema:
    """The document as schemathesis reads it from the service, with a token where the document asks for one."""
    schema = schemathesis.openapi.from_wsgi("/openapi.json", world.app, config=configuration(world, seed, examples, only))
    contract = Contract(json.loads(DOCUMENT.read_text("utf-8")))

    @schema.auth(refresh_interval=None)
    class Bearer:
        def get(self, case: Case, _context: schemathesis.AuthContext) -> str:
            return world.token_for(_operation_id(case), str(case.path_parameters.get("game_id")))

        def set(self, case: Case, data: str, _context: schemathesis.AuthContext) -> None:
            case.headers["Authorization"] = f"Bearer {data}"

    @schema.hook
    def after_call(_context: schemathesis.HookContext, case: Case, response: schemathesis.Response) -> None:
        contract.check(response)
        if _operation_id(case) == "createGame" and response.status_code == 201:
            world.remember(response.json())

    @schema.hook
    def filter_failure(
        _context: schemathesis.HookContext, failure: Failure, case: Case, response: schemathesis.Response
    ) -> bool:
        return contract.is_a_failure(failure, case, response)

    return schema


class Run:
    """All phases of schemathesis: the document's examples, the bounds of every value, chance, and chains of requests."""

    def __init__(self, app: Flask, seed: int = SEED, examples: int = EXAMPLES, only: str | None = None) -> None:
        """`examples`: as EXAMPLES; `only`: the one operation that is asked."""
        self.findings: list[str] = []
        self.answers: Counter[tuple[str, int]] = Counter()
        """How many there were, by phase and status."""
        for event in from_schema(reader(World(app), seed, examples, only)).execute():
            if isinstance(event, events.ScenarioFinished):
                self._read(event)
            elif isinstance(event, events.NonFatalError):
                self.findings.append(f"{event.phase}: {event.label}: {event.info.format()}")
            elif isinstance(event, events.FatalError):
                self.findings.append(repr(event.exception))

    def _read(self, event: events.ScenarioFinished) -> None:
        recorded = event.recorder
        for case_id, interaction in recorded.interactions.items():
            if interaction.response is not None:
                self.answers[event.phase.value, interaction.response.status_code] += 1
            self.findings += _failures(event, case_id)

    def summary(self) -> Iterator[str]:
        """How many answers there were, a line for each phase."""
        for phase in dict.fromkeys(phase for phase, _ in self.answers):
            found = sorted((status, count) for (name, status), count in self.answers.items() if name == phase)
            yield f"{phase}: {', '.join(f'{count} x {status}' for status, count in found)}"


def _failures(event: events.ScenarioFinished, case_id: str) -> Iterator[str]:
    interaction = event.recorder.interactions[case_id]
    answered = (
        "" if interaction.response is None else f"{interaction.response.status_code} {interaction.response.content[:500]!r}"
    )
    for check in event.recorder.checks.get(case_id, []):
        if check.failure_info is not None:
            said = check.failure_info.failure
            yield f"{event.phase.value}: {check.name}: {said}\n{check.failure_info.code_sample}\n-> {answered}"


def unlimited_app(redis_url: str) -> Flask:
    """An app that may be asked as often as one likes."""
    return create_app(
        Settings(
            redis_url=redis_url,
            redis_prefix=f"fuzzed-{secrets.token_hex(6)}",
            rate_limit_create=None,
            rate_limit_read=None,
            rate_limit_act=None,
        )
    )


def main() -> int:
    """Run with the seed and as many examples as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--examples", type=int, default=10 * EXAMPLES)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        try:
            run = Run(unlimited_app(server.start()), asked.seed, asked.examples)
        finally:
            server.stop()
    print("\n\n".join(run.findings), *run.summary(), sep="\n")  # noqa: T201  # a program that prints
    return 1 if run.findings else 0


if __name__ == "__main__":
    sys.exit(main())
