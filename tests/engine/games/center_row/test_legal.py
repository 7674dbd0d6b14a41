"""Legal actions: counted, listed and described, without making the list."""

import pytest

from engine.games.center_row.actions import Build, Exchange, Pass
from engine.games.center_row.legal import LegalBuilds
from engine.ruleset import Choice, FieldValues
from engine.shuffle import HashSource
from tests.engine.games.center_row.playing import RULES, SEATS, building, new, reason


def way(action: object) -> frozenset[frozenset[str]]:
    """A build without the orders that make no difference."""
    assert isinstance(action, Build)
    return frozenset(map(frozenset, action.hands))


@pytest.mark.parametrize("seats", SEATS)
def test_a_turn_is_an_exchange_of_any_center_card_for_any_held_card_or_a_pass(seats: int) -> None:
    state = new(seats)
    expected = [Exchange(take, give) for take in state.center for give in state.hands[0]]
    assert list(RULES.legal(state, 0)) == [*expected, Pass()]


def test_nothing_is_legal_out_of_turn() -> None:
    state = new(2)
    assert RULES.legal(state, 1).count == 0
    assert RULES.legal(state, 1).choices() == ()


def test_the_compact_form_of_a_turn_names_the_center_row_and_the_hand() -> None:
    state = new(2)
    assert RULES.legal(state, 0).choices() == (
        Choice("center-row.exchange", {"take": FieldValues(one_of=state.center), "give": FieldValues(one_of=state.hands[0])}),
        Choice("center-row.pass", {}),
    )


@pytest.mark.parametrize(("seats", "ways"), [(2, 126_126), (3, 8_316), (4, 126)])
def test_the_ways_to_build_are_counted_exactly(seats: int, ways: int) -> None:
    state = building(seats)
    assert [RULES.legal(state, seat).count for seat in range(seats)] == [ways] * seats


@pytest.mark.parametrize(("seats", "stride"), [(2, 31), (3, 1), (4, 1)])
def test_every_way_to_build_is_listed_once(seats: int, stride: int) -> None:
    legal = RULES.legal(building(seats), 0)
    indices = range(0, legal.count, stride)
    assert len({way(legal.at(index)) for index in indices}) == len(indices)


@pytest.mark.parametrize("seats", SEATS)
def test_a_listed_way_to_build_is_accepted(seats: int) -> None:
    state = building(seats)
    legal = RULES.legal(state, 0)
    for action in [*legal.page(0, 50), *legal.page(legal.count - 50, 50), *legal.sample(50, HashSource(b"listed"))]:
        assert reason(state, 0, action) is None


def test_the_last_page_of_the_ways_to_build_ends_with_the_last_way() -> None:
    legal = RULES.legal(building(2), 0)
    assert legal.page(126_100, 100) == [legal.at(index) for index in range(126_100, 126_126)]


def test_with_three_players_any_two_cards_may_be_left_over() -> None:
    state = building(3)
    legal = RULES.legal(state, 0)
    left_over = {frozenset(state.locked[0]).difference(*way(action)) for action in legal}
    assert len(left_over) == 66
    assert {len(cards) for cards in left_over} == {2}


@pytest.mark.parametrize(("seats", "groups"), [(2, (5, 5, 5)), (3, (5, 5)), (4, (5, 5))])
def test_the_compact_form_of_a_build_is_groups_out_of_the_locked_cards(seats: int, groups: tuple[int, ...]) -> None:
    state = building(seats)
    (choice,) = RULES.legal(state, 0).choices()
    assert choice == Choice("center-row.build", {"hands": FieldValues(groups=groups, from_=state.locked[0])})


def test_a_sample_of_the_ways_to_build_takes_each_with_equal_chance() -> None:
    """1,260 draws of the 126 ways to build two hands of ten cards: each is expected ten times."""
    legal = LegalBuilds(RULES.deck[:10], 2)
    source = HashSource(b"fair")
    drawn = [way(legal.sample(1, source)[0]) for _ in range(1_260)]
    times = [drawn.count(way(action)) for action in legal]
    chi_square = sum((count - 10) ** 2 for count in times) / 10
    assert 80 < chi_square < 180  # 125 expected; outside with a chance below 1 in 500


def test_a_sample_holds_no_way_twice() -> None:
    sample = RULES.legal(building(2), 0).sample(100, HashSource(b"sample"))
    assert len(set(map(way, sample))) == 100
