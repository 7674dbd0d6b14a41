"""What a seat, or a spectator, is told: all that it may know, and nothing else."""

import json
from typing import Any

import msgspec

from engine.games.landlord.actions import Bid, BidMade, Kind, Phase, Rank, TrickPlay
from engine.games.landlord.cards import DECK
from engine.games.landlord.state import State
from engine.shuffle import HashSource
from tests.engine.games.landlord.positions import LANDLORD, PASS, after, by_chance, dealt, play, playing, to_the_end

AUDIENCES = (0, 1, 2, None)


def test_a_seat_sees_its_own_cards_and_how_many_the_others_hold() -> None:
    view = LANDLORD.view(playing("3c 7c", "4d", "5h 5s Kd"), 2)
    assert [seat.count for seat in view.seats] == [2, 1, 3]
    assert [seat.cards for seat in view.seats] == [None, None, ("5h", "5s", "Kd")]


def test_a_spectator_sees_nobody_s_cards() -> None:
    assert [seat.cards for seat in LANDLORD.view(playing("3c 7c", "4d", "5h"), None).seats] == [None] * 3


def test_all_cards_played_in_the_deal_are_told_with_who_played_them() -> None:
    state = after(playing("3c 3d 7c", "4d 4s 8c", "9h 9d"), play("3c 3d"), play("4s 4d"), PASS, PASS)
    assert [seat.played for seat in LANDLORD.view(state, 2).seats] == [("3c", "3d"), ("4s", "4d"), ()]


def test_the_trick_is_told_in_order_with_what_its_cards_count_as() -> None:
    view = LANDLORD.view(after(playing("3c 3d 7c", "4d 4s 8c", "9h 9d"), play("3c 3d"), play("4s 4d"), PASS), 0)
    assert view.trick == (
        TrickPlay(0, ("3c", "3d"), Kind.PAIR, Rank.THREE, 1),
        TrickPlay(1, ("4s", "4d"), Kind.PAIR, Rank.FOUR, 1),
    )
    assert (view.passed, view.turn) == ((2,), 0)


def test_the_bidding_is_told_in_order() -> None:
    view = LANDLORD.view(after(dealt(), PASS, Bid(1), PASS), None)
    assert view.bids == (BidMade(0, None), BidMade(1, 1), BidMade(2, None))
    assert (view.phase, view.bid, view.landlord, view.stake, view.turn) == (Phase.BIDDING, 1, None, 1, 0)


def test_before_the_first_bid_there_is_no_stake() -> None:
    view = LANDLORD.view(dealt(), None)
    assert (view.bid, view.stake, view.bids) == (None, 0, ())


def test_the_hands_left_over_are_shown_to_all_when_a_deal_is_over() -> None:
    state = after(playing("3c", "4d 4s", "5h 5s"), play("3c"))
    for seat in AUDIENCES:
        outcome = LANDLORD.view(state, seat).last_deal
        assert outcome is not None
        assert [hand.cards for hand in outcome.hands_left] == [(), ("4d", "4s"), ("5h", "5s")]


def test_all_hands_are_shown_when_the_game_is_over() -> None:
    *_, state = to_the_end(dealt(deals=3), by_chance("shown"))
    view = LANDLORD.view(state, None)
    assert [seat.cards for seat in view.seats] == list(state.hands)
    assert (view.phase, view.turn, view.deal, view.passed) == (Phase.OVER, None, 2, ())


def test_a_view_accounts_for_every_card_once() -> None:
    for state in to_the_end(dealt(deals=3), by_chance("accounted")):
        for seat in AUDIENCES:
            view = LANDLORD.view(state, seat)
            held = [card for other in view.seats for card in other.cards or ()]
            played = [card for other in view.seats for card in other.played]
            hidden = sum(other.count for other in view.seats if other.cards is None)
            aside = 3 if state.landlord is None else 0
            assert len({*held, *played}) == len(held) + len(played) == len(DECK) - hidden - aside


def other_deals(state: State, seat: int | None, source: HashSource) -> State:
    """The same for this seat, with the cards that it can't place dealt in another way."""
    aside = () if state.landlord is None else state.aside
    open_cards = {*(card for cards in state.played for card in cards), *aside, *(() if seat is None else state.hands[seat])}
    hidden = [card for card in DECK if card not in open_cards]
    others = list(hidden)
    for i in range(len(others) - 1, 0, -1):
        j = source.below(i + 1)
        others[i], others[j] = others[j], others[i]
    names = dict(zip(hidden, others, strict=True))

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted((names.get(card, card) for card in cards), key=DECK.index))

    return msgspec.structs.replace(state, seed=b"another", hands=tuple(map(renamed, state.hands)), aside=renamed(state.aside))


def test_what_a_seat_can_t_know_changes_nothing_that_it_is_told() -> None:
    source = HashSource(b"other deals")
    differ = 0
    states = [state for state in to_the_end(dealt(deals=3), by_chance("secret")) if LANDLORD.to_act(state)]
    for state in states[::3]:
        for seat in AUDIENCES:
            other = other_deals(state, seat, source)
            differ += other.hands != state.hands
            assert told(state, seat) == told(other, seat)
    assert differ > len(states)


def told(state: State, seat: int | None) -> Any:
    """The view, the legal actions, and how each card of the deck played alone is refused."""
    if seat is None:
        return LANDLORD.view(state, None)
    legal = LANDLORD.legal(state, seat)
    refusals = [LANDLORD.why_not(state, seat, play(card)) for card in DECK]
    return LANDLORD.view(state, seat), list(legal), legal.choices(), refusals


def test_a_view_says_which_ruleset_it_is_of() -> None:
    plain = json.loads(msgspec.json.encode(LANDLORD.view(dealt(), 1)))
    assert plain["ruleset"] == "landlord"
