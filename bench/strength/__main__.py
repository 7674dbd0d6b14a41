"""`python -m bench.strength`: how strong the bots are, level against level, and how long they think; README.md says more.

Deals are seeded and played once in every seating, so both sides have the same cards, and a second run on any machine
plays the same games. Only the times differ.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bench.__main__ import BAR, processor
from bench.strength.comparisons import every_comparison
from bench.strength.report import Outcome, draw, table, times_table
from bench.strength.samples import Sample, Times

HERE: Final = Path(__file__).resolve().parents[1]
LEAST_DEALS: Final = 4
NEEDED: Final = ("rlcard", "matplotlib")


class Progress:
    """A bar on a terminal: how many deals are played, and of what."""

    def __init__(self, of: int) -> None:
        self._of = of
        self._done = 0

    def step(self, what: str) -> None:
        """One deal more."""
        self._done += 1
        if sys.stderr.isatty():
            filled = BAR * self._done // self._of
            end = "\n" if self._done == self._of else ""
            sys.stderr.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {self._done}/{self._of} {what:<60.60}{end}")
            sys.stderr.flush()


def _played(number: int, deal: int) -> tuple[int, int, Sample, Times]:
    """A deal of a comparison, by number: what travels between processes is small."""
    comparison = every_comparison()[number]
    sample, times = comparison.play(deal)
    game = comparison.game.partition(",")[0]
    return number, deal, sample, Times({f"{game}|{level}": seconds for level, seconds in times.of.items()})


def _tasks(numbers: Sequence[int], deals: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Round by round, so that every comparison has some deals early."""
    for deal in range(max(deals, default=0)):
        for number, most in zip(numbers, deals, strict=True):
            if deal < most:
                yield number, deal


def run(share_of_deals: float, only: str, processes: int) -> tuple[list[Outcome], Times]:
    """Every comparison whose game or players contain a text, over a share of its deals."""
    comparisons = every_comparison()
    numbers = [number for number, one in enumerate(comparisons) if only in f"{one.game}: {one.who}"]
    deals = [max(LEAST_DEALS, round(share_of_deals * comparisons[number].deals)) for number in numbers]
    samples: dict[int, dict[int, Sample]] = {number: {} for number in numbers}
    times: dict[int, Times] = {number: Times() for number in numbers}
    progress = Progress(sum(deals))
    with ProcessPoolExecutor(processes) as pool:
        for task in as_completed([pool.submit(_played, number, deal) for number, deal in _tasks(numbers, deals)]):
            number, deal, sample, taken = task.result()
            samples[number][deal] = sample
            times[number].add(taken)
            progress.step(f"{comparisons[number].game}: {comparisons[number].who}")
    kept = Times()
    for number in numbers:
        kept.add(times[number])
    listed = [number for number in numbers if comparisons[number].is_listed]
    return [
        Outcome(comparisons[number], [samples[number][deal] for deal in sorted(samples[number])]) for number in listed
    ], kept


def circumstances(processes: int) -> str:
    """When, where and with what it was measured."""
    return (
        f"{datetime.now(UTC):%Y-%m-%d} in {processes} processes on {os.cpu_count()} cores of {processor()}, "
        f"{platform.system()}, Python {platform.python_version()}. Times are CPU time of one core.\n"
    )


def main() -> None:
    """Play, print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description="Measure how strong the bots are.")
    parser.add_argument("--part", type=float, default=1.0, metavar="X", help="play this part of the deals (0.1: a tenth)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only games or players whose name contains this")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many at once (default: one a core)")
    parser.add_argument("--write", action="store_true", help="write STRENGTH.md and strength.svg too")
    asked = parser.parse_args()
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing and not asked.only:
        sys.exit(f"bench: {' and '.join(missing)} not installed; make strength installs what it needs")
    outcomes, times = run(asked.part, asked.only, asked.processes)
    text = f"{circumstances(asked.processes)}\n{table(outcomes)}\n{times_table(times)}"
    print(text)
    if asked.write:
        draw(outcomes, HERE / "strength.svg")
        (HERE / "STRENGTH.md").write_text(
            f"# Strength of the bots\n\n`python -m bench.strength --write` wrote this.\n\n{text}\n"
            "![The shares in a picture](strength.svg)\n"
        )


if __name__ == "__main__":
    main()
