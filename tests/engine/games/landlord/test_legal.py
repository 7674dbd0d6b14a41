"""Every legal action: counted, listed once, and the same as what is accepted."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.games.landlord.actions import Kind, Pass, Play, Rank, Reading
from engine.games.landlord.cards import DECK, ranks_of
from engine.games.landlord.combos import CORES, follows, leads, readings
from engine.games.landlord.legal import LegalPlays
from engine.games.landlord.state import Laid
from engine.shuffle import shuffled
from tests.engine.games.landlord import reference
from tests.engine.games.landlord.positions import LANDLORD, PASS, playing

CASES = json.loads((Path(__file__).parents[3] / "vectors" / "landlord_legal.json").read_text())["cases"]

EVERY_READING = [core.reading for cores in CORES.values() for core in cores]
SMALL_HANDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=9, unique=True)
NARROW_HANDS = st.integers(0, 8).flatmap(
    lambda low: st.lists(st.sampled_from([*DECK[4 * low : 4 * low + 20], "BJ", "RJ"]), min_size=8, max_size=14, unique=True)
)
"""Cards of few ranks in sequence, which make many combinations."""


def trick_of(case: dict[str, Any]) -> tuple[Laid, ...]:
    lies = case["trick"]
    if lies is None:
        return ()
    return (Laid(2, tuple(lies["cards"]), Reading(Kind(lies["kind"]), Rank(lies["rank"]), lies["length"])),)


def listed(legal: LegalPlays) -> list[tuple[tuple[str, ...], str]]:
    """The ranks and the kind of each play."""
    return [(reference.ranks_of(action.cards), str(action.kind)) for action in legal if isinstance(action, Play)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_the_legal_actions_are_those_of_the_rules(case: dict[str, Any]) -> None:
    legal = LegalPlays(tuple(case["hand"]), trick_of(case))
    expected = {(tuple(play["ranks"].split()), kind) for play in case["plays"] for kind in play["kinds"]}
    plays = listed(legal)
    assert len(plays) == len(expected)
    assert set(plays) == expected
    assert legal.count == case["legal_actions"]
    assert (PASS in list(legal)) == case["may_pass"]


@pytest.mark.parametrize(
    ("seed", "number", "leads_there_are"), [("perft 1", 0, 59), ("perft 1", 1, 142), ("perft 2", 0, 88), ("perft 3", 0, 53)]
)
def test_the_landlord_of_a_deal_can_lead_so_many_plays(seed: str, number: int, leads_there_are: int) -> None:
    deck = shuffled(DECK, seed.encode(), number)
    assert LegalPlays((*deck[:17], *deck[51:]), ()).count == leads_there_are


@pytest.mark.parametrize(
    ("triplets", "singles", "leads_there_are"), [("3456", "789TJQKA", 520), ("34567", "89TJQ", 459), ("456789", "T2", 386)]
)
def test_a_hand_of_triplets_in_sequence_can_lead_so_many_plays(triplets: str, singles: str, leads_there_are: int) -> None:
    hand = (*(rank + suit for rank in triplets for suit in "cdh"), *(rank + "c" for rank in singles))
    assert LegalPlays(hand, ()).count == leads_there_are


@settings(max_examples=60, deadline=None)
@given(hand=st.one_of(SMALL_HANDS, NARROW_HANDS))
def test_leads_are_those_found_by_trying_every_choice_of_cards(hand: list[str]) -> None:
    found = [(play, kind) for kind, plays in leads(ranks_of(hand)) for play in plays]
    assert len(found) == len(set(found))
    expected = reference.plays(reference.ranks_of(hand), None)
    assert sorted(listed(LegalPlays(tuple(hand), ()))) == sorted(expected)


@settings(max_examples=60, deadline=None)
@given(hand=st.one_of(SMALL_HANDS, NARROW_HANDS), trick=st.sampled_from(EVERY_READING))
def test_what_beats_a_trick_is_found_by_trying_every_choice_of_cards(hand: list[str], trick: Reading) -> None:
    found = [(play, kind) for kind, plays in follows(ranks_of(hand), trick) for play in plays]
    assert len(found) == len(set(found))
    expected = reference.plays(reference.ranks_of(hand), (trick.kind, trick.rank, trick.length))
    assert sorted(listed(LegalPlays(tuple(hand), (Laid(2, (), trick),)))) == sorted(expected)


@settings(max_examples=40, deadline=None)
@given(
    hand=st.one_of(SMALL_HANDS, NARROW_HANDS.map(lambda hand: hand[:9])),
    trick=st.one_of(st.none(), st.sampled_from(EVERY_READING)),
)
def test_a_play_is_accepted_exactly_if_its_ranks_and_kind_are_listed(hand: list[str], trick: Reading | None) -> None:
    laid = () if trick is None else (Laid(2, (), trick),)
    state = replace(playing(" ".join(hand), "", ""), trick=laid)
    legal = LANDLORD.legal(state, 0)
    named = {(ranks_of(action.cards), action.kind) for action in legal if isinstance(action, Play)}
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            ranks = ranks_of(cards)
            kinds = {kind for listed_ranks, kind in named if listed_ranks == ranks}
            assert (LANDLORD.why_not(state, 0, Play(cards)) is None) == bool(kinds)
            for kind in {reading.kind for reading in readings(ranks)} | {Kind.BOMB}:
                assert (LANDLORD.why_not(state, 0, Play(cards, kind)) is None) == (kind in kinds)
    assert (LANDLORD.why_not(state, 0, PASS) is None) == (PASS in list(legal))


def test_a_listed_play_names_the_first_cards_of_each_rank_in_the_order_of_the_hand() -> None:
    legal = LANDLORD.legal(playing("3c 3h 3s 4d", "5c", "5d"), 0)
    pairs = [action for action in legal if isinstance(action, Play) and action.kind is Kind.PAIR]
    assert pairs == [Play(("3c", "3h"), Kind.PAIR)]


def test_the_pass_is_listed_last() -> None:
    legal = LANDLORD.legal(playing("4c 5d", "6c", "7c", trick="3c"), 0)
    assert [type(action) for action in legal] == [Play, Play, Pass]


def test_the_compact_form_has_one_choice_for_each_kind() -> None:
    choices = LANDLORD.legal(playing("3c 3h 4d", "5c", "5d", trick="2c"), 0).choices()
    assert [choice.type for choice in choices] == ["landlord.pass"]
    choices = LANDLORD.legal(playing("3c 3h 4d", "5c", "5d"), 0).choices()
    assert [(choice.type, choice.fields["kind"].one_of, choice.fields["cards"].any_of) for choice in choices] == [
        ("landlord.play", (Kind.SINGLE,), (("3c",), ("4d",))),
        ("landlord.play", (Kind.PAIR,), (("3c", "3h"),)),
    ]


def test_every_straight_is_one_choice_however_long() -> None:
    choices = LANDLORD.legal(playing("3c 4c 5c 6c 7c 8c 9c", "5d", "6d"), 0).choices()
    kinds = [choice.fields["kind"].one_of for choice in choices]
    assert kinds == [(Kind.SINGLE,), (Kind.STRAIGHT,)]
    assert len(choices[1].fields["cards"].any_of) == 3 + 2 + 1  # type: ignore[arg-type]  # it is set for cards
