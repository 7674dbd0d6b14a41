"""A game on its way from one stored version to the next: actions, bots, clocks, the end. Nothing is stored here."""

from functools import partial
from typing import Any, Final

from msgspec import structs

from engine.bots.bot import Level
from engine.registry import bot_choice
from engine.ruleset import Action, AnyRuleset, Event
from engine.shuffle import bot_source
from service.play.happenings import (
    GameOverEvent,
    ResignedEvent,
    SeatTakenOverEvent,
    StartedEvent,
    TimedOutEvent,
)
from service.play.log import Entry
from service.play.refusals import Refused
from service.play.shapes import GameStatus
from service.play.table import Chair, Table

MISSED_TURNS_BEFORE_TAKE_OVER: Final = 3
SUBSTITUTE: Final = Level.SKILLED
BY_TIMEOUT: Final = "timeout"
BY_BOT: Final = "bot"
BOTS_ALONE_AT_ONCE: Final = 12
"""Moves from one stored version to the next of a game that was left to bots: nobody waits for its end, an expert thinks up to
a quarter of a second, and what is stored is not thought again. Whoever looks at the game moves it on."""
WITHOUT_END: Final = 1_000_000
"""More moves than any game has."""


class Progress:
    """The table and the state as they are now, and the log entries since they were loaded.

    `state` is None while the game waits. `version` is that of the stored game plus the new entries.
    """

    def __init__(self, ruleset: AnyRuleset, table: Table, state: Any, version: int, now_ms: int) -> None:
        self.ruleset = ruleset
        self.table = table
        self.state = state
        self.loaded_version = version
        self.now_ms = now_ms
        self.entries: list[Entry] = []
        self._actions = table.actions
        self.loaded_table, self.loaded_state = table, state

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.loaded_version + len(self.entries)

    @property
    def loaded_status(self) -> GameStatus:
        """Where it was in its life when it was loaded."""
        return self._status(self.loaded_table, self.loaded_state)

    @property
    def status(self) -> GameStatus:
        """Where the game is in its life."""
        return self._status(self.table, self.state)

    def _status(self, table: Table, state: Any) -> GameStatus:
        if state is None:
            return GameStatus.WAITING
        over = table.given_up_by is not None or self.ruleset.outcome(state) is not None
        return GameStatus.FINISHED if over else GameStatus.ACTIVE

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        if self.state is None or self.table.given_up_by is not None:
            return ()
        return self.ruleset.to_act(self.state)

    @property
    def facts(self) -> dict[str, Any]:
        """What a refusal tells of the game as it is stored, so that a client can go on without a guess."""
        return {"version": self.loaded_version, "to_act": self.to_act}

    def refuse_unless_active(self) -> None:
        """Raises Refused where the game hasn't started, or is over."""
        if self.status is GameStatus.WAITING:
            raise Refused("game_not_started", "The game starts when no seat is open.", **self.facts)
        if self.status is GameStatus.FINISHED:
            raise Refused("game_over", "The game is over.", **self.facts)

    # -- what can happen -------------------------------------------------------------------------------
    def tell(self, event: Event, action: Action | None = None, by: str | None = None) -> None:
        """Add an event to the log."""
        self.entries.append(Entry(self.now_ms - self.table.created_ms, event, action, by))

    def start_if_full(self, options: Any) -> None:
        """Deal where no seat is open any more."""
        if not all(chair.taken for chair in self.table.chairs):
            return
        self.tell(StartedEvent(seat=None))
        self.state, events = self.ruleset.new(options, len(self.table.chairs), self.table.seed)
        for event in events:
            self.tell(event)
        self._bots_reply(WITHOUT_END)

    def act(self, seat: int, action: Action) -> None:
        """Take a player's action, and let the bots reply. Raises IllegalAction; then nothing has changed."""
        self._apply(seat, action)
        self._change_chair(seat, missed=0)
        self._bots_reply(WITHOUT_END)

    def resign(self, seat: int) -> None:
        """Give a seat up: two players or fewer end the game so, else a bot plays on in the seat."""
        self.tell(ResignedEvent(seat=seat))
        self._change_chair(seat, resigned=True)
        if len(self.table.chairs) <= 2:  # noqa: PLR2004  # RULES: the other wins; alone, the game is lost
            self.table = structs.replace(self.table, given_up_by=seat)
        else:
            self._take_over(seat)
        self._bots_reply(self._at_once())

    def leave(self, seat: int) -> None:
        """A bot plays on in a seat whose player is gone for good, though there are only two seats, or none has started.

        It moves when somebody looks: who leaves may leave a hundred games at once.
        """
        self._take_over(seat)
        if self.state is not None:
            self._bots_reply(0)

    @property
    def is_due(self) -> bool:
        """Whether there is something to be done without anybody's asking: a turn has run out, or bots are to go on."""
        deadline = self.table.deadline_ms
        return deadline is not None and self.now_ms >= deadline

    @property
    def bots_are_due(self) -> bool:
        """Whether a bot has not moved yet though it is its turn."""
        return any(self.table.chairs[seat].level is not None for seat in self.to_act)

    def time_out(self) -> bool:
        """Make the overdue moves, by a skilled bot where the turn is a player's. True where something was due."""
        if not self.is_due:
            return False
        if self.bots_are_due:
            self._bots_reply(self._at_once())
            return True
        for seat in self.to_act:
            self.tell(TimedOutEvent(seat=seat))
            self._bot_moves(seat, SUBSTITUTE, BY_TIMEOUT)
            missed = self.table.chairs[seat].missed + 1
            self._change_chair(seat, missed=missed)
            if missed >= MISSED_TURNS_BEFORE_TAKE_OVER:
                self._take_over(seat)
        self._bots_reply(self._at_once())
        return True

    # -- parts of it -----------------------------------------------------------------------------------
    def _apply(self, seat: int, action: Action, by: str | None = None) -> None:
        self.state, (own, *others) = self.ruleset.apply(self.state, seat, action)
        self.tell(own, action, by)
        for event in others:
            self.tell(event)
        self._actions += 1

    def _bot_moves(self, seat: int, level: Level, by: str | None) -> None:
        source = partial(bot_source, self.table.seed, seat, self._actions)
        self._apply(seat, bot_choice(self.ruleset, self.state, seat, level, source).action, by)

    def _at_once(self) -> int:
        """How many moves the bots make at once: all up to a player's turn, unless there is no player left."""
        return BOTS_ALONE_AT_ONCE if all(chair.level is not None for chair in self.table.chairs) else WITHOUT_END

    def _bots_reply(self, most: int) -> None:
        """Let the bots make so many moves at most, until it is a player's turn or the game is over; note whose turn it is."""
        before = self._clocked()
        last = self._actions + most
        while self.status is GameStatus.ACTIVE and self._actions < last:
            seat = next((seat for seat in self.to_act if self.table.chairs[seat].level is not None), None)
            if seat is None:
                break
            chair = self.table.chairs[seat]
            self._bot_moves(seat, chair.level or SUBSTITUTE, BY_BOT if chair.kind != "bot" else None)
        result = self.ruleset.result(self.state, self.table.given_up_by)
        if result is not None:
            self.tell(GameOverEvent(seat=None, result=result))
        self._set_clock(before)

    def _clocked(self) -> tuple[int, ...]:
        return self.table.turn_since or (0,) * len(self.table.chairs)

    def _set_clock(self, before: tuple[int, ...]) -> None:
        """Note when each turn began: a seat that was to act, and has not acted, keeps the moment it had."""
        to_act = self.to_act
        acted = {entry.event.seat for entry in self.entries if entry.action is not None}
        since = tuple(
            0 if seat not in to_act else then if then and seat not in acted else self.version
            for seat, then in enumerate(before)
        )
        deadline = self.table.deadline_ms
        if self.bots_are_due:
            deadline = self.now_ms
        elif self.table.turn_seconds is None or not to_act:
            deadline = None
        elif deadline is None or self.version in since:
            deadline = self.now_ms + self.table.turn_seconds * 1000
        self.table = structs.replace(self.table, turn_since=since, deadline_ms=deadline, actions=self._actions)

    def _take_over(self, seat: int) -> None:
        self._change_chair(seat, level=SUBSTITUTE)
        self.tell(SeatTakenOverEvent(seat=seat, level=SUBSTITUTE))

    def _change_chair(self, seat: int, **changes: Any) -> None:
        if all(getattr(self.table.chairs[seat], name) == value for name, value in changes.items()):
            return
        chairs: list[Chair] = list(self.table.chairs)
        chairs[seat] = structs.replace(chairs[seat], **changes)
        self.table = structs.replace(self.table, chairs=tuple(chairs))
