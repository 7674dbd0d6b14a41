"""The cases: what is measured, against what, and what is aimed at."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

import msgspec
from redis import Redis

from bench import bare, hands, memory, play
from bench.findings import Finding
from bench.games import LANES, Pool, play_out
from bench.load import ask, drive, request
from bench.servers import Server

VIEW_AIM: Final = 0.75
MOVE_AIM: Final = 0.60
PLAY_AIM: Final = 3.0
SAVE_AND_LOAD_MICROSECONDS: Final = 20
PREPARED_AIM: Final = 1.0
TEXT_AIM: Final = 1.5
PAGE_MICROSECONDS: Final = 20_000
BOT_GAMES: Final = 10
GAME_BYTES: Final = 12 * 1024

Measure = Callable[[float], float]
"""Takes the seconds that it may last, and gives a figure."""


@dataclass(frozen=True)
class Case:
    """Something to be measured round by round, and what it is held against."""

    title: str
    unit: str
    take: Measure
    base: Measure
    aim: float | None
    lower_is_better: bool = False
    samples: list[float] = field(default_factory=list)
    bases: list[float] = field(default_factory=list)

    def measure(self, seconds: float, *, base_first: bool) -> None:
        """Take one figure of each."""
        if base_first:
            self.bases.append(self.base(seconds))
        self.samples.append(self.take(seconds))
        if not base_first:
            self.bases.append(self.base(seconds))

    @property
    def finding(self) -> Finding:
        """What came out so far."""
        return Finding(self.title, self.unit, self.samples, self.bases, self.aim, self.lower_is_better)


def _nothing(_: float) -> float:
    """What a figure is held against that is held against nothing."""
    return 1.0


def _longest_page(_: float) -> float:
    """µs that a page of legal actions may take."""
    return PAGE_MICROSECONDS


def _rate(server: Server, requests: Callable[[float], int]) -> Measure:
    """Requests that are answered per second of CPU time of the server's worker."""

    def rate(seconds: float) -> float:
        before = server.cpu_seconds()
        answered = requests(seconds)
        return answered / (server.cpu_seconds() - before)

    return rate


def http_cases(service: Server, floor: Server, client: Redis, pool: Pool) -> list[Case]:
    """The two hot requests, each against its floor, which stores what the views are now."""
    views = pool.views()
    bare.seed(client, views)
    numbers = range(len(views))

    def floor_rate(messages: list[bytes]) -> Measure:
        lanes = [messages[lane::LANES] for lane in range(LANES)]
        return _rate(floor, lambda seconds: drive(floor.port, [cycle(lane) for lane in lanes], seconds))

    looks = floor_rate([request("GET", f"/view/{number}") for number in numbers])
    moves = floor_rate([request("POST", f"/act/{number}", body=bare.MOVE) for number in numbers])
    return [
        Case("GET a view", "a CPU second", _rate(service, pool.look), looks, VIEW_AIM),
        Case("POST a move", "a CPU second", _rate(service, pool.play), moves, MOVE_AIM),
    ]


def pure_cases() -> list[Case]:
    """What needs no server: the engine's play against rlcard's, and how long a state takes to save and load."""
    save_and_load = play.saving_and_loading()
    return [
        Case("Random landlord play", "decisions a second", play.engine_decisions(), play.rlcard_decisions(), PLAY_AIM),
        Case("Judge five cards, prepared", "hands a second", hands.prepared(), hands.treys_prepared(), PREPARED_AIM),
        Case("Judge five cards, from text", "hands a second", hands.from_text(), hands.treys_from_text(), TEXT_AIM),
        Case("Best split of eight, five-three", "a second", hands.best_splits(), _nothing, None),
        Case(
            "Page of 100 builds, center-row",
            "µs",
            hands.page_of_builds(),
            _longest_page,
            1.0,
            lower_is_better=True,
        ),
        Case(
            "Sample of 100 builds, center-row",
            "µs",
            hands.sample_of_builds(),
            _longest_page,
            1.0,
            lower_is_better=True,
        ),
        *(Case(f"Random play, {case}", "decisions a second", play.decisions(case), _nothing, None) for case in play.CASES),
        Case("Save and load a state", "µs", save_and_load, lambda _: SAVE_AND_LOAD_MICROSECONDS, 1.0, lower_is_better=True),
    ]


def memory_findings(service: Server, client: Redis, pool: Pool, games: int) -> list[Finding]:
    """Bytes of a game in Redis: its keys as Redis counts them, and by how much it grows with so many finished games."""
    play_out(service.port, LANES)  # so that the script is there, and every connection
    before = memory.used_bytes(client)
    finished = play_out(service.port, games)
    grown = (memory.used_bytes(client) - before) / games
    figures = {
        "Running game in Redis": memory.bytes_of_games(client, [game.id for game in pool.games]),
        "Finished game in Redis": memory.bytes_of_games(client, finished),
        "Finished game, by Redis's growth": grown,
    }
    held = [Finding(title, "bytes", [found], [GAME_BYTES], 1.0, lower_is_better=True) for title, found in figures.items()]
    return [*held, *(_finished(case, service, client) for case in play.CASES)]


def _finished(case: str, service: Server, client: Redis) -> Finding:
    """Bytes of finished games of one case, played by bots alone."""
    ruleset, options, seats = play.CASES[case]
    wanted = {"ruleset": ruleset.id, "options": msgspec.to_builtins(options), "seats": [{"kind": "bot"}] * seats}
    message = request("POST", "/v1/games", body=msgspec.json.encode(wanted))
    ids = [json.loads(ask(service.port, message))["game"]["id"] for _ in range(BOT_GAMES)]
    return Finding(f"Finished game of bots, {case}", "bytes", [memory.bytes_of_games(client, ids)], [1.0], None)
