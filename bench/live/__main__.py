"""`python -m bench.live`: what is held open, in one run; ../README.md says what and how.

It reads /proc, so it needs Linux.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bench import servers
from bench.__main__ import processor, progress
from bench.findings import Finding, draw, table
from bench.live import delivery, idle, stopping, thinking
from bench.live.bare import SAID
from bench.live.extent import Extent
from bench.processes import cores, pinned
from service.store import connect

HERE: Final = Path(__file__).resolve().parents[1]
VERSIONED: Final = ("flask", "gunicorn", "redis")
SERVICE: Final = "service.wsgi:app"
CONNECTIONS: Final = 100
"""To Redis: more than the games that are listened to, one after the other."""


FULL: Final = Extent(
    idle_streams=10_000,
    comment_seconds=15,
    view_rounds=20,
    view_seconds=0.5,
    watchers=200,
    delivery_rounds=8,
    delivery_moves=20,
    thinking_watchers=(4, 200),
    thinking_moves=40,
    open_at_stop=1_000,
    stop_rounds=3,
)
QUICK: Final = replace(
    FULL,
    idle_streams=5_000,
    view_rounds=8,
    view_seconds=0.3,
    delivery_rounds=4,
    thinking_watchers=(200,),
    thinking_moves=20,
    stop_rounds=1,
)


class Progress:
    """A bar on a terminal: what is being done, and how much of all parts is over."""

    def __init__(self, of: int) -> None:
        self._of = of
        self._done = 0

    def __call__(self, what: str) -> None:
        """Say what is being done."""
        progress(self._done, self._of, what)

    def over(self) -> None:
        """A part is over."""
        self._done += 1
        self("done")


@contextmanager
def bare(redis_url: str, core: set[int] | None) -> Iterator[int]:
    """The bare server; gives its port. Raises RuntimeError where it doesn't start."""
    command = [sys.executable, "-m", "bench.live.bare"]
    environ = {**os.environ, "REDIS_URL": redis_url}
    with (
        pinned(core),
        subprocess.Popen(command, cwd=servers.TOP, env=environ, stdout=subprocess.PIPE, text=True) as process,  # noqa: S603  # our own program
    ):
        try:
            line = process.stdout.readline() if process.stdout else ""
            if not line.startswith(SAID):
                raise RuntimeError(f"the bare server did not start: {line!r}")
            yield int(line[len(SAID) :])
        finally:
            process.terminate()


def run(extent: Extent) -> tuple[list[Finding], str]:
    """What came out, and the circumstances. Raises RuntimeError where a server doesn't do what it is asked."""
    core, others = cores() or (None, None)
    every = None if core is None or others is None else core | others
    say = Progress(4)
    found: list[Finding] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        pinned(others),
        servers.redis(Path(folder)) as url,
        connect(url, connections=CONNECTIONS) as client,
    ):
        with servers.gunicorn(SERVICE, url, core) as holding, servers.gunicorn(SERVICE, url, core) as quiet:
            found += idle.findings(holding, quiet, extent, say)
        say.over()
        with (
            servers.gunicorn(SERVICE, url, core) as watching,
            servers.gunicorn(SERVICE, url, others) as acting,
            bare(url, core) as port,
        ):
            found += delivery.findings(delivery.Stage(client, watching, acting, port), extent, say)
        say.over()
        # on every core, for where threads of one worker wait for one another, a single one would flatter them
        with servers.gunicorn(SERVICE, url, every) as thinker, servers.gunicorn(SERVICE, url, others) as acting:
            found += thinking.findings(client, thinker, acting, extent, say)
        say.over()
        found += stopping.findings(url, core, extent, say)
        say.over()
        return found, circumstances("nothing pinned to a core" if core is None else "the worker on a core of its own")


def circumstances(pinning: str) -> str:
    """When, where and with what it was measured, as a paragraph."""
    versions = (f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in VERSIONED))
    return (
        f"{datetime.now(UTC):%Y-%m-%d} on {os.cpu_count()} cores of {processor()}, {platform.system()}, {pinning}.\n"
        f"{', '.join(versions)}.\n"
    )


def write(findings: list[Finding], text: str) -> None:
    """Put the results where they are committed."""
    draw(findings, HERE / "live.svg")
    (HERE / "LIVE.md").write_text(
        f"# What is held open\n\n`python -m bench.live --write` wrote this.\n\n{text}\n![The ratios in a picture](live.svg)\n"
    )


def main() -> None:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description="Measure streams that are held open.")
    parser.add_argument("--quick", action="store_true", help="fewer streams and rounds, for a first look")
    parser.add_argument("--write", action="store_true", help="write LIVE.md and live.svg too")
    asked = parser.parse_args()
    if asked.write and find_spec("matplotlib") is None:
        sys.exit("bench.live: matplotlib, which draws the picture, is not installed; make live installs what it needs")
    findings, how = run(QUICK if asked.quick else FULL)
    text = f"{how}\n{table(findings)}"
    print(text)
    if asked.write:
        write(findings, text)


if __name__ == "__main__":
    main()
