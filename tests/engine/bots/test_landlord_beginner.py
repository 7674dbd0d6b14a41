"""The Beginner at landlord: what a newcomer does."""

from msgspec.structs import replace

from engine.bots.bot import Level
from engine.bots.landlord import BOTS
from engine.games.landlord.actions import Bid, Kind, Move, Play
from engine.games.landlord.state import State
from engine.shuffle import HashSource
from tests.engine.games.landlord.positions import LANDLORD, PASS, after, dealt, play, playing


def choice(state: State) -> Move:
    """What the Beginner does whose turn it is."""
    return BOTS[Level.BEGINNER](LANDLORD.view(state, state.turn), state.turn, HashSource(b"newcomer"))


def bidding_with(hand: str) -> Move:
    state = dealt()
    return choice(replace(state, hands=(tuple(hand.split()), *state.hands[1:])))


def test_it_bids_by_its_high_cards_alone() -> None:
    assert bidding_with("3c 4d 6h 7c 8c 9c Td Jd Qh Kc Ac Ad 2c 2d 2h BJ RJ") == Bid(3)
    assert bidding_with("3c 3d 3h 4c 4d 4h 5c 5d 5h 6c 6d 6h 7c 8c 9c Tc Jc") == PASS


def test_it_counts_four_alike_as_high() -> None:
    assert bidding_with("3c 3d 3h 3s 4d 4h 5c 5d 6h 7c 9c Tc Jc Kd Ac Ad 2c") == Bid(2)


def test_it_leads_its_lowest_cards_as_many_as_are_alike() -> None:
    assert choice(playing("3c 3d 8c Kd 2c", "4c 5c", "4d 5d")) == Play(("3c", "3d"), Kind.PAIR)
    assert choice(playing("4c 9c 9d Kd 2c", "5h 6c", "5s 6d")) == Play(("4c",), Kind.SINGLE)


def test_a_triplet_takes_a_card_along() -> None:
    assert choice(playing("3c 3d 3h 5c Kd Ks 2c", "4c 6c", "4d 6d")) == Play(("3c", "3d", "3h", "5c"), Kind.TRIPLET_SINGLE)


def test_four_alike_are_not_led_as_a_bomb() -> None:
    led = choice(playing("3c 3d 3h 3s Kd Ks 2c", "4c 6c", "4d 6d"))
    assert isinstance(led, Play)
    assert led.kind is not Kind.BOMB


def test_it_sees_a_straight_now_and_then() -> None:
    state = playing("3c 4c 5d 6c 7d Kd 2c", "4d 5c", "4h 5h")
    view = LANDLORD.view(state, 0)
    led = {BOTS[Level.BEGINNER](view, 0, HashSource(b"%d" % number)) for number in range(30)}
    assert led == {Play(("3c",), Kind.SINGLE), Play(("3c", "4c", "5d", "6c", "7d"), Kind.STRAIGHT)}


def test_it_beats_a_play_with_the_lowest_cards_that_do_though_that_breaks_a_pair() -> None:
    assert choice(playing("6d 6h Kc 2c", "4c 5c", "4d 5d", trick="5s")) == Play(("6d",), Kind.SINGLE)


def test_it_beats_its_partner_too() -> None:
    state = after(playing("3c 9c 9d", "Kd 6c 6s", "4c 4d Ac 2c"), play("3c"), play("Kd"))
    assert choice(state) == Play(("Ac",), Kind.SINGLE)


def test_it_throws_a_bomb_at_the_first_play_that_it_can_t_beat_otherwise() -> None:
    state = playing("4c 4d 4h 4s 6c", "8c 9c", "8d 9d", trick="7c 7d")
    assert choice(state) == Play(("4c", "4d", "4h", "4s"), Kind.BOMB)


def test_it_goes_out_when_it_can() -> None:
    assert choice(playing("3c 4c 5d 6c 7d", "4d 5c", "4h 5h")) == Play(("3c", "4c", "5d", "6c", "7d"), Kind.STRAIGHT)
