"""Hands with Jokers, case by case: the vectors, and what the rules say about each reading."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.poker import HandCategory, category_of, judge, prepare, rank_hands, refuse_hands, strength, strength_of

VECTORS = Path(__file__).parents[1] / "vectors"


def cases(name: str) -> list[Any]:
    return [pytest.param(case["input"], case["expect"], id=case["id"]) for case in json.loads((VECTORS / name).read_text())]


def makes(hand: str) -> str:
    return " ".join(judge(hand.split()).makes)


def wild(hand: str) -> dict[str, str]:
    return {joker.joker: joker.stands_for for joker in judge(hand.split()).wild}


def worth(hand: str) -> int:
    return strength(hand.split())


@pytest.mark.parametrize(("given", "expected"), cases("poker54.json"))
def test_hands_are_named_and_ordered_as_the_vectors_say(given: dict[str, Any], expected: dict[str, Any]) -> None:
    ranking = rank_hands(given["hands"])
    assert [hand.category for hand in ranking.hands] == expected["categories"]
    assert [sorted(joker.stands_for for joker in hand.wild) for hand in ranking.hands] == [
        sorted(cards) for cards in expected["wild"]
    ]
    assert [list(places) for places in ranking.order] == expected["order"]


@pytest.mark.parametrize(
    ("given", "expected"), [case for case in cases("hands_refused.json") if case.values[0]["ruleset"] != "five-three"]
)
def test_what_is_no_hand_is_refused_as_the_vectors_say(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert expected["refused"]
    assert refuse_hands(map(tuple, given["hands"]))


@pytest.mark.parametrize(
    ("hand", "reason", "cards"),
    [
        ("Ac Kd Qh Js", "wrong_hand_size", ("Ac", "Kd", "Qh", "Js")),
        ("1c Ac Kd Qh XX", "card_not_in_deck", ("1c", "XX")),
        ("Ac Kd Ac Kd Js", "card_named_twice", ("Ac", "Kd")),
    ],
)
def test_a_refused_hand_names_the_cards_concerned(hand: str, reason: str, cards: tuple[str, ...]) -> None:
    refusal = refuse_hands([("Ac", "BJ", "RJ", "2d", "Th"), tuple(hand.split())])
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == (reason, cards)
    assert all(card in refusal.detail or reason == "wrong_hand_size" for card in cards)


def test_hands_of_five_different_cards_are_not_refused() -> None:
    assert refuse_hands([("Ac", "BJ", "RJ", "2d", "Th"), ("Ac", "Kd", "Qh", "Js", "9c")]) is None


@pytest.mark.parametrize(
    ("hand", "made_by"),
    [
        ("2c Ah 9d 7s 4h", "Ah"),
        ("9d 2c 9h 7s Ah", "9d 9h"),
        ("9d 2c 9h 2s Ah", "9d 9h 2c 2s"),
        ("9d 2c 9h 9s Ah", "9d 9h 9s"),
        ("9d 2c 9h 9s 2h", "9d 9h 9s 2c 2h"),
        ("7c 7d 7h 7s BJ", "7c 7d 7h 7s"),
        ("2c Ah BJ 7s RJ", "BJ RJ"),
        ("7c 7d 7h BJ RJ", "7c 7d 7h BJ RJ"),
        ("3c 5d Ah 4s 2h", "5d 4s 3c 2h Ah"),
        ("9h Th Jh Qh RJ", "RJ Qh Jh Th 9h"),
        ("9h Th BJ Qh Kh", "Kh Qh BJ Th 9h"),
        ("2d 9d BJ Ad RJ", "Ad BJ RJ 9d 2d"),
    ],
)
def test_the_cards_that_make_a_hand_stand_strongest_first(hand: str, made_by: str) -> None:
    assert makes(hand) == made_by


def test_a_hand_keeps_its_cards_in_the_order_in_which_they_came() -> None:
    assert judge(["2c", "Ah", "BJ", "7s", "RJ"]).cards == ("2c", "Ah", "BJ", "7s", "RJ")


@pytest.mark.parametrize(
    ("hand", "stands_for"),
    [
        ("9h Th Jh Qh RJ", {"RJ": "Kh"}),
        ("Td Jd Qd Kd BJ", {"BJ": "Ad"}),
        ("9c Th Jh Qh RJ", {"RJ": "K*"}),
        ("Ac 2d 3h 4s RJ", {"RJ": "5*"}),
        ("BJ 2s 9s Ks RJ", {"BJ": "As", "RJ": "Qs"}),
        ("7c 7d 7h 7s RJ", {}),
        ("Ac Kd 9h 5s RJ", {}),
    ],
)
def test_a_wild_joker_stands_for_the_card_that_makes_the_hand_strongest(hand: str, stands_for: dict[str, str]) -> None:
    assert wild(hand) == stands_for


def test_of_equal_hands_the_one_with_fewer_wild_jokers_is_stronger() -> None:
    assert worth("As Qs Js 9s 2s") > worth("RJ Qh Jh 9h 2h")
    assert worth("As Ks 9s 4s 2s") > worth("RJ Kh 9h 4h 2h") > worth("RJ BJ 9h 4h 2h")
    assert worth("9c Tc Jc Qc Kc") > worth("9h Th Jh Qh BJ") > worth("9d RJ Jd Qd BJ")


def test_the_two_jokers_are_equal_in_every_way() -> None:
    assert worth("Ac Kd 9h 5s RJ") == worth("Ad Ks 9c 5h BJ")
    assert worth("9h Th Jh Qh RJ") == worth("9c Tc Jc Qc BJ")


def test_a_joker_that_is_not_wild_counts_below_a_two() -> None:
    assert worth("Ac Kd 9h 5s 2c") > worth("Ad Ks 9c 5h BJ")
    assert worth("2c 2d 3h 4s 5c") > worth("RJ BJ Ah Ks 9c")


def test_the_order_of_the_cards_makes_no_other_hand() -> None:
    assert worth("9h Th Jh Qh RJ") == worth("RJ Jh Qh 9h Th")


def test_prepared_cards_are_worth_what_cards_are_worth() -> None:
    hand = ["9h", "Th", "Jh", "Qh", "RJ"]
    assert strength_of(map(prepare, hand)) == strength(hand)
    assert category_of(strength(hand)) is HandCategory.STRAIGHT_FLUSH


def test_what_are_not_five_cards_of_the_deck_has_no_strength() -> None:
    for wrong in ("Ac Kd 9h 5s", "Ac Kd 9h 5s 2c 3d"):
        with pytest.raises(ValueError, match="unpack"):
            worth(wrong)
    with pytest.raises(KeyError, match="1c"):
        worth("1c Ac Kd 9h 5s")


def test_no_hands_have_no_order() -> None:
    assert rank_hands([]).order == ()
