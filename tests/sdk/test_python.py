"""The generated Python client: typed to the last leaf, and every game is played with it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from openapi.sdk import generate_python
from tests.sdk.conftest import NEW_LEAVES
from tests.serving import ROOT

PROGRAMS = Path(__file__).with_name("python_programs")
PAGE = ROOT / "examples" / "SDK.md"
PLAYER = ROOT / "examples" / "python" / "player.py"
GAMES = ["five-three", "center-row", "ten-hands", "oregon", "landlord"]
SECONDS = 240


def run(client: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """What a Python does that has the client."""
    environment = {**os.environ, "PYTHONPATH": str(client), "MYPYPATH": str(client)}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=PROGRAMS, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS)


def check_types(client: Path, cache: str, *files: Path) -> subprocess.CompletedProcess[str]:
    """What mypy says, strict and with nobody's settings; what it learns of other packages is kept for the next time."""
    settings: list[str | Path] = ["--strict", "--config-file=", "--cache-dir", ROOT / ".mypy_cache" / cache]
    return run(client, "-m", "mypy", *settings, *files)


@pytest.fixture
def first_move(tmp_path: Path) -> Path:
    """The program that the page shows."""
    (shown,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    program = tmp_path / "move.py"
    program.write_text(shown, "utf-8")
    return program


def test_the_programs_the_example_and_the_page_are_typed_strictly(python_client: Path, first_move: Path) -> None:
    checked = check_types(python_client, "sdk", *PROGRAMS.glob("*.py"), PLAYER, first_move)
    assert (checked.returncode, checked.stdout) == (0, "Success: no issues found in 4 source files\n")


def test_a_leaf_that_a_later_document_adds_is_one_that_each_exhaustive_match_misses(
    later_document: Path, tmp_path: Path
) -> None:
    generate_python(later_document, tmp_path / "python")
    checked = check_types(tmp_path / "python", "sdk-later", PROGRAMS / "leaves.py")
    missed = re.findall(r'Argument 1 to "assert_never" has incompatible type "(\w+)"', checked.stdout)
    assert sorted(missed) == sorted(name for name, _, _ in NEW_LEAVES.values())
    assert "Found 3 errors in 1 file" in checked.stdout


def test_all_that_a_client_does_is_done_and_answered_as_it_is_typed(python_client: Path, url: str) -> None:
    ran = run(python_client, "tour.py", url)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "the tour is over\n", "")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_every_game_to_its_end(python_client: Path, url: str, game: str) -> None:
    ran = run(python_client, PLAYER, game, url)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(f"{'ten-hands' if game == 'oregon' else game} scores [")


def test_the_example_says_why_it_was_turned_down(python_client: Path, url: str) -> None:
    ran = run(python_client, PLAYER, "landlord", f"{url}/nowhere")
    assert ran.returncode == 1
    assert ran.stderr.startswith("route_not_found: ")


def test_the_first_move_on_the_page_is_made(python_client: Path, url: str, first_move: Path) -> None:
    first_move.write_text(first_move.read_text("utf-8").replace("http://127.0.0.1:8000", url), "utf-8")
    ran = run(python_client, first_move)
    assert re.match(r"\d+ landlord\.bid 0\n", ran.stdout), ran.stderr
