"""What the built-in players of center row have in common: legal, deterministic, at every table, each level above the last."""

from collections import Counter
from collections.abc import Sequence

import pytest

from engine.bots.bot import Level
from engine.bots.center_row import BOTS
from engine.games.center_row.actions import Move, Options, Stage
from engine.games.center_row.rules import CenterRow
from engine.games.center_row.state import State
from engine.shuffle import HashSource, bot_source

RULES = CenterRow()
BY_CHANCE = None
"""In a seat: takes, gives, passes and builds by chance, as odd as the rules allow."""


def start(seats: int, seed: str) -> State:
    return RULES.new(Options(), seats, seed.encode())[0]


def chosen(level: Level, state: State, seat: int, chance: bytes) -> Move:
    return BOTS[level](RULES.view(state, seat), seat, HashSource(chance))


def moved(state: State, seat: int, player: Level | None, seed: str, move: int) -> State:
    source = bot_source(seed.encode(), seat, move)
    if player is BY_CHANCE:
        (action,) = RULES.legal(state, seat).sample(1, source)
    else:
        action = BOTS[player](RULES.view(state, seat), seat, source)
    return RULES.apply(state, seat, action)[0]


def played(seed: str, players: Sequence[Level | None]) -> State:
    """A whole game, each seat in the hands of its player."""
    state = start(len(players), seed)
    for move in range(40):
        to_act = RULES.to_act(state)
        if not to_act:
            return state
        state = moved(state, to_act[0], players[to_act[0]], seed, move)
    raise AssertionError("the game is not over")


def wins(above: Level, below: Level, games: int) -> Counter[bool]:
    """How often the level above won, each deal played from both seats, shared wins left out."""
    won = Counter[bool]()
    for game in range(games):
        for seat, players in enumerate([(above, below), (below, above)]):
            over = RULES.outcome(played(f"match {game}", players))
            assert over is not None
            if len(over[0]) == 1:
                won[over[0] == (seat,)] += 1
    return won


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_plays_whole_games_of_legal_actions_in_every_seat_among_players_by_chance(seats: int, level: Level) -> None:
    for seat in range(seats):
        players = [level if other == seat else BY_CHANCE for other in range(seats)]
        for game in range(2):
            assert RULES.outcome(played(f"odd {game}", players)) is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_of_every_level_play_whole_games_with_each_other(seats: int) -> None:
    for turned in range(3):
        players = [list(Level)[(seat + turned) % 3] for seat in range(seats)]
        assert RULES.outcome(played(f"mixed {turned}", players)) is not None


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_view_and_chance_give_the_same_action(seats: int, level: Level) -> None:
    state = start(seats, "same")
    for move in range(7):
        seat = state.turn
        assert chosen(level, state, seat, b"chance") == chosen(level, state, seat, b"chance")
        state = moved(state, seat, BY_CHANCE, "same", move)


@pytest.mark.parametrize("level", Level)
def test_a_bot_does_not_play_from_the_view_of_another_seat(level: Level) -> None:
    state = start(2, "whose")
    with pytest.raises(ValueError, match="not that of seat 0"):
        BOTS[level](RULES.view(state, 1), 0, HashSource(b"chance"))


@pytest.mark.parametrize("level", Level)
def test_a_bot_builds_after_the_others_as_it_builds_before_them(level: Level) -> None:
    seed = "first or last"
    state = start(2, seed)
    for move in range(18):
        state = moved(state, state.turn, Level.BEGINNER, seed, move)
    assert state.stage is Stage.BUILD
    first = chosen(level, state, 1, b"chance")
    assert chosen(level, moved(state, 0, Level.BEGINNER, seed, 18), 1, b"chance") == first


def test_the_skilled_beats_the_beginner_and_the_expert_beats_the_skilled() -> None:
    assert wins(Level.SKILLED, Level.BEGINNER, 10)[True] >= 14
    assert wins(Level.EXPERT, Level.SKILLED, 6)[True] >= 9
