"""What the system tells of processes, and on which cores they may run."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

CPUCLOCK_SCHED: Final = 2
"""From Linux's posix-timers.h: the scheduler's own count of a process's time."""
SEXAGESIMAL: Final = 60


def children(parent: int) -> list[int]:
    """The ids of the processes that a process has started and that still run."""
    if sys.platform == "linux":
        return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    pairs = [line.split() for line in _ps("-A", "-o", "pid=,ppid=").splitlines()]
    return [int(child) for child, its_parent in pairs if int(its_parent) == parent]


def cpu_seconds(process: int) -> float:
    """What all threads of a process have used so far, in user and system mode.

    On Linux to the nanosecond, elsewhere to a hundredth of a second.
    """
    if sys.platform == "linux":
        return time.clock_gettime(~process << 3 | CPUCLOCK_SCHED)  # so Linux numbers the clocks of other processes
    seconds = 0.0
    for part in re.split("[-:]", _ps("-o", "time=", "-p", str(process)).strip()):
        seconds = seconds * SEXAGESIMAL + float(part)
    return seconds


def _ps(*arguments: str) -> str:
    return subprocess.run(["/bin/ps", *arguments], capture_output=True, text=True, check=True).stdout  # noqa: S603  # a constant but for a number


def cores() -> tuple[set[int], set[int]] | None:
    """A core for what is measured, and those for all else; None where there is but one, or none can be chosen."""
    if sys.platform != "linux":
        return None
    first, *others = sorted(os.sched_getaffinity(0))
    return ({first}, set(others)) if others else None


@contextmanager
def pinned(to: set[int] | None) -> Iterator[None]:
    """What runs or is started in here stays on these cores; None leaves it to the system."""
    if sys.platform != "linux" or to is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, to)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
