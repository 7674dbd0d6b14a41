"""Record the examples of the OpenAPI document: what the service really answers, in a game that is always the same.

    python -m openapi.record_examples        writes service/api/examples.json

The game is seeded and the clock is set; ids and tokens, which are random, are exchanged for others that look alike.
Lists that would fill pages are cut. So the file changes when the answers do, and not before.
"""

import re
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from flask import Flask

from openapi.record_problems import problems
from service.api.document import EXAMPLES, PROBLEMS
from service.api.layout import laid_out
from service.app import create_app
from service.settings import Settings
from service.store.embedded import EmbeddedServer

SEED: Final = "an evening in May"
BEGAN: Final = datetime(2026, 5, 4, 18, 30, tzinfo=UTC)
"""When the example's game was created."""

NEW_GAME: Final = {
    "ruleset": "landlord",
    "options": {"deals": 3},
    "seed": SEED,
    "visibility": "public",
    "turn_seconds": 120,
    "seats": [{"kind": "player", "name": "Ann"}, {"kind": "bot", "level": "skilled"}, {"kind": "open"}],
}
BOTS_ALONE: Final = {
    "ruleset": "landlord",
    "options": {"deals": 3},
    "seed": SEED,
    "seats": [{"kind": "bot", "level": "beginner"}] * 3,
}
NEW_AGENT: Final = {"name": "deep-lord", "rulesets": ["landlord"], "description": "Searches four plays deep."}
AGENTS_GAME: Final = {
    "ruleset": "landlord",
    "options": {"deals": 3},
    "seed": SEED,
    "seats": [{"kind": "agent", "name": "deep-lord"}, {"kind": "bot"}, {"kind": "bot"}],
}
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
BY_CHANCE: Final = (
    (re.compile(r'(?<="request_id": ")[0-9a-f]{16}'), "5f1d0c9be2a7468b"),
    (re.compile(r"(?<=try again in )\d+(?= seconds)"), "42"),
)
"""What else is of chance or of the real time in a problem, and what stands in its place."""
EVENT: Final = re.compile(r"^data: .*\n\n", re.MULTILINE)
HANDS: Final = {"hands": [["7c", "7d", "Qs", "7h", "2d"], ["9h", "BJ", "Jh", "Qh", "8h"]]}
"""Three sevens, and a straight flush with a Joker in it."""
LONGEST: Final = {
    "getRecord": {"actions": 4, "shuffles": 1},
    "listRulesets": {"actions": 1, "rulesets": 1},
}
"""How many entries are shown of a list, by operation and name; all of the others."""
LINES: Final = {"getMetrics": 4, "getRules": 8, "streamEvents": 10}
TIMED: Final = re.compile("_bucket{|_sum{|_created{")
"""Figures that depend on how fast the machine is."""
"""How many lines are shown of a text."""


class Clock:
    """Milliseconds since 1970 that go on by a second each time they are read.

    It starts now, because Redis would at once remove what should have expired long ago.
    """

    def __init__(self) -> None:
        self.start = datetime.now(UTC).replace(microsecond=0)
        self._reads = 0

    def __call__(self) -> int:
        self._reads += 1
        return (int(self.start.timestamp()) + self._reads) * 1000


