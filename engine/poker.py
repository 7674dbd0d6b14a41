"""Five-card poker hands of a 54-card deck, in which a Joker is wild only for straights and flushes.

RULES.md, "Poker hands with Jokers", is the definition. A hand can be read in more than one way: by its
matching ranks, where a Joker is a zero; as a straight, and as a flush, where every Joker is wild. What
each reading is worth is one whole number, its *strength*, packed so that comparing numbers compares hands:

    category | five ranks, those that make the hand first | Jokers that are not wild

All hands are read once, when this module is loaded: 8,450 sets of ranks, and 2,288 sets of ranks in each
suit. From then on a hand is judged by adding up its five cards and looking the sum up.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations, combinations_with_replacement
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine.cards import DECK_54, JOKERS, RANKS, SUITS, Cards
from engine.ruleset import HandsAnswer, Refusal, refuse_hand

HAND_CARDS: Final = 5


class HandCategory(StrEnum):
    """What a hand is. Hands of five cards rank in this order, strongest first."""

    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    PAIR = "pair"
    HIGH_CARD = "high_card"


class WildJoker(Struct, frozen=True):
    """A Joker that completes a straight or a flush, and the card that it counts as."""

    joker: Annotated[str, Meta(pattern="^(BJ|RJ)$", description="The Joker.", examples=["BJ"])]
    stands_for: Annotated[
        str,
        Meta(
            pattern="^[2-9TJQKA][cdhs*]$",
            description="The card that it counts as; `*` for the suit in a straight that is no flush, where any will do.",
            examples=["Kh", "K*"],
        ),
    ]


class JudgedHand(Struct, frozen=True):
    """A hand, and what it is."""

    category: HandCategory
    cards: Annotated[Cards, Meta(description="The hand, in the order in which it came.")]
    makes: Annotated[
        Cards,
        Meta(
            description="The cards that make it what it is, strongest first and a wild Joker in the place of its card:"
            " all five of a straight or a flush, the matching cards of the others, the highest card of a `high_card`."
        ),
    ]
    wild: Annotated[
        tuple[WildJoker, ...],
        Meta(description="The wild Jokers, highest card first. A Joker that counts as a zero is not among them."),
    ]


class HandRanking(HandsAnswer, frozen=True, tag="ranking"):
    """Hands, each judged alone, and their order."""

    hands: Annotated[tuple[JudgedHand, ...], Meta(description="The hands, in the order in which they came.")]
    order: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="The places of the hands in that list, from 0, strongest first; equal hands stand together."),
    ]


# -- what a reading is worth ---------------------------------------------------------------------------
Ranks = tuple[int, ...]
"""A Joker that is a zero is 0, the cards are 2 to 14; the ace is 14, and 1 at the low end of a straight."""

_ZERO: Final = 0
_LOW_ACE: Final = 1
_ACE: Final = 14
_HIGH_TO_LOW: Final = range(_ACE, 1, -1)

_WEAKEST_FIRST: Final = tuple(reversed(HandCategory))
_HEIGHT: Final = {category: height for height, category in enumerate(_WEAKEST_FIRST)}
_RANK_BITS: Final = 4
_TAME_BITS: Final = 2
"""For the number of Jokers that are not wild: of equal hands the one with fewer wild Jokers is stronger."""
_CATEGORY_SHIFT: Final = HAND_CARDS * _RANK_BITS + _TAME_BITS

_CATEGORY_BY_MATCHES: Final = {
    (4, 4, 4, 4, 1): HandCategory.FOUR_OF_A_KIND,
    (3, 3, 3, 2, 2): HandCategory.FULL_HOUSE,
    (3, 3, 3, 1, 1): HandCategory.THREE_OF_A_KIND,
    (2, 2, 2, 2, 1): HandCategory.TWO_PAIR,
    (2, 2, 1, 1, 1): HandCategory.PAIR,
    (1, 1, 1, 1, 1): HandCategory.HIGH_CARD,
}
"""Of how many cards the rank of each card is, most first."""

_MADE_BY: Final = {
    HandCategory.FOUR_OF_A_KIND: 4,
    HandCategory.THREE_OF_A_KIND: 3,
    HandCategory.TWO_PAIR: 4,
    HandCategory.PAIR: 2,
    HandCategory.HIGH_CARD: 1,
}
"""How many cards make a hand; all five where nothing is said."""


def _straights() -> dict[Ranks, Ranks]:
    """The best straight that ranks, highest first, are part of together with the Jokers that make them five."""
    runs = [tuple(range(top, top - HAND_CARDS, -1)) for top in range(_ACE, HAND_CARDS - 1, -1)]
    best: dict[Ranks, Ranks] = {}
    for run in runs:
        ranks = sorted([_ACE if rank == _LOW_ACE else rank for rank in run], reverse=True)
        for jokers in range(len(JOKERS) + 1):
            for held in combinations(ranks, HAND_CARDS - jokers):
                best.setdefault(held, run)
    return best


_STRAIGHT: Final = _straights()


def _strength(category: HandCategory, ranks: Iterable[int], wild: int = 0) -> int:
    """A reading as a number; ranks as they are compared, those that make the hand first."""
    packed = _HEIGHT[category]
    for rank in ranks:
        packed = packed << _RANK_BITS | rank
    return packed << _TAME_BITS | (len(JOKERS) - wild)


def _by_matches(held: Ranks, jokers: int) -> int:
    """The reading in which every Joker is a zero; ranks from the highest down."""
    ranks = (*held, *[_ZERO] * jokers)
    counted = sorted([(ranks.count(rank), rank) for rank in ranks], reverse=True)
    matches, ordered = zip(*counted, strict=True)
    return _strength(_CATEGORY_BY_MATCHES[matches], ordered)


def _unsuited(held: Ranks, jokers: int) -> int:
    """The strongest reading of ranks, highest first, that are not of one suit."""
    straight = _STRAIGHT.get(held)
    return _strength(HandCategory.STRAIGHT, straight, jokers) if straight else _by_matches(held, jokers)


def _suited(held: Ranks, jokers: int) -> int:
    """The strongest reading of different ranks, highest first, that are all of one suit."""
    straight = _STRAIGHT.get(held)
    if straight:
        royal = straight[0] == _ACE
        return _strength(HandCategory.ROYAL_FLUSH if royal else HandCategory.STRAIGHT_FLUSH, straight, jokers)
    missing = [rank for rank in _HIGH_TO_LOW if rank not in held]
    return _strength(HandCategory.FLUSH, sorted((*held, *missing[:jokers]), reverse=True), jokers)


# -- cards as numbers that are added up ----------------------------------------------------------------
_SUIT_BITS: Final = 6
_SUIT_NUMBER: Final = dict(zip(SUITS, (0, 1, 6, 7), strict=True))
"""No five, four or three cards add up to what as many of one suit add up to, but those themselves."""
_RANK_NUMBER: Final = tuple(pow(11, rank, 256_021) for rank in range(_ACE + 1))
"""No two different sets of five ranks add up to the same; the two constants were searched for this."""


def _code(rank: int, suit_number: int) -> int:
    return _RANK_NUMBER[rank] << _SUIT_BITS | suit_number


_CODE: Final = {
    **{rank + suit: _code(RANKS.index(rank) + 2, number) for rank in RANKS for suit, number in _SUIT_NUMBER.items()},
    **{joker: _code(_ZERO, 0) for joker in JOKERS},
}


def _rank_sets(jokers: int) -> Iterator[Ranks]:
    """Every set of ranks, highest first, that is a hand together with that many Jokers."""
    for held in combinations_with_replacement(_HIGH_TO_LOW, HAND_CARDS - jokers):
        if held.count(held[0]) < HAND_CARDS:
            yield held


def _tables() -> tuple[dict[int, int], dict[int, int]]:
    """The strength of hands of one suit by the sum of their codes, and of all others by the sum of their ranks."""
    suited: dict[int, int] = {}
    unsuited: dict[int, int] = {}
    for jokers in range(len(JOKERS) + 1):
        for held in _rank_sets(jokers):
            ranks = sum(_RANK_NUMBER[rank] for rank in held) + jokers * _RANK_NUMBER[_ZERO]
            unsuited[ranks] = _unsuited(held, jokers)
            if len(set(held)) == len(held):
                strength = _suited(held, jokers)
                for number in _SUIT_NUMBER.values():
                    suited[ranks << _SUIT_BITS | number * len(held)] = strength
    return suited, unsuited


_SUITED, _UNSUITED = _tables()


_PLACE: Final = {card: place for place, card in enumerate(DECK_54)}


# -- hands ---------------------------------------------------------------------------------------------
def refuse_hands(hands: Iterable[Cards]) -> Refusal | None:
    """Why hands can't be judged, or None where they can: each of five different cards of the deck."""
    refusals = (refuse_hand(cards, DECK_54, (HAND_CARDS,), str(HAND_CARDS)) for cards in hands)
    return next(filter(None, refusals), None)


