"""How the tests of five-three sit down at a table."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.games.five_three.actions import (
    Build,
    ChooseCard,
    ChooseSet,
    Discard,
    Move,
    OfferSets,
    OfferThree,
    Options,
    Reserve,
)
from engine.games.five_three.rules import FiveThree
from engine.games.five_three.state import State
from engine.ruleset import Event, Refusal
from engine.shuffle import HashSource

FIVE_THREE: Final = FiveThree()
MOST_ACTIONS: Final = 1_000
"""Far more than any game here takes when it is played by chance."""


def cards(text: str) -> tuple[str, ...]:
    """Cards written with blanks between them."""
    return tuple(text.split())


def sets(one: str, other: str) -> OfferSets:
    """An offer of two sets, written as cards."""
    return OfferSets((cards(one), cards(other)))


def build(five: str, three: str) -> Build:
    """A build, written as cards."""
    return Build(cards(five), cards(three))


def dealt(seed: str = "deal 1", target: int = 5) -> State:
    """A game whose first round has been dealt and whose first card has been drawn.

    With `deal 1` the Kd is set aside, seat 0 gets Ts Qc Jd Jc As Ac, seat 1 Qs Th Ad Js Kh Kc, and the draw pile
    is RJ Ah Tc Qd Jh Ks Qh Td.
    """
    state, _ = FIVE_THREE.new(Options(target), 2, seed.encode())
    return state


DRAFT: Final[tuple[tuple[int, Move], ...]] = (
    (0, Reserve("RJ")),
    (1, sets("Kc Kh", "Ad Ah")),
    (0, ChooseSet(0)),
    (0, OfferThree(cards("Tc Jc Qc"))),
    (1, ChooseCard("Tc")),
    (1, Reserve("Qd")),
    (0, Discard(cards("Ts Jd"))),
    (1, Discard(cards("Th Js"))),
    (0, sets("Jh Qh", "Ac As")),
    (1, ChooseSet(0)),
    (1, OfferThree(cards("Td Qs Ks"))),
    (0, ChooseCard("Ks")),
)
"""The draft of a round that was dealt as `deal 1`: seat, action."""

BUILDS: Final = (build("Kc Kh Ks Ac As", "RJ Jc Qc"), build("Ad Ah Qd Qh Qs", "Tc Td Jh"))
"""What the seats then build: a stronger full house and a straight flush for seat 0, so 3 points to none."""


def after(state: State, *moves: tuple[int, Move]) -> State:
    """The state after these actions."""
    for seat, move in moves:
        state, _ = FIVE_THREE.apply(state, seat, move)
    return state


def drafted(turns: int = len(DRAFT)) -> State:
    """The state after so many of the actions of DRAFT."""
    return after(dealt(), *DRAFT[:turns])


def refused(state: State, seat: int, move: Move) -> Refusal:
    """Why an action is refused."""
    refusal = FIVE_THREE.why_not(state, seat, move)
    assert refusal is not None
    return refusal


class Step(NamedTuple):
    """One action of a game, between the states before and after it."""

    before: State
    seat: int
    action: Move
    events: tuple[Event, ...]
    after: State


def played(state: State, source: HashSource) -> Iterator[Step]:
    """A game played on by chance until it is over."""
    for _ in range(MOST_ACTIONS):
        to_act = FIVE_THREE.to_act(state)
        if not to_act:
            return
        seat = to_act[source.below(len(to_act))]
        legal = FIVE_THREE.legal(state, seat)
        move = legal.at(source.below(legal.count))
        changed, events = FIVE_THREE.apply(state, seat, move)
        yield Step(state, seat, move, events, changed)
        state = changed
    raise AssertionError(f"the game is not over after {MOST_ACTIONS} actions")
