"""The servers that are measured: a private Redis, and gunicorns of one worker each."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.processes import children, cpu_seconds, pinned
from service.store.embedded import EmbeddedServer

TOP: Final = Path(__file__).resolve().parent.parent
START_SECONDS: Final = 30
STOP_SECONDS: Final = 10
POLL_SECONDS: Final = 0.05
SETTINGS: Final = {
    "PORT": "0",
    "WORKERS": "1",
    # requests are still counted, as in a service that is open to all
    "RATE_LIMIT_CREATE": "9999999/second",
    "RATE_LIMIT_READ": "9999999/second",
    "RATE_LIMIT_ACT": "9999999/second",
    # as many as a benchmark opens, all from one address
    "STREAMS": "60000",
    "STREAMS_PER_TOKEN": "60000",
    "STREAMS_PER_ADDRESS": "60000",
}


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """A private Redis or Valkey as the service starts it, with append-only files in a folder; gives its URL."""
    server = EmbeddedServer(folder)
    try:
        yield server.start()
    finally:
        server.stop()


@dataclass(frozen=True)
class Server:
    """A gunicorn that listens."""

    port: int
    worker: int
    """Process id of its one worker."""

    def cpu_seconds(self) -> float:
        """What the worker has used so far."""
        return cpu_seconds(self.worker)


@contextmanager
def gunicorn(app: str, redis_url: str, core: set[int] | None) -> Iterator[Server]:
    """One worker that serves an app, `module:name`, under the service's own settings of gunicorn.

    Raises RuntimeError where it doesn't start.
    """
    with pinned(core):
        process = subprocess.Popen(  # noqa: S603  # our own program
            [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", app],
            cwd=TOP,
            env={**os.environ, **SETTINGS, "REDIS_URL": redis_url},
            stdout=subprocess.PIPE,
            text=True,
        )
    with process:
        try:
            yield Server(_port(process), _worker(process))
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def _port(process: subprocess.Popen[str]) -> int:
    """The port in the line that a gunicorn prints when it listens; where it fails, it ends, and so does its output."""
    line = process.stdout.readline() if process.stdout else ""
    found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
    if not found:
        raise RuntimeError(f"gunicorn did not start: {line!r}")
    return int(found[1])


def _worker(process: subprocess.Popen[str]) -> int:
    """The process id of its worker, which it starts after it has said that it listens."""
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up:
        started = children(process.pid)
        if started:
            return started[0]
        time.sleep(POLL_SECONDS)
    raise RuntimeError("gunicorn started no worker")
