"""The build: at the same time and in secret, and then the show."""

import pytest

from engine.games.center_row.actions import Build, BuiltEvent, Exchange, Pass, ShownEvent
from tests.engine.games.center_row.playing import RULES, SEATS, building, new, passed, reason


def all_hands(seats: int, seat: int) -> Build:
    """The first way to build."""
    action = RULES.legal(building(seats), seat).at(0)
    assert isinstance(action, Build)
    return action


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_builds_at_the_same_time(seats: int) -> None:
    state = building(seats)
    assert RULES.to_act(state) == tuple(range(seats))
    assert RULES.view(state, 0).turn is None
    assert RULES.view(state, 0).center == ()
    after, (event,) = RULES.apply(state, 1, all_hands(seats, 1))
    assert isinstance(event, BuiltEvent)
    assert RULES.to_act(after) == tuple(seat for seat in range(seats) if seat != 1)
    assert reason(after, 1, all_hands(seats, 1)) == "not_your_turn"


def test_builds_come_to_the_same_state_in_any_order() -> None:
    state = building(3)
    ends = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        end = state
        for seat in order:
            end, _ = RULES.apply(end, seat, all_hands(3, seat))
        ends.append(RULES.dump(end))
    assert ends == [ends[0]] * 3


def test_a_build_is_secret_until_everybody_has_built() -> None:
    state = building(2)
    state, (event,) = RULES.apply(state, 0, all_hands(2, 0))
    assert RULES.shown(event, 0) == event == BuiltEvent(seat=0, hands=all_hands(2, 0).hands)
    assert RULES.shown(event, 1) == RULES.shown(event, None) == BuiltEvent(seat=0, hands=None)
    assert RULES.view(state, 1).own_hands is None
    own = RULES.view(state, 0).own_hands
    assert own is not None
    assert {hand.cards for hand in own} == set(all_hands(2, 0).hands)
    assert RULES.scores(state) == (0, 0)
    assert RULES.details(state).comparisons == ()


def test_everybody_s_hands_are_shown_when_the_last_player_has_built() -> None:
    state = building(2)
    state, _ = RULES.apply(state, 1, all_hands(2, 1))
    state, events = RULES.apply(state, 0, all_hands(2, 0))
    built, shown = events
    assert built.seat == 0
    assert isinstance(shown, ShownEvent)
    assert {hand.cards for comparison in shown.comparisons for hand in comparison.hands} == {
        *all_hands(2, 0).hands,
        *all_hands(2, 1).hands,
    }
    assert shown.scores == RULES.scores(state)
    assert shown.comparisons == RULES.details(state).comparisons == RULES.view(state, None).comparisons
    assert RULES.shown(shown, None) == shown
    assert reason(state, 0, Pass()) == "game_over"


@pytest.mark.parametrize(("seats", "number"), [(2, 3), (3, 2), (4, 2)])
def test_each_player_builds_as_many_hands_as_the_game_has(seats: int, number: int) -> None:
    state = building(seats)
    hands = all_hands(seats, 0).hands
    assert len(hands) == number
    wrong = hands[:-1] if len(hands) == 3 else (*hands, hands[0])
    assert reason(state, 0, Build(wrong)) == "wrong_number_of_hands"


def test_a_card_is_in_one_hand_only_and_of_one_s_own_locked_cards() -> None:
    state = building(4)
    first, second = all_hands(4, 0).hands
    assert reason(state, 0, Build((first, (first[0], *second[1:])))) == "card_named_twice"
    foreign = state.locked[1][0]
    refusal = RULES.why_not(state, 0, Build((first, (foreign, *second[1:]))))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == ("card_not_held", (foreign,))
    assert refusal.detail.startswith(f"{foreign} is not in your locked cards, which are ")
    two = RULES.why_not(state, 0, Build((first, (*state.locked[1][:2], *second[2:]))))
    assert two is not None
    assert " are not in " in two.detail


def test_hands_are_not_built_before_the_last_phase_is_over() -> None:
    state = passed(new(2), 5)
    refusal = RULES.why_not(state, state.turn, all_hands(2, state.turn))
    assert refusal is not None
    assert refusal.reason == "not_in_this_phase"
    assert "13 turns are left" in refusal.detail


def test_nothing_is_exchanged_or_passed_when_the_last_phase_is_over() -> None:
    state = building(2)
    for action in (Pass(), Exchange(state.discarded[0], state.locked[0][0])):
        assert reason(state, 0, action) == "not_in_this_phase"
