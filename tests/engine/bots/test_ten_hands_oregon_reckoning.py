"""What the bots of Oregon reckon with, held to the rules."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import comb
from types import FrameType

import pytest

from engine.bots.ten_hands.oregon_expert import weigh
from engine.bots.ten_hands.oregon_outs import unseen_but, worth
from engine.bots.ten_hands.oregon_rows import bits, closest_to_straight_flush, read
from engine.bots.ten_hands.oregon_waiting import MOST_LEFT, ONE_HIT, PRICE, TWO_HITS, new_row, stop_next
from engine.cards import DECK_54, JOKERS, Cards
from engine.games.ten_hands.actions import OregonTable, Row
from engine.games.ten_hands.oregon import row_points

STRAIGHT_FLUSH = 10


def rows() -> Iterator[Cards]:
    """Every row with both Jokers, and many others; those with chances of a straight flush more often than they come."""
    for three in combinations(DECK_54[:-2], 3):
        yield (*three, *JOKERS)
    chance = random.Random("rows")
    hearts = tuple(card for card in DECK_54 if card[1] == "h" or card in JOKERS)
    for cards, number in ((DECK_54, 10_000), (hearts, 3_000)):
        yield from (tuple(chance.sample(cards, 5)) for _ in range(number))


def test_a_row_scores_what_the_rules_say() -> None:
    for row in rows():
        assert read(bits(row)).points == row_points(row), row


def test_a_straight_flush_has_all_its_cards_together_and_no_other_row_has() -> None:
    for row in rows():
        suited = len({card[1] for card in row if card not in JOKERS}) == 1
        if suited or row_points(row) == STRAIGHT_FLUSH:
            assert (closest_to_straight_flush(bits(row)) == 5) == (row_points(row) == STRAIGHT_FLUSH), row


# -- chances -------------------------------------------------------------------------------------------
def dealt(number: int, suits: str) -> tuple[Cards, list[str], list[str]]:
    """A row of these suits and Jokers, what else was seen, and what is still unseen."""
    chance = random.Random(number)
    row = chance.sample([card for card in DECK_54 if card[1] in suits or card in JOKERS], 5)
    others = [card for card in DECK_54 if card not in row]
    chance.shuffle(others)
    seen = chance.randrange(len(others))
    return tuple(row), others[:seen], others[seen:]


def completing(row: Cards, unseen: list[str]) -> int:
    """How many unseen cards make a straight flush of the row by covering the right place, by the rules."""
    covered = (((*row[:place], card, *row[place + 1 :]) for place in range(5)) for card in unseen)
    return sum(any(row_points(cards) == STRAIGHT_FLUSH for cards in each) for each in covered)


@pytest.mark.parametrize("number", range(150))
def test_a_straight_flush_that_lacks_one_card_is_hoped_for_by_its_outs(number: int) -> None:
    row, seen, unseen = dealt(number, "hs")
    left = unseen_but(bits((*row, *seen)))
    points, later = row_points(row), stop_next(left.left, left.jokers)
    outs = completing(row, unseen) if points < STRAIGHT_FLUSH else 0
    hit = ONE_HIT[STRAIGHT_FLUSH - points][outs][left.left] if outs else 0
    assert points + hit + later <= worth(bits(row), left) <= STRAIGHT_FLUSH + later


def hope(row: str, gone: str = "") -> float:
    """What a row is worth beyond its points when only these cards are gone besides, and opening a row."""
    cards = tuple(row.split())
    unseen = unseen_but(bits((*cards, *gone.split())))
    return worth(bits(cards), unseen) - row_points(cards) - stop_next(unseen.left, unseen.jokers)


def test_cards_that_are_gone_leave_less_to_hope_for() -> None:
    assert hope("9h Th Jh Qh 2d") > hope("9h Th Jh Qh 2d", "8h") > hope("9h Th Jh Qh 2d", "8h Kh")
    assert hope("9h Th Jh 2d 3d") > hope("9h Th Jh 2d 3d", "8h Qh")
    assert hope("9h 9d 9s 2d 3h") > hope("9h 9d 9s 2d 3h", "2c 2h 2s 3c 3d 3s")
    assert hope("2h 5h 9h Kh 3d", "BJ RJ") > hope("2h 5h 9h Kh 3d", "BJ RJ 3h 4h 6h 7h 8h Th Jh Qh Ah") == 0
    assert hope("4h 5d 6s 7c Kd", "BJ RJ") > hope("4h 5d 6s 7c Kd", "BJ RJ 3c 3d 3h 3s 8c 8d 8h 8s") == 0


def test_there_is_nothing_to_hope_for_where_no_card_helps() -> None:
    assert hope("9h 9d 9s 9c 3h") == 0
    assert hope("9h Th Jh Qh Kh") == 0
    assert worth(bits(["9h", "9d", "9s", "2c", "3h"]), unseen_but(bits(DECK_54))) == row_points(("9h", "9d", "9s", "2c", "3h"))


# -- waiting -------------------------------------------------------------------------------------------
def waited(gain: int, outs: int, left: int, cards: int) -> float:
    """What waiting for so many cards brings, by where the first out may lie. The last of them, if it misses, opens a row."""
    worth, paid = 0.0, 0.0
    for turned in range(1, cards + 1):
        price = PRICE[left - turned + 1]
        worth += comb(left - turned, outs - 1) / comb(left, outs) * (gain - paid - price)
        paid += price * (turned < cards)
    return worth - comb(left - cards, outs) / comb(left, outs) * paid


@pytest.mark.parametrize("gain", [1, 3, 7, 10])
@pytest.mark.parametrize("outs", [1, 2, 4, 9])
def test_waiting_is_worth_what_the_best_number_of_cards_to_wait_for_brings(gain: int, outs: int) -> None:
    for left in range(outs, MOST_LEFT + 1):
        best = max(waited(gain, outs, left, cards) for cards in range(left + 1))
        assert ONE_HIT[gain][outs][left] == pytest.approx(best)


def test_two_hits_are_worth_no_more_than_the_first_alone_and_more_outs_are_worth_no_less() -> None:
    """But for the one card near the deck's end that costs less than nothing, since four cards bring more than five."""
    paid = -min(PRICE)
    assert 0 <= paid < 0.1
    for gain, by_first in TWO_HITS.items():
        for first, by_then in enumerate(by_first):
            for fewer, more in pairwise(by_then):
                for left in range(MOST_LEFT + 1):
                    slack = paid + 1e-9
                    assert 0 <= fewer[left] <= more[left] + slack
                    assert more[left] <= ONE_HIT[gain][first][left] + slack


