"""The built-in players of five-three: whole games of legal actions, from the view alone, each level better than the last."""

from collections.abc import Sequence
from typing import Final

import pytest

from engine.bots.bot import Bot, Level
from engine.bots.five_three import BOTS
from engine.games.five_three.actions import (
    Build,
    ChooseCard,
    Discard,
    Move,
    OfferSets,
    OfferThree,
    Options,
    Phase,
    Reserve,
    TurnAction,
    View,
)
from engine.games.five_three.hands import judge
from engine.games.five_three.state import State
from engine.shuffle import HashSource, bot_source
from tests.engine.games.five_three.playing import (
    FIVE_THREE,
    MOST_ACTIONS,
    after,
    cards,
    dealt,
    drafted,
    played,
    sets,
)

BEGINNER: Final = BOTS[Level.BEGINNER]
SKILLED: Final = BOTS[Level.SKILLED]
EXPERT: Final = BOTS[Level.EXPERT]


def by_chance(state: State, seat: int, source: HashSource) -> Move:
    """Any legal action."""
    legal = FIVE_THREE.legal(state, seat)
    return legal.at(source.below(legal.count))


def match(seed: bytes, bots: Sequence[Bot[View, Move] | None], target: int = 5) -> State:
    """How a match ends; who has no bot plays by chance."""
    state, _ = FIVE_THREE.new(Options(target), 2, seed)
    chance = HashSource(seed)
    for number in range(MOST_ACTIONS):
        to_act = FIVE_THREE.to_act(state)
        if not to_act:
            return state
        seat = to_act[0]
        bot = bots[seat]
        if bot is None:
            move = by_chance(state, seat, chance)
        else:
            move = bot(FIVE_THREE.view(state, seat), seat, bot_source(seed, seat, number))
        state, _ = FIVE_THREE.apply(state, seat, move)
    raise AssertionError("the match does not end")


def matches_won(bot: Bot[View, Move], other: Bot[View, Move] | None, deals: int) -> int:
    """How many of twice so many matches it wins, each deal once from either seat."""
    return sum(
        [match(b"deal %d" % deal, (bot, other)).winner == 0 for deal in range(deals)]
        + [match(b"deal %d" % deal, (other, bot)).winner == 1 for deal in range(deals)]
    )


def points_lead(bot: Bot[View, Move], other: Bot[View, Move], deals: int) -> int:
    """By how many points it leads after matches to one point, each deal once from either seat."""
    first = [match(b"round %d" % deal, (bot, other), target=1).scores for deal in range(deals)]
    second = [match(b"round %d" % deal, (other, bot), target=1).scores for deal in range(deals)]
    return sum([mine - theirs for mine, theirs in first] + [mine - theirs for theirs, mine in second])


# -- every level -------------------------------------------------------------------------------------------
def test_there_is_a_bot_of_every_level() -> None:
    assert list(BOTS) == list(Level)
    assert len(set(BOTS.values())) == len(Level)


@pytest.mark.parametrize("level", Level)
def test_the_same_view_seat_and_chances_give_the_same_action(level: Level) -> None:
    for turns in (0, 1):
        view = FIVE_THREE.view(drafted(turns * 2), 0)
        assert len({str(BOTS[level](view, 0, HashSource(b"same"))) for _ in range(2)}) == 1


@pytest.mark.parametrize("level", Level)
def test_a_bot_wants_the_view_of_its_own_seat(level: Level) -> None:
    for reader in (1, None):
        with pytest.raises(ValueError, match="not that of seat 0"):
            BOTS[level](FIVE_THREE.view(dealt(), reader), 0, HashSource(b""))


@pytest.mark.parametrize(("level", "games"), [(Level.BEGINNER, 20), (Level.SKILLED, 20), (Level.EXPERT, 1)])
def test_a_bot_has_a_legal_action_wherever_a_game_by_chance_leads(level: Level, games: int) -> None:
    for game in range(games):
        for step in played(dealt(f"chance {game}"), HashSource(b"%d" % game)):
            move = BOTS[level](FIVE_THREE.view(step.before, step.seat), step.seat, HashSource(b"bot"))
            assert FIVE_THREE.why_not(step.before, step.seat, move) is None


