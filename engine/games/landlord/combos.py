"""The combinations: every one that there is, what cards can be read as, what beats what, what a hand can play.

Cards are judged as ranks, in the form that cards.py describes. A combination is a core, which decides, and
extra cards; each choice of them for each core is listed once.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.games.landlord.actions import Kind, Rank, Reading
from engine.games.landlord.cards import BITS, ORDER, RANKS, ROCKET, alike

_SEQUENCE_RANKS: Final = ORDER[Rank.ACE] + 1
_SUITED_RANKS: Final = ORDER[Rank.TWO] + 1
_ALL_RANKS: Final = len(RANKS)


class Core(NamedTuple):
    """What decides about a combination, with every choice of extra cards for it."""

    ranks: int
    """Of the core alone."""
    reading: Reading
    plays: tuple[int, ...]
    """The ranks of the core with each choice of extra cards, in a fixed order; of the core if it takes none."""


Places = range
"""The places of a core's ranks."""


def _no_extras(_core: Places) -> Iterable[int]:
    return (0,)


def _one_card(core: Places) -> Iterable[int]:
    return (alike(1, place) for place in range(_ALL_RANKS) if place not in core)


def _one_pair(core: Places) -> Iterable[int]:
    return (alike(2, place) for place in range(_SUITED_RANKS) if place not in core)


def _two_cards(core: Places) -> Iterable[int]:
    return (one | other for one, other in combinations(_one_card(core), 2))


def _two_pairs(core: Places) -> Iterable[int]:
    return (one | other for one, other in combinations(_one_pair(core), 2))


def _pair_each(core: Places) -> Iterable[int]:
    return (sum(pairs) for pairs in combinations(_one_pair(core), len(core)))


def _card_each(core: Places) -> Iterable[int]:
    """One card for each triplet, alike or not, but not both Jokers.

    Three of the rank above the sequence are left out: with them the same cards make a higher sequence.
    """
    above = core.stop
    higher = alike(3, above) if above < _SEQUENCE_RANKS else None
    for extras in _cards([place for place in range(_ALL_RANKS) if place not in core], len(core)):
        if extras & ROCKET != ROCKET and extras & alike(4, above) != higher:
            yield extras


def _cards(places: Iterable[int], size: int) -> list[int]:
    """Each choice of `size` cards of the ranks at these places."""
    by_count: list[list[int]] = [[0], *([] for _ in range(size))]
    for place in places:
        most = 4 if place < _SUITED_RANKS else 1
        by_count = [
            [chosen | alike(added, place) for added in range(min(count, most) + 1) for chosen in by_count[count - added]]
            for count in range(size + 1)
        ]
    return by_count[size]


class _Shape(NamedTuple):
    """What the cores of a kind are."""

    each: int
    """Cards of each rank."""
    lengths: tuple[int, ...] = (1,)
    """Ranks in sequence; no play has more than 20 cards."""
    ranks: int = _SUITED_RANKS
    """Of how many ranks, from 3 up, they can be."""
    extras: Callable[[Places], Iterable[int]] = _no_extras


_SHAPES: Final = {
    Kind.SINGLE: _Shape(1, ranks=_ALL_RANKS),
    Kind.PAIR: _Shape(2),
    Kind.TRIPLET: _Shape(3),
    Kind.TRIPLET_SINGLE: _Shape(3, extras=_one_card),
    Kind.TRIPLET_PAIR: _Shape(3, extras=_one_pair),
    Kind.STRAIGHT: _Shape(1, (5, 6, 7, 8, 9, 10, 11, 12), _SEQUENCE_RANKS),
    Kind.PAIR_SEQUENCE: _Shape(2, (3, 4, 5, 6, 7, 8, 9, 10), _SEQUENCE_RANKS),
    Kind.TRIPLET_SEQUENCE: _Shape(3, (2, 3, 4, 5, 6), _SEQUENCE_RANKS),
    Kind.TRIPLET_SEQUENCE_SINGLES: _Shape(3, (2, 3, 4, 5), _SEQUENCE_RANKS, _card_each),
    Kind.TRIPLET_SEQUENCE_PAIRS: _Shape(3, (2, 3, 4), _SEQUENCE_RANKS, _pair_each),
    Kind.FOUR_TWO_SINGLES: _Shape(4, extras=_two_cards),
    Kind.FOUR_TWO_PAIRS: _Shape(4, extras=_two_pairs),
    Kind.BOMB: _Shape(4),
}


