"""Whole games played by chance: what holds in every one of them, at every step."""

from functools import cache

import msgspec
import pytest

from engine.cards import DECK_54
from engine.games.center_row.actions import Build, Details, Exchange, Move, Pass
from engine.games.center_row.state import State
from engine.replay import RECORD_FORMAT, Record, RecordedAction, RecordedSeat, verify
from engine.ruleset import Result
from engine.shuffle import HashSource, commitment, shuffled
from tests.engine.games.center_row.playing import RULES, SEATS, Step, new, reason, steps

GAMES = 200
ACTIONS = {2: 20, 3: 21, 4: 28}
EVERY_SIZE = pytest.mark.parametrize("seats", SEATS)


@cache
def game(seats: int, number: int) -> tuple[Step, ...]:
    """A game that is played once for all tests."""
    return tuple(steps(seats, f"game {number}"))


def places(state: State) -> list[str]:
    """Every card of a state, once for each place in which it is."""
    piles = (state.deck, state.center, state.discarded, *state.hands, *state.locked)
    return sorted(card for pile in piles for card in pile)


def is_legal(state: State, seat: int, action: Move) -> bool:
    """What the rules say, told from the listed fields alone."""
    if seat not in RULES.to_act(state):
        return False
    own = RULES.view(state, seat).seats[seat]
    match action:
        case Exchange(take, give):
            return take in state.center and give in (own.hand.cards or ())
        case Build(hands):
            cards = [card for hand in hands for card in hand]
            wanted = {2: 3, 3: 2, 4: 2}[state.seats]
            return (
                not state.center
                and len(hands) == wanted
                and set(cards) <= set(state.locked[seat])
                and len(set(cards)) == len(cards)
            )
        case Pass():
            return bool(state.center)


def mutated(action: Move, source: HashSource) -> Move:
    """The action with one card exchanged for any other."""
    text = msgspec.json.encode(action).decode()
    named = [card for card in DECK_54 if f'"{card}"' in text]
    if named:
        other = DECK_54[source.below(len(DECK_54))]
        text = text.replace(f'"{named[source.below(len(named))]}"', f'"{other}"')
    changed: Move = msgspec.json.decode(text, type=Move)
    return changed


@EVERY_SIZE
def test_every_game_ends_after_the_turns_and_builds_of_its_shape(seats: int) -> None:
    for number in range(GAMES):
        played = game(seats, number)
        assert len(played) == ACTIONS[seats]
        assert all(RULES.outcome(step.before) is None for step in played)
        over = RULES.outcome(played[-1].after)
        assert over is not None
        winners, draw = over
        assert winners
        assert not draw
        points = sum(RULES.scores(played[-1].after))
        assert points >= RULES.view(played[-1].after, 0).hands_to_build * seats * (seats - 1) // 2


@EVERY_SIZE
def test_every_card_is_in_exactly_one_place(seats: int) -> None:
    for number in range(GAMES):
        for step in game(seats, number):
            assert places(step.after) == sorted(DECK_54)
            for locked, hands in zip(step.after.locked, step.after.builds, strict=True):
                assert {card for hand in hands for card in hand} <= set(locked)


@EVERY_SIZE
def test_a_state_is_bounded_and_the_same_after_it_was_saved_and_loaded(seats: int) -> None:
    for number in range(GAMES):
        for step in game(seats, number):
            data = RULES.dump(step.after)
            assert RULES.load(data) == step.after
            assert len(data) < 1_200


@EVERY_SIZE
def test_an_action_is_refused_unless_the_rules_allow_it(seats: int) -> None:
    source = HashSource(b"mutated:")
    for number in range(GAMES):
        played = game(seats, number)
        for step in played:
            seat = source.below(seats)
            action = mutated(played[source.below(len(played))].action, source)
            near = mutated(step.action, source)
            assert (reason(step.before, step.seat, near) is None) == is_legal(step.before, step.seat, near)
            assert (reason(step.before, seat, action) is None) == is_legal(step.before, seat, action)


@EVERY_SIZE
def test_the_events_of_an_action_begin_with_its_own(seats: int) -> None:
    for step in game(seats, 0):
        assert step.events[0].seat == step.seat
        assert all(event.seat is None for event in step.events[1:])
        assert all(type(event) in RULES.event_types for event in step.events)


@EVERY_SIZE
def test_a_record_of_the_actions_is_confirmed_from_its_seed(seats: int) -> None:
    for number in range(30):
        played = game(seats, number)
        seed = f"game {number}"
        result = RULES.result(played[-1].after)
        assert result is not None
        record = Record[Move, object, Result[Details]](
            format=RECORD_FORMAT,
            ruleset=RULES.id,
            options=RULES.options_type(),
            seats=tuple(RecordedSeat(seat, "player", None) for seat in range(seats)),
            seed=seed,
            seeded=True,
            commitment=commitment(seed.encode()),
            shuffles=(shuffled(DECK_54, seed.encode(), 0),),
            actions=tuple(RecordedAction(seq, step.seat, step.action) for seq, step in enumerate(played, 1)),
            result=result,
        )
        assert verify(RULES, msgspec.json.encode(record)) == result


def test_the_same_seed_deals_the_same_game() -> None:
    assert new(4, "same") == new(4, "same")
    assert new(4, "same") != new(4, "another")
