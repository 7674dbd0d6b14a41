"""A finished game again, step by step: its recorded actions, folded by the engine into what every seat saw."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

import msgspec

from engine.replay import RecordedAction, RecordMismatch, states
from service.play.happenings import StartedEvent, TimedOutEvent
from service.play.log import Entry, told_whole
from service.play.progress import Progress
from service.play.refusals import Refused, malformed
from service.play.shapes import ReplayPage, ReplayStep, moment
from service.play.views import record_of

_encode: Final = msgspec.json.Encoder().encode
_ONE_AT_A_TIME: Final = Lock()
"""Held while a game is played again. A thread that waits for it takes no turn of the interpreter from those who play."""


class Replay:
    """The steps of a finished game: the first deal, and each recorded action with all that came of it.

    Each is made once, when it is first asked for. Threads may share it.
    """

    def __init__(self, progress: Progress, entries: Sequence[Entry], options: Any) -> None:
        """`entries` are the game's whole log."""
        self._progress = progress
        self._entries = entries
        self._options = options
        self._actions: Sequence[RecordedAction[Any]] = ()
        self._begins: Sequence[int] = ()
        self._folded: Sequence[tuple[Any, Any]] = ()
        self._made: dict[int, msgspec.Raw] = {}

    def page(self, first: int, limit: int) -> ReplayPage:
        """So many steps at most, from number `first` on.

        Raises Refused where that isn't a step, nor the one after the last, and where the actions don't lead to the stored end
        any more.
        """
        with _ONE_AT_A_TIME:
            if not self._folded:
                self._fold()
            count = len(self._folded)
            if first > count:
                raise malformed("after", f"The last step is {count - 1}; there is no {first - 1}.")
            end = min(first + limit, count)
            return ReplayPage(
                count=count,
                steps=tuple(map(self._step, range(first, end))),
                next=end - 1 if end < count else None,
            )

    def _fold(self) -> None:
        """Play the game again."""
        progress = self._progress
        record = record_of(progress, self._entries, self._options)
        try:
            folded = tuple(states(progress.ruleset.as_played(progress.state), record))
        except RecordMismatch as mismatch:
            raise _unavailable() from mismatch
        if folded[-1][0] != progress.state:
            raise _unavailable()
        self._actions = record.actions
        self._begins = (0, *map(self._begin, record.actions), len(self._entries))
        self._folded = folded

    def _begin(self, recorded: RecordedAction[Any]) -> int:
        """The place in the log, from 0, where the step of an action begins: with the time-out that it came of, if it did."""
        own = recorded.seq - 1
        return own - 1 if isinstance(self._entries[own - 1].event, TimedOutEvent) else own

    def _step(self, number: int) -> msgspec.Raw:
        """A step as JSON."""
        if number not in self._made:
            step = self._action(number) if number else self._deal()
            self._made[number] = msgspec.Raw(_encode(step))
        return self._made[number]

    def _deal(self) -> ReplayStep:
        began = next(entry for entry in self._entries if isinstance(entry.event, StartedEvent))
        return self._shown(0, began, seat=None, action=None)

    def _action(self, number: int) -> ReplayStep:
        recorded = self._actions[number - 1]
        own = self._entries[recorded.seq - 1]
        return self._shown(number, own, seat=recorded.seat, action=recorded.action, by=recorded.by)

    def _shown(self, number: int, own: Entry, **done: Any) -> ReplayStep:
        """A step; `own` is the event that has its time, `done` what was done and by whom."""
        ruleset, table = self._progress.ruleset, self._progress.table
        state, result = self._folded[number]
        begin, end = self._begins[number], self._begins[number + 1]
        return ReplayStep(
            step=number,
            seq=end,
            at=moment(table.created_ms + own.at_ms),
            to_act=ruleset.to_act(state) if result is None else (),
            scores=ruleset.scores(state),
            events=told_whole(self._entries[begin:end], begin + 1, table.created_ms),
            states=tuple(ruleset.view(state, seat) for seat in range(len(table.chairs))),
            **done,
        )


def _unavailable() -> Refused:
    return Refused("replay_unavailable", "Played again by the rules as they are now, the game does not come to its own end.")