def _cores(kind: Kind, shape: _Shape, length: int) -> Iterator[Core]:
    for low in range(shape.ranks - length + 1):
        places = range(low, low + length)
        ranks = sum(alike(shape.each, place) for place in places)
        plays = tuple(ranks | extras for extras in shape.extras(places))
        yield Core(ranks, Reading(kind, RANKS[places[-1]], length), plays)


CORES: Final[Mapping[tuple[Kind, int], tuple[Core, ...]]] = MappingProxyType(
    {(kind, length): tuple(_cores(kind, shape, length)) for kind, shape in _SHAPES.items() for length in shape.lengths}
    | {(Kind.ROCKET, 1): (Core(ROCKET, Reading(Kind.ROCKET, Rank.RED_JOKER, 1), (ROCKET,)),)}
)
"""By kind and length, lowest first. Of several readings of the same cards as one kind the highest stands here alone."""


# -- reading and comparing ----------------------------------------------------------------------------
def _by_ranks() -> dict[int, tuple[Reading, ...]]:
    table: dict[int, tuple[Reading, ...]] = {}
    for cores in CORES.values():
        for core in cores:
            alone = (core.reading,)
            for play in core.plays:
                table[play] = (*table[play], core.reading) if play in table else alone
    return table


_READINGS: Final = MappingProxyType(_by_ranks())


def readings(ranks: int) -> tuple[Reading, ...]:
    """How cards of these ranks can be read, of each kind the highest, those with the fewest extra cards first."""
    return _READINGS.get(ranks, ())


def beats(reading: Reading, trick: Reading) -> bool:
    """Whether a reading beats what was played last on the trick."""
    if reading.kind is trick.kind:
        return reading.length == trick.length and ORDER[reading.rank] > ORDER[trick.rank]
    return reading.kind is Kind.ROCKET or (reading.kind is Kind.BOMB and trick.kind is not Kind.ROCKET)


def higher(trick: Reading) -> tuple[Core, ...]:
    """The cores of the same kind and length that beat a reading, lowest first; not the bombs and the rocket."""
    cores = CORES[trick.kind, trick.length]
    lowest = cores[0].reading.rank
    return cores[ORDER[trick.rank] - ORDER[lowest] + 1 :]


# -- what a hand can play ------------------------------------------------------------------------------
Plays = tuple[Kind, list[int]]
"""A kind, and the ranks of each play of that kind."""


def _families() -> dict[tuple[int, int], list[tuple[Core, ...]]]:
    families = defaultdict[tuple[int, int], list[tuple[Core, ...]]](list)
    for (kind, length), cores in CORES.items():
        if kind is not Kind.ROCKET:
            families[cores[0].ranks.bit_count() // length, length].append(cores)
    return families


_FAMILIES: Final = MappingProxyType(dict(_families()))
"""Cores by how many cards of each rank are in them, and of how many ranks; those of a kind together."""

_ONE_OF_EACH: Final = sum(core.ranks for core in CORES[Kind.SINGLE, 1])
_BOMBS: Final = CORES[Kind.BOMB, 1]


def _within(hand: int, cores: Iterable[Core]) -> list[int]:
    missing = ~hand
    return [play for ranks, _, plays in cores if not ranks & missing for play in plays if not play & missing]


def _rocket(hand: int) -> Iterator[Plays]:
    if hand & ROCKET == ROCKET:
        yield Kind.ROCKET, [ROCKET]


def leads(hand: int) -> Iterator[Plays]:
    """Every play that may lead, out of a hand of these ranks; a kind may come in several parts."""
    for each in range(1, 5):
        starts = (hand >> (each - 1)) & _ONE_OF_EACH
        in_a_row, length = starts, 1
        while in_a_row:  # the lowest ranks of `length` in a row of which there are `each`
            for cores in _FAMILIES.get((each, length), ()):
                yield cores[0].reading.kind, _within(hand, cores)
            in_a_row &= starts >> (BITS * length)
            length += 1
    yield from _rocket(hand)


def follows(hand: int, trick: Reading) -> Iterator[Plays]:
    """Every play out of a hand of these ranks that beats a reading."""
    yield trick.kind, _within(hand, higher(trick))
    if trick.kind not in (Kind.BOMB, Kind.ROCKET):
        yield Kind.BOMB, _within(hand, _BOMBS)
    yield from _rocket(hand)
