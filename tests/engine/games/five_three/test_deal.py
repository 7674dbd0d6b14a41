"""How a game and its rounds begin."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.five_three.actions import DealtEvent, DrewEvent, Options
from engine.games.five_three.readings import DECK
from engine.shuffle import commitment, shuffled
from tests.engine.games.five_three.playing import BUILDS, FIVE_THREE, after, cards, dealt, drafted

VECTORS = Path(__file__).parents[3] / "vectors"


def cases(what: str) -> list[Any]:
    return [
        pytest.param(case["input"], case["expect"], id=case["id"])
        for case in json.loads((VECTORS / "shuffle.json").read_text())
        if case["input"]["ruleset"] == "five-three" and case["input"]["what"] == what
    ]


def seed(given: dict[str, Any]) -> bytes:
    text = given["seed"].get("text")
    return bytes.fromhex(given["seed"]["hex"]) if text is None else str(text).encode()


@pytest.mark.parametrize(("given", "expected"), cases("shuffle"))
def test_the_deck_is_shuffled_as_the_vectors_say(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert list(shuffled(FIVE_THREE.deck, seed(given), given["n"])) == expected["cards"]
    assert commitment(seed(given)) == expected["commitment"]


@pytest.mark.parametrize(("given", "expected"), cases("deal"))
def test_one_card_is_set_aside_six_go_to_each_seat_and_eight_are_drawn(given: dict[str, Any], expected: dict[str, Any]) -> None:
    state, (deal, draw) = FIVE_THREE.new(Options(), given["seats"], seed(given))
    assert isinstance(deal, DealtEvent)
    assert [set(hand.cards or ()) for hand in deal.hands] == [set(hand) for hand in expected["hands"]]
    first, *rest = expected["draw_pile"]
    assert draw == DrewEvent(seat=0, card=first)
    assert list(state.draw_pile) == rest
    assert set(state.players[0].hand) == {*expected["hands"][0], first}
    assert expected["aside"] not in FIVE_THREE.dump(state).decode()


def test_the_deck_has_the_four_suits_of_five_ranks_and_one_joker() -> None:
    assert len(set(DECK)) == 21
    assert " ".join(DECK[:5] + DECK[-2:]) == "Tc Td Th Ts Jc As RJ"


def test_five_three_is_for_two() -> None:
    for seats in (1, 3):
        with pytest.raises(ValueError, match=f"2 seats, not {seats}"):
            FIVE_THREE.new(Options(), seats, b"seed")


def test_a_match_is_to_5_points_unless_another_target_from_1_to_20_is_wished() -> None:
    assert msgspec.json.decode("{}", type=Options).target == 5
    assert msgspec.json.decode('{"target": 1}', type=Options).target == 1
    assert msgspec.json.decode('{"target": 20}', type=Options).target == 20
    for target in (0, 21):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"target": {target}}}', type=Options)


def test_seat_0_starts_the_first_round() -> None:
    assert FIVE_THREE.to_act(dealt()) == (0,)
    assert FIVE_THREE.view(dealt(), 1).starter == 0


def test_hands_are_held_lowest_first_with_the_joker_below_a_10() -> None:
    assert dealt().players[0].hand == cards("RJ Ts Jc Jd Qc Ac As")


def test_each_round_takes_the_next_shuffle() -> None:
    state = after(drafted(), *enumerate(BUILDS))
    assert FIVE_THREE.shuffles(dealt()) == 1
    assert (state.round, FIVE_THREE.shuffles(state)) == (1, 2)
    deck = shuffled(DECK, b"deal 1", 1)
    assert set(state.players[1].hand) == set(deck[7:13])
    assert set(state.players[0].hand) == {*deck[1:7], deck[13]}
