"""Which web pages may call the API from a browser: any by default, for no cookie is ever set or read."""

from typing import Any, Final

Headers = list[tuple[str, str]]

ALLOW_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
ALLOW_METHODS: Final = "GET, POST, PATCH, DELETE, OPTIONS"
EXPOSE_HEADERS: Final = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id"
PREFLIGHT_SECONDS: Final = "86400"

_EXPOSED: Final = ("Access-Control-Expose-Headers", EXPOSE_HEADERS)
_ANYONE: Final[Headers] = [("Access-Control-Allow-Origin", "*"), _EXPOSED]
_PREFLIGHT: Final[Headers] = [
    ("Access-Control-Allow-Methods", ALLOW_METHODS),
    ("Access-Control-Allow-Headers", ALLOW_HEADERS),
    ("Access-Control-Max-Age", PREFLIGHT_SECONDS),
]


class Cors:
    """The headers for every answer, problems too; `*` as the only origin allows any."""

    def __init__(self, origins: tuple[str, ...]) -> None:
        self._origins = None if origins == ("*",) else frozenset(origins)

    def headers(self, environ: dict[str, Any]) -> Headers:
        """What to add to the answer to a request."""
        preflight = environ["REQUEST_METHOD"] == "OPTIONS"
        if self._origins is None:
            return _ANYONE + _PREFLIGHT if preflight else _ANYONE
        origin = environ.get("HTTP_ORIGIN", "")
        if origin not in self._origins:
            return [("Vary", "Origin")]
        return [("Vary", "Origin"), ("Access-Control-Allow-Origin", origin), _EXPOSED, *(_PREFLIGHT if preflight else ())]
