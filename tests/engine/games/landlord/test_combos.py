"""Cards read as combinations: the counts of all that there are, the examples of the rules, and what beats what."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from engine.games.landlord.actions import Kind, Rank, Reading
from engine.games.landlord.cards import DECK, ranks_of
from engine.games.landlord.combos import CORES, beats, readings
from tests.engine.games.landlord import reference

VECTORS = Path(__file__).parents[3] / "vectors"
PLAYS = json.loads((VECTORS / "landlord_plays.json").read_text())["cases"]
BEATS = json.loads((VECTORS / "landlord_beats.json").read_text())["cases"]

READINGS_BY_KIND = {
    "single": 15,
    "pair": 13,
    "triplet": 13,
    "bomb": 13,
    "rocket": 1,
    "triplet_single": 182,
    "triplet_pair": 156,
    "straight": 36,
    "pair_sequence": 52,
    "triplet_sequence": 45,
    "triplet_sequence_singles": 968 + 3_300 + 7_425 + 11_552,
    "triplet_sequence_pairs": 605 + 1_200 + 1_134,
    "four_two_singles": 1_183,
    "four_two_pairs": 858,
}
"""Each way to read each set of ranks: the sequence, four or triplet, and the extra cards. Together 28,751."""

SUITS = "cdhs"

Readings = list[tuple[tuple[str, ...], reference.Reading]]


def some_cards(ranks: tuple[str, ...]) -> list[str]:
    """Cards of these ranks."""
    taken = Counter[str]()
    cards = []
    for rank in ranks:
        cards.append(rank if rank in ("BJ", "RJ") else rank + SUITS[taken[rank]])
        taken[rank] += 1
    return cards


def told(found: tuple[Reading, ...]) -> list[dict[str, Any]]:
    return sorted(
        ({"kind": one.kind, "length": one.length, "rank": one.rank} for one in found), key=lambda one: str(one["kind"])
    )


@pytest.fixture(scope="module")
def every_reading() -> Readings:
    return list(reference.every_reading())


@pytest.mark.parametrize("case", PLAYS, ids=lambda case: case["why"])
def test_cards_are_read_as_the_rules_say(case: dict[str, Any]) -> None:
    found = readings(ranks_of(case["cards"]))
    assert told(found) == sorted(case["readings"], key=lambda one: str(one["kind"]))


def test_there_are_so_many_readings_of_each_kind(every_reading: Readings) -> None:
    assert Counter(kind for _, (kind, _, _) in every_reading) == READINGS_BY_KIND
    assert len(every_reading) == 28_751


def test_the_table_holds_each_pair_of_ranks_and_kind_once(
    every_reading: Readings,
) -> None:
    pairs = {(ranks_of(some_cards(ranks)), kind) for ranks, (kind, _, _) in every_reading}
    table = [(play, core.reading.kind) for cores in CORES.values() for core in cores for play in core.plays]
    assert len(pairs) == len(table) == 28_368
    assert set(table) == pairs
    assert len({ranks for ranks, _ in pairs}) == 28_359


def test_of_several_readings_of_one_kind_the_highest_counts(every_reading: Readings) -> None:
    highest = defaultdict[int, dict[str, tuple[str, int]]](dict)
    for ranks, (kind, rank, length) in sorted(every_reading, key=lambda one: reference.RANKS.index(one[1][1])):
        highest[ranks_of(some_cards(ranks))][kind] = (rank, length)
    for ranks_as_bits, expected in highest.items():
        assert {one.kind: (one.rank, one.length) for one in readings(ranks_as_bits)} == expected


def test_the_reading_with_the_fewest_extra_cards_comes_first(
    every_reading: Readings,
) -> None:
    cores = {core.reading: core.ranks.bit_count() for of_kind in CORES.values() for core in of_kind}
    both = 0
    for ranks in {ranks for ranks, _ in every_reading}:
        in_cores = [cores[reading] for reading in readings(ranks_of(some_cards(ranks)))]
        assert in_cores == sorted(in_cores, reverse=True)
        both += len(in_cores) > 1
    assert both == 9


def test_the_order_of_cards_and_their_suits_make_no_difference() -> None:
    assert ranks_of(["4c", "3d", "4s", "RJ"]) == ranks_of(["RJ", "4h", "4d", "3s"])


def test_no_two_cards_of_the_deck_are_told_apart_but_by_rank() -> None:
    assert len({ranks_of([card]) for card in DECK}) == 15
    assert ranks_of(DECK).bit_count() == len(DECK) == 54


@pytest.mark.parametrize("case", BEATS, ids=lambda case: case["why"])
def test_a_play_beats_a_trick_as_the_rules_say(case: dict[str, Any]) -> None:
    lies = case["trick"]
    trick = Reading(Kind(lies["kind"]), Rank(lies["rank"]), lies["length"])
    assert trick in readings(ranks_of(lies["cards"]))
    assert any(beats(reading, trick) for reading in readings(ranks_of(case["play"]["cards"]))) == case["beats"]


def test_whatever_beats_a_play_is_not_beaten_by_it() -> None:
    every = [core.reading for cores in CORES.values() for core in cores]
    for one in every:
        assert not beats(one, one)
        assert not any(beats(one, other) and beats(other, one) for other in every)
