"""The players that stand in at landlord: they keep the rules and know no more than a view tells."""

import pytest
from msgspec.structs import replace

from engine.bots.bot import Level
from engine.bots.landlord import BOTS
from engine.games.landlord.actions import Move, Options, Play
from engine.games.landlord.state import State
from engine.shuffle import HashSource, bot_source, shuffled
from tests.engine.games.landlord.positions import LANDLORD, PASS, by_chance, dealt, playing, to_the_end

EVERY_LEVEL = pytest.mark.parametrize("level", Level)
EVERY = {Level.BEGINNER: 1, Level.SKILLED: 1, Level.EXPERT: 15}
"""Of so many positions one is looked at, since a search takes its time."""


def choice(state: State, level: Level) -> Move:
    """What a bot does whose turn it is."""
    return BOTS[level](LANDLORD.view(state, state.turn), state.turn, HashSource(b"bot"))


def cards(move: Move) -> tuple[str, ...]:
    """What is played; nothing for a pass."""
    return move.cards if isinstance(move, Play) else ()


def positions(seed: str, level: Level) -> list[State]:
    """Some that come up when anything legal is played."""
    states = [state for state in to_the_end(dealt(seed), by_chance(seed)) if LANDLORD.to_act(state)]
    return states[:: EVERY[level]]


def whole_game(*levels: Level) -> bytes:
    """The last state of a game of three deals, in bytes."""
    state, _ = LANDLORD.new(Options(deals=3), 3, b"again")
    for move in range(2000):
        if not LANDLORD.to_act(state):
            return LANDLORD.dump(state)
        source = bot_source(b"again", state.turn, move)
        action = BOTS[levels[state.turn]](LANDLORD.view(state, state.turn), state.turn, source)
        state, _ = LANDLORD.apply(state, state.turn, action)
    raise AssertionError("the game has no end")


def test_there_is_a_bot_of_each_level() -> None:
    assert list(BOTS) == list(Level)


@EVERY_LEVEL
def test_a_game_of_bots_comes_to_its_end_and_replays_to_the_same_bytes(level: Level) -> None:
    levels = (level, Level.BEGINNER, Level.SKILLED)
    assert whole_game(*levels) == whole_game(*levels)


@EVERY_LEVEL
def test_a_bot_answers_any_position_with_a_legal_action(level: Level) -> None:
    for number in range(2):
        for state in positions(f"any position {number}", level):
            assert LANDLORD.why_not(state, state.turn, choice(state, level)) is None


@EVERY_LEVEL
def test_cards_that_it_can_t_see_don_t_move_a_bot(level: Level) -> None:
    for number, state in enumerate(positions("unseen", level)):
        left, right = (state.turn + 1) % 3, (state.turn + 2) % 3
        shown = () if state.landlord is None else state.aside
        hidden = [card for seat in (left, right) for card in state.hands[seat] if card not in shown]
        mixed = iter(shuffled(tuple(hidden), b"mixed", number))
        hands = list(state.hands)
        for seat in (left, right):
            hands[seat] = tuple(card if card in shown else next(mixed) for card in state.hands[seat])
        assert choice(replace(state, hands=tuple(hands)), level) == choice(state, level)


@EVERY_LEVEL
def test_a_bot_is_not_given_the_view_of_another_seat(level: Level) -> None:
    state = dealt()
    with pytest.raises(ValueError, match="not that of seat 0"):
        BOTS[level](LANDLORD.view(state, 1), 0, HashSource(b""))


@EVERY_LEVEL
@pytest.mark.parametrize(
    "hand", ["3c 3d 3h 4c 4d 4h 5c 5d", "3c 3d 3h 3s 5c 6c", "3c 3d 3h 3s 5c 5d 6c 6d", "BJ RJ", "3c 3d 3h 3s"]
)
def test_a_hand_that_is_one_play_goes_out(level: Level, hand: str) -> None:
    state = playing(hand, "7c 7d 7h 7s 8c 9c", "7c 8d 9d Tc Td")
    assert cards(choice(state, level)) == tuple(hand.split())


@EVERY_LEVEL
@pytest.mark.parametrize(
    ("trick", "hand"), [("3c 3d 3h 3s", "4c 4d 4h 4s"), ("4c 4d 4h 4s", "BJ RJ"), ("3c 4c 5c 6c 7c", "8c 8d 8h 8s")]
)
def test_a_last_bomb_or_rocket_beats_what_it_may(level: Level, trick: str, hand: str) -> None:
    assert cards(choice(playing(hand, "9c", "9d", trick=trick), level)) == tuple(hand.split())


@EVERY_LEVEL
@pytest.mark.parametrize(("trick", "hand"), [("4c 4d 4h 4s", "3c 3d 3h 3s"), ("BJ RJ", "3c 3d 3h 3s"), ("5c 5d", "3c 3d")])
def test_no_bot_goes_out_with_what_is_too_low(level: Level, trick: str, hand: str) -> None:
    assert choice(playing(hand, "9c Tc", "9d Td", trick=trick), level) == PASS


@EVERY_LEVEL
def test_bots_win_against_chance(level: Level) -> None:
    points = 0
    others = by_chance("chance")
    for game in range(1 if level is Level.EXPERT else 8):
        *_, state = to_the_end(dealt(f"match {game}"), lambda state: others(state) if state.turn else choice(state, level))
        points += LANDLORD.scores(state)[0]
    assert points > 0
