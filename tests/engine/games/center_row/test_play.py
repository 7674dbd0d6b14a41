"""The rules of the table, sentence by sentence: deals, turns, exchanges and phases."""

from math import prod

import pytest

from engine.games.center_row.actions import (
    Build,
    DealtEvent,
    Exchange,
    ExchangedEvent,
    LockedEvent,
    Options,
    Pass,
    PassedEvent,
    Stage,
)
from engine.ruleset import IllegalAction
from tests.engine.games.center_row.playing import RULES, SEATS, building, new, passed, reason

SHAPES = {2: (3, 5, 8, 3, 3), 3: (3, 4, 6, 2, 2), 4: (2, 5, 7, 3, 2)}


# -- the deal ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", SEATS)
def test_the_number_of_players_sets_the_shape_of_the_game(seats: int) -> None:
    phases, dealt, center, turns, hands = SHAPES[seats]
    state = new(seats)
    assert [len(hand) for hand in state.hands] == [dealt] * seats
    assert len(state.center) == center
    view = RULES.view(state, 0)
    assert (view.phases, view.turns_left, view.hands_to_build) == (phases, (turns,) * seats, hands)


@pytest.mark.parametrize("seats", SEATS)
def test_every_card_is_dealt(seats: int) -> None:
    state = new(seats)
    for _ in range(SHAPES[seats][0]):
        assert state.stage is Stage.EXCHANGE
        state = passed(state, state.turns_a_phase)
    assert state.deck == ()
    assert sorted([*state.discarded, *(card for locked in state.locked for card in locked)]) == sorted(RULES.deck)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_there_is_no_game_of_another_number_of_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2, 3 or 4 seats"):
        RULES.new(Options(), seats, b"seed")


def test_each_seat_sees_the_deal_of_its_own_cards_only() -> None:
    _, (dealt,) = RULES.new(Options(), 3, b"seed")
    assert isinstance(dealt, DealtEvent)
    for seat in (0, 1, 2, None):
        shown = RULES.shown(dealt, seat)
        assert isinstance(shown, DealtEvent)
        assert [hand.cards is not None for hand in shown.hands] == [seat == other for other in range(3)]
        assert shown.center == dealt.center


# -- turns ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", SEATS)
def test_turns_go_to_the_left_and_the_start_moves_one_player_to_the_left_with_each_phase(seats: int) -> None:
    state = new(seats)
    order = []
    while state.stage is Stage.EXCHANGE:
        order.append(state.turn)
        assert RULES.to_act(state) == (state.turn,)
        state = passed(state, 1)
    phases, _, _, turns, _ = SHAPES[seats]
    assert order == [(phase + turn) % seats for phase in range(phases) for turn in range(turns * seats)]


def test_a_pass_is_only_that_turn() -> None:
    state = passed(new(2), 2)
    assert RULES.view(state, 0).turns_left == (2, 2)
    assert reason(state, 0, Exchange(state.center[0], state.hands[0][0])) is None


@pytest.mark.parametrize("seats", SEATS)
def test_every_seat_has_its_turns_counted_down(seats: int) -> None:
    state = new(seats)
    turns = SHAPES[seats][3]
    left = [turns] * seats
    for number in range(turns * seats - 1):
        left[number % seats] -= 1
        state = passed(state, 1)
        assert list(RULES.view(state, None).turns_left) == left


# -- the exchange --------------------------------------------------------------------------------------
def test_the_card_given_lies_face_up_in_the_place_of_the_card_taken() -> None:
    state = new(2)
    take, give = state.center[3], state.hands[0][1]
    after, events = RULES.apply(state, 0, Exchange(take, give))
    assert events == (ExchangedEvent(seat=0, take=take, give=give),)
    assert after.center == (*state.center[:3], give, *state.center[4:])
    assert sorted(after.hands[0]) == sorted({*state.hands[0], take} - {give})
    assert after.hands[1] == state.hands[1]


