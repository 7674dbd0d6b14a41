"""A running service for a module's tests, or for one test alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service for a module's tests."""
    running = Server(tmp_path_factory.mktemp("service"), WORKERS="2")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def busy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service for many thousands of requests: its coverage, which would double their time, is not measured."""
    running = Server(tmp_path_factory.mktemp("busy"), covered=False, WORKERS="2")
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A service that one test may do anything to."""
    running = Server(tmp_path, WORKERS="2")
    yield running
    running.stop()
