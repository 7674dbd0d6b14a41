"""The floor does what the hot requests are held against, no less."""

import json

from redis import Redis

from bench import bare
from bench.load import ask, request
from bench.servers import Server


def test_a_view_is_answered_as_it_is_stored(floor: Server, views: list[bytes]) -> None:
    assert [ask(floor.port, request("GET", f"/view/{number}")) for number in range(len(views))] == views


def test_a_move_stores_the_next_version_and_appends_one_event(floor: Server, views: list[bytes], redis_url: str) -> None:
    game = bare.game_key("0")
    with Redis.from_url(redis_url) as client:
        bare.seed(client, views)
        events = client.xlen(f"{game}:log")
        for after in (bare.FIRST_VERSION + 1, bare.FIRST_VERSION + 2):
            assert json.loads(ask(floor.port, request("POST", "/act/0", body=bare.MOVE))) == {"version": after}
            assert client.hgetall(game) == {b"v": b"%d" % after, b"s": bare.STATE}
        assert client.xlen(f"{game}:log") == events + 2