class Recorder:
    """Sends requests and keeps the bodies and the answers, by operationId."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()
        self.examples: dict[str, dict[str, Any]] = {}

    def get(self, operation_id: str, path: str, token: str | None = None) -> Any:
        """Keep what a GET answers: JSON, or text."""
        response = self._client.get(path, headers=_bearer(token))
        return self._keep(operation_id, {}, response)

    def post(self, operation_id: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Keep a body, if there is one, and what its POST answers."""
        return self.send("POST", operation_id, path, body, token)

    def send(self, method: str, operation_id: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The same of any method."""
        response = self._client.open(path, method=method, json=body, headers=_bearer(token))
        return self._keep(operation_id, {} if body is None else {"body": body}, response)

    def stream(self, operation_id: str, path: str, token: str) -> None:
        """Keep the first event of a stream that has no end."""
        response = self._client.get(path, headers=_bearer(token), buffered=False)
        text = ""
        for part in response.iter_encoded():
            text += part.decode()
            if EVENT.search(text):
                break
        response.close()
        self.examples[operation_id] = {"answer": text}

    def _keep(self, operation_id: str, example: dict[str, Any], response: Any) -> Any:
        if not response.status.startswith("2"):
            raise RuntimeError(f"{operation_id}: {response.get_data(as_text=True)}")
        answer = response.get_json() if response.is_json else response.get_data(as_text=True)
        self.examples[operation_id] = {**example, "answer": answer}
        return answer


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def play(recorder: Recorder) -> dict[str, str]:
    """Ask everything once. What comes back says by what each id and token is to be replaced."""
    recorder.get("getHealth", "/healthz")
    recorder.get("getReadiness", "/readyz")
    recorder.get("getService", "/v1")
    recorder.get("listRulesets", "/v1/rulesets")
    recorder.get("getRuleset", "/v1/rulesets/landlord")
    recorder.get("getRules", "/v1/rulesets/landlord/rules")
    recorder.post("judgeHands", "/v1/rulesets/center-row/hands", HANDS)

    whole = recorder.post("createGame", "/v1/games", BOTS_ALONE)
    recorder.get("getRecord", f"/v1/games/{whole['game']['id']}/record")

    recorder.get("streamEvents", f"/v1/games/{whole['game']['id']}/stream")

    created = recorder.post("createGame", "/v1/games", NEW_GAME)
    game, ann = f"/v1/games/{created['game']['id']}", created["tokens"][0]["token"]
    joined = recorder.post("joinGame", f"{game}/join", {"name": "Ben"})
    recorder.get("getGame", game)
    recorder.get("listGames", "/v1/games?ruleset=landlord&status=active&limit=1")
    recorder.get("getView", f"{game}/view", ann)
    recorder.post("getHint", f"{game}/hint", {"level": "skilled"}, ann)
    recorder.post("submitAction", f"{game}/actions", {"type": "landlord.bid", "points": 3}, ann)
    legal = recorder.get("listLegalActions", f"{game}/legal-actions?limit=3", ann)
    recorder.post("submitAction", f"{game}/actions", legal["actions"][0], ann)
    recorder.get("listEvents", f"{game}/events?after=1&limit=4", ann)
    recorder.post("resign", f"{game}/resign", token=ann)
    tokens = play_agent(recorder)
    recorder.get("getReplay", f"/v1/games/{whole['game']['id']}/replay?after=0&limit=1")
    recorder.get("getMetrics", "/metrics")

    return {
        whole["game"]["id"]: _lookalike("a game of bots", 16),
        created["game"]["id"]: _lookalike("a game", 16),
        created["host_token"]: _lookalike("host", 24),
        ann: _lookalike("Ann", 24),
        joined["token"]: _lookalike("Ben", 24),
        **tokens,
    }


def play_agent(recorder: Recorder) -> dict[str, str]:
    """Ask all that concerns agents; what is to be replaced, as play says."""
    registered = recorder.post("registerAgent", "/v1/agents", NEW_AGENT)
    token = registered["token"]
    recorder.get("listTurns", "/v1/agents/me/turns", token)
    kept = recorder.examples["createGame"]
    created = recorder.post("createGame", "/v1/games", AGENTS_GAME)
    recorder.examples["createGame"] = kept
    recorder.get("listTurns", "/v1/agents/me/turns", token)
    recorder.stream("streamTurns", "/v1/agents/me/stream", token)
    recorder.get("listAgents", "/v1/agents")
    recorder.get("getAgent", "/v1/agents/deep-lord")
    recorder.get("getMyAgent", "/v1/agents/me", token)
    changed = recorder.send("PATCH", "changeMyAgent", "/v1/agents/me", {"max_games": 16, "new_token": True}, token)
    return {
        created["game"]["id"]: _lookalike("an agent's game", 16),
        token: "deep-lord." + _lookalike("deep-lord", 24),
        changed["token"]: "deep-lord." + _lookalike("deep-lord, again", 24),
    }


def _lookalike(of: str, size: int) -> str:
    """As many bytes as a random id or token has, in its writing, and always the same."""
    return urlsafe_b64encode(sha256(of.encode()).digest()[:size]).decode().rstrip("=")


def cut(value: Any, longest: Mapping[str, int], name: str = "") -> Any:
    """A value with the lists of some names cut; its form stays true."""
    if isinstance(value, dict):
        return {key: cut(part, longest, key) for key, part in value.items()}
    if isinstance(value, list):
        return [cut(part, longest) for part in value[: longest.get(name)]]
    return value


def shortened(examples: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The examples, sorted by operation, no longer than it takes to see what an answer is like."""
    short = {operation: cut(example, LONGEST.get(operation, {})) for operation, example in sorted(examples.items())}
    for operation, lines in LINES.items():
        told = [line for line in examples[operation]["answer"].splitlines(keepends=True) if not TIMED.search(line)]
        short[operation]["answer"] = "".join(told[:lines])
    return short


def settled(text: str, replacements: dict[str, str], shift: timedelta) -> str:
    """The examples as text in which nothing is left of chance and of the real time."""

    def shifted(time: re.Match[str]) -> str:
        moment = datetime.fromisoformat(time[0]) + shift
        return moment.isoformat(timespec="milliseconds" if "." in time[0] else "seconds").replace("+00:00", "Z")

    for found, fixed in replacements.items():
        text = text.replace(found, fixed)
    for found_by, fixed in BY_CHANCE:
        text = found_by.sub(fixed, text)
    return TIME.sub(shifted, text)


def record() -> str:
    """The text of the examples, recorded from a service with a store of its own."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        try:
            redis_url = server.start()
            app = create_app(Settings(redis_url=redis_url))
            app.extensions["card-commons"].stored.clock = clock
            recorder = Recorder(app)
            replacements = play(recorder)
            recorder.examples[PROBLEMS] = problems(app, redis_url)
        finally:
            server.stop()
    return settled(laid_out(shortened(recorder.examples)), replacements, BEGAN - clock.start)


if __name__ == "__main__":
    EXAMPLES.write_text(record(), "utf-8")
