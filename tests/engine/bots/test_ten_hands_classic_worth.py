"""Sums of cards: they order hands as the rules do, and say what is kept. And the courses that a deck may have taken."""

from itertools import combinations

import pytest

from engine.bots.ten_hands.classic_opponent import _course as course
from engine.bots.ten_hands.classic_opponent import _half_points as half_points_by_rung
from engine.bots.ten_hands.classic_pool import choices
from engine.bots.ten_hands.classic_worth import BY_CATEGORY, RUNGS, code, place, promise
from engine.bots.ten_hands.drawing import drawn
from engine.cards import DECK_54
from engine.games.ten_hands.actions import HANDS, POOL_CARDS
from engine.poker import HAND_CARDS, strength
from engine.shuffle import HashSource

HANDS_TRIED = 3_000


def total(cards: str) -> int:
    return sum(map(code, cards.split()))


def test_places_and_worths_order_hands_as_their_strengths_do() -> None:
    source = HashSource(b"order:")
    hands = [drawn(HAND_CARDS, DECK_54, source) for _ in range(HANDS_TRIED)]
    by_strength = sorted((strength(hand), place(sum(map(code, hand))), BY_CATEGORY.of(sum(map(code, hand)))) for hand in hands)
    for (weaker, low, little), (stronger, high, much) in combinations(by_strength[:: HANDS_TRIED // 300], 2):
        assert (weaker == stronger) == (low == high) == (little == much)
        assert low <= high
        assert little <= much


def test_what_a_choice_keeps_is_what_its_hand_leaves() -> None:
    for number in (POOL_CARDS, POOL_CARDS - 1):
        pool = tuple(map(code, drawn(number, DECK_54, HashSource(b"choices:"))))
        for choice in choices(pool):
            assert sorted(choice.hand + choice.kept) == sorted(pool)


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("BJ 2c 5d 9h Ks", "2d 2c 5d 9h Ks"),
        ("2d 2c 5d 9h Ks", "2d 3c 5d 9h Ks"),
        ("2d 2c 2h 9h Ks", "2d 2c 9d 9h Ks"),
        ("2c 5c 7c Jc Ks", "2c 5c 7c Jd Ks"),
        ("2c 5c RJ Jc Ks", "2c 5c 7c Jd Ks"),
    ],
)
def test_kept_cards_promise_more(more: str, less: str) -> None:
    assert promise(total(more)) > promise(total(less))


def test_a_course_deals_ten_cards_and_then_five_and_each_hand_out_of_what_has_come() -> None:
    for number in range(200):
        source = HashSource(b"course %d:" % number)
        deck = drawn(len(DECK_54), range(len(DECK_54)), source)
        pool, hands = tuple(deck[:POOL_CARDS]), []
        for at in range(POOL_CARDS, 50, HAND_CARDS):
            chosen = drawn(HAND_CARDS, pool, source)
            hands.append(tuple(card for card in pool if card in chosen))
            pool = (*(card for card in pool if card not in chosen), *deck[at : at + HAND_CARDS])
            deals = course(pool, hands, source)
            assert [*map(len, deals)] == [POOL_CARDS] + [HAND_CARDS] * len(hands)
            assert sorted(card for deal in deals for card in deal) == sorted(deck[: at + HAND_CARDS])
            assert deals[-1] == pool[HAND_CARDS:]
            for banked, hand in enumerate(hands):
                assert {*hand} <= {card for deal in deals[: banked + 1] for card in deal}


def test_the_places_that_a_rung_wins_are_counted_as_the_rules_compare_hands() -> None:
    source = HashSource(b"rungs:")
    for _ in range(50):
        others = sorted(drawn(HANDS - 1, RUNGS, source))
        against = sorted(drawn(HANDS, RUNGS, source))
        slowly = [
            sum((mine > theirs) + (mine >= theirs) for mine, theirs in zip(sorted([*others, rung]), against, strict=True))
            for rung in RUNGS
        ]
        assert half_points_by_rung(others, against) == slowly
