"""A bot that fails must never hold a game up: the next lower level moves then, and at last whatever is legal.

The engine writes no log. Who wants to know of failures, to log and count them, puts a listener into FAILURES.
"""

from collections.abc import Callable, Mapping
from typing import Final, Generic, NamedTuple, TypeVar

from engine.ruleset import Action, Legal, Level, Refusal

A = TypeVar("A", bound=Action)


class BotFailure(NamedTuple):
    """That a bot failed, or chose what the rules refuse."""

    ruleset: str
    level: Level
    error: Exception


class RefusedBot(Exception):  # noqa: N818  # it is told of, never raised to a caller
    """What a bot chose can't be done."""


NO_ACTION: Final = Refusal("no_action", "It gave no action.")


class Failures:
    """Who is told of bots that failed: one listener, since a process has one log and one set of figures."""

    def __init__(self) -> None:
        self.listener: Callable[[BotFailure], None] = _nobody

    def tell(self, failure: BotFailure) -> None:
        """Pass it on."""
        self.listener(failure)


def _nobody(_: BotFailure) -> None:
    """Nobody wants to know."""


FAILURES: Final = Failures()


class Chosen(NamedTuple, Generic[A]):
    """An action that the rules allow, and which level chose it."""

    action: A
    level: Level | None
    """None where every bot failed."""


def choose(
    ruleset: str,
    bots: Mapping[Level, Callable[[], A]],
    level: Level,
    refuse: Callable[[A], Refusal | None],
    legal: Callable[[], Legal[A]],
) -> Chosen[A]:
    """The choice of a level's bot; of the next lower one where it fails; of none, the first legal action.

    `bots` choose when they are called. `refuse` says why an action can't be taken, None where it can.
    """
    levels = tuple(Level)
    for lower in reversed(levels[: levels.index(level) + 1]):
        try:
            action = bots[lower]()
            refusal = refuse(action) if isinstance(action, Action) else NO_ACTION
        except Exception as error:  # noqa: BLE001  # whatever it is, the game goes on, and the listener hears of it
            FAILURES.tell(BotFailure(ruleset, lower, error))
            continue
        if refusal is None:
            return Chosen(action, lower)
        FAILURES.tell(BotFailure(ruleset, lower, RefusedBot(refusal.detail)))
    return Chosen(legal().at(0), None)
