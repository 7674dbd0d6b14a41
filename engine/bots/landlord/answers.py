"""What a hand can answer to a play, and what each answer leaves of the hand."""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.bots.landlord.melds import (
    BLACK,
    BOMB,
    BOMBS,
    COUNT,
    FAMILIES,
    FOURS,
    HIGHER,
    PLACES,
    RED,
    ROCKET,
    THE_ROCKET,
    TWO,
    UNITS,
    Meld,
    held,
    holds,
)
from engine.bots.landlord.split import REMEMBERED, estimate, split
from engine.games.landlord.actions import Kind
from engine.games.landlord.cards import BITS


class Answer(NamedTuple):
    """A play that beats a trick."""

    left: int
    """What the hand costs that is left, in hundredths of a turn,"""
    plays: int
    """and how many plays it makes."""
    meld: Meld


_SINGLES: Final = 1
_PAIRS: Final = 2
_EXTRAS: Final = {
    Kind.TRIPLET_SINGLE: _SINGLES,
    Kind.TRIPLET_PAIR: _PAIRS,
    Kind.TRIPLET_SEQUENCE_SINGLES: _SINGLES,
    Kind.TRIPLET_SEQUENCE_PAIRS: _PAIRS,
    Kind.FOUR_TWO_SINGLES: _SINGLES,
    Kind.FOUR_TWO_PAIRS: _PAIRS,
}
_FOUR_TWOS: Final = (Kind.FOUR_TWO_SINGLES, Kind.FOUR_TWO_PAIRS)


def _extras_of(kind: Kind, length: int) -> tuple[int, int]:
    """How many extra cards of how many alike a family takes; (0, 0) for none."""
    each = _EXTRAS.get(kind, 0)
    return (2 if kind in _FOUR_TWOS else length) if each else 0, each


TAKES: Final = tuple(_extras_of(*family) for family in FAMILIES)
"""By family: how many extra cards or pairs it takes, and whether cards (1) or pairs (2)."""
_RANKS: Final = tuple(length for _, length in FAMILIES)


@lru_cache(maxsize=REMEMBERED)
def answers(hand: int, family: int, place: int) -> tuple[Answer, ...]:
    """All that a hand can beat a play with, bombs last; of the choices of extra cards the one that costs least."""
    found = held(hand, HIGHER[family][place])
    if found and TAKES[family][0]:
        found = [meld for core in found if (meld := with_extras(hand, core)) is not None]
    if hand & FOURS and family not in (BOMB, ROCKET):
        found += held(hand, BOMBS)
    if holds(hand, THE_ROCKET.counts):
        found.append(THE_ROCKET)
    return tuple([Answer(*estimate(hand - meld.counts), meld) for meld in found])


def with_extras(hand: int, core: Meld) -> Meld | None:
    """A core with the extra cards of its kind that the hand misses least, or None where it has none to go along."""
    many, each = TAKES[core.family]
    rest = hand - core.counts
    for place in range(core.place - _RANKS[core.family] + 1, core.place + 1):
        rest &= ~(COUNT << BITS * place)
    places = _dispensable(rest, each)
    if BLACK in places[:many] and RED in places[:many]:
        places.remove(RED)
    if len(places) >= many:
        extras = each * sum([UNITS[place] for place in places[:many]])
        return core._replace(counts=core.counts + extras, size=core.size + each * many)
    alike = _some(rest, many) if FAMILIES[core.family][0] is Kind.TRIPLET_SEQUENCE_SINGLES else None
    return None if alike is None else core._replace(counts=core.counts + alike, size=core.size + many)


def _dispensable(rest: int, each: int) -> list[int]:
    """The ranks of which there are so many cards, what is missed least first: loose low cards, pairs, then the others."""
    parts = split(rest)
    loose = (parts.singles, parts.pairs) if each == _SINGLES else (parts.pairs,)
    first = [place for places in loose for place in places if place < TWO]
    there = [place for place in range(PLACES) if (rest >> BITS * place) & COUNT >= each]
    return [place for place in first if place in there] + [place for place in there if place not in first]


def _some(rest: int, many: int) -> int | None:
    """So many of the lowest cards, alike or not, but one Joker at most; None for too few."""
    chosen = 0
    for place in range(RED if rest >> BITS * BLACK & COUNT else PLACES):
        count = min(many, (rest >> BITS * place) & COUNT)
        chosen += count * UNITS[place]
        many -= count
    return None if many else chosen
