"""The client of the store: every setting that redis-py would otherwise choose, with its reason."""

from typing import Any, Final

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

COMMAND_SECONDS: Final = 5.0
"""A server that waits for a slow disk can need two; longer than this nobody waits for a move."""

CONNECT_SECONDS: Final = 2.0
"""A server that is there accepts at once; a request shouldn't hang on one that isn't."""


class LeanPool(redis.ConnectionPool):
    """redis-py's pool without its telemetry, which costs half as much as the round trip itself.

    It keeps what matters here: a connection is looked at when it is taken, and replaced if the server closed it
    or something unread is in it.
    """

    def get_connection(self, command_name: str | None = None, *keys: Any, **options: Any) -> Any:  # noqa: ARG002  # redis-py's signature
        """A connection that is open and has nothing unread, a new one where none is idle."""
        self._checkpid()
        try:
            connection = self._available_connections.pop()
        except IndexError:
            connection = self.make_connection()
        self._in_use_connections.add(connection)
        try:
            if _is_stale(connection):
                connection.disconnect()
                connection.connect()
        except BaseException:
            self.release(connection)
            raise
        return connection

    def release(self, connection: Any) -> None:
        """Take a connection back."""
        self._checkpid()
        if connection not in self._in_use_connections:
            return
        self._in_use_connections.discard(connection)
        if connection.should_reconnect() or not self.owns_connection(connection):
            connection.disconnect()
        self._available_connections.append(connection)


def _is_stale(connection: Any) -> bool:
    """Whether a connection isn't open, or has something in it that nobody asked for now."""
    try:
        return bool(connection.can_read())
    except (redis.ConnectionError, redis.TimeoutError, OSError):
        return True


def connect(url: str, *, connections: int) -> redis.Redis:
    """A client of the server at a `redis://`, `rediss://` or `unix://` URL. It connects when it is first used.

    `connections`: how many commands may be under way at once in this process: its threads, and one for each
    subscription. One more fails at once, as redis.MaxConnectionsError.

    A connection is looked at each time it is taken from the pool, and replaced if the server closed it: so
    a restart of Redis leaves no dead connection for a later request. Raises ValueError for another URL.
    """
    pool = LeanPool.from_url(
        url,
        max_connections=connections,
        socket_timeout=COMMAND_SECONDS,
        socket_connect_timeout=CONNECT_SECONDS,
        # A change that is sent twice conflicts with itself. The store repeats what may be repeated.
        retry=Retry(NoBackoff(), 0),
        # The kernel finds out in the background that a peer has vanished. A PING before a command costs
        # a round trip, and one that fails would fail the request all the same.
        health_check_interval=0,
        # Tables and states are bytes.
        decode_responses=False,
        # Nothing here needs RESP3. With it, redis-py subscribes to maintenance news and then no longer drops
        # a connection that has an unread answer in it.
        protocol=2,
        # Spares two round trips per connection, and errors on servers before 7.2.
        driver_info=None,
    )
    return redis.Redis.from_pool(pool)
