"""Generate clients from the OpenAPI document: a Python package, a TypeScript package, and TypeScript's types alone.

    python -m openapi.sdk [folder]        writes them into a folder, build/sdk if none is named

What was in the folder's own parts before is gone. Every warning of a generator is an error.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from openapi import node_tools

HERE: Final = Path(__file__).parent
DOCUMENT: Final = HERE / "openapi.json"
DEFAULT: Final = HERE.parent / "build" / "sdk"
GENERATORS: Final = HERE / "generators"
PACKAGE: Final = "card-commons-client"
"""The name of the package in both languages; Python imports it as card_commons_client."""

WARNING: Final = re.compile(r"^\W*warning|⚠", re.IGNORECASE | re.MULTILINE)
EVENTS: Final = {"streamEvents": "GameEvent", "streamTurns": "AgentTurn"}
"""What the data of each stream's events is."""


class NotGenerated(Exception):  # noqa: N818  # it says what happened
    """A client can't be made; the message says why, for a person."""


def missing_tools() -> str | None:
    """What has to be installed first, in one sentence; None if nothing."""
    if importlib.util.find_spec("openapi_python_client") is None:
        return "The generator of the Python client is missing: pip install --requirement requirements-dev.lock"
    return node_tools.missing(("openapi-ts", "openapi-typescript", "tsc"))


def _run(*command: str | Path) -> None:
    """Run a generator. Raises NotGenerated with what it said where it fails or warns."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(  # noqa: S603  # the generators that we pinned
        [str(part) for part in command], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    if done.returncode or WARNING.search(said):
        raise NotGenerated(f"{Path(command[0]).name} failed or warned:\n{said}")


def _operations(root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (node for item in root["paths"].values() for method, node in item.items() if method != "parameters")


def without_optional_tokens(root: dict[str, Any]) -> dict[str, Any]:
    """The document for the Python generator, which would demand a token that may be left out: it is told of none there.

    A client that has a token sends it all the same.
    """
    for operation in _operations(root):
        if {} in operation["security"]:
            operation["security"] = []
    return root


def with_typed_streams(root: dict[str, Any]) -> dict[str, Any]:
    """The document for the TypeScript generator, whose client reads the JSON in a stream: it is told what that is."""
    for operation in _operations(root):
        if operation["operationId"] in EVENTS:
            told = {"schema": {"$ref": "#/components/schemas/" + EVENTS[operation["operationId"]]}}
            operation["responses"]["200"]["content"] = {"text/event-stream": told}
            operation["responses"].pop("204", None)
    return root


@contextmanager
def _changed(document: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Iterator[Path]:
    """A file with the document after a change."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, document.name)
        told.write_text(json.dumps(change(json.loads(document.read_text("utf-8")))), "utf-8")
        yield told


def generate_python(document: Path, folder: Path) -> None:
    """Write the Python package, which pip installs from the folder."""
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "uv"]
    settings: list[str | Path] = ["--config", GENERATORS / "python.yaml", "--custom-template-path", GENERATORS / "python"]
    with _changed(document, without_optional_tokens) as told:
        _run(*command, *settings, "--path", told, "--output-path", folder)


def write_typescript(document: Path, folder: Path) -> None:
    """Write the sources of the TypeScript client."""
    with _changed(document, with_typed_streams) as told:
        _run("node", GENERATORS / "typescript.mjs", told, folder)


def generate_typescript(document: Path, folder: Path) -> None:
    """Write the TypeScript package, sources and what they compile to, which npm installs from the folder."""
    write_typescript(document, folder / "src")
    settings = json.loads((GENERATORS / "tsconfig.json").read_text("utf-8"))
    settings["compilerOptions"] |= {"rootDir": "src", "outDir": "dist"}
    (folder / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    info = json.loads(document.read_text("utf-8"))["info"]
    package = {
        "name": PACKAGE,
        "version": info["version"],
        "description": f"A client of {info['title']}, generated from its OpenAPI document.",
        "license": info["license"]["identifier"],
        "type": "module",
        "exports": {".": "./dist/index.js", "./client": "./dist/client/index.js"},
        "files": ["dist"],
        "engines": {"node": ">=20"},
    }
    (folder / "package.json").write_text(json.dumps(package, indent=2) + "\n", "utf-8")
    _run(node_tools.FOLDER / "tsc", "--project", folder)


def generate_types(document: Path, folder: Path) -> None:
    """Write the types alone, for openapi-fetch."""
    names = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable", "false"]
    _run(node_tools.FOLDER / "openapi-typescript", document, "--output", folder / f"{PACKAGE}.d.ts", *names)


PARTS: Final = {"python": generate_python, "typescript": generate_typescript, "types": generate_types}


def generate(document: Path, folder: Path) -> None:
    """Write every client anew. Raises NotGenerated."""
    lacking = missing_tools()
    if lacking is not None:
        raise NotGenerated(lacking)
    for name, make in PARTS.items():
        part = folder.resolve() / name
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        make(document, part)
        print(f"{name}: {part}")


def main() -> None:
    """Generate the clients of the exported document."""
    try:
        generate(DOCUMENT, Path(sys.argv[1]) if sys.argv[1:] else DEFAULT)
    except NotGenerated as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
