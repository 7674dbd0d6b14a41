"""Request bodies: JSON read strictly, then held to the Struct that documents them."""

import json
import re
from typing import Any, Final, TypeVar

import msgspec
from flask import request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import RequestEntityTooLarge

from service.play.refusals import Refused, from_validation, invalid

MAX_DEPTH: Final = 32
_ESCAPED_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
T = TypeVar("T")


def _malformed(detail: str) -> Refused:
    return Refused("malformed", detail)


def _no_constant(name: str) -> None:
    raise _malformed(f"{name} is no JSON.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise _malformed(f"The body names {', '.join(map(repr, twice))} twice in one object.")
    return found


def _number(text: str) -> int | float:
    """5.0 is as good an integer as 5 (JSON Schema says so too)."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


_decoder: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_number)


def parse_json(data: bytes) -> Any:
    """The value of a JSON text. Raises Refused: malformed, or validation_error for a lone surrogate in a string."""
    try:
        text = data.decode()
        value = _decoder.decode(text)
    except UnicodeDecodeError as error:
        raise _malformed(f"The body is not UTF-8: byte {error.start}.") from error
    except json.JSONDecodeError as error:
        raise _malformed(f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise _malformed("The body is nested too deeply.") from error
    except ValueError as error:  # int() refuses thousands of digits
        raise _malformed("The body has a number with too many digits.") from error
    if _ESCAPED_SURROGATE.search(data):
        _refuse_surrogates(value, ())
    return value


def _refuse_surrogates(value: Any, path: tuple[str, ...]) -> None:
    """An escaped half of a surrogate pair is JSON but no text: it could not be given back."""
    if len(path) > MAX_DEPTH:
        raise _malformed("The body is nested too deeply.")
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise invalid(".".join(path), "It must be text, not half a surrogate pair.")
    if isinstance(value, dict):
        for name, part in value.items():
            _refuse_surrogates(name, path)
            _refuse_surrogates(part, (*path, name))
    if isinstance(value, list):
        for index, part in enumerate(value):
            _refuse_surrogates(part, (*path, str(index)))


def _received() -> bytes:
    """The whole body. Raises Refused for one that was cut off or wrongly cut in chunks, and RequestEntityTooLarge.

    Under gunicorn Werkzeug takes a body that ends too early for whole, and cuts one in chunks at the limit.
    """
    try:
        data: bytes = request.get_data()
        cut = request.content_length is None and len(data) == request.max_content_length
        if cut and request.environ["wsgi.input"].read(1):
            raise RequestEntityTooLarge
    except (OSError, ParseException) as error:
        raise _malformed("The body did not arrive whole.") from error
    if len(data) < (request.content_length or 0):
        raise _malformed(f"The body has {len(data)} bytes, not the {request.content_length} that were announced.")
    return data


def read_json() -> Any:
    """The JSON value of the request's body. Raises Refused: unsupported_media_type, malformed, validation_error."""
    if request.mimetype != "application/json":
        sent = f"not {request.mimetype}" if request.mimetype else "which no Content-Type says"
        raise Refused("unsupported_media_type", f"Send a body of application/json, {sent}.")
    return parse_json(_received())


def read(shape: type[T]) -> T:
    """The body as a Struct (or a union of them). Raises Refused as read_json, and validation_error."""
    body = read_json()
    try:
        return msgspec.convert(body, shape)
    except msgspec.ValidationError as error:
        raise from_validation(error, shape, body) from error


def read_if_any(shape: type[T]) -> T:
    """The body as a Struct of which every field has a default; with no body that of all defaults. Raises Refused as read."""
    return read(shape) if _received() else shape()


def refuse_a_body() -> None:
    """Of a request that takes none: an empty body or an empty JSON object is as good. Raises Refused for more."""
    if _received() and read_json() != {}:
        raise invalid("", "This request takes no body.")
