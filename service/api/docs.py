"""The page for a person at /docs: the operations to try out, the games, and what each problem means.

A problem's `type` leads to its place on this page. Swagger UI draws the operations; its files come with the package
flask-swagger-ui. Everything is served from here, and the page may load nothing from anywhere else.
"""

import gzip
import re
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, redirect, request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from werkzeug.wrappers import Response as AnyResponse

from engine.registry import RULESETS
from service import __version__
from service.api.document import DESCRIPTION, TITLE
from service.api.problems import CODES

PAGE_FOLDER: Final = Path(__file__).resolve().parent.parent / "web" / "docs"
CSS: Final = "text/css; charset=utf-8"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"
FOREVER: Final = "public, max-age=31536000, immutable"
IN_BACKTICKS: Final = re.compile("`([^`]+)`")


@dataclass(frozen=True)
class Asset:
    """A file that the page loads."""

    data: bytes
    content_type: str

    @cached_property
    def digest(self) -> str:
        """Changes with the data: an address that holds it may be kept for ever."""
        return sha256(self.data).hexdigest()[:12]

    @cached_property
    def gzipped(self) -> bytes:
        """The same data, compressed."""
        return gzip.compress(self.data, mtime=0)


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


def policy(public_url: str) -> str:
    """The page's Content-Security-Policy: its own files, and requests to this service under either of its addresses."""
    public = urlsplit(public_url)
    servers = " ".join(["'self'", *([f"{public.scheme}://{public.netloc}"] if public_url else [])])
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src {servers}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def blueprint(public_url: str) -> Blueprint:
    """The routes of the page and of its files; `public_url` is empty where the service knows none."""
    blp = Blueprint("docs", __name__)
    html = page()
    headers = {
        "Content-Security-Policy": policy(public_url),
        "Cache-Control": "no-cache",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }

    @blp.get("/docs")
    def get_page() -> AnyResponse:
        if request.path.endswith("/"):
            return redirect("../docs", 308)
        return _revalidated(Response(html, headers=headers, content_type="text/html; charset=utf-8"))

    @blp.get("/")
    def get_root() -> AnyResponse:
        return redirect(f"{public_url}/docs", 302)

    @blp.get("/docs/<name>")
    def get_asset(name: str) -> AnyResponse:
        asset = assets().get(name)
        if asset is None:
            abort(404)
        zipped = request.accept_encodings.quality("gzip") > 0
        response = Response(asset.gzipped if zipped else asset.data, content_type=asset.content_type)
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Cache-Control"] = FOREVER if request.query_string.decode() == asset.digest else "no-cache"
        return _revalidated(response)

    return blp


def _revalidated(response: Response) -> AnyResponse:
    """The response with an ETag, or 304 where the client has it."""
    response.add_etag()
    return response.make_conditional(request)
