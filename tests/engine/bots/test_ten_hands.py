"""The bots of ten-hands: legal to the end, the same for the same view and chances, and stronger by level."""

import pytest

from engine.bots.ten_hands import BOTS
from engine.cards import DECK_54
from engine.games.ten_hands import play
from engine.games.ten_hands import view as views
from engine.games.ten_hands.actions import Bank, ClassicTable, Cover, OpenRow, OregonTable, Row, Variant, View
from engine.games.ten_hands.oregon import row_points
from engine.games.ten_hands.scoring import both_scores
from engine.games.ten_hands.state import Tableau
from engine.ruleset import Level
from engine.shuffle import HashSource, bot_source, shuffled

DECKS = 12
BOTH = pytest.mark.parametrize("variant", Variant)
EVERY_LEVEL = pytest.mark.parametrize("level", Level)


def played(variant: Variant, level: Level, seed: bytes) -> Tableau:
    """What a bot makes of a deck. A move that the rules refuse would raise IllegalAction."""
    deck = shuffled(DECK_54, seed, 0)
    table = play.start(variant, deck)
    for number in range(50):
        if table.is_over:
            break
        move = BOTS[level](views.table(variant, deck, table), 0, bot_source(seed, 0, number))
        table = play.after(variant, deck, table, move)
    assert table.is_over
    return table


@BOTH
def test_the_expert_beats_the_beginner(variant: Variant) -> None:
    wins = losses = 0
    for number in range(DECKS):
        seed = b"deck %d" % number
        mine, theirs = both_scores(variant, *(played(variant, level, seed) for level in (Level.EXPERT, Level.BEGINNER)))
        wins += mine > theirs
        losses += mine < theirs
    assert wins > losses + DECKS // 4


@BOTH
@EVERY_LEVEL
def test_the_same_chances_make_the_same_moves(variant: Variant, level: Level) -> None:
    assert played(variant, level, b"same") == played(variant, level, b"same")


@EVERY_LEVEL
def test_a_straight_flush_is_banked_whole(level: Level) -> None:
    pool = ("2c", "9h", "7d", "Th", "3s", "Jh", "Qh", "4d", "Kh", "6s")
    view = View(
        variant=Variant.CLASSIC,
        cards_left=44,
        classic=ClassicTable(pool=pool, hands=()),
        oregon=None,
        bots=None,
    )
    move = BOTS[level](view, 0, HashSource(b"flush:"))
    assert isinstance(move, Bank)
    assert set(move.cards) == {"9h", "Th", "Jh", "Qh", "Kh"}


@EVERY_LEVEL
def test_the_last_hand_is_the_strongest_of_the_pool(level: Level) -> None:
    pool = ("2c", "2d", "7d", "Th", "3s", "Jh", "2s", "4d", "2h")
    view = View(
        variant=Variant.CLASSIC,
        cards_left=0,
        classic=ClassicTable(pool=pool, hands=()),
        oregon=None,
        bots=None,
    )
    move = BOTS[level](view, 0, HashSource(b"last:"))
    assert isinstance(move, Bank)
    assert set(move.cards) == {"2c", "2d", "2s", "2h", "Jh"}


def oregon(row: str, turned: str) -> View:
    cards = tuple(row.split())
    rows = (Row(cards, row_points(cards)),)
    return View(
        variant=Variant.OREGON,
        cards_left=48,
        classic=None,
        oregon=OregonTable(rows=rows, turned=turned, covered=()),
        bots=None,
    )


@EVERY_LEVEL
def test_a_row_that_is_complete_is_left_alone(level: Level) -> None:
    assert BOTS[level](oregon("2h 3h 4h 5h 6h", "Kd"), 0, HashSource(b"row:")) == OpenRow()


@EVERY_LEVEL
def test_a_full_house_is_completed(level: Level) -> None:
    assert BOTS[level](oregon("9h 9d 9c 4s Kh", "Kd"), 0, HashSource(b"row:")) == Cover("4s")


@EVERY_LEVEL
def test_a_view_without_a_table_is_none_of_this_game(level: Level) -> None:
    nothing = View(variant=Variant.OREGON, cards_left=0, classic=None, oregon=None, bots=None)
    with pytest.raises(ValueError, match="table of one variant"):
        BOTS[level](nothing, 0, HashSource(b"none:"))


@EVERY_LEVEL
def test_a_table_that_is_over_is_no_bots_turn(level: Level) -> None:
    over = View(
        variant=Variant.OREGON,
        cards_left=0,
        classic=None,
        oregon=OregonTable(rows=(Row(("2c", "3d", "5h", "9s", "Kd"), 0),), turned=None, covered=()),
        bots=None,
    )
    with pytest.raises(ValueError, match="over"):
        BOTS[level](over, 0, HashSource(b"over:"))
