"""The deal and the bidding: who bids, what may be bid, who becomes the Landlord, and deals that are thrown in."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.landlord.actions import (
    Bid,
    BidEvent,
    ChosenEvent,
    DealtEvent,
    Move,
    Options,
    Pass,
    PassedEvent,
    Phase,
    ThrownInEvent,
)
from engine.games.landlord.cards import DECK
from engine.games.landlord.state import Settled
from engine.ruleset import Event
from engine.shuffle import shuffled
from tests.engine.games.landlord.positions import LANDLORD, PASS, after, dealt, events, play, reason

CASES = json.loads((Path(__file__).parents[3] / "vectors" / "landlord_scoring.json").read_text())["bidding"]

FIRST_DEALS = (Settled(landlord=0, bid=1, doubles=0, spring=False, out=0),) * 2


def test_each_seat_gets_17_cards_in_seat_order_and_the_last_3_are_aside() -> None:
    state = dealt("seventeen")
    deck = shuffled(DECK, b"seventeen", 0)
    assert [set(hand) for hand in state.hands] == [set(deck[:17]), set(deck[17:34]), set(deck[34:51])]
    assert set(state.aside) == set(deck[51:])


def test_a_game_has_three_seats() -> None:
    with pytest.raises(ValueError, match="3 seats, not 4"):
        LANDLORD.new(Options(), 4, b"four")


@pytest.mark.parametrize("deals", ["0", "4", "5", "9", "-3", '"6"', "null", "3.5"])
def test_a_game_is_of_three_or_six_deals(deals: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"deals": {deals}}}', type=Options)
    assert [msgspec.json.decode(text, type=Options).deals for text in ("{}", '{"deals": 3}', '{"deals": 6}')] == [6, 3, 6]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_the_bidding_ends_as_the_rules_say(case: dict[str, Any]) -> None:
    start = dealt(deals=3)
    start = msgspec.structs.replace(start, settled=FIRST_DEALS[: case["first_bidder"]], turn=case["first_bidder"])
    state = start
    for bid in case["bids"]:
        assert LANDLORD.to_act(state) == (bid["seat"],)
        state = after(state, msgspec.convert(bid["action"], Bid | Pass))
    match case["outcome"]:
        case "landlord":
            assert (state.landlord, state.highest_bid) == (case["landlord"], case["winning_bid"])
            assert LANDLORD.to_act(state) == (case["landlord"],)
        case "open":
            assert (state.phase, LANDLORD.to_act(state)) == (Phase.BIDDING, (case["to_act"],))
        case _:
            assert (state.bids, state.deal, state.turn) == ((), start.deal, case["first_bidder"])
            assert state.hands != start.hands


def test_the_landlord_shows_the_cards_aside_and_takes_them() -> None:
    before = dealt()
    state = after(before, Bid(3))
    assert set(state.hands[0]) == {*before.hands[0], *before.aside}
    assert LANDLORD.view(state, None).aside == before.aside
    told = events(before, Bid(3))
    assert told == (BidEvent(0, 3), ChosenEvent(seat=None, landlord=0, bid=3, aside=before.aside))


def test_nobody_sees_the_cards_aside_while_the_bidding_goes_on() -> None:
    state = after(dealt(), Bid(2), PASS)
    assert all(LANDLORD.view(state, seat).aside is None for seat in (0, 1, 2, None))


@pytest.mark.parametrize("points", [1, 2])
def test_a_bid_must_be_higher_than_any_so_far(points: int) -> None:
    state = after(dealt(), Bid(2))
    assert reason(state, Bid(points)) == "bid_too_low"
    refusal = LANDLORD.why_not(state, 1, Bid(points))
    assert refusal is not None
    assert refusal.detail == f"A bid of {points} is not higher than 2: bid 3, or pass."
    assert reason(state, Bid(3)) is None


@pytest.mark.parametrize("points", ["0", "4", "-1", '"1"'])
def test_a_bid_is_1_2_or_3(points: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"type": "landlord.bid", "points": {points}}}', type=Bid)


@pytest.mark.parametrize(("bids", "legal"), [((), [1, 2, 3]), ((Bid(1),), [2, 3]), ((Bid(1), Bid(2)), [3])])
def test_every_higher_bid_and_the_pass_may_be_chosen(bids: tuple[Move, ...], legal: list[int]) -> None:
    state = after(dealt(), *bids)
    actions = LANDLORD.legal(state, state.turn)
    assert list(actions) == [*map(Bid, legal), PASS]
    assert [(choice.type, *(values.one_of for values in choice.fields.values())) for choice in actions.choices()] == [
        ("landlord.bid", tuple(legal)),
        ("landlord.pass",),
    ]


def test_cards_are_not_played_in_the_bidding() -> None:
    state = dealt()
    assert reason(state, play(state.hands[0][0])) == "not_in_this_phase"


def test_a_bid_comes_too_late_when_there_is_a_landlord() -> None:
    assert reason(after(dealt(), Bid(3)), Bid(3)) == "not_in_this_phase"


def test_three_passes_throw_the_deal_in_and_the_next_shuffle_is_dealt() -> None:
    before = after(dealt("thrown in"), PASS, PASS)
    state = after(before, PASS)
    deck = shuffled(DECK, b"thrown in", 1)
    assert [set(hand) for hand in state.hands] == [set(deck[:17]), set(deck[17:34]), set(deck[34:51])]
    assert LANDLORD.shuffles(state) == 2
    passed, thrown_in, again = events(before, PASS)
    assert (passed, thrown_in) == (PassedEvent(2), ThrownInEvent(None, deal=0))
    assert isinstance(again, DealtEvent)
    assert (again.deal, again.first_bidder) == (0, 0)


def test_nothing_tells_the_cards_of_a_deal_that_was_thrown_in() -> None:
    first = dealt("hidden")
    state = after(first, PASS, PASS, PASS)
    assert first.hands[1] not in (*state.hands, *state.left_over)
    assert LANDLORD.view(state, 0).last_deal is None


def test_a_state_does_not_grow_with_the_deals_that_are_thrown_in() -> None:
    state = dealt()
    size = len(LANDLORD.dump(after(state, PASS, PASS, PASS)))
    assert len(LANDLORD.dump(after(state, *(PASS,) * 21))) == size


def test_a_deal_shows_each_seat_its_own_cards_alone() -> None:
    state, (told,) = LANDLORD.new(Options(), 3, b"own cards")
    for seat in (0, 1, 2, None):
        seen = shown_hands(LANDLORD.shown(told, seat))
        assert seen == [state.hands[owner] if owner == seat else None for owner in range(3)]


def shown_hands(event: Event) -> list[tuple[str, ...] | None]:
    assert isinstance(event, DealtEvent)
    return [hand.cards for hand in event.hands]
