"""The 5-card and 3-card hands of the 21 cards of five-three: their strengths, judged and ranked, and the splits of 8 cards.

All that a hand is worth follows from its ranks and from whether it is of one suit, so all are read once, when this
module is loaded: 241 sets of ranks, and 26 in each suit. A *strength* is the place of a reading among all of its
size, from 0 for the weakest: comparing the numbers compares the hands. Strengths of 5-card and of 3-card hands have
nothing to do with each other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType
from typing import Final

from engine.cards import RED_JOKER, SUITS, Cards
from engine.games.five_three.readings import DECK, FIVE, HEIGHT, RANKS, THREE, ZERO, Heights, all_differ, read
from engine.poker import HandRanking, JudgedHand, WildJoker
from engine.ruleset import Refusal, refuse_hand

# -- cards as numbers that are added up ----------------------------------------------------------------
_COUNT_BITS: Final = 3
"""A number counts the cards of each rank and of each suit, and no count passes 7."""
_SUITS_SHIFT: Final = _COUNT_BITS * (len(RANKS) + 1)
_RANKS_MASK: Final = (1 << _SUITS_SHIFT) - 1


def _rank_code(height: int) -> int:
    return 1 << _COUNT_BITS * height


_SUIT_CODE: Final = {suit: 1 << _SUITS_SHIFT + _COUNT_BITS * number for number, suit in enumerate(SUITS)}
_CODE: Final = {
    **{card: _rank_code(HEIGHT[card]) + _SUIT_CODE[card[1]] for card in DECK[:-1]},
    RED_JOKER: _rank_code(ZERO),
}


class _Table:
    """Every hand of one size: its strength, and of each strength the reading."""

    def __init__(self, size: int) -> None:
        by_ranks = {heights: read(heights, one_suit=False) for heights in _rank_sets(size)}
        of_one_suit = {heights: read(heights, one_suit=True) for heights in by_ranks if all_differ(heights)}
        every = {reading.worth: reading for table in (by_ranks, of_one_suit) for reading in table.values()}
        places = {worth: place for place, worth in enumerate(sorted(every))}
        self.readings: Final = tuple(every[worth] for worth in places)
        """By strength, the weakest first."""
        self.by_ranks: Final = {sum(map(_rank_code, heights)): places[reading.worth] for heights, reading in by_ranks.items()}
        """Strengths of hands not of one suit, by the sum of their ranks' numbers."""
        self.of_one_suit: Final = {
            sum(map(_rank_code, heights)) + suit * (size - heights.count(ZERO)): places[reading.worth]
            for heights, reading in of_one_suit.items()
            for suit in _SUIT_CODE.values()
        }
        """Strengths of the others, by the sum of their cards' numbers."""

    def strength(self, cards: Iterable[str]) -> int:
        code = sum(map(_CODE.__getitem__, cards))
        suited = self.of_one_suit.get(code)
        return self.by_ranks[code & _RANKS_MASK] if suited is None else suited


def _rank_sets(size: int) -> Iterator[Heights]:
    """The ranks, highest first, of every hand of a size: at most one Joker and four cards of a rank."""
    for heights in combinations_with_replacement(range(len(RANKS), -1, -1), size):
        if heights.count(ZERO) <= 1 and heights.count(heights[0]) <= len(SUITS):
            yield heights


_TABLES: Final = MappingProxyType({size: _Table(size) for size in (FIVE, THREE)})
_FIVES: Final = _TABLES[FIVE]
_THREES: Final = _TABLES[THREE]

STRENGTHS5: Final = len(_FIVES.readings)
"""How many strengths there are of 5-card hands."""
STRENGTHS3: Final = len(_THREES.readings)
"""How many strengths there are of 3-card hands."""


def strength5(cards: Iterable[str]) -> int:
    """What five different cards of the deck, in any order, are worth: 0 to STRENGTHS5 - 1, equal only for equal hands."""
    return _FIVES.strength(cards)


def strength3(cards: Iterable[str]) -> int:
    """What three different cards of the deck, in any order, are worth: 0 to STRENGTHS3 - 1, equal only for equal hands."""
    return _THREES.strength(cards)


