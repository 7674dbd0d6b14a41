"""The one subscription of a worker: which games have changed, as Redis publishes it."""

import socket
from collections.abc import Iterable, Iterator
from typing import Any, Final

import redis

from service.store import StoreUnavailable

AT_ONCE: Final = 500
"""Channels that are named in one command."""
ALIVE: Final = b"pong"
CONFIRMED: Final = b"subscribe"
CHANGED: Final = b"message"


class Wakes:
    """A connection that is subscribed to the channels of games. For one thread.

    It is opened by connect(); every other method raises StoreUnavailable where it is lost, and it is then closed.
    """

    def __init__(self, client: redis.Redis) -> None:
        self._pool = client.connection_pool
        self._connection: Any = None
        self._is_open = False

    def connect(self) -> socket.socket:
        """Open it, subscribed to nothing; its socket, to wait on. Raises StoreUnavailable where Redis isn't there."""
        try:
            if self._connection is None:  # made once, for a pool counts all that it has made, those too that are closed
                self._connection = self._pool.make_connection()
            self._connection.connect()
        except (redis.RedisError, OSError) as error:
            self.close()
            raise StoreUnavailable(error) from error
        self._is_open = True
        found: socket.socket = self._connection._sock  # noqa: SLF001  # redis-py shows it under no other name
        return found

    def close(self) -> None:
        """Let it go."""
        self._is_open = False
        if self._connection is not None:
            self._connection.disconnect()

    def subscribe(self, channels: Iterable[str]) -> None:
        """Ask for channels; each is confirmed by events()."""
        self._send_in_parts("SUBSCRIBE", channels)

    def unsubscribe(self, channels: Iterable[str]) -> None:
        """Ask for no more of channels. What was on its way still comes."""
        self._send_in_parts("UNSUBSCRIBE", channels)

    def ping(self) -> None:
        """Ask for a sign of life, which comes as an event."""
        self._send("PING")

    def _send_in_parts(self, command: str, channels: Iterable[str]) -> None:
        named = list(channels)
        for first in range(0, len(named), AT_ONCE):
            self._send(command, *named[first : first + AT_ONCE])

    def _send(self, *command: str) -> None:
        if not self._is_open:
            raise StoreUnavailable(redis.ConnectionError("not connected"))
        try:
            self._connection.send_command(*command, check_health=False)
        except (redis.RedisError, OSError) as error:
            self.close()
            raise StoreUnavailable(error) from error

    def events(self) -> Iterator[tuple[bytes, str, bytes]]:
        """What has come, without waiting: CONFIRMED, CHANGED or ALIVE (an answer to ping), the channel, and what was said."""
        while self._is_open and self._can_read():
            told = self._read()
            if isinstance(told, list) and told[0] in (CONFIRMED, CHANGED):
                yield told[0], told[1].decode(), told[2] if told[0] == CHANGED else b""
            elif isinstance(told, list) and told[0] == ALIVE:
                yield ALIVE, "", b""

    def _can_read(self) -> bool:
        try:
            return bool(self._connection.can_read(timeout=0))
        except (redis.RedisError, OSError) as error:
            self.close()
            raise StoreUnavailable(error) from error

    def _read(self) -> Any:
        try:
            return self._connection.read_response()
        except (redis.RedisError, OSError) as error:
            self.close()
            raise StoreUnavailable(error) from error
