"""Answers as ready bytes."""

from typing import Any, Final

import msgspec
from flask import Response

encode: Final = msgspec.json.Encoder().encode
JSON: Final = "application/json"
OF_ONE_VIEWER: Final = (("Vary", "Authorization"), ("Cache-Control", "private, no-cache"))


def ready(body: Any, status: int = 200, **headers: str) -> Response:
    """A Struct, or bytes that are JSON already, as an answer; `cache_control` in a keyword is Cache-Control."""
    data = body if isinstance(body, bytes) else encode(body)
    response = Response(data, status, content_type=JSON)
    for name, value in headers.items():
        response.headers[name.replace("_", "-").title()] = value
    return response


def empty(status: int) -> Response:
    """An answer without a body, and so without a media type."""
    response = Response(status=status)
    del response.headers["Content-Type"]
    return response


def of_one_viewer(body: bytes | None, etag: str) -> Response:
    """An answer that only its bearer may see: kept by no shared cache, asked for again each time; None is 304."""
    headers = [("ETag", etag), *OF_ONE_VIEWER]
    if body is not None:
        return Response(body, headers=[("Content-Type", JSON), *headers])
    response = empty(304)
    response.headers.extend(headers)
    return response