def test_everybody_sees_the_card_that_was_taken_and_the_card_that_was_given() -> None:
    state = new(2)
    _, (event,) = RULES.apply(state, 0, Exchange(state.center[0], state.hands[0][0]))
    assert RULES.shown(event, 1) == RULES.shown(event, None) == event


def test_the_card_given_must_be_held_before_the_exchange() -> None:
    state = new(2)
    take = state.center[0]
    assert reason(state, 0, Exchange(take, take)) == "card_not_held"


def test_a_card_of_another_hand_and_one_of_the_deck_are_refused_in_the_same_words() -> None:
    state = new(2)
    take = state.center[0]
    details = []
    for give in (state.hands[1][0], state.deck[0]):
        refusal = RULES.why_not(state, 0, Exchange(take, give))
        assert refusal is not None
        details.append((refusal.reason, refusal.detail.replace(give, "?")))
        assert refusal.cards == (give,)
    assert details == [("card_not_held", "? is not in your hand.")] * 2


def test_the_card_taken_must_lie_in_the_center_row() -> None:
    state = new(2)
    for take in (state.hands[1][0], state.hands[0][1], state.deck[0]):
        refusal = RULES.why_not(state, 0, Exchange(take, state.hands[0][0]))
        assert refusal is not None
        assert (refusal.reason, refusal.cards) == ("card_not_in_center", (take,))
        assert all(card in refusal.detail for card in state.center)


def test_a_card_that_was_given_can_be_taken_by_the_next_player() -> None:
    state = new(2)
    given = state.hands[0][0]
    state, _ = RULES.apply(state, 0, Exchange(state.center[0], given))
    state, _ = RULES.apply(state, 1, Exchange(given, state.hands[1][0]))
    assert given in state.hands[1]


# -- the end of a phase --------------------------------------------------------------------------------
def test_the_center_row_is_discarded_and_the_hands_are_locked_when_all_turns_are_taken() -> None:
    before = passed(new(3), 5)
    after, events = RULES.apply(before, before.turn, Pass())
    assert after.discarded == before.center
    assert after.locked == before.hands
    passed_event, locked, dealt = events
    assert passed_event == PassedEvent(seat=before.turn)
    assert locked == LockedEvent(seat=None, phase=0, discarded=before.center)
    assert isinstance(dealt, DealtEvent)
    assert (dealt.phase, dealt.first, dealt.center) == (1, 1, after.center)
    assert [hand.cards for hand in dealt.hands] == list(after.hands)


def test_the_next_phase_is_dealt_from_the_rest_of_the_deck() -> None:
    first = new(3)
    second = passed(first, 6)
    assert sorted(card for hand in second.hands for card in hand) == sorted(first.deck[:12])
    assert second.center == first.deck[12:18]
    assert second.deck == first.deck[18:]


def test_no_exchange_can_touch_locked_cards() -> None:
    state = passed(new(2), 6)
    seat = state.turn
    refusal = RULES.why_not(state, seat, Exchange(state.center[0], state.locked[seat][0]))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == ("card_locked", (state.locked[seat][0],))
    other = RULES.why_not(state, seat, Exchange(state.center[0], state.locked[1 - seat][0]))
    assert other is not None
    assert other.reason == "card_not_held"


def test_whose_turn_it_is_is_judged_before_what_is_played() -> None:
    state = new(2)
    for action in (Pass(), Build((state.hands[1], state.hands[1])), Exchange("Ac", "Ac")):
        assert reason(state, 1, action) == "not_your_turn"
        with pytest.raises(IllegalAction):
            RULES.apply(state, 1, action)


@pytest.mark.parametrize("seats", SEATS)
def test_the_turns_of_a_game_are_as_many_as_its_shape_says(seats: int) -> None:
    phases, _, _, turns, _ = SHAPES[seats]
    assert len(building(seats).turns) == prod((phases, turns, seats))
