"""Why the service does not do what it was asked: one code each, and what a client may be told with it."""

import re
from typing import Any, Final

import msgspec

from service.play import must_be


class Refused(Exception):  # noqa: N818  # the caller's mistake, not an error of ours
    """A request that is turned down. `code` never changes its meaning; `facts` go into the answer beside it."""

    def __init__(self, code: str, detail: str, **facts: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.facts = facts


def game_not_found() -> Refused:
    """No such game; it says the same of one that was removed or has expired."""
    return Refused("game_not_found", "There is no game with this id; it may have been removed or have expired.")


def token_missing(whose: str = "a seat") -> Refused:
    """A request that needs the token of a seat, or of the host."""
    return Refused("token_missing", f"Send the token of {whose} as `Authorization: Bearer <token>`.")


def scheme_missing() -> Refused:
    """An Authorization header that doesn't begin with `Bearer`; what it holds may be a token, so it isn't told."""
    return Refused(
        "token_missing",
        "The header Authorization must begin with the scheme `Bearer`, and doesn't: send `Authorization: Bearer <token>`.",
    )


def invalid(field: str, message: str) -> Refused:
    """A field of the body that can't be, named by its path: `seats.0.name`; the empty path is the body itself."""
    return Refused("validation_error", f"{field}: {message}" if field else message, errors={field: [message]})


def malformed(field: str, message: str) -> Refused:
    """A header or a query parameter that can't be read."""
    return Refused("malformed", f"{field}: {message}", errors={field: [message]})


_PLACE: Final = re.compile(r"^(?P<message>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


def from_validation(error: msgspec.ValidationError, shape: Any, body: Any) -> Refused:
    """What a body that isn't of the shape must be: the field that msgspec names, and a sentence on what is allowed there."""
    found = _PLACE.match(str(error))
    message, path = (found["message"], found["path"] or "") if found else (str(error), "")
    parts = [part for part in re.split(r"[.\[\]]+", path) if part]
    info, value = must_be.at(shape, body, parts)
    if unknown := _UNKNOWN.fullmatch(message):
        return invalid(".".join((*parts, unknown[1])), f"There is no such field, {must_be.fields(info, value)}.")
    if missing := _MISSING.fullmatch(message):
        asked, _ = must_be.at(shape, body, [*parts, missing[1]])
        return invalid(".".join((*parts, missing[1])), f"It is required, and must be {must_be.words(asked)}.")
    return invalid(".".join(parts), f"It must be {must_be.words(info)}, not {must_be.sent(value)}.")
