"""An event on its way to all who watch.

The time counts from when Redis has published that something has happened, as a subscriber of our own hears it, to the
last watcher's receipt: so the judging of a move, which comes before, isn't in it. The bare server is told by Redis in
the same way, and given as many bytes to send. As PUBLISH comes to it from another process, so the moves are made at
another worker; what it is at the watchers' own worker, where the answer to the move is written meanwhile, is told too.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from statistics import median
from typing import Final

from redis import Redis

from bench.findings import Finding
from bench.live.bare import CHANNEL
from bench.live.extent import Extent, Say
from bench.live.readers import Audience
from bench.live.tables import LANDLORD, played
from bench.load import Connection, request
from bench.servers import Server
from service.live.wakes import CHANGED, CONFIRMED, Wakes
from service.store.keys import Keys

AIM: Final = 1.5
END_OF_FRAME: Final = b"\n\n"


class Publications:
    """Hears what Redis publishes on a channel, and when."""

    def __init__(self, client: Redis, channel: str) -> None:
        self._wakes = Wakes(client)
        self.socket = self._wakes.connect()
        self._wakes.subscribe([channel])
        self.is_subscribed = False
        self.said = b""
        """The last that was published; nothing where nothing has been."""
        self.at = 0.0
        """When that was heard."""

    def receive(self) -> None:
        """Take what has come."""
        now = time.perf_counter()
        for what, _, said in self._wakes.events():
            if what == CONFIRMED:
                self.is_subscribed = True
            if what == CHANGED:
                self.said, self.at = said, now

    def close(self) -> None:
        """Hear no more."""
        self._wakes.close()


class Poster(Connection):
    """Sends a request when it is told to."""

    is_answered = True

    def send_next(self) -> bool:
        """Send the next request, whose answer is awaited from now on; False where there is none."""
        self.is_answered = not super().send_next()
        return not self.is_answered

    def receive(self) -> bytes | None:
        """As Connection says."""
        body = super().receive()
        self.is_answered = body is not None
        return body


@dataclass(frozen=True)
class Delivery:
    """How long one took, in µs."""

    published: float
    """From when its publication was heard to the last watcher's receipt."""
    sent: float
    """From just before the change was asked for."""


Both = tuple[Delivery, Delivery]
"""The service's, and the bare server's."""


@dataclass(frozen=True)
class Watched:
    """Watchers, and one who hears what Redis publishes to their server."""

    audience: Audience
    publications: Publications

    def deliver(self, send: Callable[[], object], number: Callable[[bytes], int]) -> Delivery:
        """Have something published, and wait until all are told; `number`: the event's, from what was published."""
        heard = self.publications
        heard.said = b""
        sent = time.perf_counter()
        send()
        self.audience.until(lambda: bool(heard.said) and self.audience.last(number(heard.said)))
        now = time.perf_counter()
        return Delivery((now - heard.at) * 1e6, (now - sent) * 1e6)


@contextmanager
def watched(client: Redis, channel: str, port: int, messages: list[bytes]) -> Iterator[Watched]:
    """Streams of one channel, each asked for by a message."""
    publications = Publications(client, channel)
    with Audience() as audience:
        try:
            audience.add(publications)
            audience.open(port, messages)
            audience.until(lambda: publications.is_subscribed)
            yield Watched(audience, publications)
        finally:
            publications.close()


@contextmanager
def watched_game(client: Redis, seed: str, watching: Server, acting: Server, watchers: int) -> Iterator["Game"]:
    """A game of landlord that is watched by spectators on one server, and played on another or the same."""
    table, moves = played(acting.port, LANDLORD, seed)
    with watched(client, Keys().wake(table.id), watching.port, [table.spectator] * watchers) as seen:
        poster = Poster(acting.port, moves)
        with poster.socket:
            seen.audience.add(poster)
            seen.audience.until(lambda: seen.audience.last(1))
            yield Game(seen, poster)


@dataclass(frozen=True)
class Game:
    """A game that is watched."""

    seen: Watched
    poster: Poster

    def move(self) -> Delivery:
        """Send the next move, and wait until all are told of it, and the move is answered."""
        delivery = self.seen.deliver(self.poster.send_next, int)
        self.seen.audience.until(lambda: self.poster.is_answered)
        return delivery

    @property
    def frame(self) -> bytes:
        """The last event that was told."""
        return self.seen.audience.readers[0].frame


def publish(client: Redis, bare: Watched, frame: bytes) -> Delivery:
    """Have the bare server pass on as much as an event, under the next number."""
    number = bare.audience.readers[0].last + 1
    _, _, rest = frame.partition(b"\n")
    said = b"id: %d\n%s%s" % (number, rest, END_OF_FRAME)
    return bare.deliver(lambda: client.publish(CHANNEL, said), lambda _: number)


@dataclass(frozen=True)
class Stage:
    """What takes part."""

    client: Redis
    """Of the Redis that all are on."""
    watching: Server
    """Holds the streams."""
    acting: Server
    """Another, which is sent moves too."""
    bare_port: int


def findings(stage: Stage, extent: Extent, say: Say) -> list[Finding]:
    """What comes out; every round has games of its own."""
    watchers, rounds = extent.watchers, extent.delivery_rounds
    asking = list(repeat(request("GET", "/"), watchers))
    apart: list[Both] = []
    together: list[Both] = []
    with watched(stage.client, CHANNEL, stage.bare_port, asking) as bare:
        for number in range(rounds):
            say(f"events to {watchers} watchers: round {number + 1} of {rounds}")
            for acting, kept in ((stage.acting, apart), (stage.watching, together)):
                seed = f"watched {number} at {acting.port}"
                with watched_game(stage.client, seed, stage.watching, acting, watchers) as game:
                    kept.append(_round(stage.client, game, bare, extent.delivery_moves))
    published, base = [ours.published for ours, _ in apart], [floor.published for _, floor in apart]
    last = f"To the last of {watchers} watchers"
    return [
        Finding(f"{last} from publication", "µs", published, base, AIM, lower_is_better=True),
        _told(f"{last} from sending the move", [ours.sent for ours, _ in apart]),
        _told("The same of a bare PUBLISH", [floor.sent for _, floor in apart]),
        _told(f"{last} from publication, moved at their own worker", [ours.published for ours, _ in together]),
        _told("The same from sending", [ours.sent for ours, _ in together]),
    ]


def _told(title: str, samples: list[float]) -> Finding:
    """A figure that is held against nothing."""
    return Finding(title, "µs", samples, samples, None)


def _round(client: Redis, game: Game, bare: Watched, moves: int) -> Both:
    game.move()  # the first has more to do than others
    both = [_both(game, client, bare, game_first=bool(move % 2)) for move in range(moves)]
    return _middle([ours for ours, _ in both]), _middle([floor for _, floor in both])


def _both(game: Game, client: Redis, bare: Watched, *, game_first: bool) -> Both:
    """A delivery of the service, and one of the bare server."""
    if game_first:
        return game.move(), publish(client, bare, game.frame)
    base = publish(client, bare, game.frame)
    return game.move(), base


def _middle(deliveries: list[Delivery]) -> Delivery:
    return Delivery(median(one.published for one in deliveries), median(one.sent for one in deliveries))
