"""All 3,162,510 hands counted, and every kind of hand held to an evaluator that simply tries all there is to try."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb

from engine.cards import DECK_54, JOKERS, RANKS, SUITS
from engine.poker import HandCategory, category_of, judge, prepare, strength, strength_of
from engine.shuffle import HashSource

WEAKEST_FIRST = list(reversed(HandCategory))
RANK = {card: 0 if card in JOKERS else RANKS.index(card[0]) + 2 for card in DECK_54}

Reading = tuple[int, tuple[int, ...], int]
"""Height of the category, ranks in the order in which they are compared, minus the number of wild Jokers."""


def straight_top(ranks: set[int]) -> int:
    """The top of a straight of five different ranks, 0 for none."""
    if max(ranks) - min(ranks) == 4:
        return max(ranks)
    return 5 if ranks == {14, 2, 3, 4, 5} else 0


def straight_or_flush(cards: tuple[str, ...], wild: int) -> Reading | None:
    """The reading of five cards without Jokers as a straight or a flush, if they are one."""
    ranks = {RANK[card] for card in cards}
    flush = len({card[1] for card in cards}) == 1
    top = straight_top(ranks) if len(ranks) == 5 else 0
    if not top and not flush:
        return None
    name = ("royal_flush" if top == 14 else "straight_flush") if top and flush else "flush" if flush else "straight"
    compared = tuple(range(top, top - 5, -1)) if top else tuple(sorted(ranks, reverse=True))
    return WEAKEST_FIRST.index(HandCategory(name)), compared, -wild


def matches(cards: tuple[str, ...]) -> Reading:
    """The reading of five cards by matching ranks alone, in which a Joker is a zero."""
    counts = Counter(RANK[card] for card in cards)
    groups = sorted(counts.items(), key=lambda group: (group[1], group[0]), reverse=True)
    names = {"41": "four_of_a_kind", "32": "full_house", "311": "three_of_a_kind", "221": "two_pair", "2111": "pair"}
    name = names.get("".join(str(count) for _, count in groups), "high_card")
    return WEAKEST_FIRST.index(HandCategory(name)), tuple(rank for rank, count in groups for _ in range(count)), 0


def readings(cards: tuple[str, ...]) -> Iterator[tuple[Reading, tuple[str, ...]]]:
    """Every reading of a hand, with the cards that its Jokers stand for in it."""
    yield matches(cards), ()
    held = tuple(card for card in cards if card not in JOKERS)
    others = [card for card in DECK_54 if card not in held and card not in JOKERS]
    jokers = len(cards) - len(held)
    for stand_ins in combinations(others, jokers):
        reading = straight_or_flush((*held, *stand_ins), jokers)
        if reading:
            yield reading, stand_ins


def kinds_of_hands() -> Iterator[tuple[str, ...]]:
    """A hand of every set of ranks and number of Jokers, of more than one suit, and of one suit where that can be."""
    for jokers in range(3):
        for ranks in combinations_with_replacement(RANKS, 5 - jokers):
            if max(Counter(ranks).values()) > 4:
                continue
            in_turn = [*range(4)] if len(set(ranks)) < len(ranks) else [0, 0, 0, 0, 1]
            mixed = (rank + SUITS[in_turn[(place - 5) % len(in_turn)]] for place, rank in enumerate(ranks, jokers))
            yield (*mixed, *JOKERS[:jokers])
            if len(set(ranks)) == len(ranks):
                yield (*(rank + "h" for rank in ranks), *JOKERS[:jokers])


def test_there_are_exactly_as_many_hands_of_each_category_as_counted_by_hand() -> None:
    worths = Counter(map(strength_of, combinations(map(prepare, DECK_54), 5)))
    counts = Counter[str]()
    for worth, count in worths.items():
        counts[category_of(worth)] += count
    assert sum(counts.values()) == comb(54, 5)
    assert counts == {
        "royal_flush": 84,
        "straight_flush": 540,
        "four_of_a_kind": 650,
        "full_house": 3_796,
        "flush": 11_388,
        "straight": 34_704,
        "three_of_a_kind": 59_904,
        "two_pair": 132_912,
        "pair": 1_276_296,
        "high_card": 1_642_236,
    }


def test_every_kind_of_hand_has_the_place_that_trying_every_card_for_every_joker_gives_it() -> None:
    hands = list(kinds_of_hands())
    assert len(set(hands)) == len(hands) == 8_450 + 2_288
    best = {hand: max(readings(hand))[0] for hand in hands}
    worths = {reading: strength(hand) for hand, reading in best.items()}
    assert all(worths[reading] == strength(hand) for hand, reading in best.items())
    in_order = [worths[reading] for reading in sorted(worths)]
    assert in_order == sorted(set(in_order))


def random_hands(count: int) -> Iterator[tuple[str, ...]]:
    """Hands out of small parts of the deck, so that many are close to each other and have Jokers."""
    source = HashSource(b"poker hands:")
    for _ in range(count):
        start = source.below(len(DECK_54) - 16)
        part = [*DECK_54[start : start + 14], *JOKERS]
        yield tuple(part.pop(source.below(len(part))) for _ in range(5))


def test_a_random_hand_is_named_as_trying_every_card_for_every_joker_names_it() -> None:
    for hand in random_hands(400):
        (height, _, _), stand_ins = max(readings(hand))
        judged = judge(hand)
        assert judged.category is WEAKEST_FIRST[height], hand
        assert sorted(joker.joker for joker in judged.wild) == [card for card in JOKERS if card in hand and stand_ins], hand
        if judged.category is HandCategory.STRAIGHT:
            assert {joker.stands_for for joker in judged.wild} == {card[0] + "*" for card in stand_ins}, hand
        else:
            assert {joker.stands_for for joker in judged.wild} == set(stand_ins), hand
