"""What the rooms may know of the world and of each other, where it is clearer to list what is allowed.

The directions themselves are import-linter's contracts in pyproject.toml, which `make lint` checks.
"""

import re

import grimp
import pytest

PURE = {
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "re",
    "statistics",
    "types",
    "typing",
}
"""Nothing here reads a file, a clock, chance, or the environment."""


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module of the engine imports itself."""
    graph = grimp.build_graph("engine", include_external_packages=True, cache_dir=None)
    inside = [module for module in graph.modules if module.split(".")[0] == "engine"]
    return {module: graph.find_modules_directly_imported_by(module) for module in inside}


def test_the_engine_imports_nothing_but_itself_msgspec_and_what_is_pure_of_the_standard_library(
    imports: dict[str, set[str]],
) -> None:
    foreign = {name for names in imports.values() for name in names if name.split(".")[0] != "engine"}
    assert foreign - PURE == set()


def test_a_bot_knows_the_cards_and_its_own_game_alone(imports: dict[str, set[str]]) -> None:
    games = {module.split(".")[2] for module in imports if module.startswith("engine.games.")}
    bots = [module for module in imports if module.startswith("engine.bots.") and module != "engine.bots.bot"]
    assert bots
    for bot in bots:
        [game] = [game for game in games if bot.split(".")[2] == game]
        own = rf"engine\.(bots\.bot|bots\.{game}(\.\w+)?|cards|poker|shuffle|ruleset|games\.{game}\.\w+)"
        strangers = [name for name in imports[bot] if name.startswith("engine") and not re.fullmatch(own, name)]
        assert strangers == [], bot
