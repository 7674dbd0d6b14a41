"""JSON laid out for people and for diffs."""

import json
from typing import Any, Final

INDENT: Final = "  "


def laid_out(value: Any) -> str:
    """A JSON value as text that ends with a newline: a member or an entry per line, but what is plain on one line.

    Plain are lists of strings, numbers and the like, and objects with one such member.
    """
    return _laid_out(value, "\n") + "\n"


def _laid_out(value: Any, newline: str) -> str:
    inner = newline + INDENT
    if _is_plain(value):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        members = (f"{json.dumps(name, ensure_ascii=False)}: {_laid_out(part, inner)}" for name, part in value.items())
        return "{" + inner + ("," + inner).join(members) + newline + "}"
    return "[" + inner + ("," + inner).join(_laid_out(part, inner) for part in value) + newline + "]"


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return len(value) < 2 and not any(isinstance(part, dict | list) for part in value.values())  # noqa: PLR2004  # one member
    return not isinstance(value, list) or not any(isinstance(part, dict | list) for part in value)
