"""The shuffle that anyone can check."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.registry import BY_ID
from engine.shuffle import HashSource, bot_source, commitment, seed_from_wire, seed_to_wire, shuffled

CASES: list[Any] = json.loads((Path(__file__).parents[1] / "vectors" / "shuffle.json").read_text())


def seed_of(case: Any) -> bytes:
    """The seed of a case: a creator's string, or 32 bytes in hex."""
    seed = case["input"]["seed"]
    return seed["text"].encode() if "text" in seed else bytes.fromhex(seed["hex"])


@pytest.mark.parametrize("case", [case for case in CASES if case["input"]["what"] == "shuffle"], ids=lambda case: case["id"])
def test_a_shuffle_follows_from_its_seed_and_number(case: Any) -> None:
    seed, wanted = seed_of(case), case["input"]
    assert commitment(seed) == case["expect"]["commitment"]
    assert list(shuffled(BY_ID[wanted["ruleset"]].deck, seed, wanted["n"])) == case["expect"]["cards"]


def test_numbers_are_below_their_bound_and_none_is_favoured() -> None:
    source = HashSource(b"fair:")
    counts = [0] * 7
    for _ in range(7_000):
        counts[source.below(7)] += 1
    assert sum(counts) == 7_000
    assert all(850 < count < 1_150 for count in counts)


def test_a_word_that_would_favour_small_numbers_is_passed_over() -> None:
    # of 2**32 words the last ones have no full turn of this bound, which is a little over half of 2**32
    bound = 2**31 + 1
    source, again = HashSource(b"over:"), HashSource(b"over:")
    drawn = [source.below(bound) for _ in range(50)]
    words = [again.below(2**32) for _ in range(200)]
    assert drawn == [word for word in words if word < bound][:50]
    assert len([word for word in words if word >= bound]) > 50


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_is_1_to_2_to_the_32(bound: int) -> None:
    with pytest.raises(ValueError, match="a bound is 1 to"):
        HashSource(b"x").below(bound)


def test_a_bots_chance_is_its_own_for_each_seat_and_move() -> None:
    drawn = {(seat, move): bot_source(b"s", seat, move).below(2**32) for seat in range(4) for move in range(50)}
    assert len(set(drawn.values())) == 200
    assert bot_source(b"s", 1, 2).below(2**32) == HashSource(b"s:bot:1:2:").below(2**32)


def test_a_seed_is_the_same_after_it_was_sent() -> None:
    assert seed_from_wire(seed_to_wire(b"\x00" * 32, seeded=False), seeded=False) == b"\x00" * 32
    assert seed_from_wire(seed_to_wire("e\u0301".encode(), seeded=True), seeded=True) == "e\u0301".encode()
    assert seed_from_wire("ab" * 32, seeded=True) == b"ab" * 32


@pytest.mark.parametrize("text", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 33, " " + "ab" * 32])
def test_a_random_seed_is_32_bytes_in_lower_case_hex(text: str) -> None:
    with pytest.raises(ValueError, match=r"32 bytes|fromhex"):
        seed_from_wire(text, seeded=False)
