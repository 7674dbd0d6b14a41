"""The floor of delivery: asyncio's own server and redis.asyncio, which pass on what is published, as it is.

Nothing is stored, judged or kept secret. One task a connection, one subscription for all.

    REDIS_URL=redis://127.0.0.1 python -m bench.live.bare
"""

import asyncio
import os
from typing import Any, Final

from redis.asyncio import Redis

CHANNEL: Final = "bare:wake"
HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nretry: 1000\n\n"
SAID: Final = "bare answers at http://127.0.0.1:"


class Bare:
    """All who listen."""

    def __init__(self) -> None:
        self._writers: set[asyncio.StreamWriter] = set()

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hold a connection until the other end closes it."""
        await reader.readuntil(b"\r\n\r\n")
        writer.write(HEAD)
        self._writers.add(writer)
        await reader.read()
        self._writers.discard(writer)
        writer.close()

    async def pass_on(self, subscription: Any) -> None:
        """Say all that is published to all that are held."""
        async for message in subscription.listen():
            for writer in self._writers:
                writer.write(message["data"])


async def main(redis_url: str) -> None:
    """Serve until the process is ended; says the port, once it is subscribed."""
    bare = Bare()
    subscription: Any = Redis.from_url(redis_url, socket_timeout=None).pubsub(ignore_subscribe_messages=True)
    await subscription.subscribe(CHANNEL)
    server = await asyncio.start_server(bare.hold, "127.0.0.1", 0, backlog=1024)
    print(f"{SAID}{server.sockets[0].getsockname()[1]}", flush=True)
    await bare.pass_on(subscription)


if __name__ == "__main__":
    asyncio.run(main(os.environ["REDIS_URL"]))
