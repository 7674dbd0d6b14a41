"""Events to those who watch, while another thread of the same worker thinks for a bot."""

import time
from itertools import product, repeat
from statistics import median
from typing import Final

from redis import Redis

from bench.findings import Finding
from bench.live.delivery import Delivery, Game, watched_game
from bench.live.extent import Extent, Say
from bench.live.tables import LANDLORD, hint
from bench.load import Connection
from bench.servers import Server

CASES: Final = (LANDLORD, "center-row for 2")
BOUND_MICROSECONDS: Final = 100_000
"""What an expert's move may take; nobody else waits longer for it."""


class Thinker(Connection):
    """Asks for a hint, and for the next as soon as it is there."""

    def __init__(self, port: int, message: bytes) -> None:
        super().__init__(port, repeat(message))
        self._began = time.perf_counter()
        self.times: list[float] = []
        """What each answer took, in µs."""

    def receive(self) -> bytes | None:
        """As Connection says."""
        body = super().receive()
        if body is not None:
            now = time.perf_counter()
            self.times.append((now - self._began) * 1e6)
            self._began = now
            self.send_next()
        return body


def deliveries(game: Game, thinker: Thinker, moves: int) -> list[Delivery]:
    """Moves of a game, told while the server of those who watch it thinks all the while."""
    with thinker.socket:
        game.seen.audience.add(thinker)
        thinker.send_next()
        game.seen.audience.until(lambda: bool(thinker.times))
        return [game.move() for _ in range(moves)]


def findings(client: Redis, thinking: Server, acting: Server, extent: Extent, say: Say) -> list[Finding]:
    """The longest delay beside the expert of each case, and what the expert itself takes.

    The moves are made on another server, so that only the telling of them meets the thoughts.
    """
    found = []
    for case, watchers in product(CASES, extent.thinking_watchers):
        say(f"events to {watchers} watchers beside a bot's thoughts: {case}")
        thinker = Thinker(thinking.port, hint(acting.port, case, "hint"))
        with watched_game(client, f"beside {case}", thinking, acting, watchers) as game:
            told = [one.published for one in deliveries(game, thinker, extent.thinking_moves)]
        title = f"Longest to the last of {watchers} watchers while a bot thinks, {case}"
        found += [
            Finding(title, "µs", [max(told)], [BOUND_MICROSECONDS], 1.0, lower_is_better=True),
            Finding("The same, median", "µs", [median(told)], [1.0], None),
            Finding("A hint of that bot, median", "µs", [median(thinker.times)], [1.0], None),
        ]
    return found
