"""The Skilled at landlord: the rules of thumb of a good player."""

import pytest
from msgspec.structs import replace

from engine.bots.bot import Level
from engine.bots.landlord import BOTS
from engine.bots.landlord.melds import counted
from engine.bots.landlord.split import estimate, split
from engine.games.landlord.actions import Bid, Kind, Move, Pass, Play
from engine.games.landlord.cards import DECK
from engine.games.landlord.state import State
from engine.shuffle import HashSource, shuffled
from tests.engine.games.landlord.positions import LANDLORD, PASS, after, dealt, play, playing


def choice(state: State) -> Move:
    """What the Skilled does whose turn it is."""
    return BOTS[Level.SKILLED](LANDLORD.view(state, state.turn), state.turn, HashSource(b"bot"))


def bidding_with(hand: str, *bids: Move) -> Move:
    state = after(dealt(), *bids)
    hands = list(state.hands)
    hands[state.turn] = tuple(hand.split())
    return choice(replace(state, hands=tuple(hands)))


STRONG = "4c 4d 4h 4s 6c 7c 8c 9c Tc Ac Ad Ah 2c 2d 2h BJ RJ"
WEAK = "3c 3d 4c 4h 5d 6c 6s 8c 8d 9h Tc Td Jh Jd Kc Kd As"


def test_a_strong_hand_bids_three() -> None:
    assert bidding_with(STRONG) == Bid(3)
    assert bidding_with(STRONG, Bid(1), Bid(2)) == Bid(3)


def test_a_weak_hand_passes() -> None:
    assert bidding_with(WEAK) == PASS
    assert bidding_with(WEAK, PASS, PASS) == PASS


def test_a_hand_is_not_bid_beyond_its_worth() -> None:
    bids = {bidding_with(" ".join(shuffled(DECK, b"worth", number)[:17]), Bid(2)) for number in range(30)}
    assert bids == {PASS, Bid(3)}


def test_a_bot_goes_out_when_it_can() -> None:
    state = playing("5c 5d", "8c 9d", "8d 9h", trick="4c 4d")
    assert choice(state) == Play(("5c", "5d"), Kind.PAIR)


def test_a_bot_leads_low_before_high() -> None:
    assert choice(playing("3c 9d Kc Ad 2c", "4c 5d 6c 7c 8c", "4d 5c 6d 7d 8d")) == Play(("3c",), Kind.SINGLE)


def test_a_bot_leads_a_long_sequence_rather_than_its_cards_one_by_one() -> None:
    chosen = choice(playing("3c 4d 5c 6c 7c 8c Kd Ks 2c", "9c 9d Jc Jd Qc Ah", "9h Td Th Jh Qd Qh"))
    assert isinstance(chosen, Play)
    assert chosen.kind is Kind.STRAIGHT


def test_a_triplet_takes_a_low_card_along() -> None:
    chosen = choice(playing("3c 5c 5d 5h Ad 2c RJ", "9c 9d Jc Jd Qc Ah", "9h Td Th Jh Qd Qh"))
    assert chosen == Play(("3c", "5c", "5d", "5h"), Kind.TRIPLET_SINGLE)


def test_a_bot_beats_a_low_card_with_no_more_than_it_takes() -> None:
    state = playing("6d 8c Qc Ad 2c", "4c 5d 6c 7c 8d", "4d 5c 6h 7d 8h", trick="5s")
    assert choice(state) == Play(("6d",), Kind.SINGLE)


def test_a_bot_keeps_its_bomb_and_the_rocket_from_a_low_card() -> None:
    state = playing("3c 3d 5h 7c 7d 7h 7s 9c 9d Qc Kd BJ RJ", "4c 5d 6c 8c 8d 8s", "4d 5c 6h Jc Jd Js", trick="Tc Td")
    assert choice(state) == PASS


def farmer_after(partner_plays: str, hand: str, landlord_holds: str = "9c 9d Tc Td Jc") -> State:
    """A Farmer's turn after the partner has beaten the Landlord's lead."""
    start = playing(f"3c {landlord_holds}", f"{partner_plays} 6c 6s 7s", hand)
    return after(start, play("3c"), play(partner_plays))


def test_a_farmer_leaves_a_partner_the_trick() -> None:
    assert choice(farmer_after("RJ", "5c 5d 8c 8d 8h 8s 2c")) == PASS
    assert choice(farmer_after("Kd", "4c 5c 5d 7d 8h 9s Jc 2c")) == PASS


def test_a_farmer_beats_a_partner_to_go_out() -> None:
    assert choice(farmer_after("Kd", "2c")) == Play(("2c",), Kind.SINGLE)


def test_a_farmer_stops_a_landlord_who_is_about_to_go_out() -> None:
    state = after(playing("Kc 9c", "4c 4d 5d 6h 2c", "5h 6c 7c 8d 9d"), play("Kc"))
    assert choice(state) == Play(("2c",), Kind.SINGLE)


def test_a_bomb_stops_a_landlord_who_is_about_to_go_out() -> None:
    state = after(playing("2c 9c", "4c 4d 4h 4s 6h 6d", "5h 6c 7c 8d 9d"), play("2c"))
    assert choice(state) == Play(("4c", "4d", "4h", "4s"), Kind.BOMB)


def test_no_single_is_led_to_an_opponent_with_one_card_if_a_pair_can_be() -> None:
    chosen = choice(playing("3c 8c 8d Kd Ad", "Ac", "5h 6c 7c 9d Jd"))
    assert isinstance(chosen, Play)
    assert chosen.kind is Kind.PAIR


def test_only_singles_are_led_from_the_top_to_an_opponent_with_one_card() -> None:
    chosen = choice(playing("3c 8c Td Kd", "Ac", "5h 6c 7c 9d Jd 2c"))
    assert chosen == Play(("Kd",), Kind.SINGLE)


def test_what_nobody_can_beat_is_led_when_one_play_is_left_then() -> None:
    everything_else = " ".join(card for card in DECK if card not in ("3c", "RJ"))
    state = replace(playing("3c RJ", "4c 5c", "4d 5d"), played=(tuple(everything_else.split()[:30]), (), ()))
    assert choice(state) == Play(("RJ",), Kind.SINGLE)


@pytest.mark.parametrize("number", range(40))
def test_a_hand_is_split_into_plays_that_are_the_whole_hand(number: int) -> None:
    deck = shuffled(DECK, b"split", number)
    for size in (5, 9, 17, 20):
        hand = counted(deck[:size])
        parts = split(hand)
        assert sum(meld.size for meld in parts.melds) == size
        assert sum(meld.counts for meld in parts.melds) == hand
        assert parts.cost == sum(meld.cost for meld in parts.melds)


def test_what_a_hand_costs_is_estimated_nearly_right() -> None:
    apart = []
    for number in range(200):
        hand = counted(shuffled(DECK, b"estimate", number)[: 1 + number % 20])
        cost, plays = estimate(hand)
        apart.append(abs(cost - split(hand).cost))
        assert abs(plays - len(split(hand).melds)) <= 1
    assert max(apart) <= 150
    assert sum(apart) / len(apart) <= 20


def test_a_pass_is_what_a_bot_does_when_nothing_beats_the_trick() -> None:
    assert isinstance(choice(playing("3c 4c", "5c", "6c", trick="BJ RJ")), Pass)
