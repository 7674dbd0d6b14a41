"""What a request's headers say: who is asking, from which version, under which key."""

import re
from typing import Final

from flask import request

from service.play.conditions import IfMatch
from service.play.refusals import malformed

_KEY: Final = re.compile(r"^[\x21-\x7e]{1,64}$")


def bearer_token() -> str | None:
    """The token of `Authorization: Bearer <token>`; None where there is no such header."""
    header: str | None = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def if_match() -> IfMatch | None:
    """The condition of If-Match, or None."""
    value = request.headers.get("If-Match")
    return None if value is None else IfMatch(value)


def idempotency_key() -> str | None:
    """The Idempotency-Key, or None. Raises Refused with malformed for one that is too long or not visible ASCII."""
    value: str | None = request.headers.get("Idempotency-Key")
    if value is not None and not _KEY.match(value):
        raise malformed("Idempotency-Key", "It is 1 to 64 visible ASCII characters.")
    return value


def none_match(etag: str) -> bool:
    """Whether the client has this version already (If-None-Match)."""
    value = request.headers.get("If-None-Match")
    if value is None:
        return False
    return value.strip() == "*" or etag in (tag.strip().removeprefix("W/") for tag in value.split(","))
