"""The service with a Redis of its own, which are stopped and started, and agents in processes of their own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, Final, Self

from bench import servers
from bench.load import ask, request
from bench.tables.account import Chosen, Played, Span
from service.store.embedded import EmbeddedServer

NAMES: Final = ("ann", "ben", "cem")
LOOK_SECONDS: Final = 0.2
PAGE: Final = 1000
EXPERT: Final = {"kind": "bot", "level": "expert"}

Json = dict[str, Any]


class Service:
    """The service as `make run` starts it, on a Redis that it doesn't own, at one port from one start to the next."""

    def __init__(self, redis_url: str, log: Path) -> None:
        self._log = log
        self._settings = {**os.environ, **servers.SETTINGS, "WORKERS": "2", "REDIS_URL": redis_url}
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens. Raises RuntimeError where it doesn't."""
        with self._log.open("ab") as log:  # full of connections that broke
            self._process = subprocess.Popen(
                [sys.executable, "-m", "service"],
                cwd=servers.TOP,
                env={**self._settings, "PORT": str(self.port)},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        line = self._process.stdout.readline() if self._process.stdout else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if found is None:
            raise RuntimeError(f"the service did not start: {line!r} {self._log.read_text()[-500:]}")
        self.port = int(found[1])

    def end(self, by: signal.Signals) -> None:
        """End it and its workers by a signal, and wait until it is gone."""
        with self._process as process:
            if process.poll() is None:
                os.killpg(process.pid, by)


class Stage:
    """Everything that runs; it is all ended with the `with` block."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self.games: dict[str, str] = {}
        """The ruleset of each, by id."""
        self._agents: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._redis = EmbeddedServer(self._folder / "redis")
            stack.callback(lambda: self._redis.stop())  # noqa: PLW0108  # the one that runs then
            self.service = Service(self._redis.start(), self._folder / "service.log")
            stack.callback(self.service.end, signal.SIGTERM)
            for name in NAMES:
                self._agents.append(stack.enter_context(self._agent(name)))
                stack.callback(self._agents[-1].kill)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _agent(self, name: str) -> subprocess.Popen[bytes]:
        options = {"--url": f"http://127.0.0.1:{self.service.port}", "--name": name, "--games": "1000"}
        options["--token-file"] = str(self._folder / f"{name}.token")
        words = [word for option in options.items() for word in option]
        with (self._folder / f"{name}.said").open("ab") as said:
            return subprocess.Popen(  # noqa: S603  # our own program
                [sys.executable, "-m", "bench.tables.player", str(self._log(name)), *words],
                cwd=servers.TOP,
                env={name: value for name, value in os.environ.items() if name != "AGENT_TOKEN"},
                stdout=said,
                stderr=said,
            )

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.chosen"

    # -- games -----------------------------------------------------------------------------------------
    def create(self, number: int) -> None:
        """Make so many games, which all begin at the same time: the agents stand still so long. They must be online."""
        for agent in self._agents:
            agent.send_signal(signal.SIGSTOP)
        for wanted in islice(kinds(), number):
            made = self.ask("POST", "/v1/games", wanted)
            self.games[made["game"]["id"]] = made["game"]["ruleset"]
        for agent in self._agents:
            agent.send_signal(signal.SIGCONT)

    def ask(self, method: str, path: str, body: Json | None = None) -> Any:
        """The JSON of an answer. Raises RuntimeError or OSError where there is none."""
        encoded = None if body is None else json.dumps(body).encode()
        return json.loads(ask(self.service.port, request(method, path, body=encoded)))

    def wait(self, is_so: Callable[[], bool], seconds: float) -> bool:
        """Wait as long as something is so; False where it still is after so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if not is_so():
                    return True
            except (RuntimeError, OSError):
                pass  # it has just been started, or its Redis has
            time.sleep(LOOK_SECONDS)
        return False

    @property
    def online(self) -> int:
        """How many agents are."""
        return sum(agent["online"] for agent in self.ask("GET", "/v1/agents")["agents"])

    @property
    def seats(self) -> int:
        """How many seats the agents have in games that aren't over."""
        return sum(int(agent["games_now"]) for agent in self.ask("GET", "/v1/agents")["agents"])

    @property
    def choices(self) -> int:
        """How often the agents have chosen so far."""
        return sum(log.read_bytes().count(b"\n") for log in map(self._log, NAMES) if log.exists())

    # -- what breaks -----------------------------------------------------------------------------------
    def restart_service(self, by: signal.Signals) -> Span:
        """End the service and start it again; how long that took."""
        began = time.time()
        self.service.end(by)
        self.service.start()
        return Span(began, time.time())

    def restart_redis(self) -> Span:
        """The same with Redis."""
        began = time.time()
        self._redis.stop()
        self._redis = EmbeddedServer(self._folder / "redis")
        self._redis.start()
        return Span(began, time.time())

    # -- what came of it -------------------------------------------------------------------------------
    def played(self) -> list[Played]:
        """The games that are over."""
        games = ((game, ruleset) for game, ruleset in self.games.items() if self._is_over(game))
        return [Played(game, ruleset, self._record(game), list(self._events(game))) for game, ruleset in games]

    def _is_over(self, game: str) -> bool:
        return bool(self.ask("GET", f"/v1/games/{game}")["status"] == "finished")

    def _record(self, game: str) -> bytes:
        return ask(self.service.port, request("GET", f"/v1/games/{game}/record"))

    def _events(self, game: str) -> Iterator[Json]:
        after: int | None = 0
        while after is not None:
            page = self.ask("GET", f"/v1/games/{game}/events?limit={PAGE}&after={after}")
            yield from page["events"]
            after = page["next"]

    def chosen(self) -> list[Chosen]:
        """What the agents say that they chose, one after the other. Call it when they have nothing more to do."""
        return [Chosen(*json.loads(line)) for name in NAMES for line in self._log(name).read_text().splitlines()]

    def said(self) -> str:
        """The last that the agents said, for who wants to know what went wrong."""
        return "".join(f"{name}: {(self._folder / f'{name}.said').read_text()[-500:]}\n" for name in NAMES)


def kinds() -> Iterator[Json]:
    """Bodies that create games, each agent in turn in the first seat: against each other, against experts, alone."""
    for number in count():
        one, two, three = ({"kind": "agent", "name": name} for name in islice(cycle(NAMES), number % 3, number % 3 + 3))
        yield {"ruleset": "landlord", "options": {"deals": 6}, "seats": [one, two, three]}
        yield {"ruleset": "five-three", "seats": [one, two]}
        yield {"ruleset": "center-row", "seats": [one, EXPERT, two, three]}
        yield {"ruleset": "landlord", "options": {"deals": 3}, "seats": [EXPERT, two, EXPERT]}
        yield {"ruleset": "ten-hands", "options": {"variant": "oregon" if number % 2 else "classic"}, "seats": [three]}
        yield {"ruleset": "five-three", "seats": [EXPERT, one]}
