"""What was lately made and is asked for again: views as JSON, replays."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Latest(Generic[K, V]):
    """What was lately made, by its key. A version is one state for ever, so nothing that is kept by it grows old.

    Many watch one game, and all of them ask when something happens.
    """

    def __init__(self, most: int) -> None:
        """`most`: how many are kept."""
        self._most = most
        self._made: dict[K, V] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """What is under a key, which is made where it isn't here. Raises what `make` raises."""
        found = self._made.get(key)
        if found is None:
            found = make()
            if len(self._made) >= self._most:
                self._made.clear()  # half of what is in here is of versions that nobody asks for any more
            found = self._made.setdefault(key, found)  # all who asked at once share one
        return found
