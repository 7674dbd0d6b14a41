"""The build and the end of a round: the points, the next starter, the target, and rounds that decide a tie."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.games.five_three import scoring
from engine.games.five_three.actions import MOST_ROUNDS, Build, BuiltEvent, DealtEvent, Phase, RoundOverEvent
from engine.games.five_three.state import Settled, Split, State
from engine.ruleset import NOT_YOUR_TURN
from tests.engine.games.five_three.playing import BUILDS, FIVE_THREE, after, build, cards, drafted, refused

VECTORS = Path(__file__).parents[3] / "vectors"
SCORING = [
    pytest.param(case["input"], case["expect"], id=case["id"])
    for case in json.loads((VECTORS / "five_three_scoring.json").read_text())
]


@pytest.mark.parametrize(("given", "expected"), SCORING)
def test_rounds_are_scored_as_the_vectors_say(given: dict[str, Any], expected: dict[str, Any]) -> None:
    scores, starter, winner = given["scores"], given["starter"], None
    for played, due in zip(given["rounds"], expected["rounds"], strict=True):
        assert winner is None
        last = scoring.settle(starter, [Split(hands["five"], hands["three"]) for hands in played["builds"]], scores)
        assert list(scoring.points(last.five_winner, last.three_winner)) == due["points"]
        scores, winner = list(last.scores), scoring.winner(given["target"], last)
        assert scores == due["scores"]
        starter = scoring.next_starter(last) if winner is None else None
        assert starter == due["next_starter"]
    assert winner == expected["winner"]


# -- the build -----------------------------------------------------------------------------------------
def test_both_seats_build_at_the_same_time_and_in_either_order() -> None:
    assert FIVE_THREE.to_act(drafted()) == (0, 1)
    first = after(drafted(), (0, BUILDS[0]), (1, BUILDS[1]))
    assert first == after(drafted(), (1, BUILDS[1]), (0, BUILDS[0]))


def test_one_build_alone_ends_nothing_and_can_t_be_changed() -> None:
    state, events = FIVE_THREE.apply(drafted(), 1, BUILDS[1])
    assert events == (BuiltEvent(seat=1, five=cards("Qd Qh Qs Ad Ah"), three=cards("Tc Td Jh")),)
    assert state.phase is Phase.BUILD
    assert FIVE_THREE.to_act(state) == (0,)
    assert refused(state, 1, BUILDS[1]).reason == NOT_YOUR_TURN
    assert FIVE_THREE.legal(state, 1).count == 0


def test_when_both_builds_are_in_they_are_shown_and_the_next_round_is_dealt() -> None:
    state, events = FIVE_THREE.apply(after(drafted(), (0, BUILDS[0])), 1, BUILDS[1])
    _, over, deal, _ = events
    assert isinstance(over, RoundOverEvent)
    assert isinstance(deal, DealtEvent)
    assert [(hand.five.category, hand.three.category) for hand in over.outcome.hands] == [
        ("full_house", "straight_flush"),
        ("full_house", "pair"),
    ]
    assert (over.outcome.points, over.outcome.scores) == ((3, 0), (3, 0))
    assert (deal.round, deal.starter) == (1, 0)
    assert FIVE_THREE.view(state, None).last_round == over.outcome
    assert FIVE_THREE.outcome(state) is None


def test_a_build_uses_every_card_of_the_collection_once() -> None:
    state = drafted()
    for five, three, reason, concerned in (
        ("Kc Kh Ks Ac As", "RJ Jc Ts", "card_not_held", "Ts"),
        ("Kc Kh Ks Ac Ah", "RJ Jc Qd", "card_not_held", "Ah Qd"),
        ("Kc Kh Ks Ac As", "RJ Jc As", "card_named_twice", "As"),
    ):
        refusal = refused(state, 0, build(five, three))
        assert (refusal.reason, refusal.cards) == (reason, cards(concerned))


def test_the_order_of_the_cards_in_a_hand_makes_no_other_build() -> None:
    built = {FIVE_THREE.dump(after(drafted(), (0, Build(BUILDS[0].five, three)))) for three in permutations(BUILDS[0].three)}
    assert len(built) == 1


def test_each_of_the_56_splits_is_a_choice_of_its_own() -> None:
    legal = FIVE_THREE.legal(drafted(), 0)
    choices = msgspec.to_builtins(legal.choices())
    assert [
        {"type": choice["type"], **{name: values["any_of"][0] for name, values in choice["fields"].items()}}
        for choice in choices
    ] == msgspec.to_builtins(list(legal))
    assert all(len(values["any_of"]) == 1 for choice in choices for values in choice["fields"].values())


# -- who starts, who wins ------------------------------------------------------------------------------
def with_scores(scores: tuple[int, int], rounds: int = 1) -> State:
    """The draft is over in a game in which rounds have been played before, so many and with these scores after each."""
    settled = (Settled(0, None, None, scores),) * rounds
    return replace(drafted(), settled=settled, round=rounds)


def test_the_player_with_more_points_starts_the_next_round() -> None:
    state = after(with_scores((0, 4)), *enumerate(BUILDS))
    assert (state.scores, state.starter, FIVE_THREE.to_act(state)) == ((3, 4), 1, (1,))


def test_with_level_scores_the_player_who_did_not_start_this_round_starts_the_next() -> None:
    state = after(with_scores((0, 3)), *enumerate(BUILDS))
    assert (state.scores, state.starter) == ((3, 3), 1)


def test_the_first_player_to_reach_the_target_wins() -> None:
    state = after(with_scores((2, 4)), *enumerate(BUILDS))
    assert FIVE_THREE.outcome(state) == ((0,), False)
    assert FIVE_THREE.to_act(state) == ()
    assert refused(state, 0, BUILDS[0]).reason == "game_over"
    result = FIVE_THREE.result(state)
    assert result is not None
    assert (result.winners, result.scores) == ((0,), (5, 4))


def test_a_round_that_decides_a_tie_is_won_by_its_own_hands_whatever_the_scores() -> None:
    state = after(with_scores((5, 9)), *enumerate(BUILDS))
    assert (state.scores, FIVE_THREE.outcome(state)) == ((8, 9), ((0,), False))


@pytest.mark.parametrize(
    ("five_winner", "three_winner", "winner"), [(0, 1, 0), (1, 0, 1), (None, 0, 0), (None, 1, 1), (None, None, None)]
)
def test_with_both_at_the_target_the_5_card_hands_decide_then_the_3_card_hands(
    five_winner: int | None, three_winner: int | None, winner: int | None
) -> None:
    assert scoring.winner(5, Settled(0, five_winner, three_winner, (5, 6))) == winner


def test_a_game_that_is_over_stays_as_it_ended() -> None:
    state = after(with_scores((4, 4)), *enumerate(BUILDS))
    view = FIVE_THREE.view(state, None)
    assert (view.phase, view.round, view.turn) == (Phase.OVER, 1, None)
    assert view.last_round is not None
    assert view.last_round.round == 1
    assert FIVE_THREE.shuffles(state) == 2
    assert FIVE_THREE.load(FIVE_THREE.dump(state)) == state


def test_of_a_game_that_is_given_up_the_other_wins_and_the_scores_stay() -> None:
    result = FIVE_THREE.result(with_scores((4, 1)), given_up_by=0)
    assert result is not None
    assert (result.winners, result.scores) == ((1,), (4, 1))


def test_a_result_tells_of_each_round_that_is_over_and_of_very_many_the_last_20() -> None:
    one = after(with_scores((1, 1)), *enumerate(BUILDS))
    assert [(each.round, each.scores) for each in FIVE_THREE.details(one).rounds] == [(0, (1, 1)), (1, (4, 1))]
    many = after(with_scores((1, 1), rounds=30), *enumerate(BUILDS))
    assert [each.round for each in FIVE_THREE.details(many).rounds] == list(range(31 - MOST_ROUNDS, 31))
