"""The pages for a person: home, a table, a replay, the rules; and what other sites embed.

Their scripts and styles are files under service/web, served under one digest of them all: so a script imports the
others by relative addresses, and all of them may be kept for ever. What is served is without the comments and the
space between; the pages work from the files as they stand too.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

import rcssmin
import rjsmin
from flask import Blueprint, Response, abort, redirect, request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from werkzeug.wrappers import Response as AnyResponse

from engine.registry import RULESETS
from engine.ruleset import AnyRuleset
from service import __version__
from service.api.assets import CSS, FOREVER, HTML, JAVASCRIPT, NO_CACHE, Asset, page_headers, revalidated, served
from service.api.markdown import rendered

WEB: Final = Path(__file__).resolve().parent.parent / "web"
FOLDERS: Final = ("pages", "table", "texts")
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
LANGUAGES_FILE: Final = "texts/languages.js"


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that there is a file for, English first."""
    codes = {re.sub(r"\.js$", "", file.name) for file in (WEB / "texts").glob("??.js")}
    return tuple(sorted(codes, key=lambda code: (code != "en", code)))


@cache
def files() -> MappingProxyType[str, Asset]:
    """Every file that the pages load, by its path below service/web; read once."""
    found = {LANGUAGES_FILE: Asset(f"export default {list(languages())};\n".encode(), JAVASCRIPT)}
    for folder in FOLDERS:
        for file in (WEB / folder).rglob("*"):
            name = file.relative_to(WEB).as_posix()
            if file.suffix == ".js":
                found[name] = Asset(rjsmin.jsmin(file.read_text("utf-8")).encode(), JAVASCRIPT)
            elif file.suffix == ".css":
                found[name] = Asset(rcssmin.cssmin(file.read_text("utf-8")).encode(), CSS)
    return MappingProxyType(dict(sorted(found.items())))


@cache
def digest() -> str:
    """Changes with any of the files."""
    whole = sha256()
    for name, asset in files().items():
        whole.update(f"{name} {asset.digest} ".encode())
    return whole.hexdigest()[:12]


def page(name: str, root: str, **more: object) -> str:
    """A page as HTML; `root` is the way from it to the service's root: `./` or `../`."""
    environment = Environment(loader=FileSystemLoader(WEB / "pages"), autoescape=True, undefined=StrictUndefined)
    return environment.get_template(f"{name}.html").render(
        root=root, web=f"{root}web/{digest()}", rulesets=RULESETS, languages=languages(), version=__version__, **more
    )


def rules_page(ruleset: AnyRuleset) -> str:
    """The rules of a game as a page."""
    text = (WEB / "rules" / f"{ruleset.id}.md").read_text("utf-8")
    return page("rules", "../", ruleset=ruleset, rules_html=rendered(text))


def blueprint(public_url: str) -> Blueprint:
    """The routes of the pages and of their files; `public_url` is empty where the service knows none."""
    blp = Blueprint("pages", __name__)
    own, framed = page_headers(public_url), page_headers(public_url, "*")
    home = page("home", "./")
    rules = {ruleset.id: rules_page(ruleset) for ruleset in RULESETS}

    @blp.get("/")
    def get_home() -> AnyResponse:
        return _page(home, own)

    _add_of_a_game(blp, "play", own)
    _add_of_a_game(blp, "replay", own)
    _add_of_a_game(blp, "embed", framed)

    @blp.get("/rules/<ruleset_id>")
    def get_rules(ruleset_id: str) -> AnyResponse:
        if ruleset_id not in rules:
            abort(404)
        return _page(rules[ruleset_id], own)

    _add_files(blp)
    return blp


def _add_of_a_game(blp: Blueprint, name: str, headers: dict[str, str]) -> None:
    """A page of one game; its script finds out whether there is such a game."""
    html = page(name, "../")

    @blp.get(f"/{name}/<game_id>", endpoint=name)
    def get_page(game_id: str) -> AnyResponse:
        if not GAME_ID.fullmatch(game_id):
            abort(404)
        return _page(html, headers)


def _add_files(blp: Blueprint) -> None:
    embed_script = Asset(f'import "./web/{digest()}/table/table.js";\n'.encode(), JAVASCRIPT)

    @blp.get("/embed.js")
    def get_embed_script() -> AnyResponse:
        return served(embed_script, NO_CACHE)

    @blp.get("/web/<version>/<path:name>")
    def get_file(version: str, name: str) -> AnyResponse:
        asset = files().get(name)
        if asset is None:
            abort(404)
        return served(asset, FOREVER if version == digest() else NO_CACHE)


def _page(html: str, headers: dict[str, str]) -> AnyResponse:
    if request.path.endswith("/") and request.path != "/":
        return redirect("../" + request.path.rstrip("/").rpartition("/")[2], 308)
    return revalidated(Response(html, headers=headers, content_type=HTML))
