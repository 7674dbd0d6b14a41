"""Once 200 was sent the move survives: a worker's death, and the whole service's."""

import os
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPException
from threading import Event

from tests.calling import PLAYERS, Table
from tests.serving import SECONDS, Server

MOVES = 40


def play(table: Table, moves: int, moved: Event | None = None) -> list[int]:
    """Up to so many moves; the version that each answer of 200 named. A lost connection ends it."""
    told: list[int] = []
    for _ in range(moves):
        try:
            game = table.game()
            if game["status"] != "active":
                break
            seat = game["to_act"][0]
            reply = table.act(seat, table.any_action(seat))
        except (OSError, HTTPException):
            break
        assert reply.status == 200, reply.json
        told.append(reply.json["version"])
        if moved is not None:
            moved.set()
    return told


def still_there(table: Table, told: list[int]) -> bool:
    """Whether every move that was answered is in the log, and the game goes on."""
    version = table.game()["version"]
    events = table.get("/events?limit=1000").json["events"]
    return [event["seq"] for event in events] == list(range(1, version + 1)) and version >= max(told, default=0)


def test_no_answered_move_is_lost_when_a_worker_is_killed(own_server: Server) -> None:
    tables = [Table(own_server.caller, seats=PLAYERS[:3]) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        games: list[Future[list[int]]] = [pool.submit(play, table, MOVES) for table in tables]
        for worker in own_server.workers():
            os.kill(worker, signal.SIGKILL)
        told = [game.result() for game in games]
    assert all(still_there(table, versions) for table, versions in zip(tables, told, strict=True))
    assert play(tables[0], 3)


def test_no_answered_move_is_lost_when_the_whole_service_is_killed(own_server: Server) -> None:
    tables = [Table(own_server.caller, seats=PLAYERS[:3]) for _ in range(4)]
    told: list[list[int]] = [play(table, 5) for table in tables]
    for _ in range(2):
        with ThreadPoolExecutor(4) as pool:
            moved = Event()
            games = [pool.submit(play, table, MOVES, moved) for table in tables]
            assert moved.wait(SECONDS)
            own_server.kill()
            told = [before + game.result() for before, game in zip(told, games, strict=True)]
        own_server.start(own_server.port)
        assert all(still_there(table, versions) for table, versions in zip(tables, told, strict=True))
    assert play(tables[0], 3)


def test_a_restart_finds_all_games_again(own_server: Server) -> None:
    table = Table(own_server.caller, seats=PLAYERS[:3])
    table.act(0, {"type": "bid", "points": 2})
    before = [table.get(what, 1).body for what in ("", "/view", "/events")]
    own_server.stop()
    own_server.start(own_server.port)
    assert [table.get(what, 1).body for what in ("", "/view", "/events")] == before
