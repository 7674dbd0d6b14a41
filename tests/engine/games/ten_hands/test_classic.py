"""Classic: the pool, the ten hands, and what is refused."""

import json
from math import comb
from pathlib import Path

import msgspec
import pytest

from engine.games.ten_hands.actions import Bank, BankedEvent, BotsShownEvent, Cover, DealtEvent, OpenRow, Options, Variant
from engine.poker import strength
from engine.ruleset import CARD_NOT_HELD, CARD_TWICE
from tests.engine.games.ten_hands.playing import RULES, new, reason, steps

SHUFFLES = json.loads((Path(__file__).parents[3] / "vectors" / "shuffle.json").read_text())
DEALS = [
    pytest.param(case["input"]["seed"]["text"], case["expect"]["deals"], id=case["id"])
    for case in SHUFFLES
    if case["input"]["ruleset"] == "ten-hands" and case["input"]["what"] == "deal"
]


@pytest.mark.parametrize(("seed", "deals"), DEALS)
def test_ten_cards_are_dealt_then_five_after_each_hand_and_four_before_the_last(seed: str, deals: list[list[str]]) -> None:
    state, events = RULES.new(Options(), 1, seed.encode())
    told = list(events)
    while RULES.to_act(state):
        state, events = RULES.apply(state, 0, RULES.legal(state, 0).at(0))
        told += events
    assert [list(event.cards) for event in told if isinstance(event, DealtEvent)] == deals
    left = [event.cards_left for event in told if isinstance(event, DealtEvent)]
    assert left == [44, 39, 34, 29, 24, 19, 14, 9, 4, 0]


def test_the_pool_is_what_was_dealt_and_not_banked() -> None:
    state = new(Variant.CLASSIC)
    pool = state.mine.pool(state.deck)
    assert pool == state.deck[:10]
    after, _ = RULES.apply(state, 0, Bank(pool[5:]))
    assert after.mine.pool(after.deck) == (*pool[:5], *state.deck[10:15])


def test_any_five_cards_of_the_pool_can_be_banked() -> None:
    for step in steps(Variant.CLASSIC, "any five"):
        legal = RULES.legal(step.before, 0)
        pool = step.before.mine.pool(step.before.deck)
        assert legal.count == comb(len(pool), 5) == len({frozenset(bank.cards) for bank in legal if isinstance(bank, Bank)})
        (choice,) = legal.choices()
        assert choice.type == "ten-hands.bank"
        assert choice.fields["cards"].choose == 5
        assert choice.fields["cards"].from_ == pool


def test_the_order_of_the_cards_makes_no_other_action() -> None:
    state = new(Variant.CLASSIC)
    pool = state.mine.pool(state.deck)
    assert RULES.apply(state, 0, Bank(pool[:5])) == RULES.apply(state, 0, Bank(pool[4::-1]))


def test_the_last_four_cards_are_not_used() -> None:
    *_, last = steps(Variant.CLASSIC, "last four")
    view = RULES.view(last.after, 0)
    assert view.classic is not None
    assert len(view.classic.pool) == 4
    assert len(view.classic.hands) == 10
    assert view.cards_left == 0


def test_a_card_that_is_banked_or_not_dealt_yet_is_refused_in_the_same_words() -> None:
    state = new(Variant.CLASSIC)
    pool = state.mine.pool(state.deck)
    state, _ = RULES.apply(state, 0, Bank(pool[:5]))
    told = set()
    for card in (pool[0], state.deck[30]):
        refusal = RULES.why_not(state, 0, Bank((card, *pool[6:])))
        assert refusal is not None
        assert refusal.reason == CARD_NOT_HELD
        assert refusal.cards == (card,)
        told.add(refusal.detail.replace(card, "??"))
    assert told == {f"?? is not in your pool: bank 5 of {' '.join(state.mine.pool(state.deck))}."}


def test_a_card_named_twice_is_refused() -> None:
    state = new(Variant.CLASSIC)
    pool = state.mine.pool(state.deck)
    assert reason(state, Bank((*pool[:4], pool[0]))) == CARD_TWICE


@pytest.mark.parametrize("size", [0, 4, 6, 10])
def test_a_hand_of_other_than_five_cards_is_no_action(size: int) -> None:
    cards = new(Variant.CLASSIC).deck[:size]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "ten-hands.bank", "cards": cards}, Bank)


def test_there_are_no_rows_in_classic() -> None:
    state = new(Variant.CLASSIC)
    for action in (OpenRow(), Cover(state.deck[0])):
        refusal = RULES.why_not(state, 0, action)
        assert refusal is not None
        assert refusal.reason == "not_in_this_variant"
        assert refusal.detail == f"There are no rows in classic: bank 5 cards of your pool {' '.join(state.deck[:10])}."


def test_a_banked_hand_is_told_with_what_it_counts_as() -> None:
    for step in steps(Variant.CLASSIC, "told"):
        banked, *others = step.events
        assert isinstance(step.action, Bank)
        assert isinstance(banked, BankedEvent)
        assert banked.seat == 0
        assert set(banked.hand.cards) == set(step.action.cards)
        assert len(others) == 1
        assert isinstance(others[0], BotsShownEvent if step.after.mine.is_over else DealtEvent)


def test_hands_stand_in_the_order_banked_and_strongest_first_when_the_game_is_over() -> None:
    banked: list[set[str]] = []
    for step in steps(Variant.CLASSIC, "order"):
        view = RULES.view(step.before, 0)
        assert view.classic is not None
        assert [set(hand.cards) for hand in view.classic.hands] == banked
        assert isinstance(step.action, Bank)
        banked.append(set(step.action.cards))
    view = RULES.view(step.after, 0)
    assert view.classic is not None
    strengths = [strength(hand.cards) for hand in view.classic.hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len(strengths) == len(banked)


def test_the_score_is_nothing_until_the_game_is_over() -> None:
    for step in steps(Variant.CLASSIC, "score"):
        assert RULES.scores(step.before) == (0,)
        assert RULES.result(step.before) is None
