"""How tests talk to the service: the same calls in process and over real HTTP."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from random import Random
from typing import Any, Protocol

from flask.testing import FlaskClient

from tests.checking import check_response


@dataclass(frozen=True)
class Reply:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes

    @property
    def json(self) -> Any:
        """The body's JSON value."""
        return json.loads(self.body)


class Caller(Protocol):
    """Something that sends a request and gives the reply."""

    def call(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Reply:
        """Send JSON (or bytes as they are) and wait for the reply."""


def _prepared(body: object, headers: Mapping[str, str] | None) -> tuple[bytes | None, dict[str, str]]:
    given = dict(headers or {})
    if body is None or isinstance(body, bytes):
        return body, given
    return json.dumps(body).encode(), {"Content-Type": "application/json", **given}


class InProcess:
    """Calls an app without a server."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def call(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Reply:
        """As Caller."""
        data, given = _prepared(body, headers)
        response = self.client.open(path, method=method, data=data, headers=given)
        return Reply(response.status_code, {k.lower(): v for k, v in response.headers.items()}, response.get_data())


def _held_to_the_document(method: str, path: str, response: HTTPResponse) -> Reply:
    """The reply, after it was held to the OpenAPI document."""
    reply = Reply(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
    check_response(method, path, reply.status, reply.headers, reply.body)
    return reply


class OverHttp:
    """Calls a server on 127.0.0.1, each time over a connection of its own, so that threads may share a caller."""

    def __init__(self, port: int) -> None:
        self.port = port

    def connected(self) -> "Connected":
        """A caller for one thread, whose connection stays open."""
        return Connected(self.port)

    def call(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Reply:
        """As Caller."""
        data, given = _prepared(body, headers)
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, data, given)
            response = connection.getresponse()
            return _held_to_the_document(method, path, response)
        finally:
            connection.close()


class Connected:
    """Calls a server on 127.0.0.1 over one connection that stays open; for one thread."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def call(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Reply:
        """As Caller."""
        data, given = _prepared(body, headers)
        self.connection.request(method, path, data, given)
        return _held_to_the_document(method, path, self.connection.getresponse())

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def chosen(choices: list[Any], chance: Random) -> dict[str, Any]:
    """An action by chance from the compact form of the legal actions, read by its documentation alone."""
    choice = chance.choice(choices)
    action: dict[str, Any] = {"type": choice["type"]}
    for name, values in choice["fields"].items():
        if "one_of" in values:
            action[name] = chance.choice(values["one_of"])
        elif "any_of" in values:
            action[name] = chance.choice(values["any_of"])
        elif "choose" in values:
            action[name] = chance.sample(values["from"], values["choose"])
        else:
            cards = iter(chance.sample(values["from"], sum(values["groups"])))
            action[name] = [[next(cards) for _ in range(size)] for size in values["groups"]]
    return action


class Table:
    """One game and the tokens of its seats."""

    def __init__(self, caller: Caller, ruleset: str = "landlord", **wanted: object) -> None:
        self.caller = caller
        created = caller.call("POST", "/v1/games", {"ruleset": ruleset, **wanted})
        assert created.status == 201, created.json
        self.created = created.json
        self.id: str = self.created["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens: dict[int, str] = {given["seat"]: given["token"] for given in self.created["tokens"]}
        self.host_token: str = self.created["host_token"]

    def _headers(self, seat: int | None, more: Mapping[str, str] | None) -> dict[str, str]:
        authorization = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        return {**authorization, **(more or {})}

    def get(self, what: str = "", seat: int | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        """GET something of the game as a seat, or as a spectator."""
        return self.caller.call("GET", self.path + what, headers=self._headers(seat, headers))

    def act(self, seat: int | None, action: object, headers: Mapping[str, str] | None = None) -> Reply:
        """POST an action as a seat."""
        return self.caller.call("POST", f"{self.path}/actions", action, self._headers(seat, headers))

    def post(self, what: str, body: object = None, seat: int | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        """POST something else."""
        return self.caller.call("POST", self.path + what, body, self._headers(seat, headers))

    def game(self) -> Any:
        """The public facts."""
        return self.get().json

    def any_action(self, seat: int) -> Any:
        """One legal action of a seat at random."""
        return self.get("/legal-actions?sample=1", seat).json["actions"][0]

    def play_out(self, most: int = 2000) -> None:
        """Take legal actions by chance until the game is over; every answer must be 200.

        Every tenth action is one that legal-actions lists, the others come from the view's compact form.
        """
        chance = Random(self.id)
        game = self.game()
        for number in range(most):
            if game["status"] == "finished":
                return
            seat = game["to_act"][0]
            listed = number % 10 == 0
            action = self.any_action(seat) if listed else chosen(self.get("/view", seat).json["legal_actions"], chance)
            reply = self.act(seat, action)
            assert reply.status == 200, (action, reply.json)
            game = reply.json["view"]["game"]
        raise AssertionError(f"the game is not over after {most} actions")


PLAYERS = [{"kind": "player", "name": name} for name in ("Ann", "Ben", "Cem", "Dee")]
