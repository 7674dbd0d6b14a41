"""What games take in Redis."""

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from redis import Redis

from service.store.keys import Keys


def bytes_of_games(client: Redis, games: Iterable[str]) -> float:
    """The mean over these games of what Redis says that all keys of a game take, nested values counted to the last."""
    keys = Keys()
    return fmean(sum(_bytes_of_key(client, key) for key in keys.of_game(game)) for game in games)


def _bytes_of_key(client: Redis, key: str) -> int:
    used: Any = client.memory_usage(key, samples=0)
    return used or 0  # None where there is no such key


def used_bytes(client: Redis) -> int:
    """What the whole server has allocated."""
    info: Any = client.info("memory")
    used: int = info["used_memory"]
    return used
