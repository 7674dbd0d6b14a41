"""Every stream and every long poll of a worker, held in one thread.

Listeners of one game share a topic, so a change is read once for all of them. What takes as long as a request (the
answer to a poll that has ended, a bot's move in a sleeper's place) is done beside that thread.
"""

import selectors
import socket
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Final

import redis

from service.live.listeners import Listener, Poll
from service.live.loop import READ_AT_ONCE, Loop
from service.live.news import Source
from service.live.sending import send
from service.live.subscription import Subscription
from service.play.refusals import Refused
from service.store import StoreUnavailable

HEARTBEATS: Final = 12
"""Beats in a round: with each beat one part of the listeners is sent a comment, so each gets one within 15 s, of which
three are left for beats that come late."""
BEAT_SECONDS: Final = 1.0
STALLED_SECONDS: Final = 20.0
"""How long a socket may take nothing before it is closed."""
LONGEST_ALARM_SECONDS: Final = 30.0
"""After which an alarm looks again whether it is still wanted: a turn may take a day, and its listeners leave at once."""
AGAIN_SECONDS: Final = 0.25
"""After which the store is asked again where it didn't answer."""


AnyListener = Listener[Any]
AnyPoll = Poll[Any]


class Full(Exception):  # noqa: N818  # a condition that passes
    """No more can be held."""

    def __init__(self, most_of_one: int | None) -> None:
        super().__init__("full")
        self.most_of_one = most_of_one
        """How many one owner may have, where that is what is used up; None where it is what can be held at all."""


