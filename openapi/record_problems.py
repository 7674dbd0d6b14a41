"""Record a problem of each code that operations answer: what the service really says to a request that earns it."""

from contextlib import closing
from typing import Any, Final

from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from service.app import create_app
from service.play.table import dump_table, load_table
from service.setting_kinds import RateLimit
from service.settings import Settings

NOBODY: Final = "/v1/games/AAAAAAAAAAAAAAAAAAAAAA"
SEED: Final = "a morning in June"
THREE: Final = [{"kind": "player", "name": name} for name in ("Ann", "Ben", "Cem")]
BID: Final = {"type": "landlord.bid", "points": 3}
AGENT: Final = {"name": "deep-lady", "rulesets": ["landlord"]}


class Problems:
    """Asks an app for what it refuses, and keeps what it says, by code."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def keep(self, code: str, response: TestResponse) -> None:
        """Keep an answer. Raises RuntimeError where it is another than this problem."""
        problem = response.get_json()
        if problem.get("code") != code:
            raise RuntimeError(f"{code}: {problem}")
        self.found[code] = problem


def problems(app: Flask, redis_url: str) -> dict[str, Any]:
    """A problem of each code that operations answer, but for mistakes of ours. `app` has a store of its own at the URL."""
    made = Problems()
    _of_requests(made, app)
    _of_games(made, app)
    _of_a_game_that_is_over(made, app)
    _of_agents(made, app)
    _of_limits(made, redis_url)
    return made.found


def _of_requests(made: Problems, app: Flask) -> None:
    client = app.test_client()
    made.keep("malformed", client.get("/v1/games?limit=many"))
    made.keep("body_too_large", client.post("/v1/games", data=b" " * 65_537, content_type="application/json"))
    made.keep("unsupported_media_type", client.post("/v1/games", data={"ruleset": "landlord"}))
    made.keep("validation_error", client.post("/v1/games", json={"ruleset": "landlord", "turn_seconds": 1}))
    made.keep("game_not_found", client.get(NOBODY))
    made.keep("ruleset_not_found", client.get("/v1/rulesets/chess"))
    made.keep("agent_not_found", client.get("/v1/agents/nobody"))


def _of_games(made: Problems, app: Flask) -> None:
    client = app.test_client()
    created = client.post("/v1/games", json={"ruleset": "landlord", "seed": SEED, "seats": THREE}).get_json()
    game, host = f"/v1/games/{created['game']['id']}", _bearer(created["host_token"])
    ann, ben, _ = (_bearer(given["token"]) for given in created["tokens"])
    made.keep("token_missing", client.delete(game))
    made.keep("token_unknown", client.delete(game, headers=_bearer("not-a-token-of-this-game")))
    made.keep("not_your_seat", client.post(f"{game}/actions", json=BID, headers=host))
    made.keep("not_the_host", client.delete(game, headers=ann))
    made.keep("not_your_turn", client.post(f"{game}/actions", json=BID, headers=ben))
    made.keep("game_not_over", client.get(f"{game}/record"))
    made.keep("no_open_seat", client.post(f"{game}/join", json={"name": "Dee"}))
    once = {**ann, "Idempotency-Key": "first-bid"}
    client.post(f"{game}/actions", json={**BID, "points": 2}, headers=once)
    made.keep("idempotency_key_reused", client.post(f"{game}/actions", json=BID, headers=once))
    made.keep("version_conflict", client.post(f"{game}/actions", json=BID, headers={**ben, "If-Match": '"1-1"'}))
    made.keep("illegal_action", client.post(f"{game}/actions", json={**BID, "points": 1}, headers=ben))
    seats = [THREE[0], {"kind": "open"}, {"kind": "open"}]
    created = client.post("/v1/games", json={"ruleset": "landlord", "seats": seats}).get_json()
    game, ann = f"/v1/games/{created['game']['id']}", _bearer(created["tokens"][0]["token"])
    made.keep("game_not_started", client.post(f"{game}/actions", json=BID, headers=ann))
    made.keep("seat_taken", client.post(f"{game}/join", json={"name": "Dee", "seat": 0}))


def _of_a_game_that_is_over(made: Problems, app: Flask) -> None:
    client = app.test_client()
    created = client.post("/v1/games", json={"ruleset": "five-three", "seats": THREE[:2]}).get_json()
    game = f"/v1/games/{created['game']['id']}"
    ann, ben = (_bearer(given["token"]) for given in created["tokens"])
    client.post(f"{game}/resign", headers=ann)
    made.keep("game_over", client.post(f"{game}/resign", headers=ben))
    _deal_otherwise(app, created["game"]["id"])
    made.keep("replay_unavailable", client.get(f"{game}/replay"))


def _deal_otherwise(app: Flask, game_id: str) -> None:
    """Let a stored game's seed lead to other cards than were dealt, as rules would that have changed since."""
    store = app.extensions["card-commons"].store
    table = replace(load_table(store.read(game_id).table), seed=bytes(32))
    store.client.hset(store.keys.game(game_id), "t", dump_table(table))


def _of_agents(made: Problems, app: Flask) -> None:
    client = app.test_client()
    client.post("/v1/agents", json=AGENT)
    made.keep("agent_name_taken", client.post("/v1/agents", json=AGENT))
    seats = [{"kind": "agent", "name": AGENT["name"]}, {"kind": "bot"}, {"kind": "bot"}]
    made.keep("agent_unavailable", client.post("/v1/games", json={"ruleset": "landlord", "seats": seats}))


def _of_limits(made: Problems, redis_url: str) -> None:
    """What an operator has limited, and a store that isn't there."""
    seldom = create_app(Settings(redis_url=redis_url, rate_limit_create=RateLimit(1, "hour"))).test_client()
    # the third, in case that an hour begins between the first two
    first, _, third = (seldom.post("/v1/games", json={"ruleset": "landlord"}) for _ in range(3))
    made.keep("rate_limited", third)
    created = first.get_json()
    stream = f"/v1/games/{created['game']['id']}/stream"
    narrow = create_app(Settings(redis_url=redis_url, threads=1)).test_client()  # a thread holds no more than one stream
    with closing(narrow.get(stream, buffered=False)):
        made.keep("streams_full", narrow.get(stream))
    without_store = create_app(Settings(redis_url="redis://127.0.0.1:1")).test_client()
    made.keep("store_unavailable", without_store.get(NOBODY))


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
