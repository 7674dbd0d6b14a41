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


def token_missing(whose: str = "a seat") -> Refused:
    """A request that needs the token of a seat, or of the host."""
    return Refused("token_missing", f"Send the token of {whose} as `Authorization: Bearer <token>`.")


def invalid(field: str, message: str) -> Refused:
    """A field of the body that can't be, named by its path: `seats.0.name`; the empty path is the body itself."""
    return Refused("validation_error", f"{field}: {message}" if field else message, errors={field: [message]})


def malformed(field: str, message: str) -> Refused:
    """A header or a query parameter that can't be read."""
    return Refused("malformed", f"{field}: {message}", errors={field: [message]})


_PLACE: Final = re.compile(r"^(?P<message>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
_CARD: Final = f"Expected `str` matching regex {CARD_PATTERN!r}"
_A_CARD: Final = "No card. A card is a rank of 23456789TJQKA and a suit of cdhs, or BJ or RJ for a Joker."
_JSON_TYPES: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_SENTENCES: Final = tuple(
    (re.compile(pattern, re.DOTALL), sentence)
    for pattern, sentence in (
        (r"Expected `array` of length >= (\d+)", "It has {0} or more entries."),
        (r"Expected `array` of length <= (\d+)", "It has {0} entries at most."),
        (r"Expected `array` of length (\d+)(?:, got \d+)?", "It has {0} entries."),
        (r"Expected `str` of length >= (\d+)", "It has at least {0} characters."),
        (r"Expected `str` of length <= (\d+)", "It has at most {0} characters."),
        (r"Expected `int` >= (-?\d+)", "It is at least {0}."),
        (r"Expected `int` <= (-?\d+)", "It is at most {0}."),
        (r"Expected `int` that's a multiple of (\d+)", "It is a multiple of {0}."),
        (r"Invalid (?:enum )?value (.*)", "There is no {0} here."),
    )
)
_FIELDS: Final = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "It is required."),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "There is no such field."),
)
_KIND: Final = re.compile(r"Expected `([a-z | ]+)`, got `(\w+)`")


def from_validation(error: msgspec.ValidationError) -> Refused:
    """What msgspec says of a body, as the field it concerns and a sentence on it."""
    found = _PLACE.match(str(error))
    message, path = (found["message"], found["path"] or "") if found else (str(error), "")
    parts = [part for part in re.split(r"[.\[\]]+", path) if part]
    for pattern, sentence in _FIELDS:
        if field := pattern.fullmatch(message):
            return invalid(".".join((*parts, field[1])), sentence)
    return invalid(".".join(parts), _sentence(message))


def _sentence(message: str) -> str:
    """Msgspec's words in the words of JSON; its own where it says something new."""
    if message == _CARD:
        return _A_CARD
    if kinds := _KIND.fullmatch(message):
        wanted = [_JSON_TYPES.get(kind, kind) for kind in kinds[1].split(" | ") if kind != "null"]
        return f"It is {' or '.join(wanted)}, not {_JSON_TYPES.get(kinds[2], kinds[2])}."
    for pattern, sentence in _SENTENCES:
        if match := pattern.fullmatch(message):
            return sentence.format(*match.groups())
    return f"{message}."
