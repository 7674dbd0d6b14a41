"""What is installed is pinned whole, with hashes, and the pins are those of pyproject.toml."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

LOCKS = ("requirements.lock", "requirements-dev.lock")


def pins(text: str) -> dict[str, Version]:
    """The version of each package of a lock file."""
    return {name: Version(version) for name, version in re.findall(r"^([a-z0-9\-]+)==([^ ]+)", text, re.MULTILINE)}


def wanted(top: Path, *extras: str) -> list[Requirement]:
    """What pyproject.toml asks for."""
    project = tomllib.loads((top / "pyproject.toml").read_text())["project"]
    texts = project["dependencies"] + [text for extra in extras for text in project["optional-dependencies"][extra]]
    return [Requirement(text) for text in texts]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address_and_no_folder(top: Path, lock: str) -> None:
    for line in (top / lock).read_text().splitlines():
        assert re.fullmatch(
            r"[a-z0-9\-]+==\S+( ; [a-z_]+ [<>=!]+ '[\w.]+')? \\|    --hash=sha256:[0-9a-f]{64}( \\)?|    # .*", line
        ), line
        assert "//" not in line


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash(top: Path, lock: str) -> None:
    entries = re.split(r"^(?=[a-z])", (top / lock).read_text(), flags=re.MULTILINE)[1:]
    assert entries
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize(("lock", "extras"), [(LOCKS[0], ()), (LOCKS[1], ("test", "lint"))])
def test_every_requirement_of_pyproject_is_pinned_within_its_range(top: Path, lock: str, extras: tuple[str, ...]) -> None:
    pinned = pins((top / lock).read_text())
    asked = wanted(top, *extras)
    assert [str(one) for one in asked if not one.specifier.contains(pinned.get(one.name.lower(), Version("0")))] == []


def test_tests_run_on_the_very_versions_that_the_service_runs_on(top: Path) -> None:
    runtime, tools = (pins((top / lock).read_text()) for lock in LOCKS)
    assert runtime.items() <= tools.items()
