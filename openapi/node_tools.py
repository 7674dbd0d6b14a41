"""What npm has installed for us: where it is, and what is missing of it."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "node_modules" / ".bin"


def missing(names: Iterable[str]) -> str | None:
    """What has to be installed before these tools run, in a sentence; None where nothing is missing."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "Node is missing: install Node 20.19 or newer, with npm, from nodejs.org or your system's packages."
    absent = [name for name in names if not (FOLDER / name).exists()]
    return f"{', '.join(absent)} can't be found: run `npm ci --prefix openapi`." if absent else None
