"""The page for a person at /docs: the operations to try out, the games, and what each problem means.

A problem's `type` leads to its place on this page. Swagger UI draws the operations; its files come with the package
flask-swagger-ui. Everything is served from here, and the page may load nothing from anywhere else.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Response, abort, redirect, request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from werkzeug.wrappers import Response as AnyResponse

from engine.registry import RULESETS
from service import __version__
from service.api.assets import CSS, FOREVER, HTML, JAVASCRIPT, NO_CACHE, Asset, page_headers, revalidated, served
from service.api.document import DESCRIPTION, TITLE
from service.api.problems import CODES

PAGE_FOLDER: Final = Path(__file__).resolve().parent.parent / "web" / "docs"
IN_BACKTICKS: Final = re.compile("`([^`]+)`")


@cache
def assets() -> MappingProxyType[str, Asset]:
    """Every file that the page loads, by name; read once."""
    swagger = files("flask_swagger_ui") / "dist"
    sources: dict[str, tuple[Traversable, str]] = {
        "page.css": (PAGE_FOLDER / "page.css", CSS),
        "page.js": (PAGE_FOLDER / "page.js", JAVASCRIPT),
        "swagger-ui.css": (swagger / "swagger-ui.css", CSS),
        "swagger-ui-bundle.js": (swagger / "swagger-ui-bundle.js", JAVASCRIPT),
    }
    return MappingProxyType({name: Asset(file.read_bytes(), kind) for name, (file, kind) in sources.items()})


def marked(text: str) -> Markup:
    """Text as HTML, with what stands in backticks as code."""
    return Markup(IN_BACKTICKS.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704  # escaped, but for our own tags


def page() -> str:
    """The page as HTML. Its links are relative to /docs, so that the service may stand under any path."""
    environment = Environment(loader=FileSystemLoader(PAGE_FOLDER), autoescape=True, undefined=StrictUndefined)
    environment.filters["marked"] = marked
    return environment.get_template("page.html").render(
        title=TITLE,
        description=DESCRIPTION,
        version=__version__,
        rulesets=RULESETS,
        problems=CODES,
        assets={name: f"docs/{name}?{asset.digest}" for name, asset in assets().items()},
    )


def blueprint(public_url: str) -> Blueprint:
    """The routes of the page and of its files; `public_url` is empty where the service knows none."""
    blp = Blueprint("docs", __name__)
    html = page()
    headers = page_headers(public_url)

    @blp.get("/docs")
    def get_page() -> AnyResponse:
        if request.path.endswith("/"):
            return redirect("../docs", 308)
        return revalidated(Response(html, headers=headers, content_type=HTML))

    @blp.get("/docs/<name>")
    def get_asset(name: str) -> AnyResponse:
        asset = assets().get(name)
        if asset is None:
            abort(404)
        return served(asset, FOREVER if request.query_string.decode() == asset.digest else NO_CACHE)

    return blp
