"""What pages are answered with: their files, compressed and told apart by a digest, and the headers of a page."""

import gzip
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

CSS: Final = "text/css; charset=utf-8"
HTML: Final = "text/html; charset=utf-8"
JAVASCRIPT: Final = "text/javascript; charset=utf-8"
NO_CACHE: Final = "no-cache"
FOREVER: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Asset:
    """A file that a page loads."""

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


def served(asset: Asset, cache_control: str) -> AnyResponse:
    """The answer to a request for a file: compressed for who takes that, 304 for who has it."""
    zipped = request.accept_encodings.quality("gzip") > 0
    response = Response(asset.gzipped if zipped else asset.data, content_type=asset.content_type)
    if zipped:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = cache_control
    return revalidated(response)


def policy(public_url: str, ancestors: str) -> str:
    """A page's Content-Security-Policy: its own files, and requests to this service under either of its addresses.

    `ancestors` says which sites may show it in a frame.
    """
    public = urlsplit(public_url)
    servers = " ".join(["'self'", *([f"{public.scheme}://{public.netloc}"] if public_url else [])])
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src {servers}; "
        f"base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
    )


def page_headers(public_url: str, ancestors: str = "'none'") -> dict[str, str]:
    """The headers of a page beside those of its content."""
    return {
        "Content-Security-Policy": policy(public_url, ancestors),
        "Cache-Control": NO_CACHE,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


def revalidated(response: Response) -> AnyResponse:
    """The response with an ETag, or 304 where the client has it."""
    response.add_etag()
    return response.make_conditional(request)
