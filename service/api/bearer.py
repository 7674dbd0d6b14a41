"""What a request's headers say: who is asking, from which version, under which key."""

import re
from typing import Final

from flask import request

from service.play.conditions import IfMatch
from service.play.refusals import malformed, scheme_missing, token_missing

_KEY: Final = re.compile(r"^[\x21-\x7e]{1,64}$")


def bearer_token() -> str | None:
    """The token of `Authorization: Bearer <token>`; None where there is no such header.

    Raises Refused with token_missing for a header with anything else in it.
    """
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer":
        raise scheme_missing()
    if not token.strip():
        raise token_missing()
    return token.strip()


def if_match() -> IfMatch | None:
    """The condition of If-Match, or None."""
    value = request.environ.get("HTTP_IF_MATCH")
    return None if value is None else IfMatch(value)


def idempotency_key() -> str | None:
    """The Idempotency-Key, or None. Raises Refused with malformed for one that is too long or not visible ASCII."""
    value: str | None = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if value is not None and not _KEY.match(value):
        raise malformed("Idempotency-Key", "It must be 1 to 64 visible ASCII characters.")
    return value


def none_match(etag: str) -> bool:
    """Whether the client has this version already (If-None-Match)."""
    value = request.environ.get("HTTP_IF_NONE_MATCH")
    if value is None:
        return False
    return value.strip() == "*" or etag in (tag.strip().removeprefix("W/") for tag in value.split(","))
