"""What is listened to, by whom, and when a turn runs out there."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from service.live.listeners import Listener
from service.live.loop import Loop
from service.live.news import Source
from service.play.refusals import Refused
from service.store import StoreUnavailable

LONGEST_ALARM_SECONDS: Final = 30.0
"""After which an alarm looks again whether it is still wanted: a turn may take a day, and its listeners leave at once."""
AGAIN_SECONDS: Final = 0.25
"""After which the store is asked again where it didn't answer."""


class Topic:
    """Those who listen to one source."""

    __slots__ = ("confirmed", "deadline_ms", "expires_ms", "listeners", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.listeners: set[Listener[Any]] = set()
        self.confirmed = False
        """Whether Redis has said that it will tell of changes. Nothing is read before, so that nothing falls between."""
        self.deadline_ms: int | None = None
        """When the next turn there runs out, in ms since 1970."""
        self.expires_ms: int | None = None
        """When the source is gone if nothing happens there before, in ms since 1970; None where it lives on."""


class Clocks:
    """Ends the turns that run out while somebody listens. For the loop's thread."""

    def __init__(self, loop: Loop, clock: Callable[[], int], look_again: Callable[[str], None]) -> None:
        """`clock` gives milliseconds since 1970; `look_again` is called with the channel once a turn may be over."""
        self._loop = loop
        self._clock = clock
        self._look_again = look_again

    def watch(self, topic: Topic, deadline_ms: int | None) -> None:
        """From now on the next turn there runs out at this moment, or there is none that does."""
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
            self._loop.hand_over(partial(self._loop.after, AGAIN_SECONDS, partial(self._settled, topic)))
        else:
            self._loop.hand_over(partial(self._settled, topic))

    def _settled(self, topic: Topic) -> None:
        topic.deadline_ms = None
        self._look_again(topic.source.channel)
