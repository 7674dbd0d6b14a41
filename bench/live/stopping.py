"""How long the service takes to stop while streams are open."""

import time
from contextlib import ExitStack
from typing import Final

from bench.findings import Finding
from bench.live.extent import Extent, Say
from bench.live.readers import Audience
from bench.live.tables import idle_streams
from bench.load import ask, request
from bench.servers import gunicorn

STOP_MILLISECONDS: Final = 2_000


def stop(redis_url: str, core: set[int] | None, streams: int) -> float:
    """Milliseconds from SIGTERM until a service that holds so many streams is gone."""
    with Audience() as audience, ExitStack() as running:
        server = running.enter_context(gunicorn("service.wsgi:app", redis_url, core))
        ask(server.port, request("GET", "/v1"))  # so that it is there whole
        audience.open(server.port, idle_streams(server.port, streams))
        began = time.perf_counter()
        running.close()
        return (time.perf_counter() - began) * 1000


def findings(redis_url: str, core: set[int] | None, extent: Extent, say: Say) -> list[Finding]:
    """With streams and without, in turns."""
    streams, held, none = extent.open_at_stop, [], []
    for number in range(extent.stop_rounds):
        say(f"stopping with {streams} streams and without: round {number + 1} of {extent.stop_rounds}")
        held.append(stop(redis_url, core, streams))
        none.append(stop(redis_url, core, 0))
    most = [STOP_MILLISECONDS] * extent.stop_rounds
    return [
        Finding(f"Stop with {streams:,} open streams", "ms", held, most, 1.0, lower_is_better=True),
        Finding("Stop without", "ms", none, most, None),
    ]
