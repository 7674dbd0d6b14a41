"""The Makefile is a list of one-line commands, and the two that a newcomer types need nothing but Python."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

COMMANDS = [
    "help",
    "run",
    "test",
    "lint",
    "format",
    "openapi",
    "examples",
    "sdk",
    "fuzz",
    "settings",
    "bench",
    "strength",
    "live",
    "tables",
    "lock",
    "clean",
]


def dry_run(top: Path, *words: str) -> str:
    """What make would do, without doing it."""
    # the tests run under make themselves, whose flags and level are not this make's
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--dry-run", *words]
    ran = subprocess.run(command, cwd=top, env=environment, capture_output=True, text=True, check=True, timeout=20)
    return ran.stdout


def test_every_recipe_is_one_line(top: Path) -> None:
    rules = re.findall(r"^([^\s#:=]+):(?!=).*\n((?:\t.*\n)*)", (top / "Makefile").read_text(), re.MULTILINE)
    recipes = {target: recipe.splitlines() for target, recipe in rules if target != ".PHONY"}
    assert set(COMMANDS) <= set(recipes)
    assert {target: len(recipe) for target, recipe in recipes.items()} == dict.fromkeys(recipes, 1)


def test_make_alone_names_every_command(top: Path) -> None:
    shown = subprocess.run(["make"], cwd=top, capture_output=True, text=True, check=True, timeout=20).stdout
    assert re.findall(r"^make (\w+)", shown, re.MULTILINE) == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_make_knows_what_to_do_for_every_command(top: Path, command: str) -> None:
    assert dry_run(top, command)


def test_make_run_on_a_fresh_clone_makes_its_environment_installs_the_pins_and_starts(top: Path, tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_bytes((top / name).read_bytes())
    environment, install, start = dry_run(tmp_path, "run", "PYTHON=python3.99").splitlines()
    assert environment.endswith("python3.99 -m venv --clear .venv")
    assert "--requirement requirements.lock" in install
    assert start == ".venv/bin/python -m service"


def test_make_run_installs_nothing_when_nothing_changed(top: Path, tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_bytes((top / name).read_bytes())
    for made in (".venv/bin/pip", ".venv/runtime"):
        (tmp_path / made).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / made).touch()
    assert dry_run(tmp_path, "run").splitlines() == [".venv/bin/python -m service"]


def fresh_clone(top: Path, clone: Path) -> None:
    """A folder with what make looks at and nothing that it made."""
    (clone / "openapi").mkdir()
    for name in ("Makefile", "requirements.lock", "requirements-dev.lock", "openapi/package-lock.json"):
        (clone / name).write_bytes((top / name).read_bytes())


def test_make_sdk_on_a_fresh_clone_installs_the_tools_of_both_languages_and_generates(top: Path, tmp_path: Path) -> None:
    fresh_clone(top, tmp_path)
    *_, tools, node, generate = dry_run(tmp_path, "sdk").splitlines()
    assert "--requirement requirements-dev.lock" in tools
    assert "npm ci --silent --prefix openapi" in node
    assert generate == ".venv/bin/python -m openapi.sdk"


@pytest.mark.parametrize("has_npm", [True, False])
def test_make_test_installs_what_node_runs_where_there_is_npm_and_needs_none(
    top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_npm: bool
) -> None:
    fresh_clone(top, tmp_path)
    (tmp_path / "bin").mkdir()
    for name in ("make", "sh", *["npm"] * has_npm):
        (tmp_path / "bin" / name).symlink_to("/bin/sh" if name == "npm" else str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    planned = dry_run(tmp_path, "test")
    assert ("npm ci" in planned) == has_npm
    assert "-m pytest" in planned


def test_an_old_python_is_refused_with_a_line_that_says_what_is_needed(top: Path, tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_bytes((top / "Makefile").read_bytes())
    old = tmp_path / "old-python"
    # the real check, run by a Python that says that it is 3.10
    old.write_text("#!/bin/sh\nexec python3 -c \"import sys; sys.version_info = (3, 10); sys.version = '3.10.1 x'; $2\"\n")
    old.chmod(0o755)
    ran = subprocess.run(
        ["make", ".venv/bin/pip", f"PYTHON={old}"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=20
    )
    assert ran.returncode != 0
    assert "Python 3.11 or newer is needed, not 3.10.1; PYTHON=python3.13 make ... names another" in ran.stderr
    assert not (tmp_path / ".venv").exists()
