"""The beginner and the skilled of center row, by what they do with cards that are put before them."""

import pytest
from msgspec.structs import replace

from engine.bots.bot import Level
from engine.bots.center_row import BOTS
from engine.bots.center_row.skilled import strongest_first
from engine.games.center_row.actions import Build, Exchange, Move, Options, Pass
from engine.games.center_row.rules import CenterRow
from engine.games.center_row.state import Turn
from engine.poker import strength
from engine.shuffle import HashSource

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


def test_the_skilled_builds_the_strongest_hands_that_there_are_one_after_the_other() -> None:
    cards = "6d As 9c Ks 3h Qs 9d Js 2c Ts 9h BJ 9s 3d 5c"
    hands = built(Level.SKILLED, cards)
    assert hands == [
        {"As", "Ks", "Qs", "Js", "Ts"},
        {"9c", "9d", "9h", "9s", "6d"},
        {"2c", "3d", "3h", "5c", "BJ"},
    ]
    strengths = [strength(hand) for hand in strongest_first(tuple(cards.split()), 3)]
    assert strengths == sorted(strengths, reverse=True)
