"""The README's walk, as a newcomer would paste it."""

import re
import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT, SECONDS, Server

README = ROOT / "README.md"


def walk() -> str:
    """All shell blocks of the two sections on curl, in order."""
    sections = README.read_text().partition("## A whole game with curl")[2].partition("## The concepts")[0]
    return "\n".join(re.findall(r"```sh\n(.*?)```", sections, re.DOTALL))


def test_the_walk_plays_a_whole_game_to_its_record(server: Server, tmp_path: Path) -> None:
    script = walk().replace(".venv/bin/python", sys.executable)
    environment = {"API": f"http://127.0.0.1:{server.port}", "TMPDIR": str(tmp_path)}
    done = subprocess.run(  # our own README
        ["/bin/bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env={**environment, "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=SECONDS * 5,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The record holds." in done.stdout
    assert done.stdout.count('"winners"') == 5
    assert '"stands_for": "Kh"' in done.stdout
    assert done.stderr == ""
