"""Every stream and every long poll of a worker, held in one thread.

Listeners of one game share a topic, so a change is read once for all of them. What takes as long as a request (the
answer to a poll that has ended, a bot's move in a sleeper's place) is done beside that thread.
"""

import selectors
import socket
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic
from typing import Any, Final

import redis

from service.live.listeners import Listener, Poll
from service.live.loop import READ_AT_ONCE, Loop
from service.live.news import Ask
from service.live.places import Places
from service.live.sending import send
from service.live.subscription import Subscription
from service.live.topics import AGAIN_SECONDS, Clocks, Topic
from service.play.refusals import Refused
from service.store import StoreUnavailable

HEARTBEATS: Final = 12
"""Beats in a round: with each beat one part of the listeners is sent a comment, so each gets one within 15 s, of which
three are left for beats that come late."""
BEAT_SECONDS: Final = 1.0
STALLED_SECONDS: Final = 20.0
"""How long a socket may take nothing before it is closed."""
MOST_HEARD: Final = 65_536
"""Bytes that who listens may say: a pipelined request or two. Who says more costs the others time."""
OVER_SECONDS: Final = 60.0
"""How long an owner whose time is over is known by heart: longer than it takes from a request's judgement to its place here."""


AnyListener = Listener[Any]
AnyPoll = Poll[Any]


class Hub:
    """Holds listeners. Any thread may call hold; the rest is the loop's."""

    def __init__(
        self,
        client: redis.Redis,
        places: Places,
        clock: Callable[[], int],
        closing: str,
        closed: Callable[[], Iterable[str]],
    ) -> None:
        """`closing`: a channel that names owners whose time is over. `closed`: those of whom it told lately.

        `clock` gives milliseconds since 1970.
        """
        self.places = places
        self._client = client
        self._clock = clock
        self._closing = closing
        self._closed = closed
        self._loop = Loop()
        self._clocks = Clocks(self._loop, clock, self._read_soon)
        self._subscription: Subscription | None = None
        self._topics: dict[str, Topic] = {}
        self._due: dict[str, None] = {}
        """Channels of which something is to be read, first come, first read: whose time is over, before what is for others."""
        self._store_is_away = False
        """Whether the store didn't answer, and is asked beside the thread until it does."""
        self._over: dict[str, float] = {}
        """Owners whose time was over lately, and when: one that was let in just before may come here just after."""
        self._beats: defaultdict[int, set[AnyListener]] = defaultdict(set)
        self._beat = 0

    def hold(self, listener: AnyListener, sock: socket.socket, first: bytes = b"") -> None:
        """Take over a listener whose place is taken, with its socket, which is closed in the end. `first` is said at once.

        From here on the place is given back whatever becomes of the socket.
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
        if listener.owner in self._over:
            self._end([listener])
        elif topic.confirmed:
            self._read_soon(channel)

    def _started(self) -> Subscription:
        wanted = lambda: (self._closing, *self._topics)  # noqa: E731  # said where it is used
        subscription = Subscription(self._loop, self._client, wanted, self._on_change, self._on_loss)
        subscription.start()
        self._loop.after(BEAT_SECONDS, self._on_beat)
        return subscription

    def _on_change(self, channel: str, said: bytes) -> None:
        if channel == self._closing:
            self._on_closing(said.decode())
        topic = self._topics.get(channel)
        if topic is not None:
            topic.confirmed = True
            self._read_soon(channel)

    def _on_closing(self, owner: str) -> None:
        """An owner's time is over; or, where none is named, that of some may be of whom nothing was heard here."""
        if owner:
            self._close({owner})
        else:
            self._read_soon(self._closing)

    def _close(self, owners: set[str]) -> None:
        """End all that is held for owners."""
        now = monotonic()
        self._over = {owner: since for owner, since in self._over.items() if now - since < OVER_SECONDS}
        self._over.update(dict.fromkeys(owners, now))
        for listeners in list(self._beats.values()):
            self._end([listener for listener in listeners if listener.owner in owners])

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
                self._note(listener)
                self._say(listener, listener.heartbeat())
                self._look_for_the_end(listener.source.channel)
            elif monotonic() - listener.since > STALLED_SECONDS:
                self._drop(listener)

    def _look_for_the_end(self, channel: str) -> None:
        """Read what has expired, for Redis tells nobody of that: then it is found to be gone."""
        topic = self._topics.get(channel)
        if topic is not None and topic.expires_ms is not None and self._clock() > topic.expires_ms:
            self._read_soon(channel)

    def _note(self, listener: AnyListener) -> None:
        """Have a listener's presence noted; where the store doesn't answer, the next time."""
        if not self._store_is_away:
            try:
                listener.note()
            except StoreUnavailable:
                self._wait_for_store()

    def _on_socket(self, listener: AnyListener, events: int) -> None:
        if events & selectors.EVENT_READ and _has_left(listener):
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
            listener.forget()
            self._beats[listener.sock.fileno() % HEARTBEATS].discard(listener)
            self._loop.unwatch(listener.sock)
            self.places.give_back(listener.owner)  # before its end is seen: who comes back at once finds its place free
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
        self._due[channel] = None

    def _read_all(self) -> None:
        if self._store_is_away:
            return
        due, self._due = self._due, {}
        for place, channel in enumerate(due):
            try:
                self._read(channel)
            except StoreUnavailable:
                self._due = dict.fromkeys(list(due)[place:]) | self._due
                self._wait_for_store()
                return

    def _wait_for_store(self) -> None:
        """Read nothing until the store answers again. Where it hangs, asking takes long, so that is done beside the thread."""
        self._store_is_away = True
        self._loop.after(AGAIN_SECONDS, partial(self._loop.beside, self._ask_store))

    def _ask_store(self) -> None:
        try:
            self._client.ping()
        except (redis.RedisError, OSError):
            self._loop.hand_over(self._wait_for_store)
        else:
            self._loop.hand_over(self._on_store)

    def _on_store(self) -> None:
        self._store_is_away = False
        self._read_all()

    def _read(self, channel: str) -> None:
        """Read what has happened, and tell it to all who can take it. Raises StoreUnavailable."""
        if channel == self._closing:
            self._close(set(self._closed()))
            return
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
        for listener in ready:
            self._tell(listener, news)
        if not news.is_all:
            self._read_soon(channel)
        topic.expires_ms = news.expires_ms
        self._clocks.watch(topic, news.deadline_ms)

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
            self._loop.beside(partial(self._ask, poll, poll.ask))

    def _ask(self, poll: AnyPoll, ask: Ask) -> None:
        answer = b""
        try:
            answer = ask()
        finally:  # whatever has happened, the socket is not left open
            self._loop.hand_over(partial(self._answered, poll, answer))

    def _answered(self, poll: AnyPoll, answer: bytes) -> None:
        if poll.is_held:
            poll.ends = True
            self._say(poll, answer)


def _has_left(listener: AnyListener) -> bool:
    """Whether the other end has closed, or says more than anyone would who only listens; what it says is nothing to us."""
    try:
        said = listener.sock.recv(READ_AT_ONCE)
    except BlockingIOError:
        return False
    except OSError:
        return True
    listener.heard += len(said)
    return not said or listener.heard > MOST_HEARD
