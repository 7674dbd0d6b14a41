"""Spectral and Redocly, the linters that everybody has, on the OpenAPI document: the strict sets, and nothing ignored.

    python -m openapi.public_linters [file]        what they find, and status 1 where that is anything

spectral.yaml and redocly.yaml name the sets of rules.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from openapi import node_tools

HERE: Final = Path(__file__).parent
EXPORTED: Final = HERE / "openapi.json"
COMMANDS: Final = {
    "spectral": ("lint", "--ruleset", "spectral.yaml", "--fail-severity", "hint", "--quiet"),
    "redocly": ("lint", "--config", "redocly.yaml", "--lint-config", "error", "--format", "stylish"),
}
SILENT: Final = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
"""Nothing is told to anybody, and no registry is asked for a newer version."""


def missing() -> str | None:
    """What has to be installed before the linters run, in a sentence; None where nothing is missing."""
    return node_tools.missing(COMMANDS)


def findings(linter: str, file: Path) -> str:
    """What a linter says of a document where it finds anything; empty where it doesn't."""
    command = [str(node_tools.FOLDER / linter), *COMMANDS[linter], str(file.resolve())]
    environment = {**os.environ, **SILENT}
    # the command is ours, and so is the file
    ran = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False, timeout=120)  # noqa: S603
    return f"{linter}:\n{ran.stdout}{ran.stderr}" if ran.returncode else ""


def main() -> int:
    """Check the file that the command line names, or the exported document."""
    file = Path(sys.argv[1]) if sys.argv[1:] else EXPORTED
    lacking = missing()
    if lacking is not None:
        print(lacking)
        return 1
    found = "\n".join(filter(None, (findings(linter, file) for linter in COMMANDS)))
    print(found or f"{file.name}: {' and '.join(COMMANDS)} find nothing")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
