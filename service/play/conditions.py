"""What a request says of the version that it was made from: If-Match, and the cursor of a list of legal actions."""

import re
from dataclasses import dataclass
from typing import Final

from service.play.progress import Progress
from service.play.refusals import Refused, malformed

_TAG: Final = re.compile(r'^(?:W/)?"?(\d{1,15})(?:-(?:\d|public))?"?$', re.ASCII)
_CURSOR: Final = re.compile(r"^(\d{1,15})-(\d{1,15})$", re.ASCII)


def version_conflict(detail: str, version: int, to_act: tuple[int, ...]) -> Refused:
    """The refusal of a request that was made from another version."""
    return Refused("version_conflict", detail, version=version, to_act=to_act)


@dataclass(frozen=True)
class IfMatch:
    """The header's value: versions or ETags of views, of which only the version counts, or `*`."""

    value: str

    def check(self, progress: Progress, seat: int) -> None:
        """Raises Refused unless one of the versions is of the bearer's present turn (or any past one out of turn)."""
        if self.value.strip() == "*":
            return
        since = progress.table.turn_since
        oldest = since[seat] if since else 0
        newest = progress.loaded_version
        tags = [_TAG.match(tag.strip()) for tag in self.value.split(",")]
        if not any(tag and max(oldest, 1) <= int(tag[1]) <= newest for tag in tags):
            began = f"this turn began at version {oldest}" if oldest else "it is not your turn"
            missed = " Your last turn ran out, and a bot moved for you." if progress.table.chairs[seat].missed else ""
            detail = f"If-Match {self.value} does not hold: the game is at version {newest}, and {began}.{missed}"
            raise version_conflict(detail, newest, progress.to_act)


@dataclass(frozen=True)
class Start:
    """Where a page of legal actions begins: a cursor, or None for the first page."""

    cursor: str | None

    def __post_init__(self) -> None:
        """Raises Refused for a cursor that is none."""
        if self.cursor is not None and not _CURSOR.match(self.cursor):
            raise malformed("cursor", "Take the cursor from `next` of the page before.")

    def offset(self, version: int, to_act: tuple[int, ...]) -> int:
        """The number of the page's first action, from 0. Raises Refused where the game has moved on."""
        if self.cursor is None:
            return 0
        of, offset = map(int, self.cursor.split("-"))
        if of != version:
            raise version_conflict(
                f"The cursor is of version {of}, the game is at version {version}; begin again.", version, to_act
            )
        return offset
