"""The generated TypeScript clients: typed to the last leaf, and every game is played with them."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from openapi import node_tools
from openapi.sdk import write_typescript
from tests.sdk.conftest import NEW_LEAVES, Once
from tests.serving import ROOT

PROGRAMS = Path(__file__).with_name("typescript_programs")
PAGE = ROOT / "examples" / "SDK.md"
EXAMPLE = ROOT / "examples" / "typescript"
GAMES = ["five-three", "center-row", "ten-hands", "oregon", "landlord"]
INSTALLED = ["@types/node", "undici-types", "openapi-fetch", "openapi-typescript-helpers"]
SECONDS = 240


def run(folder: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """What a command does in a folder."""
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS)


def install(folder: Path, clients: Path) -> None:
    """The packages of a folder's programs, as npm would lay them out."""
    modules = folder / "node_modules"
    (modules / "@types").mkdir(parents=True)
    for package in INSTALLED:
        (modules / package).symlink_to(node_tools.FOLDER.parent / package)
    (modules / "card-commons-client").symlink_to(clients / "typescript")
    shutil.copy(clients / "types" / "card-commons-client.d.ts", folder)


@pytest.fixture(scope="session")
def built(once: Once, clients: Path) -> Path:
    """The example, the first move of the page and the programs, compiled with the strict settings of the example."""

    def build(folder: Path) -> None:
        for file in [*PROGRAMS.glob("*.ts"), *(EXAMPLE / name for name in ("player.ts", "package.json", "tsconfig.json"))]:
            shutil.copy(file, folder)
        (shown,) = re.findall(r"```ts\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        (folder / "move.ts").write_text(shown.replace('"http://127.0.0.1:8000"', 'process.argv[2] ?? ""'), "utf-8")
        install(folder, clients)
        compiled = run(folder, node_tools.FOLDER / "tsc", "--pretty", "false")
        assert (compiled.returncode, compiled.stdout) == (0, "")

    return once("built", build) / "build"


def test_the_example_is_compiled_strictly_by_the_versions_that_are_pinned() -> None:
    options = json.loads((EXAMPLE / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    assert options["strict"]
    assert options["noUncheckedIndexedAccess"]
    wanted = json.loads((EXAMPLE / "package.json").read_text("utf-8"))["devDependencies"]
    pinned = json.loads((ROOT / "openapi" / "package.json").read_text("utf-8"))["devDependencies"]
    assert wanted == {name: pinned[name] for name in wanted}


def test_a_leaf_that_a_later_document_adds_is_one_that_each_exhaustive_switch_misses(
    later_document: Path, tmp_path: Path
) -> None:
    write_typescript(later_document, tmp_path / "src")
    shutil.copy(PROGRAMS / "leaves.ts", tmp_path)
    options = json.loads((EXAMPLE / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    options |= {"types": [], "noEmit": True, "paths": {"card-commons-client": ["./src/types.gen.ts"]}}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["leaves.ts"]}))
    compiled = run(tmp_path, node_tools.FOLDER / "tsc", "--pretty", "false")
    missed = re.findall(r"Argument of type '.* & (\w+)' is not assignable to parameter of type 'never'", compiled.stdout)
    assert sorted(missed) == sorted(name for name, _, _ in NEW_LEAVES.values())
    assert compiled.stdout.count("error TS") == len(NEW_LEAVES)


def test_all_that_a_client_does_is_done_and_answered_as_it_is_typed(built: Path, url: str) -> None:
    ran = run(built, "node", "tour.js", url)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "the tour is over\n", "")


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_every_game_to_its_end(built: Path, url: str, game: str) -> None:
    ran = run(built, "node", "player.js", game, url)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(f"{'ten-hands' if game == 'oregon' else game} scores [")


def test_the_types_alone_play_a_game_with_openapi_fetch(built: Path, url: str) -> None:
    ran = run(built, "node", "types_only.js", url)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("scores [")


def test_the_first_move_on_the_page_is_made(built: Path, url: str) -> None:
    ran = run(built, "node", "move.js", url)
    assert re.match(r"\d+ landlord\.bid 0\n", ran.stdout), ran.stderr
