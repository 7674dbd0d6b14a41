"""Hands and plays as whole numbers that are cheap to compare, add and subtract.

Ranks are counted in one number, four bits a rank with the 3 lowest; so the cards left of a hand after a play
are a difference. A family is a kind and its length: plays of one family are compared by their place alone.
"""

from collections.abc import Iterable
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.games.landlord.actions import Kind, Rank
from engine.games.landlord.cards import BITS, DECK, ORDER, RANKS
from engine.games.landlord.combos import CORES, Core

PLACES: Final = len(RANKS)
TWO: Final = ORDER[Rank.TWO]
BLACK, RED = ORDER[Rank.BLACK_JOKER], ORDER[Rank.RED_JOKER]
UNITS: Final = tuple(1 << BITS * place for place in range(PLACES))
"""One card of the rank at each place."""
BY_CARD: Final = MappingProxyType({card: UNITS[ORDER[Rank(card if card in RANKS else card[0])]] for card in DECK})
"""What a card adds to a hand."""
COUNT: Final = (1 << BITS) - 1
_ROOM: Final = 8 * sum(UNITS)
"""The highest bit of each rank, which no count reaches."""

FOURS: Final = 4 * sum(UNITS)
"""The bit of each rank that four of it set."""

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
"""By kind: what a 3 costs in hundredths of a turn, and how much less the highest rank does.

It falls with the square of the place. Guessed, then changed by hand as long as more games were won.
"""


class Meld(NamedTuple):
    """A play that could be made."""

    counts: int
    """The cards, counted by rank."""
    family: int
    """Its kind and length, as an index into FAMILIES."""
    place: int
    """Of the rank that is compared."""
    cost: int
    """In hundredths of a turn: about 100 for one that hardly wins a trick, below 0 for one that regains the lead."""
    size: int
    """How many cards."""


def counted(cards: Iterable[str]) -> int:
    """Cards counted by rank."""
    return sum([BY_CARD[card] for card in cards])


def size(counts: int) -> int:
    """How many cards they are."""
    cards = 0
    while counts:
        cards += counts & COUNT
        counts >>= BITS
    return cards


def holds(hand: int, counts: int) -> bool:
    """Whether a hand has all these cards."""
    return ((hand | _ROOM) - counts) & _ROOM == _ROOM


def held(hand: int, melds: Iterable[Meld]) -> list[Meld]:
    """Those of the plays for which a hand has the cards, in their order."""
    room = hand | _ROOM
    return [meld for meld in melds if (room - meld.counts) & _ROOM == _ROOM]


def price(kind: Kind, place: int) -> int:
    """What a play of a kind costs."""
    lowest, less = _COSTS[kind]
    top = RED if kind is Kind.SINGLE else TWO
    return lowest - less * place * place // (top * top)


def of_ranks(ranks: int) -> int:
    """Counts of what engine.games.landlord.cards writes as ranks, one bit a card."""
    return sum(((ranks >> BITS * place) & COUNT).bit_count() << BITS * place for place in range(PLACES))


FAMILIES: Final = tuple(CORES)
"""Every kind and length."""
FAMILY: Final = MappingProxyType({family: index for index, family in enumerate(FAMILIES)})
BOMB: Final = FAMILY[Kind.BOMB, 1]
ROCKET: Final = FAMILY[Kind.ROCKET, 1]


def _meld(kind: Kind, length: int, core: Core) -> Meld:
    place = ORDER[core.reading.rank]
    return Meld(of_ranks(core.ranks), FAMILY[kind, length], place, price(kind, place), core.ranks.bit_count())


MELDS: Final = tuple(tuple(_meld(*family, core) for core in CORES[family]) for family in FAMILIES)
"""By family, lowest first: all plays, without extra cards."""
BOMBS: Final = MELDS[BOMB]
THE_ROCKET: Final = MELDS[ROCKET][0]
HIGHER: Final = tuple(tuple(tuple(meld for meld in melds if meld.place > place) for place in range(PLACES)) for melds in MELDS)
"""By family and place, lowest first: what beats it in its family."""

_DOWN: Final = tuple(melds[::-1] for melds in MELDS)
_REMEMBERED: Final = 1 << 15
"""Hands whose highest play of a family is kept in mind; all playouts ask for it."""


@lru_cache(maxsize=_REMEMBERED)
def highest(hand: int, family: int) -> int:
    """The place of the highest play of a family that a hand can make, extra cards not asked for; -1 for none."""
    room = hand | _ROOM
    return next((meld.place for meld in _DOWN[family] if (room - meld.counts) & _ROOM == _ROOM), -1)


def cards_of(hand: Iterable[str], counts: int) -> tuple[str, ...]:
    """Cards of a hand that are these counts, in its order."""
    chosen = []
    for card in hand:
        unit = BY_CARD[card]
        if (counts // unit) & COUNT:
            counts -= unit
            chosen.append(card)
    return tuple(chosen)
