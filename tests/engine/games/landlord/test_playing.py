"""The play: leading, beating, passing, going out, and what is refused with which words."""

import msgspec
import pytest

from engine.games.landlord.actions import Bid, DealOverEvent, DealtEvent, Kind, PassedEvent, Phase, Play, PlayedEvent, Rank
from engine.games.landlord.state import State
from engine.ruleset import IllegalAction
from tests.engine.games.landlord.positions import (
    LANDLORD,
    PASS,
    after,
    by_chance,
    dealt,
    events,
    play,
    playing,
    reason,
    to_the_end,
)

FOUR_TRIPLETS = "3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h"


def test_the_landlord_leads_with_any_combination() -> None:
    state = after(dealt(), PASS, PASS, Bid(1), PASS, PASS)
    assert LANDLORD.to_act(state) == (2,)
    assert reason(state, play(state.hands[2][7])) is None


def test_play_goes_to_the_left() -> None:
    state = playing("3c 9c", "4c 9d", "5c 9h", landlord=2)
    state = after(state, play("5c"))
    assert LANDLORD.to_act(state) == (0,)


def test_a_player_who_passed_may_still_play_later_in_the_trick() -> None:
    state = after(playing("3c 7c", "5d 8c", "4h 9d"), play("3c"), PASS, play("4h"), PASS, play("5d"))
    assert [laid.seat for laid in state.trick] == [0, 2, 1]


def test_two_passes_in_a_row_end_the_trick_and_whoever_played_last_leads() -> None:
    state = after(playing("3c 7c", "4d 8c", "9h 9d"), play("3c"), play("4d"), PASS, PASS)
    assert (LANDLORD.to_act(state), state.trick) == ((1,), ())


def test_one_pass_does_not_end_the_trick() -> None:
    state = after(playing("3c 7c", "4d 8c", "9h 9d"), play("3c"), PASS)
    assert (LANDLORD.to_act(state), len(state.trick), state.passed) == ((2,), 1, (1,))


def test_the_player_who_leads_can_t_pass() -> None:
    assert reason(playing("3c 7c", "4d", "5h"), PASS) == "must_lead"
    assert reason(after(playing("3c 7c", "4d 6d", "5h 6c"), play("3c"), PASS, PASS), PASS) == "must_lead"


def test_whose_turn_it_is_is_judged_before_what_is_played() -> None:
    state = playing("3c 7c", "4d", "5h")
    for action in (play("4d"), play("RJ RJ"), Bid(1), PASS):
        assert reason(state, action, seat=1) == "not_your_turn"


def test_a_card_that_is_not_held_is_refused_wherever_it_is() -> None:
    state = playing("3c 7c", "4d 8d", "5h")
    elsewhere = LANDLORD.why_not(state, 0, play("3c 4d"))
    nowhere = LANDLORD.why_not(state, 0, play("3c Ks"))
    assert elsewhere is not None
    assert nowhere is not None
    assert (elsewhere.reason, elsewhere.cards) == ("card_not_held", ("4d",))
    assert elsewhere.detail.replace("4d", "Ks") == nowhere.detail


def test_a_card_named_twice_is_refused() -> None:
    refusal = LANDLORD.why_not(playing("3c 7c", "4d", "5h"), 0, play("3c 3c"))
    assert refusal is not None
    assert (refusal.reason, refusal.cards) == ("card_named_twice", ("3c",))


