"""What the contract is held against: every ruleset, variant and number of seats, played by chance from a seed."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import msgspec
import pytest

from engine.registry import RULESETS
from engine.ruleset import Action, AnyRuleset, Choice, Event, FieldValues
from engine.shuffle import HashSource

MOST_ACTIONS = 2000
"""More than any game here takes when it is played by chance."""

CARD = re.compile(r'"(?:[2-9TJQKA][cdhs]|BJ|RJ)"')

PAST = ("last_", "left_over")
"""How the names of fields of states begin that hold what was shown when a deal or round ended: no secret any more."""


@dataclass(frozen=True)
class Case:
    """A ruleset, its options and its number of seats."""

    ruleset: AnyRuleset
    options: Any
    seats: int

    def __str__(self) -> str:
        said = msgspec.to_builtins(self.options)
        return "-".join([self.ruleset.id, str(self.seats), *(str(value) for value in said.values())])


CASES = [
    Case(ruleset, msgspec.convert(options, ruleset.options_type), seats)
    for ruleset in RULESETS
    for options in ruleset.variants
    for seats in ruleset.seat_counts
]

EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=str)


@dataclass(frozen=True)
class Step:
    """One action of a game: the state before it, who acted and how, and the events that it made."""

    before: Any
    seat: int
    action: Action
    events: tuple[Event, ...]
    after: Any


def played(case: Case, seed: str) -> tuple[Any, tuple[Event, ...], list[Step]]:
    """A whole game played by chance: its first state, its first events, and every step."""
    first, events = case.ruleset.new(case.options, case.seats, seed.encode())
    return first, events, list(_steps(case, first, chances(case, seed)))


def chances(case: Case, seed: str) -> HashSource:
    """The chance by which a case is played."""
    return HashSource(f"{case}:{seed}:".encode())


def _steps(case: Case, state: Any, source: HashSource) -> Iterator[Step]:
    for _ in range(MOST_ACTIONS):
        to_act = case.ruleset.to_act(state)
        if not to_act:
            return
        seat = to_act[source.below(len(to_act))]
        legal = case.ruleset.legal(state, seat)
        action = legal.at(source.below(legal.count))
        after, events = case.ruleset.apply(state, seat, action)
        yield Step(state, seat, action, events, after)
        state = after
    raise AssertionError(f"{case} is not over after {MOST_ACTIONS} actions")


def some(steps: list[Step], size: int = 25) -> list[Step]:
    """Steps spread over a whole game, the first and the last among them."""
    stride = max(1, len(steps) // size)
    return [*steps[::stride], steps[-1]]


# -- two worlds that a seat can't tell apart -----------------------------------------------------------
def _cards(value: object) -> set[str]:
    return {found.strip('"') for found in CARD.findall(msgspec.json.encode(value).decode())}


def known_cards(case: Case, state: Any, seat: int | None) -> set[str]:
    """The cards whose place a seat knows: those in its view, but for what is told of deals and rounds that are over."""
    view = msgspec.to_builtins(case.ruleset.view(state, seat))
    return _cards({name: part for name, part in view.items() if not name.startswith("last_")})


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Plain data with cards exchanged for others."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {key: renamed(part, names) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [renamed(part, names) for part in value]
    return value


def other_deal(case: Case, state: Any, seat: int | None, source: HashSource) -> dict[str, str]:
    """The cards that a seat can't place, each with the card that stands in its place in another world."""
    known = known_cards(case, state, seat)
    hidden = [card for card in case.ruleset.deck if card not in known]
    moved = list(hidden)
    for i in range(len(moved) - 1, 0, -1):
        j = source.below(i + 1)
        moved[i], moved[j] = moved[j], moved[i]
    return dict(zip(hidden, moved, strict=True))


def other_world(case: Case, state: Any, names: dict[str, str]) -> Any:
    """The state with the hidden cards elsewhere, and another seed for the shuffles to come."""
    plain = json.loads(case.ruleset.dump(state))
    changed = {name: part if name.startswith(PAST) else renamed(part, names) for name, part in plain.items()}
    changed["seed"] = msgspec.to_builtins(b"another seed")
    return case.ruleset.load(json.dumps(changed).encode())


def names_held_cards(case: Case, step: Step, action: Action) -> bool:
    """Whether a landlord play names cards of the hand only; the list tells just their ranks."""
    if case.ruleset.id != "landlord":
        return True
    held = case.ruleset.view(step.before, step.seat).seats[step.seat].cards  # type: ignore[attr-defined]
    return set(msgspec.to_builtins(action).get("cards", ())) <= set(held)


# -- what a choice stands for --------------------------------------------------------------------------
def canonical(ruleset: AnyRuleset, action: Action) -> str:
    """One text for all actions that differ only in what makes no difference: orders, and suits in landlord."""
    plain = msgspec.to_builtins(action)
    if ruleset.id == "landlord" and "cards" in plain and len(set(plain["cards"])) == len(plain["cards"]):
        plain["cards"] = [card if card in ("BJ", "RJ") else card[0] for card in plain["cards"]]
    ordered = {name: _sorted(part, keep=name in ("five", "three")) for name, part in plain.items()}
    return json.dumps(ordered, sort_keys=True)


def _sorted(value: Any, *, keep: bool) -> Any:
    if not isinstance(value, list | tuple):
        return value
    parts = [_sorted(part, keep=keep) for part in value]
    return sorted(parts, key=json.dumps)


def expanded(ruleset: AnyRuleset, choice: Choice) -> set[str]:
    """Every action that a choice stands for, canonical."""
    combinations: list[dict[str, Any]] = [{"type": choice.type}]
    for name, values in choice.fields.items():
        combinations = [{**so_far, name: value} for so_far in combinations for value in _values(values)]
    shapes = {shape.__struct_config__.tag: shape for shape in ruleset.action_types}
    return {canonical(ruleset, msgspec.convert(plain, shapes[choice.type])) for plain in combinations}


def _values(values: FieldValues) -> Iterator[Any]:
    if values.one_of is not msgspec.UNSET:
        yield from values.one_of
    elif values.any_of is not msgspec.UNSET:
        yield from values.any_of
    elif values.choose is not msgspec.UNSET and values.from_ is not msgspec.UNSET:
        yield from combinations(values.from_, values.choose)
    elif values.groups is not msgspec.UNSET and values.from_ is not msgspec.UNSET:
        yield from _groups(values.from_, values.groups)


def _groups(cards: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for group in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in group)
        for others in _groups(rest, sizes[1:]):
            yield [group, *others]
