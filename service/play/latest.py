"""The views that were lately asked for, as JSON."""

from collections.abc import Callable
from typing import Final


class LatestViews:
    """The JSON of views that were lately asked for. A version is one state for ever, so nothing in here grows old.

    Many watch one game, and all of them ask when something happens.
    """

    MOST: Final = 1024

    def __init__(self) -> None:
        self._views: dict[tuple[str, int, int | None], bytes] = {}

    def get(self, key: tuple[str, int, int | None], make: Callable[[], bytes]) -> bytes:
        """The JSON under a key (game, version, seat), which is made where it isn't here."""
        found = self._views.get(key)
        if found is None:
            found = make()
            if len(self._views) >= self.MOST:
                self._views.clear()  # half of what is in here is of versions that nobody asks for any more
            self._views[key] = found
        return found
