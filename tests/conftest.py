"""One private Redis for all tests of a run that want one, and a store with keys of its own for each test."""

import signal
from collections.abc import Iterator
from contextlib import closing
from itertools import count

import pytest

from service.store import Store, connect
from service.store.embedded import EmbeddedServer

CONNECTIONS = 80
"""Enough for the tests that send many requests at once."""

LONGEST = "e2e/test_whole_games.py"

_prefixes = count()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for what a script starts with &; programs under test inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that no process is left with them when the others are done."""
    items.sort(key=lambda item: LONGEST not in item.nodeid)


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server that lives as long as the tests."""
    server = EmbeddedServer(tmp_path_factory.mktemp("redis"))
    yield server.start()
    server.stop()


@pytest.fixture
def store(redis_url: str) -> Iterator[Store]:
    """An empty store: its prefix was never used before."""
    with closing(connect(redis_url, connections=CONNECTIONS)) as client:
        yield Store(client, f"t{next(_prefixes)}")
