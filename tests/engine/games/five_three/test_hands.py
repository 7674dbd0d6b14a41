"""The hands of five-three: the vectors, every hand there is, and what the rules say about each."""

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.games.five_three.hands import (
    SPLITS,
    STRENGTHS3,
    STRENGTHS5,
    best_split,
    judge,
    rank_hands,
    refuse_hands,
    split_strengths,
    strength3,
    strength5,
)
from engine.games.five_three.readings import DECK
from engine.shuffle import HashSource, shuffled
from tests.engine.games.five_three.slow_hands import best_reading

VECTORS = Path(__file__).parents[3] / "vectors"


def cases(name: str) -> list[Any]:
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in json.loads((VECTORS / name).read_text())]


def makes(hand: str) -> str:
    return " ".join(judge(hand.split()).makes)


def wild(hand: str) -> list[str]:
    return [joker.stands_for for joker in judge(hand.split()).wild]


def is_stronger(hand: str, other: str) -> bool:
    strength = strength5 if len(hand.split()) == 5 else strength3
    return strength(hand.split()) > strength(other.split())


@pytest.mark.parametrize(("given", "expected"), cases("five_three_hands.json"))
def test_hands_are_named_and_ordered_as_the_vectors_say(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert refuse_hands(given["hands"]) is None
    ranking = rank_hands(given["hands"])
    assert [hand.category for hand in ranking.hands] == expected["categories"]
    assert [[joker.stands_for for joker in hand.wild] for hand in ranking.hands] == expected["wild"]
    assert [list(places) for places in ranking.order] == expected["order"]


@pytest.mark.parametrize(
    ("given", "expected"), [case for case in cases("hands_refused.json") if case.values[0]["ruleset"] == "five-three"]
)
def test_what_is_no_hand_is_refused_as_the_vectors_say(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert expected["refused"]
    assert refuse_hands(given["hands"]) is not None


@pytest.mark.parametrize(
    ("hands", "reason", "cards"),
    [
        (["Tc Jc Qc Kc"], "wrong_hand_size", "Tc Jc Qc Kc"),
        (["Tc Jc Qc", "Tc Jc Qc Kc Ac"], "hand_sizes_differ", "Tc Jc Qc Kc Ac"),
        (["Tc Jc Qc", "9c BJ Qc"], "card_not_in_deck", "9c BJ"),
        (["RJ Jc RJ Jc Kd"], "card_named_twice", "RJ Jc"),
    ],
)
def test_a_refused_hand_names_the_cards_concerned(hands: list[str], reason: str, cards: str) -> None:
    refusal = refuse_hands([tuple(hand.split()) for hand in hands])
    assert refusal is not None
    assert (refusal.reason, " ".join(refusal.cards)) == (reason, cards)


def test_two_hands_may_hold_the_same_card_since_each_is_judged_alone() -> None:
    hands = [("Tc", "Td", "RJ"), ("Tc", "Jd", "RJ"), ("Td", "Tc", "RJ")]
    assert refuse_hands(hands) is None
    assert rank_hands(hands).order == ((1,), (0, 2))


# -- every hand there is -------------------------------------------------------------------------------
def test_there_are_as_many_hands_of_each_kind_of_five_as_can_be_counted_by_hand() -> None:
    assert Counter(judge(cards).category for cards in combinations(DECK, 5)) == {
        "royal_flush": 24,
        "four_of_a_kind": 85,
        "full_house": 480,
        "straight": 2_280,
        "three_of_a_kind": 2_240,
        "two_pair": 4_680,
        "pair": 10_560,
    }


def test_there_are_as_many_hands_of_each_kind_of_three_as_can_be_counted_by_hand() -> None:
    assert Counter(judge(cards).category for cards in combinations(DECK, 3)) == {
        "straight_flush": 40,
        "three_of_a_kind": 20,
        "flush": 40,
        "straight": 264,
        "pair": 510,
        "high_card": 456,
    }


@pytest.mark.parametrize(("size", "strength", "strengths"), [(5, strength5, STRENGTHS5), (3, strength3, STRENGTHS3)])
def test_every_hand_is_what_the_slow_way_says_and_stands_where_it_says(size: int, strength: Any, strengths: int) -> None:
    slow_of: dict[int, Any] = {}
    for cards in combinations(DECK, size):
        slow = best_reading(cards)
        judged = judge(cards)
        assert judged.category == slow.category
        suit = slow.stands_for[1:] if "flush" in slow.category else "*"
        assert [joker.stands_for for joker in judged.wild] == [slow.stands_for[:1] + suit] * bool(slow.stands_for)
        assert slow_of.setdefault(strength(cards), slow[:3]) == slow[:3]
    in_order = [slow_of[place] for place in range(strengths)]
    assert len(slow_of) == strengths
    assert all(weaker < stronger for weaker, stronger in pairwise(in_order))


# -- what the rules say --------------------------------------------------------------------------------
def test_a_joker_may_be_a_card_that_is_in_the_other_hand() -> None:
    assert wild("Th RJ Qh Kh Ah") == ["Jh"]
    assert wild("Th RJ Qh") == ["Jh"]


@pytest.mark.parametrize(
    ("hand", "other"),
    [
        ("Ah Ad Ac As RJ", "RJ Ac Jd Qh Ks"),
        ("Jh Jd Jc Ks Kc", "Th Jd Qh Kh Ah"),
        ("Th Jd Qh Kh Ah", "Ac Ad Ah Ks RJ"),
        ("Th Td Tc Js Qd", "Ac Ad Kc Kd Qh"),
        ("Tc Td Js Jd Qh", "Ah Ad Kc Qd Js"),
        ("Tc Td Th", "Jc Qd Kd"),
        ("Tc Td Th", "Ac Jc Kc"),
        ("Tc Jc Qc", "Ac Ad Ah"),
        ("Tc Kc RJ", "Qd Kc Ah"),
        ("Tc Jd Qh", "Ac Ad Kh"),
        ("Tc Td RJ", "Ac Kd Jh"),
    ],
)
def test_the_kinds_of_hand_stand_in_the_order_of_the_rules(hand: str, other: str) -> None:
    assert is_stronger(hand, other)


@pytest.mark.parametrize(
    ("hand", "other"),
    [
        ("Th Jd Qh Kh Ah", "Th RJ Qh Kc Ad"),
        ("Th Jh Qh Kh Ah", "Tc Jc Qc Kc RJ"),
        ("Jc Qc Kc", "Jd RJ Kd"),
        ("Jc Qd Kc", "Jd RJ Kc"),
        ("Tc Kc Ac", "Td RJ Ad"),
    ],
)
def test_of_equal_cards_the_hand_without_the_joker_is_stronger(hand: str, other: str) -> None:
    assert is_stronger(hand, other)


def test_a_joker_that_completes_nothing_is_below_a_10_and_is_not_told_as_wild() -> None:
    assert is_stronger("Ac Ad Tc", "Ah As RJ")
    assert is_stronger("Ac Ad Kc Kd Th", "Ah As Kh Ks RJ")
    assert wild("Ah As RJ") == []
    assert judge(["Tc", "Kd", "RJ"]).category == "high_card"


@pytest.mark.parametrize(
    ("hand", "made_by"),
    [
        ("Tc Ah Kd", "Ah"),
        ("Th Ah Tc", "Tc Th"),
        ("Kc Tc RJ", "RJ Kc Tc"),
        ("Tc Qd RJ", "Qd RJ Tc"),
        ("Kh Tc Kc Td RJ", "Kc Kh Tc Td"),
        ("Kh Tc Kc Td Ks", "Kc Kh Ks Tc Td"),
        ("RJ Tc Td Th Ts", "Tc Td Th Ts"),
        ("Tc Ad RJ Kh Qs", "Ad Kh Qs RJ Tc"),
    ],
)
def test_the_cards_that_make_a_hand_are_told_strongest_first(hand: str, made_by: str) -> None:
    assert makes(hand) == made_by


def test_cards_come_back_in_the_order_in_which_they_were_given() -> None:
    assert judge(["Th", "RJ", "Ac"]).cards == ("Th", "RJ", "Ac")


# -- the splits of a Collection ------------------------------------------------------------------------
def test_a_collection_of_8_can_be_split_in_56_ways() -> None:
    assert len(set(SPLITS)) == 56
    assert all(sorted(five + three) == list(range(8)) for five, three in SPLITS)


def collections(number: int) -> list[tuple[str, ...]]:
    """Collections by chance, always the same."""
    return [shuffled(DECK, b"collections", each)[:8] for each in range(number)]


def test_the_strengths_of_all_splits_are_those_of_their_hands() -> None:
    for collection in collections(200):
        assert split_strengths(collection) == [
            (strength5([collection[place] for place in five]), strength3([collection[place] for place in three]))
            for five, three in SPLITS
        ]


def test_the_best_split_is_the_one_that_no_other_is_worth_more_than() -> None:
    source = HashSource(b"worths")
    for collection in collections(200):
        worth5 = [source.below(100) for _ in range(STRENGTHS5)]
        worth3 = [source.below(100) for _ in range(STRENGTHS3)]
        five, three = best_split(collection, worth5, worth3)
        assert sorted(five + three) == sorted(collection)
        most = max(
            worth5[strength5(set(collection) - set(other))] + worth3[strength3(other)] for other in combinations(collection, 3)
        )
        assert worth5[strength5(five)] + worth3[strength3(three)] == most
