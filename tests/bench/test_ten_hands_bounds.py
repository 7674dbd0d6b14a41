"""What could be made of a deck by one who knows its order: plans that the rules let pass, and that no bot betters."""

from itertools import combinations

import pytest

from bench.ten_hands_bounds import classic_plan, most_points, oregon_bound, oregon_moves, played
from engine.bots.ten_hands.drawing import drawn
from engine.cards import DECK_54
from engine.games.ten_hands import play
from engine.games.ten_hands.actions import Bank, Variant
from engine.games.ten_hands.oregon import row_points, total
from engine.games.ten_hands.scoring import half_points
from engine.ruleset import Level
from engine.shuffle import HashSource, shuffled

DECKS = 6


@pytest.mark.parametrize("number", range(DECKS))
def test_the_moves_to_the_most_of_oregon_are_legal_and_lead_there(number: int) -> None:
    deck = shuffled(DECK_54, b"most %d" % number, 0)
    table = play.start(Variant.OREGON, deck)
    for move in oregon_moves(deck):
        table = play.after(Variant.OREGON, deck, table, move)
    assert table.is_over
    assert total(table.rows) == oregon_bound(deck)


@pytest.mark.parametrize("level", Level)
def test_no_bot_gets_more_than_the_most_of_oregon(level: Level) -> None:
    for number in range(DECKS):
        seed = b"most %d" % number
        assert total(played(Variant.OREGON, level, seed).rows) <= oregon_bound(shuffled(DECK_54, seed, 0))


def test_the_most_points_of_cards_are_those_of_the_best_five() -> None:
    source = HashSource(b"five:")
    for _ in range(300):
        cards = tuple(drawn(5 + source.below(5), DECK_54, source))
        assert most_points(cards) == max(map(row_points, combinations(cards, 5)))


def test_a_plan_of_classic_can_be_banked_and_does_better_than_the_hands_it_is_made_against() -> None:
    seed = b"plan"
    deck = shuffled(DECK_54, seed, 0)
    opponent = played(Variant.CLASSIC, Level.SKILLED, seed).hands
    table = play.start(Variant.CLASSIC, deck)
    for hand in classic_plan(deck, opponent):
        table = play.after(Variant.CLASSIC, deck, table, Bank(hand))
    assert table.is_over
    assert half_points(table.hands, opponent) > half_points(opponent, opponent)
