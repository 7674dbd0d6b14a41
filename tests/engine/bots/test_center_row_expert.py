"""The expert of center row: what it takes, and that its work is bounded."""

import sys
from types import FrameType

import pytest
from msgspec.structs import replace

from engine.bots.center_row.expert import choose
from engine.cards import DECK_54
from engine.games.center_row.actions import Exchange, Move, Options, Pass, View
from engine.games.center_row.rules import CenterRow
from engine.games.center_row.state import Turn
from engine.shuffle import HashSource, shuffled

RULES = CenterRow()
CALLS = 150_000
"""Of Python functions, at most, for one move."""


def put(hand: str, center: str, locked: str, turns: int) -> View:
    """The view of seat 0 of two with these cards in the last phase or after it, when all have passed so often."""
    state, _ = RULES.new(Options(), 2, b"put")
    own, row, kept = (tuple(cards.split()) for cards in (hand, center, locked))
    left = tuple(card for card in DECK_54 if card not in own + row + kept)
    other, left = left[: len(own)], left[len(own) :]
    after = replace(
        state,
        deck=(),
        hands=(own, other),
        center=row,
        locked=(kept, left[: len(kept)]),
        discarded=left[len(kept) :],
        turns=(Turn(None, None),) * turns,
    )
    return RULES.view(after, 0)


def chosen(view: View) -> Move:
    return choose(view, 0, HashSource(b"chance"))


def test_the_expert_mends_its_weakest_hand_where_the_others_are_made() -> None:
    locked = "Ac Ad Ah As 2d Kc Kd Kh Ks 3d"
    action = chosen(put("9c 9d 5c 4s 7h", "Qh 9h Jd Th 8c 3c 4d 6h", locked, turns=16))
    assert action in [Exchange("9h", give) for give in ("5c", "4s", "7h")]


def test_the_expert_passes_where_no_hand_in_reach_is_better() -> None:
    assert chosen(put("Ts Js Qs Ks As", "2c 3d 4h 5c 7c 8d 9h 2d", "Tc Jc Qc Kc Ac Th Jh Qh Kh Ah", turns=16)) == Pass()


def test_the_expert_exchanges_towards_two_cards_that_help_only_together() -> None:
    locked = "Ac Ad Ah As 2d Kc Kd Kh Ks 3d"
    action = chosen(put("5c 6c 7c Jh 2s", "8c 9c Qd Tc 3s 3h Jd Qs", locked, turns=14))
    assert isinstance(action, Exchange)
    assert action.give in ("Jh", "2s")


def calls_of(view: View) -> int:
    """How many calls of Python functions a move takes."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        chosen(view)
    finally:
        sys.setprofile(None)
    return calls


WORST = [
    "Ac Ad Ah As Kc Kd Kh Ks Qc Qd Qh Qs Jc BJ RJ",
    "2c 4c 6c 8c Tc Qc 3d 5d 7d 9d Jd Kd Ac BJ RJ",
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac BJ RJ",
    "2c 3d 5h 7s 8c 9d Jh Qs Kc 2h 4s 6d Th 3s 5c",
]
"""Cards of which hands can be made in very many ways, or in none that is any good."""


@pytest.mark.parametrize("cards", WORST)
def test_a_build_is_found_in_a_bounded_search(cards: str) -> None:
    assert calls_of(put("", "", cards, turns=18)) < CALLS


@pytest.mark.parametrize("cards", WORST)
def test_an_exchange_is_found_in_a_bounded_search(cards: str) -> None:
    held = cards.split()
    row = [card for card in shuffled(DECK_54, b"row", 0) if card not in held][:8]
    view = put(" ".join(held[10:]), " ".join(row), " ".join(held[:10]), turns=12)
    assert calls_of(view) < CALLS
