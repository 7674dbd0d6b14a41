"""Judging hands in memory: the engine's evaluators, and that of treys, for comparison."""

import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, Final

from engine.cards import DECK_54
from engine.games.center_row.actions import Options
from engine.games.center_row.rules import CenterRow
from engine.games.five_three.hands import STRENGTHS3, STRENGTHS5, best_split
from engine.games.five_three.readings import DECK as DECK_21
from engine.poker import prepare, strength, strength_of
from engine.ruleset import Legal
from engine.shuffle import HashSource

CHANCE: Final = Random(2)  # noqa: S311  # for hands, not for secrets
HANDS: Final = 2_000
ROWS: Final = 300
PAGE: Final = 100

Measure = Callable[[float], float]


def _deal(deck: tuple[str, ...], size: int, number: int) -> list[tuple[str, ...]]:
    return [tuple(CHANCE.sample(deck, size)) for _ in range(number)]


def _each(judge: Callable[[Any], object], hands: list[Any]) -> Measure:
    """Takes seconds, gives how many hands are judged per second of CPU time."""

    def rate(seconds: float) -> float:
        began = time.process_time()
        judged = 0
        while (spent := time.process_time() - began) < seconds:
            for hand in hands:
                judge(hand)
            judged += len(hands)
        return judged / spent

    return rate


def prepared() -> Measure:
    """Hands of the 54-card deck, Jokers too, whose cards were prepared before."""
    return _each(strength_of, [tuple(map(prepare, hand)) for hand in _deal(DECK_54, 5, HANDS)])


def from_text() -> Measure:
    """The same from card codes."""
    return _each(strength, _deal(DECK_54, 5, HANDS))


def treys_prepared() -> Measure:
    """Treys' inner function for five cards, on cards that were prepared before."""
    treys: Any = import_module("treys")
    hands = [[treys.Card.new(card) for card in hand] for hand in _deal(DECK_54[:52], 5, HANDS)]
    return _each(treys.Evaluator()._five, hands)  # noqa: SLF001  # its quickest way


def treys_from_text() -> Measure:
    """The same from card codes."""
    treys: Any = import_module("treys")
    five, new = treys.Evaluator()._five, treys.Card.new  # noqa: SLF001  # as above
    return _each(lambda hand: five([new(card) for card in hand]), _deal(DECK_54[:52], 5, HANDS))


def best_splits() -> Measure:
    """Collections of five-three, each split in the best of its 56 ways, with strengths as what hands are worth."""
    worth5, worth3 = range(STRENGTHS5), range(STRENGTHS3)
    return _each(lambda collection: best_split(collection, worth5, worth3), _deal(DECK_21, 8, ROWS))


def _builds() -> Legal[Any]:
    """The 126,126 ways to build in a game of center-row for two, every turn before passed."""
    game = CenterRow()
    state, _ = game.new(Options(), 2, b"builds")
    while len(game.to_act(state)) == 1:
        (seat,) = game.to_act(state)
        legal = game.legal(state, seat)
        state, _ = game.apply(state, seat, legal.at(legal.count - 1))
    return game.legal(state, 0)


def _microseconds(take: Callable[[], object]) -> Measure:
    def took(seconds: float) -> float:
        began = time.process_time()
        turns = 0
        while (spent := time.process_time() - began) < seconds:
            take()
            turns += 1
        return spent / turns * 1e6

    return took


def page_of_builds() -> Measure:
    """µs for a page of 100 from anywhere in the list."""
    legal = _builds()
    return _microseconds(lambda: legal.page(CHANCE.randrange(legal.count), PAGE))


def sample_of_builds() -> Measure:
    """µs for a fair sample of 100."""
    legal, source = _builds(), HashSource(b"builds")
    return _microseconds(lambda: legal.sample(PAGE, source))
