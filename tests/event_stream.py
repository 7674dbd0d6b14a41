"""Server-Sent Events as this service writes them, taken apart to the letter."""

import re
from typing import Final, NamedTuple

END: Final = b"\n\n"
COMMENT: Final = b":"
_RETRY: Final = re.compile(rb"retry: \d+")
_FRAME: Final = re.compile(rb"id: ([\w-]+)\nevent: ([a-z_.-]+)\ndata: ([^\n]+)")


class Frame(NamedTuple):
    """One event."""

    id: str
    type: str
    data: bytes
    """JSON."""


def is_retry(block: bytes) -> bool:
    """Whether a block says after how long to come back."""
    return _RETRY.fullmatch(block) is not None


def frame(block: bytes) -> Frame | None:
    """The event that a block is, None for a comment. Raises ValueError for anything else."""
    if block == COMMENT:
        return None
    found = _FRAME.fullmatch(block)
    if found is None:
        raise ValueError(f"no event and no comment: {block[:200]!r}")
    name, kind, data = found.groups()
    return Frame(name.decode(), kind.decode(), data)


def frames(body: bytes) -> list[Frame]:
    """The events of a stream as far as it was read. Raises ValueError for what is none."""
    first, *blocks = body.split(END)
    if not is_retry(first):
        raise ValueError(f"a stream begins with a retry, not with {first[:200]!r}")
    if not blocks or blocks.pop():
        raise ValueError("a stream ends with an empty line")
    return [found for found in map(frame, blocks) if found is not None]
