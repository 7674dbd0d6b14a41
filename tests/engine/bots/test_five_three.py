"""The built-in player of five-three: whole games of legal actions, from the view alone, and better than chance."""

import pytest

from engine.bots.bot import Level
from engine.bots.five_three import BOTS
from engine.games.five_three.actions import Options, Phase
from engine.games.five_three.hands import judge
from engine.games.five_three.state import State
from engine.shuffle import HashSource, bot_source
from tests.engine.games.five_three.playing import FIVE_THREE, MOST_ACTIONS, dealt, drafted


def winner(level: Level, seat: int, seed: bytes) -> int:
    """Who wins when the bot has a seat and the other plays by chance."""
    state, _ = FIVE_THREE.new(Options(), 2, seed)
    chance = HashSource(seed)
    for number in range(MOST_ACTIONS):
        outcome = FIVE_THREE.outcome(state)
        if outcome is not None:
            return outcome[0][0]
        state = _act(state, level, seat, number, chance)
    raise AssertionError("the game does not end")


def _act(state: State, level: Level, seat: int, number: int, chance: HashSource) -> State:
    (acting, *_) = FIVE_THREE.to_act(state)
    if acting == seat:
        move = BOTS[level](FIVE_THREE.view(state, seat), seat, bot_source(state.seed, seat, number))
    else:
        legal = FIVE_THREE.legal(state, acting)
        move = legal.at(chance.below(legal.count))
    return FIVE_THREE.apply(state, acting, move)[0]


def test_there_is_a_bot_of_every_level() -> None:
    assert list(BOTS) == list(Level)


@pytest.mark.parametrize("level", Level)
def test_a_bot_plays_whole_games_and_beats_chance_by_far(level: Level) -> None:
    won = [winner(level, game % 2, b"bot %d" % game) == game % 2 for game in range(20)]
    assert won.count(True) >= 18


def test_the_same_view_seat_and_chances_give_the_same_action() -> None:
    view = FIVE_THREE.view(dealt(), 0)
    assert len({str(BOTS[Level.EXPERT](view, 0, HashSource(b"same"))) for _ in range(3)}) == 1


def test_a_bot_splits_its_cards_into_the_hands_that_win_most() -> None:
    state = drafted()
    assert state.phase is Phase.BUILD
    move = BOTS[Level.EXPERT](FIVE_THREE.view(state, 0), 0, HashSource(b"build"))
    assert (judge(move.five).category, judge(move.three).category) == ("full_house", "straight_flush")  # type: ignore[union-attr]  # a build, as nothing else is legal


def test_a_bot_wants_the_view_of_its_own_seat() -> None:
    for reader in (1, None):
        with pytest.raises(ValueError, match="not that of seat 0"):
            BOTS[Level.BEGINNER](FIVE_THREE.view(dealt(), reader), 0, HashSource(b""))
