"""The whole state of a five-three game, secrets included. It holds one round and a line for each of the last rounds.

The card set aside is not in it: nothing in the game asks for it.
"""

from typing import Final

from msgspec import Struct

from engine.games.five_three.actions import SEATS, Options, Phase, TurnAction

FORMAT: Final = 1
TURNS: Final = SEATS * len(TurnAction)
"""Turns of the draft in a round."""


class Split(Struct, frozen=True, array_like=True):
    """A Collection as its owner split it."""

    five: tuple[str, ...]
    """Lowest first."""
    three: tuple[str, ...]
    """Lowest first."""


class Player(Struct, frozen=True, array_like=True):
    """What a seat has in this round."""

    hand: tuple[str, ...]
    """Lowest first; without what it has on offer."""
    used: tuple[TurnAction, ...] = ()
    """The actions that it has used, in order."""
    reserved: str | None = None
    """The card face down in the Collection."""
    kept: tuple[str, ...] = ()
    """The cards face up in the Collection, in the order kept."""
    discarded: tuple[str, ...] = ()
    """Lowest first."""
    build: Split | None = None
    """Secret until both are in."""

    @property
    def unused(self) -> tuple[TurnAction, ...]:
        """The actions that are left, in the order of the rules."""
        return tuple([action for action in TurnAction if action not in self.used])

    @property
    def collection(self) -> tuple[str, ...]:
        """The cards of the Collection, the reserved one first."""
        return self.kept if self.reserved is None else (self.reserved, *self.kept)


class Settled(Struct, frozen=True, array_like=True):
    """What is kept of a round that is over."""

    starter: int
    """Who started it, from 0."""
    five_winner: int | None
    """Whose 5-card hand was stronger, from 0; None where they were equal."""
    three_winner: int | None
    """The same of the 3-card hands."""
    scores: tuple[int, ...]
    """Points of each seat after it."""


class State(Struct, frozen=True, kw_only=True):
    """A game between two actions. When it is over, the last round stays as it ended."""

    format: int = FORMAT
    """How to read this; other formats are converted when loaded."""
    options: Options
    seed: bytes
    """What every shuffle comes from."""
    round: int
    """The number of this round, from 0, and of its shuffle."""
    starter: int
    """Who has its first turn, from 0."""
    draw_pile: tuple[str, ...]
    """The top card first."""
    players: tuple[Player, ...]
    """Of each seat, in seat order."""
    offer: tuple[tuple[str, ...], ...] = ()
    """What may be chosen from: three sets of one card, or two of two; empty where nothing is on offer."""
    settled: tuple[Settled, ...]
    """The rounds that are over, in order, at most MOST_ROUNDS."""
    last_builds: tuple[Split, ...]
    """The builds of the last of them, which all have seen, in seat order; empty in the first round."""
    winner: int | None = None
    """Who has won, from 0; None while the game goes on."""

    @property
    def turns_used(self) -> int:
        """How many turns of the draft have been used in this round, by either seat."""
        first, second = self.players
        return len(first.used) + len(second.used)

    @property
    def turn(self) -> int:
        """Whose turn of the draft it is, from 0; while there is an offer, who chooses, since that seat's turn is next."""
        return (self.starter + self.turns_used) % SEATS

    @property
    def phase(self) -> Phase:
        """What is going on."""
        if self.winner is not None:
            return Phase.OVER
        if self.offer:
            return Phase.CHOICE
        return Phase.BUILD if self.turns_used == TURNS else Phase.TURN

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of each seat after the rounds that are over."""
        return self.settled[-1].scores if self.settled else (0,) * SEATS