class Topic:
    """Those who listen to one source."""

    __slots__ = ("confirmed", "deadline_ms", "listeners", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.listeners: set[AnyListener] = set()
        self.confirmed = False
        """Whether Redis has said that it will tell of changes. Nothing is read before, so that nothing falls between."""
        self.deadline_ms: int | None = None
        """When the next turn there runs out, in ms since 1970."""


class Hub:
    """Holds listeners. Any thread may call reserve, release, held and hold; the rest is the loop's."""

    def __init__(
        self, client: redis.Redis, closing: str, clock: Callable[[], int], most: int, most_of: Callable[[str], int]
    ) -> None:
        """`most`: listeners in all. `most_of`: of one owner. `closing`: a channel that names owners whose time is over.

        `clock` gives milliseconds since 1970.
        """
        self._client = client
        self._closing = closing
        self._clock = clock
        self._most = most
        self._most_of = most_of
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._loop = Loop()
        self._subscription: Subscription | None = None
        self._topics: dict[str, Topic] = {}
        self._due: set[str] = set()
        """Channels of topics of which something is to be read."""
        self._beats: defaultdict[int, set[AnyListener]] = defaultdict(set)
        self._beat = 0

    # -- for any thread --------------------------------------------------------------------------------
    def reserve(self, owner: str) -> None:
        """Count a listener that will be held. Raises Full where it can't be."""
        with self._lock:
            if self._counts.total() >= self._most:
                raise Full(None)
            if self._counts[owner] >= (most := self._most_of(owner)):
                raise Full(most)
            self._counts[owner] += 1

    def release(self, owner: str) -> None:
        """Take back a reservation."""
        with self._lock:
            self._counts[owner] -= 1
            if not self._counts[owner]:
                del self._counts[owner]

    def held(self) -> int:
        """How many there are."""
        with self._lock:
            return self._counts.total()

    def hold(self, listener: AnyListener, sock: socket.socket, first: bytes = b"") -> None:
        """Take over a listener that was reserved, with its socket, which is closed in the end. `first` is said at once.

        From here on the reservation is given back whatever becomes of the socket.
        """
        sock.settimeout(0)
        listener.sock = sock
        self._loop.hand_over(partial(self._add, listener, first))

    # -- listeners -------------------------------------------------------------------------------------
    def _add(self, listener: AnyListener, first: bytes) -> None:
        if self._subscription is None:
            self._subscription = self._started()
        channel = listener.source.channel
        topic = self._topics.get(channel)
        if topic is None:
            topic = self._topics[channel] = Topic(listener.source)
            self._subscription.add(channel)
        listener.source = topic.source
        topic.listeners.add(listener)
        self._beats[listener.sock.fileno() % HEARTBEATS].add(listener)
        self._loop.watch(listener.sock, partial(self._on_socket, listener))
        if isinstance(listener, Poll):
            self._loop.after(listener.seconds, partial(self._answer, listener))
        if first:
            self._say(listener, first)
        if topic.confirmed:
            self._read_soon(channel)

    def _started(self) -> Subscription:
        wanted = lambda: (self._closing, *self._topics)  # noqa: E731  # said where it is used
        subscription = Subscription(self._loop, self._client, wanted, self._on_change, self._on_loss)
        subscription.start()
        self._loop.after(BEAT_SECONDS, self._on_beat)
        return subscription

    def _on_change(self, channel: str, said: bytes) -> None:
        if channel == self._closing:
            self._close_owner(said.decode())
        topic = self._topics.get(channel)
        if topic is not None:
            topic.confirmed = True
            self._read_soon(channel)

    def _close_owner(self, owner: str) -> None:
        """End all that is held for an owner."""
        for listeners in list(self._beats.values()):
            self._end([listener for listener in listeners if listener.owner == owner])

    def _on_loss(self) -> None:
        """What changes meanwhile is read once each topic is confirmed anew."""
        for topic in self._topics.values():
            topic.confirmed = False

    def _on_beat(self) -> None:
        """A comment to a part of the listeners, and an end to those that take nothing."""
        self._loop.after(BEAT_SECONDS, self._on_beat)
        self._beat = (self._beat + 1) % HEARTBEATS
        for listener in list(self._beats[self._beat]):
            if not listener.unsent:
                self._say(listener, listener.heartbeat())
            elif monotonic() - listener.since > STALLED_SECONDS:
                self._drop(listener)

    def _on_socket(self, listener: AnyListener, events: int) -> None:
        if events & selectors.EVENT_READ and _has_left(listener.sock):
            self._drop(listener)
        elif events & selectors.EVENT_WRITE:
            self._flush(listener)

    def _say(self, listener: AnyListener, data: bytes) -> None:
        """Send something, and close where it was the last."""
        listener.unsent = data
        self._flush(listener)

    def _flush(self, listener: AnyListener) -> None:
        waited = bool(listener.since)
        try:
            while listener.unsent:
                listener.unsent = listener.unsent[send(listener.sock, listener.unsent) :]
                listener.since = 0.0
        except BlockingIOError:
            listener.since = listener.since or monotonic()
            self._loop.rewatch(listener.sock, partial(self._on_socket, listener), writable=True)
            return
        except OSError:
            self._drop(listener)
            return
        if listener.ends:
            self._drop(listener)
        elif waited:  # there may be more to tell by now
            self._loop.rewatch(listener.sock, partial(self._on_socket, listener), writable=False)
            self._read_soon(listener.source.channel)

    def _drop(self, listener: AnyListener) -> None:
        self._leave(listener)
        if listener.is_held:
            listener.is_held = False
            self._beats[listener.sock.fileno() % HEARTBEATS].discard(listener)
            self._loop.unwatch(listener.sock)
            self.release(listener.owner)  # before its end is seen: who comes back at once finds its place free
            listener.sock.close()

    def _leave(self, listener: AnyListener) -> None:
        """Take a listener from its topic, and the topic away where nobody is left."""
        channel = listener.source.channel
        topic = self._topics.get(channel)
        if topic is None:
            return
        topic.listeners.discard(listener)
        if not topic.listeners and self._subscription is not None:
            del self._topics[channel]
            self._subscription.remove(channel)

    # -- what there is to tell -------------------------------------------------------------------------
    def _read_soon(self, channel: str) -> None:
        """Read what has happened there, once, however often it is asked for until then."""
        if not self._due:
            self._loop.after(0, self._read_all)
        self._due.add(channel)

    def _read_all(self) -> None:
        due, self._due = self._due, set()
        for channel in due:
            self._read(channel)

    def _read(self, channel: str) -> None:
        """Read what has happened, and tell it to all who can take it."""
        topic = self._topics.get(channel)
        ready = [] if topic is None or not topic.confirmed else [one for one in topic.listeners if not one.unsent]
        if topic is None or not ready:
            return
        after = min(listener.after for listener in ready)
        try:
            news = topic.source.read(after)
        except Refused:  # it was removed, or has expired
            self._end(ready)
            return
        except StoreUnavailable:
            self._loop.after(AGAIN_SECONDS, partial(self._read_soon, channel))
            return
        for listener in ready:
            self._tell(listener, news)
        if not news.is_all:
            self._read_soon(channel)
        self._watch_clock(topic, news.deadline_ms)

    def _tell(self, listener: AnyListener, news: Any) -> None:
        said = listener.take(news)
        if isinstance(listener, Poll):
            if listener.ends:
                self._answer(listener)
        elif said or listener.ends:
            self._say(listener, said)

    def _end(self, listeners: list[AnyListener]) -> None:
        for listener in listeners:
            if isinstance(listener, Poll):
                self._answer(listener)
            else:
                self._drop(listener)

    def _answer(self, poll: AnyPoll) -> None:
        """Have a poll answered: it has waited long enough, or there is something new."""
        if poll.is_held and not poll.asked:
            poll.asked = True
            poll.ends = False
            self._leave(poll)
            self._loop.beside(partial(self._ask, poll))

    def _ask(self, poll: AnyPoll) -> None:
        answer = b""
        try:
            answer = poll.ask()
        finally:  # whatever has happened, the socket is not left open
            self._loop.hand_over(partial(self._answered, poll, answer))

    def _answered(self, poll: AnyPoll, answer: bytes) -> None:
        if poll.is_held:
            poll.ends = True
            self._say(poll, answer)

    # -- clocks ----------------------------------------------------------------------------------------
    def _watch_clock(self, topic: Topic, deadline_ms: int | None) -> None:
        if deadline_ms == topic.deadline_ms:
            return
        topic.deadline_ms = deadline_ms
        if deadline_ms is not None:
            self._set_alarm(topic, deadline_ms)

    def _set_alarm(self, topic: Topic, deadline_ms: int) -> None:
        seconds = max(0.0, (deadline_ms - self._clock()) / 1000)
        self._loop.after(min(seconds, LONGEST_ALARM_SECONDS), partial(self._on_alarm, topic, deadline_ms))

    def _on_alarm(self, topic: Topic, deadline_ms: int) -> None:
        if not topic.listeners or topic.deadline_ms != deadline_ms:
            return
        if self._clock() < deadline_ms:
            self._set_alarm(topic, deadline_ms)
        else:
            self._loop.beside(partial(self._settle, topic))

    def _settle(self, topic: Topic) -> None:
        """Apply a timeout beside the thread, for bots may move; then, whatever came of it, have a look."""
        try:
            topic.source.settle()
        except (Refused, StoreUnavailable):
            self._loop.hand_over(partial(self._loop.after, AGAIN_SECONDS, partial(self._look_again, topic)))
        else:
            self._loop.hand_over(partial(self._look_again, topic))

    def _look_again(self, topic: Topic) -> None:
        topic.deadline_ms = None
        self._read_soon(topic.source.channel)


def _has_left(sock: socket.socket) -> bool:
    """Whether the other end has closed; what it says beside that is nothing to us."""
    try:
        return not sock.recv(READ_AT_ONCE)
    except BlockingIOError:
        return False
    except OSError:
        return True
