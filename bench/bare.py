"""The floor: what the two hot requests cost on the same server and store when nothing is judged.

Plain Flask and redis-py as they come. GET answers stored bytes; POST reads a version and a state, and stores the
next version, a state and an event by one script that compares the version first.

    REDIS_URL=redis://127.0.0.1 gunicorn bench.bare:app
"""

import os
from typing import Final

from flask import Flask, Response, request
from redis import Redis

STATE: Final = b"s" * 2000
"""As long as a state of a game with four hands, in JSON."""
EVENT: Final = b"e" * 184
"""As long as an event, in JSON."""
FIRST_VERSION: Final = 17
MOVE: Final = b'{"type":"discard","card":"7h","expected_version":17}'
"""A body to POST."""

COMPARE_AND_SET: Final = """
local version = redis.call('HGET', KEYS[1], 'v')
if version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 's', ARGV[3])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', 64, '*', 'e', ARGV[4])
redis.call('PUBLISH', KEYS[3], ARGV[4])
return 1
"""
JSON: Final = "application/json"


def view_key(game: str) -> str:
    """Where the bytes of a view are."""
    return f"bare:view:{game}"


def game_key(game: str) -> str:
    """Where version and state of a game are."""
    return f"bare:{{{game}}}"


def seed(client: Redis, views: list[bytes]) -> None:
    """Store a game for each view, numbered from 0."""
    for number, view in enumerate(views):
        client.set(view_key(str(number)), view)
        client.hset(game_key(str(number)), mapping={"v": FIRST_VERSION, "s": STATE})


def create_app(redis_url: str) -> Flask:
    """The app, on a Redis that `seed` has filled."""
    app = Flask(__name__)
    client: Redis = Redis.from_url(redis_url)
    compare_and_set = client.register_script(COMPARE_AND_SET)

    @app.get("/view/<game>")
    def view(game: str) -> Response:
        return Response(client.get(view_key(game)), mimetype=JSON)

    @app.post("/act/<game>")
    def act(game: str) -> Response:
        request.get_json()
        key = game_key(game)
        while True:
            version, _state = client.hmget(key, "v", "s")
            if version is None:
                return Response(status=404)
            after = int(version) + 1
            if compare_and_set(keys=[key, f"{key}:log", f"{key}:wake"], args=[version, after, STATE, EVENT]) == 1:
                return Response(b'{"version":%d}' % after, mimetype=JSON)

    return app


if "REDIS_URL" in os.environ:
    app = create_app(os.environ["REDIS_URL"])
