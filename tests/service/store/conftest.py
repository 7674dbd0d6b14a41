"""What the tests of the store share."""

from collections.abc import Callable

import pytest

from service.store import Change, Kept, Store

ENDS_MS = 32_503_680_000_000
"""The year 3000: tests that don't look at the end of a game's life don't meet it."""


@pytest.fixture
def change() -> Callable[..., Change]:
    """Makes a change of one event, of which a test names what it is about."""

    def make(
        *events: bytes, table: bytes = b"table", state: bytes = b"state", ends_ms: int = ENDS_MS, kept: Kept | None = None
    ) -> Change:
        return Change(table=table, state=state, events=events or (b"event",), expires_at_ms=ends_ms, kept=kept)

    return make


@pytest.fixture
def keys_of() -> Callable[[Store], set[str]]:
    """Finds all keys of all games in a store, in the whole keyspace."""

    def scan(store: Store) -> set[str]:
        return {key.decode() for key in store.client.scan_iter(f"{store.keys.game('*')}*")}

    return scan
