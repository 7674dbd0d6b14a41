"""What the service answers and what the document tells of are the same, in both directions."""

import re
from typing import Any, Final

from service.app import create_app
from service.settings import Settings

Node = dict[str, Any]

BESIDE: Final = {
    "/": "the page to begin on",
    "/play/{game_id}": "a table, for a person",
    "/replay/{game_id}": "a finished game, for a person",
    "/embed/{game_id}": "a table alone, for a frame on another site",
    "/embed.js": "the script that other sites load",
    "/rules/{ruleset_id}": "the rules, for a person",
    "/web/{version}/{name}": "the files of these pages",
    "/docs": "the page for a person",
    "/docs/{name}": "its files",
    "/openapi.json": "the document itself",
    "/v1/openapi.json": "the same, for whoever looks for it there",
}
"""Routes that are no part of the API, and what they are instead."""


def routes() -> set[tuple[str, str]]:
    """Method and path of every route that isn't beside the API, paths as the document writes them."""
    rules = create_app(Settings(redis_url="redis://127.0.0.1:1")).url_map.iter_rules()
    paths = [(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), rule.methods or set()) for rule in rules]
    assert {path for path, _ in paths} >= set(BESIDE)
    # Flask answers HEAD and OPTIONS by itself, wherever there is a route
    return {(method, path) for path, methods in paths if path not in BESIDE for method in methods - {"HEAD", "OPTIONS"}}


def test_routes_and_paths_are_the_same(document: Node) -> None:
    documented = {
        (method.upper(), path) for path, item in document["paths"].items() for method in item if method != "parameters"
    }
    assert routes() == documented
