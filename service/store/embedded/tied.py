"""Become another program that ends when its parent ends: `python tied.py <parent's process id> <program> <argument>...`.

Linux can be asked to send a process a signal when its parent is gone, but only by that process itself. To do so
between fork and exec in a process with threads can hang; a process of its own, which then turns into the program,
can't. Elsewhere than on Linux the program outlives a parent that is killed.
"""

import os
import signal
import sys
from typing import Final

try:
    import ctypes
except ImportError:  # a Python that was built without libffi: as elsewhere than on Linux
    ctypes = None  # type: ignore[assignment]  # the name of a module

PR_SET_PDEATHSIG: Final = 1
"""From linux/prctl.h."""


def main() -> None:
    """Ask for the signal, make sure that the parent wasn't gone before, and become the program."""
    parent, program, *arguments = sys.argv[1:]
    if sys.platform == "linux" and ctypes:
        # SIGTERM, at which the server writes what it has and ends
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == int(parent):
        os.execv(program, [program, *arguments])  # noqa: S606  # there is nothing for a shell to do


if __name__ == "__main__":
    main()
