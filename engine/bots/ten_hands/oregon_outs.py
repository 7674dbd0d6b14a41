"""What a row of Oregon is worth before the next card is turned: its points, its best chance, and the rows to come.

Of all that may come of a row only the best single chance counts: to make a straight flush that is one or two
cards short, a flush or a straight that is one card short, or more of cards that are alike. Chances are told
by their outs, the unseen cards that make them come true.
"""

from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from engine.bots.ten_hands.oregon_rows import (
    COMPLETING,
    FLUSH,
    FOUR_OF_A_KIND,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TWO_SHORT,
    Held,
    Row,
    Suits,
    all_suits,
    bits,
    jokers_in,
    read,
    suits_in,
)
from engine.bots.ten_hands.oregon_waiting import MORE_ALIKE, ONE_HIT, TWO_HITS, stop_next
from engine.cards import DECK_54, RANKS
from engine.poker import HAND_CARDS

_DECK: Final = bits(DECK_54)


class Unseen(NamedTuple):
    """The cards that are still face down."""

    cards: int
    suits: Suits
    jokers: int
    left: int


def unseen_but(seen: int) -> Unseen:
    """All that are not of the set."""
    cards = _DECK & ~seen
    return Unseen(cards, suits_in(cards), jokers_in(cards), cards.bit_count())


def worth(row: int, unseen: Unseen) -> float:
    """Points to be expected of a row, by its set, and of all rows after it, before the next card is turned."""
    lies = read(row)
    if not unseen.left:
        return lies.points
    hope = _more_alike(lies, unseen)
    if lies.points < FOUR_OF_A_KIND:
        hope = max(hope, _straight_flush(lies, unseen))
    if lies.points < FLUSH:
        hope = max(hope, _flush(lies, unseen), _straight(lies, unseen))
    return lies.points + hope + stop_next(unseen.left, unseen.jokers)


def _more_alike(row: Row, unseen: Unseen) -> float:
    if not row.alike:
        return 0.0
    return MORE_ALIKE[row.points][_outs(row.alike, unseen)][unseen.left]


def _outs(ranks: int, unseen: Unseen) -> int:
    """How many cards of these ranks are unseen."""
    return (all_suits(ranks) & unseen.cards).bit_count()


def _flush(row: Row, unseen: Unseen) -> float:
    for suited, live in zip(row.suits, unseen.suits, strict=True):
        if suited.bit_count() + row.jokers == HAND_CARDS - 1:
            return ONE_HIT[FLUSH - row.points][live.bit_count() + unseen.jokers][unseen.left]
    return 0.0


def _straight(row: Row, unseen: Unseen) -> float:
    completing = COMPLETING.get((row.ranks, row.jokers), 0)
    if not completing:
        return 0.0
    return ONE_HIT[STRAIGHT - row.points][_outs(completing, unseen) + unseen.jokers][unseen.left]


def _straight_flush(row: Row, unseen: Unseen) -> float:
    """In the suit where its chance is best."""
    gain = STRAIGHT_FLUSH - row.points
    suits = zip(row.suits, unseen.suits, strict=True)
    return max([_in_suit(gain, (suited, row.jokers), live, unseen) for suited, live in suits])


def _in_suit(gain: int, held: Held, live: int, unseen: Unseen) -> float:
    """The same for one suit, of which some cards are held and some are live."""
    completing = COMPLETING.get(held, 0)
    if completing:
        return ONE_HIT[gain][(completing & live).bit_count() + unseen.jokers][unseen.left]
    lacking = TWO_SHORT.get(held)
    if not lacking:
        return 0.0
    return _two_hits(gain, [ranks & live for ranks in lacking], unseen)


def _two_hits(gain: int, lacking: list[int], unseen: Unseen) -> float:
    """The same for two cards, by the live ones that each straight lacks; what the first leaves for the second is averaged."""
    first = reduce(or_, lacking)
    outs = [_second(1 << rank, lacking) + unseen.jokers for rank in range(len(RANKS)) if first >> rank & 1]
    outs += [first.bit_count() + unseen.jokers - 1] * unseen.jokers
    then = [number for number in outs if number]
    if not then:
        return 0.0
    return TWO_HITS[gain][len(then)][round(sum(then) / len(then))][unseen.left]


def _second(first: int, lacking: list[int]) -> int:
    """How many live cards complete a straight together with the first, a set of its own."""
    return (reduce(or_, [ranks for ranks in lacking if ranks & first]) & ~first).bit_count()
