"""Streams on which nothing happens: how many are held, what each takes, and what they cost others."""

import time
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from bench.findings import Finding
from bench.games import create
from bench.live.extent import Extent, Say
from bench.live.readers import Audience
from bench.live.tables import idle_streams
from bench.load import Connection, drive
from bench.servers import Server

STREAM_BYTES: Final = 3 * 1024
VIEW_AIM: Final = 1.3
WARMING_STREAMS: Final = 200
WARMING_VIEWS: Final = 2_000
SETTLE_SECONDS: Final = 1.0
"""After which what was begun for the last stream that was opened is done."""


def memory_of(process: int) -> int:
    """Bytes of memory that a process takes: its own pages, and its share of those that it has with others."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    kilobytes = next(line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:"))
    return int(kilobytes) * 1024


@dataclass
class Views:
    """One who asks for a view over and over, one request at a time."""

    port: int
    message: bytes
    medians: list[float] = field(default_factory=list)
    """Of each round, in µs."""
    slowest: list[float] = field(default_factory=list)
    """What 99 of 100 in each round were below, in µs."""

    def ask(self, seconds: float) -> None:
        """One round."""
        connection = Connection(self.port, repeat(self.message))
        times = []
        with connection.socket:
            end = time.perf_counter() + seconds
            while (began := time.perf_counter()) < end:
                connection.send_next()
                while connection.receive() is None:
                    pass
                times.append((time.perf_counter() - began) * 1e6)
        self.medians.append(median(times))
        self.slowest.append(quantiles(times, n=100)[-1])


def warm(server: Server, message: bytes) -> None:
    """Have a server do all of what comes, so that what it takes for the first time is not counted."""
    with Audience() as audience:
        audience.open(server.port, idle_streams(server.port, WARMING_STREAMS))
        drive(server.port, [iter([message] * (WARMING_VIEWS // 8))] * 8)
    time.sleep(SETTLE_SECONDS)


def comments(audience: Audience, seconds: float) -> tuple[int, float]:
    """Listen for so long: how many had a comment in that time, and after how many seconds the last of them had."""
    before = [reader.comments for reader in audience.readers]
    began = time.perf_counter()

    def heard() -> int:
        return sum(reader.comments > was for reader, was in zip(audience.readers, before, strict=True))

    while heard() < len(before) and time.perf_counter() - began < seconds:
        audience.listen_on(min(0.25, seconds))
    return heard(), time.perf_counter() - began


def findings(holding: Server, quiet: Server, extent: Extent, say: Say) -> list[Finding]:
    """What comes out with streams on one server, and none on the other."""
    streams = extent.idle_streams
    look = create(holding.port, 0).views[0]
    views, plain = Views(holding.port, look), Views(quiet.port, look)
    for server in (holding, quiet):
        say("warming up")
        warm(server, look)
    before = memory_of(holding.worker)
    with Audience() as audience:
        audience.open(holding.port, idle_streams(holding.port, streams), lambda held: say(f"{held} streams are held"))
        audience.listen_on(SETTLE_SECONDS)
        taken = (memory_of(holding.worker) - before) / streams
        say("waiting for a comment on each stream")
        heard, last = comments(audience, extent.comment_seconds)
        for number in range(extent.view_rounds):
            say(f"views beside {streams} streams: round {number + 1} of {extent.view_rounds}")
            for one in (views, plain) if number % 2 else (plain, views):
                one.ask(extent.view_seconds)
            audience.listen_on(0.05)
        held = sum(reader.is_open for reader in audience.readers)
    many = f"{streams:,} idle streams"
    return [
        Finding("Streams held at once by one worker", "streams", [held], [streams], 1.0),
        Finding(f"Memory of each of {many}", "bytes", [taken], [STREAM_BYTES], 1.0, lower_is_better=True),
        Finding(f"Had a comment within {extent.comment_seconds} s", "streams", [heard], [streams], 1.0),
        Finding("Each had one after", "ms", [last * 1000], [extent.comment_seconds * 1000], 1.0, lower_is_better=True),
        Finding(f"GET a view beside {many}", "µs", views.medians, plain.medians, VIEW_AIM, lower_is_better=True),
        Finding("The same, 99 of 100 are below", "µs", views.slowest, plain.slowest, None),
        Finding("99 of 100 without streams", "µs", plain.slowest, plain.slowest, None),
    ]
