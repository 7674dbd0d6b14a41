"""What is asked of Redis, and what becomes of it when Redis doesn't answer."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, TypeVar

import redis
from hiredis import pack_command
from redis.cluster import RedisCluster
from redis.exceptions import NoScriptError, RedisClusterException

from service.store.script import Script

Command = tuple[str | bytes | int, ...]
Client = redis.Redis | RedisCluster
T = TypeVar("T")

FAILURES: Final = (redis.RedisError, RedisClusterException)
"""All that redis-py raises. A lost connection, a time-out, a server that is loading, out of memory or no longer
the master: to a request they are the same."""


class StoreUnavailable(Exception):  # noqa: N818  # a condition that passes; what Redis said is its cause
    """Redis didn't do what it was asked.

    Where the connection was lost after a change was sent, the change may or may not be stored: nobody can know
    from here. Whoever sends it again with the same expected version is safe.
    """

    def __init__(self, cause: Exception) -> None:
        super().__init__(f"Redis: {cause}")


class Link:
    """One client, with its failures told as StoreUnavailable. Threads may share it.

    What only reads is asked once more where the connection was lost. What changes is never sent twice: it could
    conflict with itself.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._execute: Callable[..., Any] = client.execute_command
        if isinstance(client, redis.Redis):
            self._execute = partial(_exchange, client.connection_pool)

    def read(self, *command: str | bytes | int) -> Any:  # each command has its own answer
        """The answer to one command that only reads."""
        try:
            return self._execute(*command)
        except redis.ConnectionError:
            return _told(lambda: self._execute(*command))
        except FAILURES as error:
            raise StoreUnavailable(error) from error

    def read_together(self, *commands: Command) -> list[Any]:
        """The answers to commands about one game that only read, all of one moment; one round trip."""
        return self._read_all(commands, atomic=True)

    def read_each(self, commands: Iterable[Command]) -> list[Any]:
        """The answers to commands that only read, about any keys; one round trip."""
        return self._read_all(tuple(commands), atomic=False)

    def _read_all(self, commands: tuple[Command, ...], *, atomic: bool) -> list[Any]:
        try:
            return self._pipe(commands, atomic=atomic)
        except redis.ConnectionError:
            return _told(lambda: self._pipe(commands, atomic=atomic))
        except FAILURES as error:
            raise StoreUnavailable(error) from error

    def send_each(self, commands: Iterable[Command]) -> list[Any]:
        """The answers to commands about any keys, done one after the other; one round trip."""
        return _told(lambda: self._pipe(commands, atomic=False))

    def run(self, script: Script, keys: tuple[str, ...], *arguments: str | bytes | int) -> Any:
        """What a script gives; one round trip, and a second one where Redis has forgotten the script."""
        rest = (len(keys), *keys, *arguments)
        try:
            return self._execute("EVALSHA", script.sha, *rest)
        except NoScriptError:
            # it was restarted; nothing has been done yet, and EVAL makes it remember
            return _told(lambda: self._execute("EVAL", script.source, *rest))
        except FAILURES as error:
            raise StoreUnavailable(error) from error

    def _pipe(self, commands: Iterable[Command], *, atomic: bool) -> list[Any]:
        with self._client.pipeline(transaction=atomic) as pipe:
            put: Callable[..., Any] = pipe.execute_command
            for command in commands:
                put(*command)
            return pipe.execute()


def _exchange(pool: redis.ConnectionPool, *command: str | bytes | int) -> Any:
    """The answer to one command, on a connection of the pool, without what redis-py does around it.

    Its layers of callbacks, retries and observation cost a third of a round trip, and none of them is wanted here.
    """
    connection = pool.get_connection()
    try:
        packed = (pack_command(command),)  # type: ignore[arg-type]  # its stub knows a command of one word
        connection.send_packed_command(packed, check_health=False)  # type: ignore[no-untyped-call]  # redis-py gives it no types
        return connection.read_response()
    except (redis.ConnectionError, redis.TimeoutError):
        # an answer may still be under way on it
        connection.disconnect()  # type: ignore[no-untyped-call]  # redis-py gives it no types
        raise
    finally:
        pool.release(connection)


def _told(ask: Callable[[], T]) -> T:
    """What Redis answers; raises StoreUnavailable where it doesn't."""
    try:
        return ask()
    except FAILURES as error:
        raise StoreUnavailable(error) from error
