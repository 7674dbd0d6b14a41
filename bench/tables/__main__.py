"""`python -m bench.tables`: agents at many tables, through restarts; ../README.md says what and how."""

import argparse
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bench.__main__ import progress
from bench.live.__main__ import circumstances
from bench.tables.account import Account, Span
from bench.tables.stage import NAMES, Stage

HERE: Final = Path(__file__).resolve().parents[1]
ONLINE_SECONDS: Final = 60


@dataclass(frozen=True)
class Extent:
    """How much is played."""

    games: int
    breaks: tuple[int, int, int]
    """After how many choices of the agents each break comes."""
    seconds: float
    """After so long what isn't over is a broken promise."""


FULL: Final = Extent(games=50, breaks=(200, 700, 1200), seconds=900)
QUICK: Final = Extent(games=12, breaks=(50, 150, 250), seconds=300)


def run(extent: Extent) -> Account:
    """Play, and break things meanwhile. Raises RuntimeError where nothing can be played or broken."""
    with tempfile.TemporaryDirectory() as folder, Stage(Path(folder)) as stage:
        if not stage.wait(lambda: stage.online < len(NAMES), ONLINE_SECONDS):
            raise RuntimeError(f"the agents did not come: {stage.said()}")
        stage.create(extent.games)
        every_seat = stage.seats

        def plays(choices: int, until: str) -> bool:
            """Whether the agents have still to choose so often, or have still seats."""
            left = stage.seats
            progress(every_seat - left, every_seat, f"until {until}")
            return left > 0 and stage.choices < choices

        breaks: Sequence[tuple[str, Callable[[], Span]]] = (
            ("the service is restarted", partial(stage.restart_service, signal.SIGTERM)),
            ("Redis is restarted", stage.restart_redis),
            ("the service is killed, and started again", partial(stage.restart_service, signal.SIGKILL)),
        )
        outages = []
        for (what, make_break), choices in zip(breaks, extent.breaks, strict=True):
            stage.wait(partial(plays, choices, what), extent.seconds)
            if stage.choices < choices:
                raise RuntimeError(f"the games were over, or stood still, before {what}: {stage.said()}")
            outages.append(make_break())
        stage.wait(partial(plays, sys.maxsize, "the end"), extent.seconds)
        played = stage.played()
        return Account(played, len(stage.games) - len(played), stage.chosen(), outages)


def main() -> None:
    """Play and print. The exit status is 1 where a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description="Agents at many tables, through restarts.")
    parser.add_argument("--quick", action="store_true", help="fewer games, for a first look")
    parser.add_argument("--write", action="store_true", help="write TABLES.md too")
    asked = parser.parse_args()
    account = run(QUICK if asked.quick else FULL)
    text = f"{circumstances('nothing pinned to a core')}\n{account.table()}"
    print(text)
    if asked.write:
        (HERE / "TABLES.md").write_text(f"# Many tables\n\n`python -m bench.tables --write` wrote this.\n\n{text}")
    if account.broken:
        sys.exit("; ".join(account.broken))


if __name__ == "__main__":
    main()
