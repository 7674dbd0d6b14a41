"""The bots of Oregon."""

import pytest

from engine.bots.ten_hands import BOTS
from engine.cards import DECK_54
from engine.games.ten_hands import play
from engine.games.ten_hands import view as views
from engine.games.ten_hands.actions import Cover, Move, OpenRow, OregonTable, Row, Variant, View
from engine.games.ten_hands.legal import legal
from engine.games.ten_hands.oregon import row_points
from engine.games.ten_hands.scoring import both_scores
from engine.ruleset import Level
from engine.shuffle import HashSource, shuffled
from tests.engine.bots.ten_hands_playing import played

DECKS = 12
EVERY_LEVEL = pytest.mark.parametrize("level", Level)
MOST_MOVES = 49


def oregon(row: str, turned: str, covered: str = "", cards_left: int | None = None) -> View:
    cards = tuple(row.split())
    gone = tuple(covered.split())
    return View(
        variant=Variant.OREGON,
        cards_left=len(DECK_54) - len(cards) - 1 - len(gone) if cards_left is None else cards_left,
        classic=None,
        oregon=OregonTable(rows=(Row(cards, row_points(cards)),), turned=turned, covered=gone),
        bots=None,
    )


def chosen(level: Level, view: View) -> Move:
    return BOTS[level](view, 0, HashSource(b"oregon:"))


@pytest.mark.parametrize(("stronger", "weaker"), [(Level.EXPERT, Level.SKILLED), (Level.SKILLED, Level.BEGINNER)])
def test_each_level_beats_the_one_below(stronger: Level, weaker: Level) -> None:
    wins = losses = 0
    for number in range(DECKS):
        seed = b"deck %d" % number
        tables = (played(Variant.OREGON, level, seed) for level in (stronger, weaker))
        mine, theirs = both_scores(Variant.OREGON, *tables)
        wins += mine > theirs
        losses += mine < theirs
    assert wins >= 2 * losses


@pytest.mark.parametrize("number", range(8))
def test_every_level_has_a_legal_move_wherever_odd_play_may_lead(number: int) -> None:
    deck = shuffled(DECK_54, b"odd %d" % number, 0)
    source = HashSource(b"odd play %d:" % number)
    table = play.start(Variant.OREGON, deck)
    for _ in range(MOST_MOVES):
        if table.is_over:
            break
        view = views.table(Variant.OREGON, deck, table)
        allowed = legal(Variant.OREGON, deck, table)
        for level in Level:
            assert chosen(level, view) in list(allowed)
        table = play.after(Variant.OREGON, deck, table, allowed.sample(1, source)[0])
    assert table.is_over


@EVERY_LEVEL
def test_a_row_that_is_complete_is_left_alone(level: Level) -> None:
    assert chosen(level, oregon("2h 3h 4h 5h 6h", "Kd")) == OpenRow()


@EVERY_LEVEL
def test_a_full_house_is_completed(level: Level) -> None:
    assert chosen(level, oregon("9h 9d 9c 4s Kh", "Kd")) == Cover("4s")


def test_the_beginner_settles_for_a_pair() -> None:
    assert chosen(Level.BEGINNER, oregon("9h 9d Tc 4s Kh", "2d")) == OpenRow()


def test_the_beginner_breaks_up_a_flush_that_lacks_one_card() -> None:
    assert chosen(Level.BEGINNER, oregon("9h 2h Th 4h Kd", "2d")) == Cover("9h")


def test_the_skilled_settles_for_three_of_a_kind() -> None:
    assert chosen(Level.SKILLED, oregon("9h 9d 9c 4s Kh", "2d")) == OpenRow()


@pytest.mark.parametrize("level", [Level.SKILLED, Level.EXPERT])
def test_a_flush_that_lacks_one_card_of_a_straight_flush_waits_for_it(level: Level) -> None:
    assert chosen(level, oregon("9h Th Jh BJ 2h", "2d")) == Cover("2h")


def test_the_expert_gives_a_straight_flush_up_when_its_cards_are_gone() -> None:
    row, turned = "9h Th Jh Qh 2h", "2d"
    assert chosen(Level.EXPERT, oregon(row, turned)) == Cover("2h")
    assert chosen(Level.EXPERT, oregon(row, turned, covered="8h Kh BJ RJ")) == OpenRow()


def test_the_expert_settles_what_it_has_rather_than_lose_it_with_the_last_card() -> None:
    seen = "9h 9d 9c 4s Kh 2d"
    covered = " ".join(card for card in DECK_54 if card not in seen.split())
    assert chosen(Level.EXPERT, oregon("9h 9d 9c 4s Kh", "2d", covered)) == OpenRow()


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
        chosen(level, over)
