"""The whole state of a landlord game, secrets included. It never grows beyond a deal and one line for each before it."""

from typing import Final, Literal

from msgspec import Struct

from engine.games.landlord.actions import SEATS, Options, Phase, Reading

Hands = tuple[tuple[str, ...], ...]
"""Cards of each seat, in seat order."""

NO_HANDS: Final[Hands] = ((),) * SEATS


class Laid(Struct, frozen=True, array_like=True):
    """One play of the trick that is going on."""

    seat: int
    """Whose, from 0."""
    cards: tuple[str, ...]
    """In the order in which the player put them."""
    reading: Reading
    """What they count as."""


class Settled(Struct, frozen=True, array_like=True):
    """All that the score of a deal follows from."""

    landlord: int
    """The Landlord's seat, from 0."""
    bid: int
    """The winning bid, 1 to 3."""
    doubles: int
    """How many bombs and rockets were played."""
    spring: bool
    """Whether the stake is doubled once more."""
    out: int
    """The seat that played its last card, from 0."""


class State(Struct, frozen=True, kw_only=True):
    """A game between two actions. When it is over, the last deal stays as it ended."""

    format: Literal[1] = 1
    """How to read this. Bytes of another format are refused, not misread."""
    options: Options
    seed: bytes
    """What every shuffle comes from."""
    shuffles: int
    """Shuffles used so far, at least 1; the next shuffle has this number."""
    settled: tuple[Settled, ...]
    """The deals that are over, in order. Their count is the number of the deal that goes on, from 0."""
    left_over: Hands
    """What was left over when the last of them ended; nothing before that."""
    hands: Hands
    """What each seat holds, lowest first; the Landlord's with the cards aside."""
    aside: tuple[str, ...]
    """The 3 cards aside, lowest first: hidden in the bidding, then shown to all."""
    bids: tuple[int, ...]
    """The bidding of this deal from the first bidder on, seat by seat: points, 0 for a pass."""
    landlord: int | None
    """The Landlord's seat, from 0; None in the bidding."""
    turn: int
    """Whose turn it is, from 0; of no meaning when the game is over."""
    trick: tuple[Laid, ...]
    """The plays of this trick, in order; empty when it is to be led, and in the bidding."""
    doubles: int
    """Bombs and rockets played in this deal."""
    landlord_plays: int
    """How often the Landlord has played in this deal."""
    played: Hands
    """What each seat has played in this deal, in the order played."""

    @property
    def deal(self) -> int:
        """The number of this deal, from 0; of the last one when the game is over."""
        return min(len(self.settled), self.options.deals - 1)

    @property
    def first_bidder(self) -> int:
        """Who bids first in this deal: one seat further to the left each deal."""
        return self.deal % SEATS

    @property
    def highest_bid(self) -> int:
        """Points of the highest bid in this deal, 0 before the first."""
        return max(self.bids, default=0)

    @property
    def highest_bidder(self) -> int:
        """Who bid highest, from 0; once the bidding is over, the Landlord. Raises ValueError before the first bid."""
        return (self.first_bidder + self.bids.index(max(self.bids))) % SEATS

    @property
    def phase(self) -> Phase:
        """What is going on."""
        if len(self.settled) == self.options.deals:
            return Phase.OVER
        return Phase.BIDDING if self.landlord is None else Phase.PLAY

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats that passed since the last play of the trick, in order."""
        if not self.trick:
            return ()
        last = self.trick[-1].seat
        return tuple((last + step) % SEATS for step in range(1, (self.turn - last) % SEATS))
