"""Why the service does not do what it was asked: one code each, and what a client may be told with it."""

import re
from typing import Any, Final

import msgspec

from engine.cards import CARD_PATTERN


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


def invalid(field: str, message: str) -> Refused:
    """A field of the body that can't be, named by its path: `seats.0.name`; the empty path is the body itself."""
    return Refused("validation_error", f"{field}: {message}" if field else message, errors={field: [message]})


def malformed(field: str, message: str) -> Refused:
    """A header or a query parameter that can't be read."""
    return Refused("malformed", f"{field}: {message}", errors={field: [message]})


_PLACE: Final = re.compile(r"^(?P<message>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
_FIELD: Final = re.compile(r"^Object (?P<what>missing required|contains unknown) field `(?P<name>.*)`$", re.DOTALL)
_CARD: Final = f"Expected `str` matching regex {CARD_PATTERN!r}"
_SENTENCES: Final = {
    "missing required": "It is required.",
    "contains unknown": "There is no such field.",
}


def from_validation(error: msgspec.ValidationError) -> Refused:
    """What msgspec says of a body, as the field it concerns and a sentence on it."""
    found = _PLACE.match(str(error))
    message, path = (found["message"], found["path"] or "") if found else (str(error), "")
    parts = [part for part in re.split(r"[.\[\]]+", path) if part]
    if field := _FIELD.match(message):
        parts.append(field["name"])
        message = _SENTENCES[field["what"]]
    elif message == _CARD:
        message = "No card. A card is a rank of 23456789TJQKA and a suit of cdhs, or BJ or RJ for a Joker."
    return invalid(".".join(parts), message if message.endswith(".") else f"{message}.")
