"""The Lua scripts, each a file in `lua/` that says at its head what it takes and gives."""

from hashlib import sha1
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("lua")


class Script:
    """A script's source, and the name under which Redis remembers it once it has run."""

    def __init__(self, name: str) -> None:
        self.source: Final = (FOLDER / f"{name}.lua").read_bytes()
        self.sha: Final = sha1(self.source, usedforsecurity=False).hexdigest()
        """40 hexadecimal digits, as EVALSHA wants them."""
