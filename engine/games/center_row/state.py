"""The whole state of a center-row game, secrets included. Every card of the deck is in exactly one place of it."""

from types import MappingProxyType
from typing import Final

from msgspec import Struct

from engine.games.center_row.actions import Stage

FORMAT: Final = 1

Hands = tuple[tuple[str, ...], ...]
"""Cards of each seat, in seat order; or the hands that one seat built."""


class Shape(Struct, frozen=True):
    """What the number of seats makes of the game."""

    phases: int
    dealt: int
    """Cards to each seat, in each phase."""
    center: int
    """Cards in the center row."""
    turns: int
    """Turns of each seat, in each phase."""
    hands: int
    """Hands that each seat builds."""


SHAPES: Final = MappingProxyType(
    {
        2: Shape(phases=3, dealt=5, center=8, turns=3, hands=3),
        3: Shape(phases=3, dealt=4, center=6, turns=2, hands=2),
        4: Shape(phases=2, dealt=5, center=7, turns=3, hands=2),
    }
)
"""By the number of seats; in each every card of the deck is dealt."""


class Turn(Struct, frozen=True, array_like=True):
    """One turn: the cards of an exchange, or None and None for a pass."""

    take: str | None
    give: str | None


class State(Struct, frozen=True, kw_only=True):
    """A game between two actions."""

    format: int = FORMAT
    """How to read this; other formats are converted when loaded."""
    seed: bytes
    """What the shuffle came from."""
    deck: tuple[str, ...]
    """The cards that are not dealt yet, in dealing order."""
    center: tuple[str, ...]
    """The center row, from place to place; empty after the last phase."""
    discarded: tuple[str, ...]
    """The center rows of the phases that are over, in order."""
    hands: Hands
    """What each seat holds in this phase, lowest first; empty after the last phase."""
    locked: Hands
    """What each seat has locked, lowest first; what is built stays in it."""
    turns: tuple[Turn, ...]
    """All turns of the game so far, in order. Phase and seat follow from the place in it."""
    builds: tuple[Hands, ...]
    """The hands that each seat has built, as they were put, in seat order; none before that."""

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def shape(self) -> Shape:
        """The shape of a game of so many seats."""
        return SHAPES[self.seats]

    @property
    def turns_a_phase(self) -> int:
        """How many turns a phase has, of all seats together."""
        return self.shape.turns * self.seats

    @property
    def phase(self) -> int:
        """The number of this phase, from 0; of the last one after it."""
        return min(len(self.turns) // self.turns_a_phase, self.shape.phases - 1)

    @property
    def stage(self) -> Stage:
        """What is going on."""
        if len(self.turns) < self.turns_a_phase * self.shape.phases:
            return Stage.EXCHANGE
        return Stage.OVER if all(self.builds) else Stage.BUILD

    @property
    def first(self) -> int:
        """Who had the first turn of this phase, from 0: one seat further to the left with each phase."""
        return self.phase % self.seats

    @property
    def turn(self) -> int:
        """Whose turn it is, from 0; of no meaning after the last phase."""
        return (self.first + len(self.turns)) % self.seats
