"""What a hand costs about without sequences: looked up in parts, since searches ask for it all the time."""

from itertools import product
from typing import Final

from engine.bots.landlord.melds import BLACK, FAMILY, MELDS, PLACES, RED, THE_ROCKET, TWO, Meld
from engine.games.landlord.actions import Kind
from engine.games.landlord.cards import BITS

_EXTRA: Final = 90
"""What it saves, in hundredths of a turn, to put a low card or pair along with a triplet."""
_CHUNK: Final = 3
"""Ranks whose costs are looked up together. The 2 and both Jokers are one chunk, and so the rocket is seen."""
_CHUNK_BITS: Final = _CHUNK * BITS
_CHUNK_MASK: Final = (1 << _CHUNK_BITS) - 1

SINGLE: Final = FAMILY[Kind.SINGLE, 1]
PAIR: Final = FAMILY[Kind.PAIR, 1]
TRIPLET: Final = FAMILY[Kind.TRIPLET, 1]


def _alike() -> tuple[tuple[Meld, ...], ...]:
    kinds = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLET, Kind.BOMB)
    return tuple(
        tuple(meld for kind in kinds for meld in MELDS[FAMILY[kind, 1]] if meld.place == place) for place in range(PLACES)
    )


ALIKE: Final = _alike()
"""By place, and by how many cards less one: the play of cards of one rank."""

_PLAYS: Final = 1 << 16
_TRIPLETS_HELD: Final = 1 << 24
_LOOSE: Final = 1 << 32
"""Where the parts of a packed sum begin: costs, plays, triplets, and single cards and pairs that may go along with those."""
_FIELD: Final = 0xFF
_NEVER_NEGATIVE: Final = 1_000
"""Added to the cost of each chunk."""


def _packed(places: tuple[int, ...], counts: tuple[int, ...]) -> int:
    """What cards of these ranks cost, how many plays they make, and what there is to go along, as one number to add."""
    held = [(place, count) for place, count in zip(places, counts, strict=True) if count]
    melds = [ALIKE[place][count - 1] for place, count in held]
    if (BLACK, 1) in held and (RED, 1) in held:
        melds = [*melds[:-2], THE_ROCKET]
    triplets = sum(meld.family == TRIPLET for meld in melds)
    loose = sum(meld.family in (SINGLE, PAIR) and meld.place < TWO for meld in melds)
    cost = _NEVER_NEGATIVE + sum(meld.cost for meld in melds)
    return cost + len(melds) * _PLAYS + triplets * _TRIPLETS_HELD + loose * _LOOSE


def _chunk(first: int) -> dict[int, int]:
    places = tuple(range(first, first + _CHUNK))
    most = [5 if place <= TWO else 2 for place in places]
    return {
        sum(count << BITS * at for at, count in enumerate(counts)): _packed(places, counts)
        for counts in product(*map(range, most))
    }


_3_TO_5, _6_TO_8, _9_TO_J, _Q_TO_A, _2_TO_JOKERS = map(_chunk, range(0, PLACES, _CHUNK))
_OFFSET: Final = 5 * _NEVER_NEGATIVE


def without_sequences(hand: int, triplets: int) -> tuple[int, int]:
    """What a hand costs about and how many plays it makes, with so many triplets of sequences that may take extra cards."""
    packed = (
        _3_TO_5[hand & _CHUNK_MASK]
        + _6_TO_8[hand >> _CHUNK_BITS & _CHUNK_MASK]
        + _9_TO_J[hand >> 2 * _CHUNK_BITS & _CHUNK_MASK]
        + _Q_TO_A[hand >> 3 * _CHUNK_BITS & _CHUNK_MASK]
        + _2_TO_JOKERS[hand >> 4 * _CHUNK_BITS]
    )
    triplets += packed >> 24 & _FIELD
    loose = packed >> 32
    extras = min(triplets, loose)
    return (packed & 0xFFFF) - _OFFSET - _EXTRA * extras, (packed >> 16 & _FIELD) - extras
