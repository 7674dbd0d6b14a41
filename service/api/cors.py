"""Which web pages may call the API from a browser: any by default, for no cookie is ever set or read."""

from typing import Final

from flask import Flask, Response, request

ALLOW_HEADERS: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
ALLOW_METHODS: Final = "GET, POST, PATCH, DELETE, OPTIONS"
EXPOSE_HEADERS: Final = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id"
PREFLIGHT_SECONDS: Final = "86400"


def install(app: Flask, origins: tuple[str, ...]) -> None:
    """Put the headers on every answer, problems too; `*` as the only origin allows any."""
    anyone = origins == ("*",)

    @app.after_request
    def allow(response: Response) -> Response:
        headers = response.headers
        if anyone:
            headers["Access-Control-Allow-Origin"] = "*"
        else:
            headers.add("Vary", "Origin")
            origin = request.headers.get("Origin", "")
            if origin not in origins:
                return response
            headers["Access-Control-Allow-Origin"] = origin
        headers["Access-Control-Expose-Headers"] = EXPOSE_HEADERS
        if request.method == "OPTIONS":
            headers["Access-Control-Allow-Methods"] = ALLOW_METHODS
            headers["Access-Control-Allow-Headers"] = ALLOW_HEADERS
            headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
        return response
