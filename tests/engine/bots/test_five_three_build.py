"""What the five-three Expert goes by in the build and in the end of a search: splits, stakes of the match, and plans."""

from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from engine.bots.bot import Level
from engine.bots.five_three import BOTS
from engine.bots.five_three.match import CERTAIN, EQUAL, LOST, WON, chance, stakes
from engine.bots.five_three.playout import mask, numbers
from engine.bots.five_three.sight import sight
from engine.bots.five_three.splits import BestSplits, undominated
from engine.games.five_three import scoring
from engine.games.five_three.actions import Build, Phase
from engine.games.five_three.hands import split_strengths, strength3, strength5
from engine.games.five_three.readings import DECK
from engine.games.five_three.state import Settled, State
from engine.shuffle import HashSource, shuffled
from tests.engine.games.five_three.playing import FIVE_THREE, cards, dealt, played

COLLECTIONS = [shuffled(DECK, b"collections", number)[:8] for number in range(200)]
WINNER = {WON: 0, EQUAL: None, LOST: 1}
OUTCOMES = list(product(WINNER, repeat=2))


# -- the match -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("scores", list(product(range(5), repeat=2)))
def test_a_match_is_sure_where_the_round_decides_it_and_open_where_not(scores: tuple[int, int]) -> None:
    for five, three in OUTCOMES:
        points = scoring.points(WINNER[five], WINNER[three])
        after = tuple(before + more for before, more in zip(scores, points, strict=True))
        winner = scoring.winner(5, Settled(0, WINNER[five], WINNER[three], after))
        expected = {0: CERTAIN, 1: 0}.get(winner) if winner is not None else None
        found = chance((5 - scores[0], 5 - scores[1]), (five, three))
        assert 0 < found < CERTAIN if expected is None else found == expected


def test_in_a_deciding_round_the_stronger_5_card_hand_wins_then_the_stronger_3_card_hand() -> None:
    assert [chance((0, 0), outcome) for outcome in [(WON, LOST), (EQUAL, LOST), (EQUAL, EQUAL)]] == [CERTAIN, 0, CERTAIN // 2]


def test_what_one_seat_wins_the_other_loses() -> None:
    for mine, theirs in product(range(1, 21), repeat=2):
        for five, three in OUTCOMES:
            both = chance((mine, theirs), (five, three)) + chance((theirs, mine), (-five, -three))
            assert abs(both - CERTAIN) <= 2 * mine + 2 * theirs


@pytest.mark.parametrize(("needs", "least", "most"), [(0, 20, 30), (1, 20, 30), (2, 20, 30), (3, 0.9, 1.1), (20, 1.8, 2.2)])
def test_a_5_card_hand_is_worth_twice_a_3_card_hand_from_afar_as_much_at_three_and_all_at_two_or_one(
    needs: int, least: float, most: float
) -> None:
    five, three = stakes((needs, needs))
    assert least < five / three < most


# -- the splits ------------------------------------------------------------------------------------------------
def test_a_split_is_dominated_where_another_has_both_hands_at_least_as_strong() -> None:
    for collection in COLLECTIONS[:50]:
        every = set(split_strengths(collection))
        best = {one for one in every if not any(o != one and o[0] >= one[0] and o[1] >= one[1] for o in every)}
        assert set(undominated(collection)) == best


def test_the_best_split_of_a_collection_is_one_of_those_that_are_any_good() -> None:
    splits = BestSplits((2, 1))
    for collection in COLLECTIONS:
        _, five, three = splits.best(mask(numbers(collection)))
        assert (five, three) in split_strengths(collection)


def test_a_collection_leads_by_as_much_as_the_other_trails() -> None:
    splits = BestSplits((2, 1))
    sets = [mask(numbers(collection)) for collection in COLLECTIONS]
    assert all(splits.lead(one, other) == -splits.lead(other, one) for one, other in pairwise(sets))
    assert all(splits.lead(one, one) == 0 for one in sets)


def test_a_stronger_collection_leads() -> None:
    aces, tens = mask(numbers(cards("As Ah Ad Ac RJ Ks Qs Js"))), mask(numbers(cards("Ts Th Jd Jc Qh Kd Kc Td")))
    assert BestSplits((2, 1)).lead(aces, tens) > 0


# -- the build -------------------------------------------------------------------------------------------------
def builds(target: int, games: int) -> Iterator[tuple[State, int, Build]]:
    """What an Expert builds in the first rounds of matches that are drafted by chance, by seat."""
    for game in range(games):
        start = dealt(f"build {game}", target)
        state = next(step.before for step in played(start, HashSource(b"%d" % game)) if step.before.phase is Phase.BUILD)
        for seat in range(2):
            move = BOTS[Level.EXPERT](FIVE_THREE.view(state, seat), seat, HashSource(b""))
            assert isinstance(move, Build)
            yield state, seat, move


def test_an_expert_builds_a_split_that_is_any_good() -> None:
    for state, seat, move in builds(target=5, games=30):
        assert (strength5(move.five), strength3(move.three)) in undominated(state.players[seat].collection)


def test_an_expert_that_needs_one_point_as_its_opponent_does_takes_a_5_card_hand_that_nothing_beats() -> None:
    sure = 0
    for state, seat, move in builds(target=1, games=60):
        theirs = state.players[1 - seat].kept
        unseen = sight(FIVE_THREE.view(state, seat), seat).unseen
        strongest = max(five for card in unseen for five, _ in split_strengths((*theirs, card)))
        if max(five for five, _ in split_strengths(state.players[seat].collection)) > strongest:
            assert strength5(move.five) > strongest
            sure += 1
    assert sure >= 10
