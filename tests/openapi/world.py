"""What schemathesis is told beyond the document: an app with games in all states, and who may do what in them."""

from typing import Any, Final

from flask import Flask

from engine.registry import RULESETS
from service.live.holding import WAITED
from tests.calling import InProcess, Table

WHOLE_DAY: Final = 86_400
"""Seconds that a turn may take."""
FOR_A_WHILE: Final = ("changeMyAgent", "removeMyAgent")
"""Operations after which an agent isn't what it was; each is given one of its own."""


def answer_polls_at_once(app: Flask) -> None:
    """Let requests that would wait be answered as if they had waited; streams are left alone."""
    inner = app.wsgi_app

    def outer(environ: dict[str, Any], start_response: Any) -> Any:
        if not environ["PATH_INFO"].endswith("/stream"):
            environ[WAITED] = True
        return inner(environ, start_response)

    app.wsgi_app = outer  # type: ignore[method-assign]  # where Flask wants layers of WSGI put


class World:
    """The app, its games and its agents."""

    agent_name: Final = "waits-for-its-turn"

    def __init__(self, app: Flask) -> None:
        answer_polls_at_once(app)
        self.app = app
        self.rulesets = [ruleset.id for ruleset in RULESETS]
        self.tokens: dict[str, str] = {}
        """Of the seat whose turn it is, by game; the host's where there is no player."""
        self._hosts: dict[str, str] = {}
        self._caller = InProcess(app.test_client())
        for ruleset in RULESETS:
            players = [{"kind": "player"} for _ in range(ruleset.seat_counts[0])]
            self.remember(Table(self._caller, ruleset.id, seats=players, visibility="public").created)
        waiting, over = [{"kind": "player"}, {"kind": "open"}, {"kind": "bot"}], [{"kind": "bot", "level": "beginner"}] * 3
        for seats in (waiting, over):
            self.remember(Table(self._caller, seats=seats, visibility="public").created)
        self._registered = 0
        self._agent = self._register(self.agent_name)
        self._caller.call("GET", "/v1/agents/me/turns", headers={"Authorization": f"Bearer {self._agent}"})  # it is online
        Table(self._caller, turn_seconds=WHOLE_DAY, seats=[{"kind": "agent", "name": self.agent_name}, *over[1:]])

    def remember(self, created: Any) -> None:
        """Keep the tokens of a game, as its creator was told them."""
        game, tokens = created["game"], {given["seat"]: given["token"] for given in created["tokens"]}
        self._hosts[game["id"]] = created["host_token"]
        acting = [tokens[seat] for seat in game["to_act"] if seat in tokens]
        self.tokens[game["id"]] = next(iter((*acting, *tokens.values())), created["host_token"])

    def token_for(self, operation_id: str, game_id: str) -> str:
        """A token that is good for an operation, and, where there is one, for a game."""
        if operation_id in FOR_A_WHILE:
            self._registered += 1
            return self._register(f"for-a-while-{self._registered}")
        if operation_id.endswith(("MyAgent", "Turns")):
            return self._agent
        known = self._hosts if operation_id == "removeGame" else self.tokens
        return known.get(game_id) or next(iter(known.values()))

    def _register(self, name: str) -> str:
        reply = self._caller.call("POST", "/v1/agents", {"name": name, "rulesets": ["landlord"]})
        assert reply.status == 201, reply.json
        return str(reply.json["token"])
