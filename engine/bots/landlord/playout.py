"""A deal in numbers, played to its end by the rules of thumb with all cards known: the Expert's forward model."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.bots.landlord.melds import BOMB, Meld, size
from engine.bots.landlord.thumb import follows, last_play, leads
from engine.games.landlord.actions import SEATS

LANDLORD: Final = 0
"""Seats are counted from the Landlord."""


class Position(NamedTuple):
    """A deal with a seat to play."""

    hands: tuple[int, int, int]
    """Counted by rank, in seat order from the Landlord."""
    turn: int
    trick: Meld | None
    """What is to be beaten, or None to lead."""
    owner: int
    """Who played that; of no meaning without it."""
    doubles: int = 0
    """Bombs and rockets since the search began."""
    landlord_plays: int = 0
    """How often the Landlord has played; 2 stands for more."""
    farmers_played: bool = False


def left_of(seat: int) -> int:
    """The next seat."""
    return (seat + 1) % SEATS


def partners(seat: int, other: int) -> bool:
    """Whether both are the Farmers."""
    return LANDLORD not in (seat, other)


def after(position: Position, meld: Meld | None) -> Position:
    """The position after a play, or None for a pass."""
    turn = position.turn
    if meld is None:
        ended = left_of(turn) == position.owner
        return position._replace(turn=left_of(turn), trick=None if ended else position.trick)
    one, two, three = position.hands
    counts = meld.counts
    plays = position.landlord_plays
    return Position(
        (one - counts, two, three) if turn == 0 else (one, two - counts, three) if turn == 1 else (one, two, three - counts),
        left_of(turn),
        meld,
        turn,
        position.doubles + (meld.family >= BOMB),
        min(2, plays + 1) if turn == LANDLORD else plays,
        position.farmers_played or turn != LANDLORD,
    )


def payoff(position: Position) -> int | None:
    """What the Landlord gets in stakes of one Farmer, doubled as the rules say; None while nobody is out."""
    if 0 not in position.hands:
        return None
    won = position.hands[LANDLORD] == 0
    return _paid(position.doubles, position.landlord_plays, won=won, farmers_played=position.farmers_played)


def _paid(doubles: int, landlord_plays: int, *, won: bool, farmers_played: bool) -> int:
    spring = not farmers_played if won else landlord_plays <= 1
    return (2 if won else -2) << (doubles + spring)


def reply(hands: Sequence[int], sizes: Sequence[int], turn: int, trick: Meld | None, owner: int) -> Meld | None:
    """What a seat whose turn it is does by the rules of thumb, knowing all cards; None to pass."""
    hand = hands[turn]
    out = last_play(hand, sizes[turn], trick)
    if out is not None:
        return out
    if turn == LANDLORD:
        fewest = min(sizes[1], sizes[2])
        others: tuple[int, ...] = (hands[1], hands[2])
    else:
        fewest = sizes[LANDLORD]
        others = (hands[LANDLORD],)
    if trick is None:
        ranked = leads(hand, fewest, others)
    else:
        ranked = follows(hand, trick, fewest, partners=partners(turn, owner), others=others)
    return max(ranked)[1] if ranked else None


def playout(position: Position) -> tuple[int, int]:
    """The payoff when the rules of thumb play a deal to its end, and how many turns that took.

    The same as `after` again and again, in place.
    """
    hands, turn, trick, owner, doubles, landlord_plays, farmers_played = position
    left = list(hands)
    sizes = [size(hand) for hand in hands]
    turns = 0
    while all(sizes):
        meld = reply(left, sizes, turn, trick, owner)
        turns += 1
        if meld is not None:
            left[turn] -= meld.counts
            sizes[turn] -= meld.size
            trick, owner = meld, turn
            doubles += meld.family >= BOMB
            landlord_plays += turn == LANDLORD
            farmers_played |= turn != LANDLORD
        turn = left_of(turn)
        if turn == owner:
            trick = None
    return _paid(doubles, landlord_plays, won=sizes[LANDLORD] == 0, farmers_played=farmers_played), turns
