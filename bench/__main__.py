"""`python -m bench`: everything, in one run; README.md says what and how.

The cases take turns, and a case and what it is held against follow one another, so that both meet the machine in
the same mood.
"""

import argparse
import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from redis import Redis

from bench import servers
from bench.cases import http_cases, memory_findings, pure_cases
from bench.findings import Finding, draw, table
from bench.games import Pool
from bench.processes import cores, pinned

HERE: Final = Path(__file__).resolve().parent
NEEDED: Final = ("rlcard", "treys", "matplotlib")
VERSIONED: Final = ("flask", "flask-smorest", "gunicorn", "msgspec", "redis", "rlcard", "treys")
BAR: Final = 30


@dataclass(frozen=True)
class Extent:
    """How much is measured."""

    rounds: int
    seconds: float
    """Of each case, and of what it is held against, in each round."""
    games: int
    """Played out for what they take in Redis."""


FULL: Final = Extent(rounds=16, seconds=0.3, games=200)
QUICK: Final = Extent(rounds=8, seconds=0.2, games=32)


def progress(done: int, of: int, what: str) -> None:
    """Say on a terminal how far it is, on one line."""
    if sys.stderr.isatty():
        filled = BAR * done // of
        end = "\n" if done == of else ""
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {what:<50}{end}")
        sys.stderr.flush()


@contextmanager
def stage(worker: set[int] | None, others: set[int] | None) -> Iterator[tuple[servers.Server, servers.Server, Redis]]:
    """The service, the floor, and the Redis that both are on; `worker` is the core of their workers."""
    with (
        tempfile.TemporaryDirectory() as folder,
        pinned(others),
        servers.redis(Path(folder)) as url,
        servers.gunicorn("service.wsgi:app", url, worker) as service,
        servers.gunicorn("bench.bare:app", url, worker) as floor,
        Redis.from_url(url) as client,
    ):
        yield service, floor, client


def run(extent: Extent) -> tuple[list[Finding], str]:
    """What came out, and the circumstances. Raises RuntimeError where a server doesn't do what it is asked."""
    worker, others = cores() or (None, None)
    pinning = "nothing pinned to a core" if worker is None else "the worker on a core of its own"
    with stage(worker, others) as (service, floor, client):
        progress(0, 1, "making games ready")
        pool = Pool(service.port)
        pool.mix()
        in_redis = memory_findings(service, client, pool, extent.games)
        cases = [*http_cases(service, floor, client, pool), *pure_cases()]
        of = extent.rounds * len(cases)
        for done in range(of):
            number, place = divmod(done, len(cases))
            progress(done, of, f"round {number + 1} of {extent.rounds}: {cases[place].title}")
            cases[place].measure(extent.seconds, base_first=number % 2 == 0)
            pool.refill()
        progress(of, of, "done")
        return [*(case.finding for case in cases), *in_redis], circumstances(extent, client, pinning)


def circumstances(extent: Extent, client: Redis, pinning: str) -> str:
    """When, where and with what it was measured, as a paragraph."""
    info: Any = client.info("server")
    store = f"Valkey {info['valkey_version']}" if "valkey_version" in info else f"Redis {info['redis_version']}"
    versions = (f"Python {platform.python_version()}", store, *(f"{name} {version(name)}" for name in VERSIONED))
    return (
        f"{datetime.now(UTC):%Y-%m-%d} on {os.cpu_count()} cores of {processor()}, {platform.system()}, {pinning}. "
        f"{extent.rounds} rounds of {extent.seconds:g} s a case, {extent.games} finished games.\n{', '.join(versions)}.\n"
    )


def processor() -> str:
    """What the processor calls itself, where that can be found out; else its kind."""
    told = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", told.read_text()) if told.exists() else None
    return found[1] if found else platform.processor() or platform.machine()


def write(findings: list[Finding], text: str) -> None:
    """Put the results where they are committed."""
    draw(findings, HERE / "results.svg")
    (HERE / "RESULTS.md").write_text(
        f"# Results\n\n`python -m bench --write` wrote this.\n\n{text}\n![The ratios in a picture](results.svg)\n"
    )


def main() -> None:
    """Measure, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the service against a bare one.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds, for a first look")
    parser.add_argument("--write", action="store_true", help="write RESULTS.md and results.svg too")
    asked = parser.parse_args()
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        sys.exit(f"bench: {' and '.join(missing)} not installed; make bench installs what it needs")
    findings, how = run(QUICK if asked.quick else FULL)
    text = f"{how}\n{table(findings)}"
    print(text)
    if asked.write:
        write(findings, text)


if __name__ == "__main__":
    main()