def test_a_new_row_is_worth_more_the_more_there_is_to_come() -> None:
    for left in range(4, MOST_LEFT):
        assert new_row(left, 0, with_joker=False) < new_row(left + 1, 0, with_joker=False)
        assert new_row(left, 0, with_joker=False) < new_row(left, 1, with_joker=False)
        assert new_row(left, 1, with_joker=False) < new_row(left, 1, with_joker=True)


@pytest.mark.parametrize("left", [1, 3, 4, 5, 20, 49])
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_stopping_at_the_next_card_is_opening_a_row_with_it_on_the_average(left: int, jokers: int) -> None:
    others = left - min(jokers, left)
    with_joker = (left - others) * new_row(left - 1, jokers - 1, with_joker=True) if jokers else 0.0
    average = (with_joker + others * new_row(left - 1, jokers, with_joker=False)) / left
    assert stop_next(left, jokers) == pytest.approx(average)


# -- the search ----------------------------------------------------------------------------------------
def test_no_move_weighs_more_than_720_rows() -> None:
    weighed = Counter[str]()

    def count(frame: FrameType, event: str, _: object) -> None:
        weighed[frame.f_code.co_name] += event == "call" and frame.f_code is worth.__code__

    first = OregonTable(rows=(Row(("9h", "Th", "BJ", "2d", "3c"), 0),), turned="Jh", covered=())
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        weigh(first)
    finally:
        sys.setprofile(before)
    assert weighed["worth"] == 48 * 15
