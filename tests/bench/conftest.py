"""The two servers that are measured, as the benchmarks start them."""

from collections.abc import Iterator

import pytest
from redis import Redis

from bench import bare, servers

LONG = b"x" * 200_000


@pytest.fixture(scope="session")
def views(redis_url: str) -> list[bytes]:
    """What the floor has stored."""
    stored = [b"{}", LONG]
    with Redis.from_url(redis_url) as client:
        bare.seed(client, stored)
    return stored


@pytest.fixture(scope="session")
def floor(redis_url: str) -> Iterator[servers.Server]:
    """The floor."""
    with servers.gunicorn("bench.bare:app", redis_url, None) as server:
        yield server


@pytest.fixture(scope="session")
def service(redis_url: str) -> Iterator[servers.Server]:
    """The service."""
    with servers.gunicorn("service.wsgi:app", redis_url, None) as server:
        yield server
