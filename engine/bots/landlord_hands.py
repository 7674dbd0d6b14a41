"""How good a hand of landlord is: split into the plays that it takes to get rid of it, and what they cost."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.games.landlord.actions import Kind, Rank, Reading
from engine.games.landlord.cards import ORDER, RANKS, ROCKET, alike
from engine.games.landlord.combos import CORES, Core, readings

_SEQUENCE: Final = (75, 70)
_TRIPLET: Final = (85, 100)
_FOUR_TWO: Final = (30, 30)
_COSTS: Final = MappingProxyType(
    {
        Kind.SINGLE: (100, 130),
        Kind.PAIR: (95, 100),
        Kind.TRIPLET: _TRIPLET,
        Kind.TRIPLET_SINGLE: _TRIPLET,
        Kind.TRIPLET_PAIR: _TRIPLET,
        Kind.STRAIGHT: _SEQUENCE,
        Kind.PAIR_SEQUENCE: _SEQUENCE,
        Kind.TRIPLET_SEQUENCE: _SEQUENCE,
        Kind.TRIPLET_SEQUENCE_SINGLES: _SEQUENCE,
        Kind.TRIPLET_SEQUENCE_PAIRS: _SEQUENCE,
        Kind.FOUR_TWO_SINGLES: _FOUR_TWO,
        Kind.FOUR_TWO_PAIRS: _FOUR_TWO,
        Kind.BOMB: (-80, 20),
        Kind.ROCKET: (-100, 0),
    }
)
"""By kind: what a 3 costs, and how much less the highest rank does; it falls with the square of the place."""

_GOOD: Final = (Rank.TWO, Rank.BLACK_JOKER, Rank.RED_JOKER)
"""Too good to go along as extra cards."""


class Option(NamedTuple):
    """A play that could be made."""

    ranks: int
    reading: Reading
    cost: int
    """In hundredths of a turn."""


def priced(ranks: int, reading: Reading) -> Option:
    """A play and what it costs."""
    lowest, less = _COSTS[reading.kind]
    top = ORDER[Rank.RED_JOKER if reading.kind is Kind.SINGLE else Rank.TWO]
    return Option(ranks, reading, lowest - less * ORDER[reading.rank] ** 2 // top**2)


class _Sequence(NamedTuple):
    """A sequence without extra cards, and how to take it out of a hand."""

    option: Option
    span: int
    """All bits of its ranks."""
    each: int
    """Cards of each rank."""

    def taken_from(self, ranks: int) -> int:
        return (ranks & ~self.span) | ((ranks & self.span & ~self.option.ranks) >> self.each)


def _sequence(core: Core) -> _Sequence:
    top, length = ORDER[core.reading.rank], core.reading.length
    span = sum(alike(4, place) for place in range(top - length + 1, top + 1))
    return _Sequence(priced(core.ranks, core.reading), span, core.ranks.bit_count() // length)


_SEQUENCES: Final = tuple(
    _sequence(core)
    for (kind, _), cores in CORES.items()
    if kind in (Kind.STRAIGHT, Kind.PAIR_SEQUENCE, Kind.TRIPLET_SEQUENCE)
    for core in cores
)


def cost(plays: Iterable[Option]) -> int:
    """What plays cost together, in hundredths of a turn."""
    return sum(play.cost for play in plays)


def split(ranks: int) -> list[Option]:
    """A whole hand in plays: one that costs little, found by taking out the best sequence, and again from the rest."""
    plain = _with_extras(_of_alike(ranks))
    ways = [(sequence.option, sequence.taken_from(ranks)) for sequence in _SEQUENCES if not sequence.option.ranks & ~ranks]
    if not ways:
        return plain
    sequence, rest = min(ways, key=lambda way: way[0].cost + cost(_of_alike(way[1])))
    return min(plain, _with_extras([sequence, *split(rest)]), key=cost)


_RANK_MASKS: Final = tuple(alike(4, place) for place in range(len(RANKS)))
_ALIKE: Final = MappingProxyType(
    {
        core.ranks: priced(core.ranks, core.reading)
        for kind in (Kind.SINGLE, Kind.PAIR, Kind.TRIPLET, Kind.BOMB, Kind.ROCKET)
        for core in CORES[kind, 1]
    }
)
"""The plays of cards of one rank, and the rocket."""


def _of_alike(ranks: int) -> list[Option]:
    """A hand in plays of cards of one rank, lowest first, and the rocket."""
    plays = []
    if ranks & ROCKET == ROCKET:
        plays.append(_ALIKE[ROCKET])
        ranks ^= ROCKET
    plays += [_ALIKE[ranks & mask] for mask in _RANK_MASKS if ranks & mask]
    return plays


def _with_extras(plays: list[Option]) -> list[Option]:
    """The same, with low singles or pairs put along with the triplets and triplet sequences."""
    left = list(plays)
    for core in plays:
        if core.reading.kind in (Kind.TRIPLET, Kind.TRIPLET_SEQUENCE):
            extras = _extras(core, left)
            if extras:
                together = core.ranks | sum(extra.ranks for extra in extras)
                left = [play for play in left if play is not core and play not in extras]
                left.append(priced(together, readings(together)[0]))
    return left


def _extras(core: Option, plays: list[Option]) -> list[Option]:
    """The lowest extra cards for a core among these plays: one each, or nothing."""
    size = core.reading.length
    for kind in (Kind.SINGLE, Kind.PAIR):
        fitting = [
            play
            for play in plays
            if play.reading.kind is kind and play.reading.rank not in _GOOD and not play.ranks & core.ranks
        ]
        if len(fitting) >= size:
            return sorted(fitting)[:size]
    return []


def without(ranks: int, play: int) -> int:
    """What is left of a hand after a play out of it."""
    left = 0
    for place, mask in enumerate(_RANK_MASKS):
        left |= alike((ranks & mask).bit_count() - (play & mask).bit_count(), place)
    return left