def prepare(card: str) -> int:
    """A card as strength_of takes it: worth keeping where a card is judged in many hands."""
    return _CODE[card]


def strength_of(codes: Iterable[int]) -> int:
    """What five different cards, prepared and in any order, are worth: as strength says."""
    one, two, three, four, five = codes  # quicker than sum(), and no other number of cards is a hand
    total = one + two + three + four + five
    return _SUITED.get(total) or _UNSUITED[total >> _SUIT_BITS]


def strength(cards: Iterable[str]) -> int:
    """What five different cards, in any order, are worth: the higher the stronger, equal only for equal hands.

    Raises ValueError for another number of cards and KeyError for no card of the deck. A card that stands there
    twice is not looked for: refuse_hands does that.
    """
    return strength_of(map(_CODE.__getitem__, cards))


def category_of(strength: int) -> HandCategory:
    """The category of a hand, by its strength."""
    return _WEAKEST_FIRST[strength >> _CATEGORY_SHIFT]


def judge(cards: Sequence[str]) -> JudgedHand:
    """What a hand of five different cards is, which of them make it, and what its wild Jokers stand for."""
    worth = strength(cards)
    category = category_of(worth)
    ordered, wild = _in_order(cards, _ranks_of(worth))
    return JudgedHand(category, tuple(cards), ordered[: _MADE_BY.get(category, HAND_CARDS)], wild)


