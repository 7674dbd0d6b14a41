"""What a seat may know: its own cards, all that was open, and no more."""

import pytest

from engine.games.center_row.actions import Build, Exchange, Pile, Stage, TurnTaken
from tests.engine.games.center_row.playing import RULES, SEATS, building, new, passed, steps


def test_a_seat_sees_its_own_cards_and_a_count_of_the_others() -> None:
    state = new(2)
    own, other = RULES.view(state, 0).seats
    assert own.hand == Pile(cards=state.hands[0], known=(), unknown=5)
    assert other.hand == Pile(cards=None, known=(), unknown=5)
    assert [seat.hand.cards for seat in RULES.view(state, None).seats] == [None, None]


def test_a_card_taken_in_the_open_is_known_while_it_is_held_and_when_it_is_locked() -> None:
    state = new(2)
    taken = state.center[0]
    state, _ = RULES.apply(state, 0, Exchange(taken, state.hands[0][0]))
    assert RULES.view(state, 1).seats[0].hand == Pile(cards=None, known=(taken,), unknown=4)
    state = passed(state, 5)
    assert RULES.view(state, 1).seats[0].locked == Pile(cards=None, known=(taken,), unknown=4)
    assert RULES.view(state, 1).seats[0].hand == Pile(cards=None, known=(), unknown=5)


def test_a_card_that_was_taken_and_given_again_is_no_longer_its_player_s() -> None:
    state = new(2)
    taken = state.center[0]
    state, _ = RULES.apply(state, 0, Exchange(taken, state.hands[0][0]))
    state = passed(state, 1)
    state, _ = RULES.apply(state, 0, Exchange(state.center[1], taken))
    known = RULES.view(state, 1).seats[0].hand.known
    assert taken not in known
    assert len(known) == 1
    state, _ = RULES.apply(state, 1, Exchange(taken, state.hands[1][0]))
    assert RULES.view(state, 0).seats[1].hand.known == (taken,)


def test_the_turns_taken_are_told_with_their_phase_and_seat() -> None:
    state = passed(new(3), 6)
    take, give = state.center[2], state.hands[1][0]
    state, _ = RULES.apply(state, 1, Exchange(take, give))
    turns = RULES.view(state, None).turns
    assert turns[4:] == (
        TurnTaken(phase=0, seat=1, take=None, give=None),
        TurnTaken(phase=0, seat=2, take=None, give=None),
        TurnTaken(phase=1, seat=1, take=take, give=give),
    )


def test_the_center_rows_of_the_phases_before_stay_known() -> None:
    state = new(2)
    first = state.center
    state = passed(state, 6)
    second = state.center
    state = passed(state, 6)
    view = RULES.view(state, None)
    assert view.discarded == first + second
    assert (view.phase, view.first, view.undealt) == (2, 0, 0)
    assert view.center == state.center


def test_everybody_sees_who_has_built_and_nobody_sees_what() -> None:
    state = building(2)
    state, _ = RULES.apply(state, 1, RULES.legal(state, 1).at(77))
    view = RULES.view(state, 0)
    assert [seat.built for seat in view.seats] == [False, True]
    assert view.seats[1].locked == Pile(cards=None, known=(), unknown=15)
    assert view.comparisons == ()


def test_the_two_cards_left_over_are_not_shown_to_the_others() -> None:
    state = building(3)
    for seat in range(3):
        state, _ = RULES.apply(state, seat, RULES.legal(state, seat).at(1_000 * seat))
    view = RULES.view(state, 0)
    assert view.stage is Stage.OVER
    assert view.seats[0].locked.cards == state.locked[0]
    for seat in (1, 2):
        pile = view.seats[seat].locked
        built = [card for hand in state.builds[seat] for card in hand]
        assert pile == Pile(cards=None, known=tuple(sorted(built, key=RULES.deck.index)), unknown=2)


@pytest.mark.parametrize("seats", SEATS)
def test_the_own_hands_are_told_strongest_first(seats: int) -> None:
    state = building(seats)
    action = RULES.legal(state, 0).at(50)
    assert isinstance(action, Build)
    state, _ = RULES.apply(state, 0, action)
    own = RULES.view(state, 0).own_hands
    assert own is not None
    assert sorted(hand.cards for hand in own) == sorted(action.hands)
    for seat in range(1, seats):
        state, _ = RULES.apply(state, seat, RULES.legal(state, seat).at(0))
    assert tuple(comparison.hands[0] for comparison in RULES.view(state, 0).comparisons) == own


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_known_of_a_seat_is_what_a_watcher_of_all_events_knows(seats: int) -> None:
    for game in range(20):
        seen: list[set[str]] = [set() for _ in range(seats)]
        for step in steps(seats, f"watched {game}"):
            if isinstance(step.action, Exchange):
                seen[step.seat].add(step.action.take)
                seen[step.seat].discard(step.action.give)
            view = RULES.view(step.after, None)
            if view.stage is Stage.OVER:
                break
            for cards, known in zip(view.seats, seen, strict=True):
                assert {*cards.hand.known, *cards.locked.known} == known
                held = len(step.after.hands[cards.seat]) + len(step.after.locked[cards.seat])
                assert cards.hand.unknown + cards.locked.unknown == held - len(known)
