"""What a hand costs about without sequences: looked up in parts, since searches ask for it all the time."""

from typing import Final

from engine.bots.landlord.melds import FAMILY, MELDS, PLACES, THE_ROCKET, TWO, Meld
from engine.games.landlord.actions import Kind
from engine.games.landlord.cards import BITS

_EXTRA: Final = 90
"""What it saves, in hundredths of a turn, to put a low card or pair along with a triplet."""
_CHUNK: Final = 5
"""Ranks whose costs are looked up together. The 2 and both Jokers are in one chunk, and so the rocket is seen."""
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

_TRIPLETS: Final = 8
_LOOSE: Final = 16
_COST: Final = 24
"""Where the parts of a packed sum begin, in bits: after the plays the triplets, what may go along with those, the cost."""
_FIELD: Final = 0xFF


def _packed(meld: Meld) -> int:
    """That it is one play, whether a triplet, or low enough to go along with one, and what it costs: to be added up."""
    triplet = meld.family == TRIPLET
    loose = meld.family in (SINGLE, PAIR) and meld.place < TWO
    return 1 + (triplet << _TRIPLETS) + (loose << _LOOSE) + (meld.cost << _COST)


def _chunk(first: int) -> dict[int, int]:
    """The packed sums of all that can be held of the ranks from a place on."""
    sums = {0: 0}
    for at, place in enumerate(range(first, first + _CHUNK)):
        alike = [0, *(_packed(meld) for meld in ALIKE[place])]
        sums = {held + (count << BITS * at): packed + more for held, packed in sums.items() for count, more in enumerate(alike)}
    return sums


def _with_the_rocket(sums: dict[int, int]) -> dict[int, int]:
    """The sums of the last chunk, both Jokers counted as one play."""
    jokers = THE_ROCKET.counts >> 2 * _CHUNK_BITS
    less = _packed(THE_ROCKET) - sums[jokers]
    return {held: packed + less * (held & jokers == jokers) for held, packed in sums.items()}


_3_TO_7, _8_TO_Q = _chunk(0), _chunk(_CHUNK)
_K_TO_JOKERS: Final = _with_the_rocket(_chunk(2 * _CHUNK))


def without_sequences(hand: int, triplets: int) -> tuple[int, int]:
    """What a hand costs about and how many plays it makes, with so many triplets of sequences that may take extra cards."""
    packed = _3_TO_7[hand & _CHUNK_MASK] + _8_TO_Q[hand >> _CHUNK_BITS & _CHUNK_MASK] + _K_TO_JOKERS[hand >> 2 * _CHUNK_BITS]
    triplets += packed >> _TRIPLETS & _FIELD
    if not triplets:
        return packed >> _COST, packed & _FIELD
    extras = min(triplets, packed >> _LOOSE & _FIELD)
    return (packed >> _COST) - _EXTRA * extras, (packed & _FIELD) - extras
