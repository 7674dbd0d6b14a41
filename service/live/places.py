"""How many may be held open, in all and of one owner."""

import threading
from collections import Counter
from collections.abc import Callable


class Full(Exception):  # noqa: N818  # a condition that passes
    """No more can be held."""

    def __init__(self, most_of_one: int | None) -> None:
        super().__init__("full")
        self.most_of_one = most_of_one
        """How many one owner may have, where that is what is used up; None where it is what can be held at all."""


class Places:
    """Counts who holds how many. Any thread may call it."""

    def __init__(self, most: int, most_of: Callable[[str], int]) -> None:
        """`most`: in all. `most_of`: of one owner."""
        self._most = most
        self._most_of = most_of
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, owner: str) -> None:
        """Count one more. Raises Full where it can't be."""
        with self._lock:
            if self._counts.total() >= self._most:
                raise Full(None)
            if self._counts[owner] >= (most := self._most_of(owner)):
                raise Full(most)
            self._counts[owner] += 1

    def give_back(self, owner: str) -> None:
        """Count one less."""
        with self._lock:
            self._counts[owner] -= 1
            if not self._counts[owner]:
                del self._counts[owner]

    def taken(self) -> int:
        """How many there are."""
        with self._lock:
            return self._counts.total()
