"""The bots of classic: what each level sees and keeps, that they get by at any table, and that they rise in strength."""

from collections.abc import Iterable

import pytest

from engine.bots.ten_hands import BOTS
from engine.bots.ten_hands.classic_expert import ROUNDS
from engine.bots.ten_hands.classic_opponent import COURSES, FUTURES
from engine.cards import DECK_54, Cards
from engine.games.ten_hands import play
from engine.games.ten_hands import view as views
from engine.games.ten_hands.actions import HANDS, Bank, ClassicTable, Variant, View
from engine.games.ten_hands.scoring import half_points
from engine.poker import HAND_CARDS
from engine.ruleset import Level
from engine.shuffle import HashSource, shuffled
from tests.engine.bots.ten_hands_playing import played

EVERY_LEVEL = pytest.mark.parametrize("level", Level)
NO_MORE_THAN_EVEN = HANDS


def table(pool: str, hands: Iterable[Cards] = (), cards_left: int = 44) -> View:
    classic = ClassicTable(pool=tuple(pool.split()), hands=tuple(map(views.banked, hands)))
    return View(variant=Variant.CLASSIC, cards_left=cards_left, classic=classic, oregon=None, bots=None)


def banked(level: Level, view: View) -> set[str]:
    """What a level banks."""
    move = BOTS[level](view, 0, HashSource(b"classic:"))
    assert isinstance(move, Bank)
    return set(move.cards)


class Counting(HashSource):
    """Counts how often it is asked."""

    def __init__(self, prefix: bytes) -> None:
        super().__init__(prefix)
        self.asked = 0

    def below(self, bound: int) -> int:
        self.asked += 1
        return super().below(bound)


def wins_and_losses(better: Level, worse: Level, decks: int) -> tuple[int, int]:
    wins = losses = 0
    for number in range(decks):
        seed = b"deck %d" % number
        half = half_points(*(played(Variant.CLASSIC, level, seed).hands for level in (better, worse)))
        wins += half > NO_MORE_THAN_EVEN
        losses += half < NO_MORE_THAN_EVEN
    return wins, losses


def test_the_skilled_beats_the_beginner_on_two_decks_for_each_that_it_loses() -> None:
    wins, losses = wins_and_losses(Level.SKILLED, Level.BEGINNER, 60)
    assert wins > 2 * losses


def test_the_expert_beats_the_skilled_on_two_decks_for_each_that_it_loses() -> None:
    wins, losses = wins_and_losses(Level.EXPERT, Level.SKILLED, 8)
    assert wins > 2 * losses


@EVERY_LEVEL
def test_a_straight_flush_is_banked_whole(level: Level) -> None:
    view = table("2c 9h 7d Th 3s Jh Qh 4d Kh 6s")
    assert banked(level, view) == {"9h", "Th", "Jh", "Qh", "Kh"}


@EVERY_LEVEL
def test_the_last_hand_is_the_strongest_of_the_pool(level: Level) -> None:
    view = table("2c 2d 7d Th 3s Jh 2s 4d 2h", cards_left=0)
    assert banked(level, view) == {"2c", "2d", "2s", "2h", "Jh"}


@pytest.mark.parametrize(
    ("pool", "seen"),
    [
        ("BJ 5c 6d 7h 8s Kd Jc 2h 2s Kc", "Kd Kc 2h 2s Jc"),
        ("3c 5c 6d 7h 8s 9d Jc Ad 8h Kc", "8s 8h Ad Kc Jc"),
        ("3c 3d 3h 7s 8s 9s Js As 4d Kc", "3c 3d 3h As Kc"),
    ],
    ids=["a Joker in a straight", "a straight that a doubled rank hides", "a flush beside three of a kind"],
)
def test_the_beginner_overlooks(pool: str, seen: str) -> None:
    assert banked(Level.BEGINNER, table(pool)) == {*seen.split()}
    assert banked(Level.SKILLED, table(pool)) != {*seen.split()}


def test_the_beginner_remembers_one_joker_for_a_flush() -> None:
    assert banked(Level.BEGINNER, table("RJ 5c 6c Jc Ac Kd Kh 2h 7s 9d")) == {"RJ", "5c", "6c", "Jc", "Ac"}


def test_the_skilled_keeps_pairs_and_jokers_out_of_the_hand_that_does_not_need_them() -> None:
    hand = banked(Level.SKILLED, table("9c 9d 9h 9s Kc Kd BJ 2h 5s 7d"))
    assert {"9c", "9d", "9h", "9s"} < hand
    assert not hand & {"Kc", "Kd", "BJ"}


def test_the_expert_knows_the_last_deal_before_it_comes() -> None:
    pool, coming = "Kh Qh Jh Th 2h Ac Ad As 3c 4d", {"9h", "5s", "6d", "8c"}
    rest = [card for card in shuffled(DECK_54, b"rest", 0) if card not in {*pool.split(), *coming}]
    hands = [tuple(rest[at : at + HAND_CARDS]) for at in range(0, len(rest), HAND_CARDS)]
    view = table(pool, hands, len(coming))
    assert banked(Level.SKILLED, view) == {"Kh", "Qh", "Jh", "Th", "2h"}
    assert not banked(Level.EXPERT, view) & {"Kh", "Qh", "Jh", "Th"}  # a straight flush in the last hand


@EVERY_LEVEL
def test_a_bot_finds_a_hand_at_any_table_that_chance_leads_to(level: Level) -> None:
    for number in range(2 if level is Level.EXPERT else 40):
        source = HashSource(b"%s %d:" % (level.encode(), number))
        deck = shuffled(DECK_54, b"chance %d" % number, 0)
        tableau = play.start(Variant.CLASSIC, deck)
        for _ in range(HANDS):
            move = BOTS[level](views.table(Variant.CLASSIC, deck, tableau), 0, source)
            play.after(Variant.CLASSIC, deck, tableau, move)
            pool = list(tableau.pool(deck))
            by_chance = Bank(tuple(pool.pop(source.below(len(pool))) for _ in range(HAND_CARDS)))
            tableau = play.after(Variant.CLASSIC, deck, tableau, by_chance)


def test_the_expert_draws_no_more_chances_than_its_rounds_need() -> None:
    deals = sum(deals for _, deals in ROUNDS)
    most = HAND_CARDS * (deals + COURSES * HANDS) + FUTURES * 2 * HANDS
    deck = shuffled(DECK_54, b"bound", 0)
    tableau = play.start(Variant.CLASSIC, deck)
    for _ in range(HANDS):
        source = Counting(b"bound:")
        move = BOTS[Level.EXPERT](views.table(Variant.CLASSIC, deck, tableau), 0, source)
        assert source.asked <= most
        tableau = play.after(Variant.CLASSIC, deck, tableau, move)