# -- hands ---------------------------------------------------------------------------------------------
def refuse_hands(hands: Sequence[Cards]) -> Refusal | None:
    """Why hands can't be judged and ranked, or None where they can: each of different cards of the deck, all 5 or all 3."""
    for cards in hands:
        if refusal := refuse_hand(cards, DECK, _TABLES, f"{FIVE} or {THREE}"):
            return refusal
        if len(cards) != len(hands[0]):
            sizes = f"{len(hands[0])} and {len(cards)}"
            return Refusal("hand_sizes_differ", f"Hands of {sizes} cards can't be ranked together.", cards)
    return None


def judge(cards: Sequence[str]) -> JudgedHand:
    """What five or three different cards of the deck are, which of them make it, and what a wild Joker stands for."""
    table = _TABLES[len(cards)]
    reading = table.readings[table.strength(cards)]
    ordered, wild = _in_order(cards, reading.heights)
    return JudgedHand(reading.category, tuple(cards), ordered[: reading.made_by], wild)


def _in_order(cards: Sequence[str], heights: Heights) -> tuple[Cards, tuple[WildJoker, ...]]:
    """The cards of a hand put as these heights, suits c d h s, and what a wild Joker stands for."""
    by_height: dict[int, list[str]] = {}
    for card in sorted(cards, key=DECK.index):
        by_height.setdefault(HEIGHT[card], []).append(card)
    ordered = tuple([card for height in dict.fromkeys(heights) for card in by_height.get(height, (RED_JOKER,))])
    if RED_JOKER not in cards or ZERO in heights:
        return ordered, ()
    suits = {card[1] for card in cards if card != RED_JOKER}
    rank = RANKS[heights[ordered.index(RED_JOKER)] - 1]
    return ordered, (WildJoker(RED_JOKER, rank + (suits.pop() if len(suits) == 1 else "*")),)


def rank_hands(hands: Iterable[Sequence[str]]) -> HandRanking:
    """Each hand judged, and the places of equal hands together, strongest first. All have 5 or all have 3 cards."""
    judged = tuple(map(judge, hands))
    places = defaultdict[int, list[int]](list)
    for place, hand in enumerate(judged):
        places[_TABLES[len(hand.cards)].strength(hand.cards)].append(place)
    return HandRanking(judged, tuple(tuple(places[strength]) for strength in sorted(places, reverse=True)))


# -- a Collection and its splits -----------------------------------------------------------------------
COLLECTION_CARDS: Final = FIVE + THREE
_PLACES: Final = tuple(range(COLLECTION_CARDS))

SPLITS: Final = tuple(
    (tuple(place for place in _PLACES if place not in three), three) for three in combinations(_PLACES, THREE)
)
"""The 56 ways to split a Collection, as the places of the cards of the 5-card hand and of the 3-card hand."""


def split_strengths(collection: Sequence[str]) -> list[tuple[int, int]]:
    """The strengths of the 5-card and of the 3-card hand in each of SPLITS, for 8 different cards of the deck."""
    codes = [_CODE[card] for card in collection]
    whole = sum(codes)
    suited5, ranks5, suited3, ranks3 = _FIVES.of_one_suit, _FIVES.by_ranks, _THREES.of_one_suit, _THREES.by_ranks
    strengths = []
    for a, b, c in combinations(codes, THREE):
        three = a + b + c
        five = whole - three
        of_five = suited5[five] if five in suited5 else ranks5[five & _RANKS_MASK]
        of_three = suited3[three] if three in suited3 else ranks3[three & _RANKS_MASK]
        strengths.append((of_five, of_three))
    return strengths


def best_split(collection: Sequence[str], worth5: Sequence[int], worth3: Sequence[int]) -> tuple[Cards, Cards]:
    """The split whose hands are together worth most, by a worth for each strength; the first of equal ones."""
    worths = [worth5[five] + worth3[three] for five, three in split_strengths(collection)]
    five, three = SPLITS[worths.index(max(worths))]
    return tuple(collection[place] for place in five), tuple(collection[place] for place in three)
