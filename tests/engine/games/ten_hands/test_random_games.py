"""Whole games played by chance: what holds in every one of them, at every step."""

from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec
import pytest

from engine.cards import DECK_54
from engine.games.ten_hands.actions import Bank, Cover, Details, Move, OpenRow, Options, Variant, View
from engine.games.ten_hands.state import State, Tableau
from engine.replay import RECORD_FORMAT, Record, RecordedAction, RecordedSeat, verify
from engine.ruleset import IllegalAction, Result
from engine.shuffle import HashSource, commitment, shuffled
from tests.engine.games.ten_hands.playing import RULES, Step, new, reason, steps

GAMES = 200
BOTH = pytest.mark.parametrize("variant", Variant)


@cache
def game(variant: Variant, number: int) -> list[Step]:
    return list(steps(variant, f"game {number}"))


def places(state: State, table: Tableau) -> list[str]:
    """Every card, once for each place in which it is for the player of a table."""
    dealt = table.pool(state.deck) if state.variant is Variant.CLASSIC else table.covered
    piles = (dealt, *table.hands, *table.rows, state.deck[table.drawn :])
    return sorted(card for pile in piles for card in pile)


def is_legal(state: State, action: Move) -> bool:
    """What the rules say, told from the view alone."""
    view = RULES.view(state, 0)
    match action:
        case Bank(cards):
            return view.classic is not None and len({*cards} & {*view.classic.pool}) == 5
        case Cover(card):
            return view.oregon is not None and card in view.oregon.rows[-1].cards
        case OpenRow():
            return view.oregon is not None


def mutated(action: Move, source: HashSource) -> Move:
    """The action with one card exchanged for any other, or an action of any kind."""
    other = DECK_54[source.below(len(DECK_54))]
    match source.below(4), action:
        case 0, _:
            return OpenRow()
        case 1, _:
            return Cover(other)
        case _, Bank(cards):
            place = source.below(5)
            return Bank((*cards[:place], other, *cards[place + 1 :]))
        case _:
            return Cover(other)


@BOTH
def test_every_game_ends_after_ten_hands_or_with_the_deck(variant: Variant) -> None:
    for number in range(GAMES):
        played = game(variant, number)
        last = played[-1].after
        assert all(RULES.result(step.before) is None for step in played)
        assert RULES.result(last) is not None
        if variant is Variant.CLASSIC:
            assert len(played) == 10
        else:
            covered = sum(isinstance(step.action, Cover) for step in played)
            assert 5 + covered + sum(map(len, last.mine.rows[1:])) == 54
            assert all(len(row) == 5 for row in last.mine.rows[:-1])


@BOTH
def test_every_card_is_in_exactly_one_place_at_every_table(variant: Variant) -> None:
    for number in range(GAMES):
        for step in game(variant, number):
            for table in (step.after.mine, *step.after.bots):
                assert places(step.after, table) == sorted(DECK_54)


@BOTH
def test_a_state_is_bounded_and_the_same_after_it_was_saved_and_loaded(variant: Variant) -> None:
    for number in range(GAMES):
        for step in game(variant, number):
            data = RULES.dump(step.after)
            assert RULES.load(data) == step.after
            assert len(data) < 2_400


@BOTH
def test_an_action_is_refused_unless_the_rules_allow_it(variant: Variant) -> None:
    source = HashSource(b"mutated:")
    for number in range(GAMES):
        for step in game(variant, number):
            action = mutated(step.action, source)
            assert (reason(step.before, action) is None) == is_legal(step.before, action)
            if reason(step.before, action) is not None:
                with pytest.raises(IllegalAction):
                    RULES.apply(step.before, 0, action)


@BOTH
def test_turn_is_judged_before_what_is_played(variant: Variant) -> None:
    played = game(variant, 0)
    refusal = RULES.why_not(played[0].before, 1, OpenRow())
    assert refusal is not None
    assert refusal.reason == "not_your_turn"
    assert reason(played[-1].after, OpenRow()) == "game_over"
    assert RULES.legal(played[-1].after, 0).count == 0
    with pytest.raises(IllegalAction):
        RULES.apply(played[-1].after, 0, played[-1].action)


@BOTH
def test_the_events_of_an_action_begin_with_its_own(variant: Variant) -> None:
    for step in game(variant, 0):
        assert step.events[0].seat == 0
        assert all(event.seat is None for event in step.events[1:])
        assert all(type(event) in RULES.event_types for event in step.events)


@BOTH
def test_what_is_told_keeps_to_the_bounds_of_its_shape(variant: Variant) -> None:
    any_event: Any = reduce(or_, RULES.event_types)
    for number in range(20):
        state, events = RULES.new(Options(variant), 1, b"bounds %d" % number)
        told = [(state, events), *((step.after, step.events) for step in game(variant, number))]
        for now, happened in told:
            view = RULES.view(now, 0)
            assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
            encoded = msgspec.json.encode(happened)
            assert msgspec.json.decode(encoded, type=tuple[any_event, ...]) == happened


@BOTH
def test_a_record_of_the_actions_is_confirmed_from_its_seed(variant: Variant) -> None:
    for number in range(GAMES):
        played = game(variant, number)
        seed = f"game {number}"
        result = RULES.result(played[-1].after)
        assert result is not None
        record = Record[Move, Options, Result[Details]](
            format=RECORD_FORMAT,
            ruleset=RULES.id,
            options=Options(variant),
            seats=(RecordedSeat(0, "player", None),),
            seed=seed,
            seeded=True,
            commitment=commitment(seed.encode()),
            shuffles=(shuffled(DECK_54, seed.encode(), 0),),
            actions=tuple(RecordedAction(seq, 0, step.action) for seq, step in enumerate(played, 1)),
            bots=RULES.recorded_bots(played[-1].after),
            result=result,
        )
        assert verify(RULES, msgspec.json.encode(record)) == result


def test_there_is_one_seat() -> None:
    with pytest.raises(ValueError, match="1 seat"):
        RULES.new(Options(), 2, b"two")


@BOTH
def test_the_same_seed_deals_the_same_game(variant: Variant) -> None:
    assert new(variant, "same") == new(variant, "same")
    assert new(variant, "same") != new(variant, "another")