# -- one better than the other -------------------------------------------------------------------------------
def test_a_beginner_wins_three_matches_of_four_against_chance() -> None:
    assert matches_won(BEGINNER, None, 30) >= 45


def test_a_skilled_wins_two_matches_of_three_against_a_beginner() -> None:
    assert matches_won(SKILLED, BEGINNER, 60) >= 80


def test_an_expert_takes_more_points_than_a_skilled() -> None:
    assert points_lead(EXPERT, SKILLED, 4) > 0


# -- the Beginner ----------------------------------------------------------------------------------------------
def used_for(view: View, bot: Bot[View, Move]) -> dict[type[Move], Move]:
    """What seat 0 does with its turn, by action, as chance has it."""
    moves = [bot(view, 0, HashSource(b"%d" % number)) for number in range(40)]
    return {type(move): move for move in moves}


def test_a_beginner_uses_any_action_and_offers_what_it_likes_least() -> None:
    """Its hand is the Joker, Ts, Jc, Jd, Qc, Ac and As: it likes high cards and pairs."""
    moves = used_for(FIVE_THREE.view(dealt(), 0), BEGINNER)
    assert moves == {
        Reserve: Reserve("As"),
        Discard: Discard(cards("Ts Qc")),
        OfferThree: OfferThree(cards("Ts Qc Jc")),
        OfferSets: sets("Ts Qc", "Jc Jd"),
    }


def test_a_beginner_keeps_the_higher_card_whatever_it_leaves() -> None:
    """Of Tc, Jc and Qc; the opponent has Kc and Kh."""
    assert BEGINNER(FIVE_THREE.view(drafted(4), 1), 1, HashSource(b"")) == ChooseCard("Qc")


def test_a_beginner_builds_the_strongest_5_card_hand_and_breaks_up_a_straight_flush() -> None:
    move = BEGINNER(FIVE_THREE.view(drafted(), 0), 0, HashSource(b""))
    assert isinstance(move, Build)
    assert (judge(move.five).category, judge(move.three).category) == ("royal_flush", "pair")


# -- the Skilled -----------------------------------------------------------------------------------------------
def test_a_skilled_uses_the_actions_in_the_order_of_the_rules() -> None:
    state = dealt()
    used = []
    for number in range(8):
        seat = state.turn
        move = SKILLED(FIVE_THREE.view(state, seat), seat, HashSource(b"%d" % number))
        state = after(state, (seat, move))
        used.append(state.players[seat].used[-1])
        if state.phase is Phase.CHOICE:
            state = after(state, (1 - seat, SKILLED(FIVE_THREE.view(state, 1 - seat), 1 - seat, HashSource(b""))))
    assert used == [action for action in TurnAction for _ in range(2)]


def test_a_skilled_keeps_a_card_that_the_opponent_wants_more() -> None:
    """Of Tc, Jc and Qc the jack and the queen are as good to itself; the opponent has Kc and Kh, near both of them."""
    assert SKILLED(FIVE_THREE.view(drafted(4), 1), 1, HashSource(b"")) == ChooseCard("Jc")


def test_a_skilled_cuts_two_sets_of_like_worth() -> None:
    """A jack and an ace against a queen and an ace, not the aces against the hearts."""
    assert SKILLED(FIVE_THREE.view(drafted(8), 0), 0, HashSource(b"")) in (sets("Jh Ac", "Qh As"), sets("Jh As", "Qh Ac"))


@pytest.mark.parametrize("level", [Level.SKILLED, Level.EXPERT])
def test_better_players_win_both_hands_rather_than_one_with_a_royal_flush(level: Level) -> None:
    move = BOTS[level](FIVE_THREE.view(drafted(), 0), 0, HashSource(b"build"))
    assert isinstance(move, Build)
    assert (judge(move.five).category, judge(move.three).category) == ("full_house", "straight_flush")