def _ranks_of(strength: int) -> Ranks:
    """The five ranks in a strength, in the order in which they are compared."""
    packed = strength >> _TAME_BITS
    return tuple(packed >> _RANK_BITS * place & (1 << _RANK_BITS) - 1 for place in reversed(range(HAND_CARDS)))


def _in_order(cards: Sequence[str], ranks: Ranks) -> tuple[Cards, tuple[WildJoker, ...]]:
    """The cards of a hand put as these ranks, and what its wild Jokers stand for."""
    by_rank = defaultdict[int, list[str]](list)
    for card in sorted(cards, key=_PLACE.__getitem__, reverse=True):
        by_rank[_ZERO if card in JOKERS else RANKS.index(card[0]) + 2].append(card)
    suits = {card[1] for card in cards if card not in JOKERS}
    suit = suits.pop() if len(suits) == 1 else "*"
    ordered: list[str] = []
    wild: list[WildJoker] = []
    for rank in ranks:
        held = by_rank[_ACE if rank == _LOW_ACE else rank]
        if not held:
            wild.append(WildJoker(by_rank[_ZERO][-1], RANKS[rank - 2] + suit))
        ordered.append((held or by_rank[_ZERO]).pop())
    return tuple(ordered), tuple(wild)


def rank_hands(hands: Iterable[Sequence[str]]) -> HandRanking:
    """Each hand judged, and the places of equal hands together, strongest first."""
    judged = tuple(map(judge, hands))
    places = defaultdict[int, list[int]](list)
    for place, hand in enumerate(judged):
        places[strength(hand.cards)].append(place)
    return HandRanking(judged, tuple(tuple(places[worth]) for worth in sorted(places, reverse=True)))
