"""A hand split into the plays that it takes to get rid of it, and what they cost together."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.bots.landlord.melds import (
    COUNT,
    FAMILIES,
    FAMILY,
    MELDS,
    THE_ROCKET,
    TWO,
    UNITS,
    Meld,
    holds,
    of_ranks,
    price,
)
from engine.bots.landlord.rough import ALIKE, PAIR, SINGLE, TRIPLET, without_sequences
from engine.games.landlord.actions import Kind
from engine.games.landlord.cards import BITS
from engine.games.landlord.combos import CORES

REMEMBERED: Final = 1 << 12
"""Hands that are kept in mind, since the same ones come again and again while a play is looked for.

No more, since each full garbage collection goes through all plays that are kept: with ten times as many it takes longer
than a decision.
"""
_COSTS_REMEMBERED: Final = 1 << 14
"""The same for costs alone, of which more are asked for."""

_WIDTH: Final = 2
"""Sequences that are tried at each step. All would find splits cheaper by a thirtieth, in nearly twice the time."""


class Split(NamedTuple):
    """A hand in plays."""

    cost: int
    """Of all together, in hundredths of a turn."""
    melds: tuple[Meld, ...]
    singles: tuple[int, ...]
    """The places of cards that are in no sequence, pair or triplet, lowest first; also where they go along as extra cards."""
    pairs: tuple[int, ...]
    """The same for pairs."""


# -- sequences -----------------------------------------------------------------------------------------
_SEQUENCE_MASK: Final = UNITS[TWO] - 1
_ONES: Final = sum(UNITS[:TWO])


def _of_kind(kind: Kind) -> tuple[tuple[Meld, ...], ...]:
    return tuple(MELDS[FAMILY[family]] for family in FAMILIES if family[0] is kind)


_STRAIGHTS: Final = _of_kind(Kind.STRAIGHT)
_PAIR_SEQUENCES: Final = _of_kind(Kind.PAIR_SEQUENCE)
_TRIPLET_SEQUENCES: Final = _of_kind(Kind.TRIPLET_SEQUENCE)
_TRIPLETS: Final = tuple(length if kind is Kind.TRIPLET_SEQUENCE else 0 for kind, length in FAMILIES)
"""By family: how many extra cards its sequence may take along."""


@cache
def _straights(ranks: int) -> tuple[Meld, ...]:
    """All of these ranks, of which there are 4,096 sets; the shortest first, and of one length the lowest."""
    return tuple(_in_a_row(ranks, 5, _STRAIGHTS))


@cache
def _pair_sequences(ranks: int) -> tuple[Meld, ...]:
    """The same of ranks of which there are pairs."""
    return tuple(_in_a_row(ranks, 3, _PAIR_SEQUENCES))


@cache
def _triplet_sequences(ranks: int) -> tuple[Meld, ...]:
    """The same of ranks of which there are triplets."""
    return tuple(_in_a_row(ranks, 2, _TRIPLET_SEQUENCES))


def _in_a_row(ranks: int, least: int, families: tuple[tuple[Meld, ...], ...]) -> list[Meld]:
    """The sequences of ranks of which there are enough cards."""
    found = []
    row = ranks
    for _ in range(least - 1):
        row &= row >> BITS
        ranks >>= BITS
    ranks >>= BITS
    for melds in families:
        if not row:
            break
        found += [melds[place] for place in range(len(melds)) if row & UNITS[place]]
        row &= ranks
        ranks >>= BITS
    return found


def _sequences(hand: int) -> tuple[Meld, ...]:
    """All that a hand has."""
    low = hand & _SEQUENCE_MASK
    fours = (low >> 2) & _ONES
    twos = (low >> 1) & _ONES | fours
    ones = low & _ONES | twos
    found: tuple[Meld, ...] = ()
    row = ones & ones >> BITS
    if row & row >> 2 * BITS & ones >> 4 * BITS:
        found = _straights(ones)
    row = twos & twos >> BITS
    if not row:
        return found
    if row & twos >> 2 * BITS:
        found += _pair_sequences(twos)
    threes = low & (low >> 1) & _ONES | fours
    return found + _triplet_sequences(threes) if threes & threes >> BITS else found


@lru_cache(maxsize=_COSTS_REMEMBERED)
def _best_sequences(hand: int, triplets: int) -> tuple[int, int, tuple[Meld, ...]]:
    """What a hand costs about, how many plays it makes, and which sequences to take out of it for that."""
    best: tuple[int, int, tuple[Meld, ...]] = (*without_sequences(hand, triplets), ())
    there = _sequences(hand)
    if not there:
        return best
    ways = sorted(
        [
            (meld.cost + without_sequences(hand - meld.counts, triplets + _TRIPLETS[meld.family])[0], at)
            for at, meld in enumerate(there)
        ]
    )
    for _, at in ways[:_WIDTH]:
        meld = there[at]
        cost, plays, more = _best_sequences(hand - meld.counts, triplets + _TRIPLETS[meld.family])
        if cost + meld.cost < best[0]:
            best = (cost + meld.cost, plays + 1, (meld, *more))
    return best


def estimate(hand: int) -> tuple[int, int]:
    """What a hand costs, in hundredths of a turn, and how many plays it makes: about what `split` says, and cheaper."""
    whole = _FOUR_TWO.get(hand)
    if whole is not None:
        return whole.cost, 1
    return _best_sequences(hand, 0)[:2]


# -- the whole -----------------------------------------------------------------------------------------
_FOUR_TWO: Final = {
    of_ranks(play): Meld(of_ranks(play), FAMILY[kind, 1], place, price(kind, place), play.bit_count())
    for kind in (Kind.FOUR_TWO_SINGLES, Kind.FOUR_TWO_PAIRS)
    for place, core in enumerate(CORES[kind, 1])
    for play in core.plays
}


@lru_cache(maxsize=REMEMBERED)
def split(hand: int) -> Split:
    """A hand in plays that cost little: a short search for sequences, the rest by rank, extra cards put along last."""
    chosen = _best_sequences(hand, 0)[2]
    rest = hand - sum(meld.counts for meld in chosen)
    melds = [*chosen, *_by_rank(rest)]
    singles = tuple(meld.place for meld in melds if meld.family == SINGLE)
    pairs = tuple(meld.place for meld in melds if meld.family == PAIR)
    whole = _FOUR_TWO.get(hand)
    melds = _with_extras(melds, singles, pairs) if whole is None else [whole]
    return Split(sum(meld.cost for meld in melds), tuple(melds), singles, pairs)


def _by_rank(hand: int) -> list[Meld]:
    """The rocket, and plays of one rank each, lowest first."""
    melds = []
    if holds(hand, THE_ROCKET.counts):
        melds.append(THE_ROCKET)
        hand -= THE_ROCKET.counts
    place = 0
    while hand:
        if hand & COUNT:
            melds.append(ALIKE[place][(hand & COUNT) - 1])
        hand >>= BITS
        place += 1
    return melds


def _with_extras(melds: list[Meld], singles: tuple[int, ...], pairs: tuple[int, ...]) -> list[Meld]:
    """The same, with low singles or pairs put along with the triplets and triplet sequences."""
    left = list(melds)
    loose = ([place for place in singles if place < TWO], [place for place in pairs if place < TWO])
    for core in melds:
        triplets = 1 if core.family == TRIPLET else _TRIPLETS[core.family]
        together = triplets and _together(core, triplets, *loose)
        if together:
            extras = together.counts - core.counts
            left = [meld for meld in left if meld is not core and (meld.family > PAIR or not holds(extras, meld.counts))]
            left.append(together)
    return left


def _together(core: Meld, triplets: int, singles: list[int], pairs: list[int]) -> Meld | None:
    """A core with the lowest extra cards, which are taken from those; None without enough of them."""
    ranks = range(core.place - triplets + 1, core.place + 1)
    low_singles = [place for place in singles if place not in ranks][:triplets]
    low_pairs = [place for place in pairs if place not in ranks][:triplets]
    enough = [places for places in (low_singles, low_pairs) if len(places) == triplets]
    if not enough:
        return None
    places = min(enough)
    of_pairs = places is low_pairs
    kind = _EXTRAS[triplets > 1][of_pairs]
    if (kind, triplets) not in FAMILY:
        return None
    for place in places:
        (pairs if of_pairs else singles).remove(place)
    each = 1 + of_pairs
    extras = sum(UNITS[place] for place in places) * each
    return Meld(core.counts + extras, FAMILY[kind, triplets], core.place, price(kind, core.place), core.size + triplets * each)


_EXTRAS: Final = (
    (Kind.TRIPLET_SINGLE, Kind.TRIPLET_PAIR),
    (Kind.TRIPLET_SEQUENCE_SINGLES, Kind.TRIPLET_SEQUENCE_PAIRS),
)
"""A triplet, or a sequence of them, with single cards or with pairs."""
