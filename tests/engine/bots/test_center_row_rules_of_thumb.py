"""The beginner and the skilled of center row, by what they do with cards that are put before them."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from engine.bots.bot import Level
from engine.bots.center_row import BOTS
from engine.bots.center_row.skilled import usual_build
from engine.cards import DECK_54
from engine.games.center_row.actions import Build, Exchange, Move, Options, Pass
from engine.games.center_row.rules import CenterRow
from engine.games.center_row.state import Turn
from engine.poker import HandCategory, category_of, strength
from engine.shuffle import HashSource, shuffled

RULES = CenterRow()


def exchanged(level: Level, hand: str, center: str, locked: str = "") -> Move:
    """What a level does with these cards in the first turn of two players."""
    state, _ = RULES.new(Options(), 2, b"put")
    put = replace(
        state, hands=(tuple(hand.split()), state.hands[1]), center=tuple(center.split()), locked=(tuple(locked.split()), ())
    )
    return BOTS[level](RULES.view(put, 0), 0, HashSource(b"chance"))


def built(level: Level, cards: str) -> list[set[str]]:
    """The hands that a level builds of fifteen cards, as it puts them."""
    state, _ = RULES.new(Options(), 2, b"put")
    over = replace(state, hands=((), ()), center=(), locked=(tuple(cards.split()), ()), turns=(Turn(None, None),) * 18)
    action = BOTS[level](RULES.view(over, 0), 0, HashSource(b"chance"))
    assert isinstance(action, Build)
    return [set(hand) for hand in action.hands]


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.SKILLED])
def test_the_fourth_card_of_a_rank_is_taken(level: Level) -> None:
    action = exchanged(level, "9c 9d 9h 5c Kd", "2c 3d 4h 9s Jc 6d Qh 8s")
    assert isinstance(action, Exchange)
    assert action.take == "9s"
    assert action.give in ("5c", "Kd")


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.SKILLED])
def test_a_bot_passes_where_no_exchange_makes_its_cards_better(level: Level) -> None:
    assert exchanged(level, "As Ah Ad Ac Ks", "2c 3d 4h 5s 7c 8d 9h Td") == Pass()


def test_the_beginner_takes_the_highest_card_where_none_makes_a_pair() -> None:
    assert exchanged(Level.BEGINNER, "2c 5d 7h 9s Jc", "3c 4d 6h Ks Qd 8c Tc 3h") == Exchange("Ks", "2c")


def test_the_beginner_keeps_its_lowest_card_where_the_row_makes_a_pair_of_it() -> None:
    assert exchanged(Level.BEGINNER, "2c 5d 7h 9s Jc", "2d 4d 6h Ks Qd 8c Tc 3h") == Exchange("2d", "5d")


def test_the_beginner_gives_a_joker_away_and_leaves_one_in_the_row() -> None:
    assert exchanged(Level.BEGINNER, "4c 5c 6c 7c BJ", "8d Kd 2h 3h 9h Jh Th RJ") == Exchange("Kd", "BJ")


def test_the_beginner_breaks_a_suit_for_a_pair() -> None:
    assert exchanged(Level.BEGINNER, "2c 5c 7c 9c Jc", "Jd 3d 6h Ks Qd 8s Td 3h") == Exchange("Jd", "2c")


def test_the_beginner_does_not_think_of_what_it_has_locked() -> None:
    assert exchanged(Level.BEGINNER, "2c 5d 7h 9s Jc", "3c 4d 6h Ks Qd 8c Tc 3h", "3s 3d 4s 4c 6s") == Exchange("Ks", "2c")


def test_the_beginner_breaks_a_pair_for_a_fifth_card() -> None:
    cards = "9c 9d 9h 9s Kc Kd 8c 8d 7h 6s 5s 4d 3d 2d BJ"
    assert built(Level.BEGINNER, cards)[0] == {"9c", "9d", "9h", "9s", "Kc"}


def test_the_skilled_takes_the_fifth_card_of_a_suit() -> None:
    action = exchanged(Level.SKILLED, "2c 5c 9c Jc Kd", "3d 4h 6h 7s Ac 8s Td 3h")
    assert action == Exchange("Ac", "Kd")


def test_the_skilled_takes_a_joker() -> None:
    action = exchanged(Level.SKILLED, "4c 5c 6c 7c Kd", "2d 2h 3h 9h Jh Ts RJ Qs")
    assert action == Exchange("RJ", "Kd")


def test_the_skilled_builds_the_strongest_hand_where_that_costs_nothing() -> None:
    cards = "6d As 9c Ks 3h Qs 9d Js 2c Ts 9h BJ 9s 3d 5c"
    first, *others = built(Level.SKILLED, cards)
    assert first == {"As", "Ks", "Qs", "Js", "Ts"}
    assert [category_of(strength(hand)) for hand in others] == ["four_of_a_kind", "straight"]


@pytest.mark.parametrize(
    ("cards", "categories"),
    [
        ("2c 2h Ad Ah As 2s Ts Qc BJ RJ", ["full_house", "straight"]),
        ("4d 4h Td Th Ts 4s 9h Js BJ RJ", ["full_house", "straight"]),
        ("4d 4h 4s 3d 3s Td Th Ts BJ RJ", ["full_house", "full_house"]),
    ],
)
def test_the_skilled_gives_a_little_of_its_best_hand_for_much_in_another(cards: str, categories: list[str]) -> None:
    hands = usual_build(tuple(cards.split()))
    assert [category_of(strength(hand)) for hand in hands] == categories


def test_no_build_has_higher_categories_than_the_skilled_s() -> None:
    for number in range(20):
        held = tuple(shuffled(DECK_54, b"categories", number)[:10])
        shown = [strength(hand) for hand in usual_build(held)]
        for first in combinations(held, 5):
            other = [strength(first), strength(set(held).difference(first))]
            assert height(other) <= height(shown)


def height(strengths: list[int]) -> int:
    """The categories of hands in sum, a high card counted as 0."""
    weakest_first = list(reversed(HandCategory))
    return sum(weakest_first.index(category_of(one)) for one in strengths)