@pytest.mark.parametrize(
    ("state", "action", "word", "sentence"),
    [
        (
            playing("4c 4d", "", "", trick="9h 9s"),
            play("4c 4d"),
            "does_not_beat",
            "pair 4c 4d does not beat pair 9h 9s; a higher pair, a bomb or the rocket does, or pass.",
        ),
        (
            playing("3c 3d 3h 3s 9c", "", "", trick="4c 4d 4h 4s"),
            play("3c 3d 3h 3s"),
            "does_not_beat",
            "bomb 3c 3d 3h 3s does not beat bomb 4c 4d 4h 4s; a higher bomb or the rocket does, or pass.",
        ),
        (
            playing("3c 3d 3h 3s 9c", "", "", trick="BJ RJ"),
            play("3c 3d 3h 3s"),
            "does_not_beat",
            "bomb 3c 3d 3h 3s does not beat rocket BJ RJ; nothing does, so pass.",
        ),
        (
            playing("3c 4d 9c", "", ""),
            play("3c 4d"),
            "not_a_combination",
            "3c 4d is no combination; 2 cards can be pair or rocket.",
        ),
        (
            playing("3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c", "", ""),
            play("3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c"),
            "not_a_combination",
            "3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c is no combination, and no combination has 13 cards.",
        ),
        (
            playing("3c 3d 3h 3s 9c", "", ""),
            play("3c 3d 3h 3s", Kind.TRIPLET_SINGLE),
            "wrong_kind",
            "3c 3d 3h 3s is no triplet_single; it can be played as bomb.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_refusal_says_what_was_sent_why_it_can_t_be_and_what_could_be(
    state: State, action: Play, word: str, sentence: str
) -> None:
    refusal = LANDLORD.why_not(state, 0, action)
    assert refusal is not None
    assert (refusal.reason, refusal.detail, refusal.cards) == (word, sentence, action.cards)


def test_what_could_beat_a_sequence_has_as_many_cards() -> None:
    state = playing("4c 5d 6c 7c 8c 9c", "", "", trick="8d 9d Td Jd Qd")
    refusal = LANDLORD.why_not(state, 0, play("9c 8c 7c 6c 5d"))
    assert refusal is not None
    assert refusal.detail.endswith("; a higher straight of 5 cards, a bomb or the rocket does, or pass.")


def test_a_refused_action_changes_nothing() -> None:
    state = playing("3c 7c", "4d", "5h")
    with pytest.raises(IllegalAction, match="3c 7c is no combination"):
        LANDLORD.apply(state, 0, play("3c 7c"))
    assert state == playing("3c 7c", "4d", "5h")


def test_cards_that_can_be_two_kinds_lead_as_the_one_with_the_fewest_extra_cards() -> None:
    (played,) = events(playing(FOUR_TRIPLETS + " 9c", "", ""), play(FOUR_TRIPLETS))
    assert isinstance(played, PlayedEvent)
    assert (played.kind, played.rank, played.length) == (Kind.TRIPLET_SEQUENCE, Rank.SIX, 4)


def test_a_kind_that_is_named_is_the_one_that_counts() -> None:
    named = play(FOUR_TRIPLETS, Kind.TRIPLET_SEQUENCE_SINGLES)
    (played,) = events(playing(FOUR_TRIPLETS + " 9c", "", ""), named)
    assert isinstance(played, PlayedEvent)
    assert (played.kind, played.rank, played.length) == (Kind.TRIPLET_SEQUENCE_SINGLES, Rank.SIX, 3)


def test_cards_that_can_be_two_kinds_follow_as_the_one_that_beats_the_trick() -> None:
    state = playing("6c 6d 6h 7c 7d 7h 8c 8d 8h 9c 9d 9h Kc", "", "", trick="3c 3d 3h 4c 4d 4h 5c 5d 5h 7s 8s 9s")
    (played,) = events(state, play("6c 6d 6h 7c 7d 7h 8c 8d 8h 9c 9d 9h"))
    assert isinstance(played, PlayedEvent)
    assert (played.kind, played.rank, played.length) == (Kind.TRIPLET_SEQUENCE_SINGLES, Rank.NINE, 3)


def test_a_kind_that_is_named_must_beat_the_trick_itself() -> None:
    state = playing("6c 6d 6h 7c 7d 7h 8c 8d 8h 9c 9d 9h Kc", "", "", trick="3c 3d 3h 4c 4d 4h 5c 5d 5h 7s 8s 9s")
    cards = "6c 6d 6h 7c 7d 7h 8c 8d 8h 9c 9d 9h"
    assert reason(state, play(cards, Kind.TRIPLET_SEQUENCE)) == "does_not_beat"
    assert reason(state, play(cards, Kind.TRIPLET_SEQUENCE_SINGLES)) is None


def test_cards_may_be_sent_in_any_order() -> None:
    first = after(playing("3c 4c 5c 6c 7c 9c", "", ""), play("3c 4c 5c 6c 7c"))
    other = after(playing("3c 4c 5c 6c 7c 9c", "", ""), play("5c 3c 7c 4c 6c"))
    assert (first.hands, first.trick[0].reading) == (other.hands, other.trick[0].reading)


def test_a_play_has_at_most_twenty_cards_and_at_least_one() -> None:
    for cards in ("[]", '["3c"' + ', "3c"' * 20 + "]", '["3x"]', '["1c"]', '["RJ "]'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"type": "landlord.play", "cards": {cards}}}', type=Play)


def test_a_play_without_a_kind_says_nothing_of_kinds_on_the_wire() -> None:
    assert msgspec.json.encode(play("3c")) == b'{"type":"landlord.play","cards":["3c"]}'


def test_the_deal_ends_the_moment_a_player_plays_the_last_card() -> None:
    state = playing("3c", "4d 4s", "5h 5s")
    played, over, dealt_again = events(state, play("3c"))
    assert isinstance(played, PlayedEvent)
    assert isinstance(over, DealOverEvent)
    assert isinstance(dealt_again, DealtEvent)
    assert [(left.seat, left.cards) for left in over.outcome.hands_left] == [(0, ()), (1, ("4d", "4s")), (2, ("5h", "5s"))]
    assert after(state, play("3c")).phase is Phase.BIDDING


def test_the_first_bidder_moves_one_seat_to_the_left_each_deal() -> None:
    states = to_the_end(dealt(deals=6), lambda state: next(iter(LANDLORD.legal(state, state.turn))))
    first_bidders = [state.turn for state in states if state.phase is Phase.BIDDING and not state.bids]
    assert first_bidders == [0, 1, 2, 0, 1, 2]


def test_nobody_is_to_act_when_the_last_deal_is_over() -> None:
    *_, state = to_the_end(dealt(deals=3), by_chance("over"))
    assert len(state.settled) == 3
    assert LANDLORD.legal(state, 0).count == 0
    assert {reason(state, PASS, seat=seat) for seat in range(3)} == {"game_over"}


def test_a_pass_tells_no_more_than_that() -> None:
    assert events(after(playing("3c 7c", "4d 8c", "9h 9d"), play("3c")), PASS) == (PassedEvent(1),)
