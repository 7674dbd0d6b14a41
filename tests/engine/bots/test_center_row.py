"""The built-in players of center row: legal, deterministic, and better than chance."""

from collections import Counter

import pytest

from engine.bots.bot import Level
from engine.bots.center_row import BOTS, strongest_hands
from engine.cards import DECK_54
from engine.games.center_row.actions import Exchange, Move, Options, Pass, Stage
from engine.games.center_row.rules import CenterRow
from engine.games.center_row.state import State
from engine.poker import strength
from engine.shuffle import HashSource, bot_source

RULES = CenterRow()


def start(seats: int, seed: str) -> State:
    return RULES.new(Options(), seats, seed.encode())[0]


def chosen(level: Level, state: State, seat: int, chance: bytes) -> Move:
    return BOTS[level](RULES.view(state, seat), seat, HashSource(chance))


def played(seats: int, seed: str, level: Level, by_chance: frozenset[int] = frozenset()) -> State:
    """A whole game; the seats that play by chance exchange so, and build as the bot does."""
    state = start(seats, seed)
    for move in range(40):
        to_act = RULES.to_act(state)
        if not to_act:
            return state
        seat = to_act[0]
        source = bot_source(seed.encode(), seat, move)
        if seat in by_chance and state.stage is Stage.EXCHANGE:
            (action,) = RULES.legal(state, seat).sample(1, source)
        else:
            action = BOTS[level](RULES.view(state, seat), seat, source)
        state, _ = RULES.apply(state, seat, action)
    raise AssertionError("the game is not over")


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_plays_whole_games_of_legal_actions(seats: int, level: Level) -> None:
    for game in range(3):
        assert RULES.outcome(played(seats, f"whole {game}", level)) is not None


@pytest.mark.parametrize("level", Level)
def test_the_same_view_and_chance_give_the_same_action(level: Level) -> None:
    state = start(4, "same")
    assert chosen(level, state, 0, b"chance") == chosen(level, state, 0, b"chance")


def test_a_bot_that_weighs_its_exchanges_beats_one_that_exchanges_by_chance() -> None:
    wins = Counter[bool]()
    for game in range(24):
        chance = game % 2
        over = RULES.outcome(played(2, f"match {game}", Level.SKILLED, frozenset([chance])))
        assert over is not None
        winners, _ = over
        wins[1 - chance in winners] += 1
    assert wins[True] >= 18


def test_a_bot_does_not_play_from_the_view_of_another_seat() -> None:
    state = start(2, "whose")
    with pytest.raises(ValueError, match="not that of seat 0"):
        BOTS[Level.EXPERT](RULES.view(state, 1), 0, HashSource(b"chance"))


def test_a_bot_passes_where_no_exchange_makes_its_cards_better() -> None:
    deck = ("As", "Ks", "Qs", "Js", "Ts", *(card for card in DECK_54 if card[1] != "s" and card[0] in "23456789"))
    state = start(2, "pass")
    held = RULES.load(RULES.dump(state))
    better = type(held)(
        seed=held.seed,
        deck=(),
        center=deck[10:18],
        discarded=(),
        hands=(deck[:5], deck[5:10]),
        locked=held.locked,
        turns=(),
        builds=held.builds,
    )
    assert isinstance(chosen(Level.SKILLED, better, 0, b"chance"), Pass)


def test_a_bot_takes_the_fourth_card_of_a_rank() -> None:
    state = start(2, "four")
    held = type(state)(
        seed=state.seed,
        deck=(),
        center=("2c", "3d", "4h", "9s", "Jc", "6d", "Qh", "8s"),
        discarded=(),
        hands=(("9c", "9d", "9h", "5c", "Kd"), ("2d", "3c", "7h", "Td", "As")),
        locked=state.locked,
        turns=(),
        builds=state.builds,
    )
    action = chosen(Level.SKILLED, held, 0, b"chance")
    assert isinstance(action, Exchange)
    assert action.take == "9s"
    assert action.give in ("5c", "Kd")


def test_the_hands_built_are_the_strongest_that_there_are_one_after_the_other() -> None:
    cards = "6d As 9c Ks 3h Qs 9d Js 2c Ts 9h BJ 9s 3d 5c"
    hands = strongest_hands(cards.split(), 3)
    assert [set(hand) for hand in hands] == [
        {"As", "Ks", "Qs", "Js", "Ts"},
        {"9c", "9d", "9h", "9s", "6d"},
        {"2c", "3d", "3h", "5c", "BJ"},
    ]
    assert [strength(hand) for hand in hands] == sorted(map(strength, hands), reverse=True)
