"""The generated clients, made once for all workers of a run, and a service for them to talk to."""

import copy
import fcntl
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from openapi.sdk import DOCUMENT, generate, missing_tools
from tests.serving import Server

NEW_LEAVES = {
    "LandlordPass": ("LandlordNod", "type", "landlord.nod"),
    "LandlordPassedEvent": ("LandlordNoddedEvent", "type", "landlord.nodded"),
    "LandlordView": ("HeartsView", "ruleset", "hearts"),
}
"""A leaf of a union, and the one that a later document may have beside it: its name, its tag and the tag's value."""

Once = Callable[[str, Callable[[Path], None]], Path]
"""Makes a folder of a name, once for all workers, and gives it."""


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """What two workers of pytest-xdist would otherwise both make, one makes while the other waits."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def made(name: str, make: Callable[[Path], None]) -> Path:
        folder = shared / name
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                beginning = shared / f"{name}.new"
                beginning.mkdir()
                make(beginning)
                beginning.rename(folder)
        return folder

    return made


def need_tools() -> None:
    """Go on where the generators are there. Else a desk is told what to install, and CI fails."""
    lacking = missing_tools()
    if lacking is not None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(lacking)


@pytest.fixture(scope="session")
def clients(once: Once) -> Path:
    """The folder with every client: python, typescript, types."""
    need_tools()
    return once("clients", lambda folder: generate(DOCUMENT, folder))


@pytest.fixture(scope="session")
def python_client(clients: Path) -> Path:
    """Where Python finds the package."""
    return clients / "python"


@pytest.fixture
def later_document(tmp_path: Path) -> Path:
    """The document with one more action, one more event and one more view."""
    need_tools()
    root = json.loads(DOCUMENT.read_text("utf-8"))
    for leaf, (name, tag, value) in NEW_LEAVES.items():
        add_leaf(root["components"]["schemas"], leaf, name, {tag: {"type": "string", "const": value, "default": value}})
    file = tmp_path / "later.json"
    file.write_text(json.dumps(root), "utf-8")
    return file


def add_leaf(schemas: dict[str, Any], leaf: str, name: str, tagged: dict[str, Any]) -> None:
    """Add a leaf to every union that has another, of the same form but for its tag."""
    schemas[name] = copy.deepcopy(schemas[leaf])
    schemas[name]["properties"].update(tagged)
    reference = f"#/components/schemas/{name}"
    for schema in schemas.values():
        if {"$ref": f"#/components/schemas/{leaf}"} in schema.get("oneOf", []):
            schema["oneOf"].append({"$ref": reference})
            (tag,) = tagged.values()
            schema["discriminator"]["mapping"][tag["const"]] = reference


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a service answers."""
    server = Server(tmp_path_factory.mktemp("service"), WORKERS="2")
    yield f"http://127.0.0.1:{server.port}"
    server.stop()
