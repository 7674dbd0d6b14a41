"""The measure of strength: its figures are right where the right ones are known, and the command runs."""

import re
import subprocess
import sys
from math import isclose
from pathlib import Path

import pytest

from bench.strength.comparisons import STEPS, every_comparison
from bench.strength.report import Outcome, table
from bench.strength.samples import Sample, mean, share
from engine.registry import RULESETS
from engine.ruleset import Level

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "bench.strength", "--part", "0.01", "--only", "ten-hands oregon: "]


def test_a_share_of_independent_games_has_wilsons_interval() -> None:
    """8 of 10: 0.49 to 0.943 by Wilson's formula; the spread of a sample is that of 9 games, n - 1, so it is a bit wider."""
    found = share([Sample(1, 1)] * 8 + [Sample(0, 1)] * 2)
    assert isclose(found.value, 0.8)
    assert 0.45 < found.low < 0.49
    assert 0.94 < found.high < 0.96


def test_games_of_one_deal_that_go_together_count_as_one() -> None:
    apart = share([Sample(1, 1), Sample(0, 1)] * 20)
    together = share([Sample(2, 2), Sample(0, 2)] * 10)
    assert apart.value == together.value == 0.5
    assert together.high - together.low > 1.3 * (apart.high - apart.low)


def test_all_won_is_no_certainty() -> None:
    found = share([Sample(1, 1)] * 20)
    assert found.value == 1
    assert 0.8 < found.low < 0.9
    assert found.high == pytest.approx(1)


def test_a_mean_has_the_normal_interval() -> None:
    found = mean([Sample(value, 1) for value in (1, 2, 3, 4, 5)])
    assert found.value == 3
    assert isclose(found.high - found.value, 1.959964 * (2.5 / 5) ** 0.5, rel_tol=1e-6)


def test_nothing_decided_is_no_figure() -> None:
    with pytest.raises(ValueError, match="nothing was decided"):
        share([Sample(0, 0)])


def test_every_ruleset_variant_and_number_of_seats_is_compared_step_by_step() -> None:
    compared = {(one.game, one.who) for one in every_comparison() if one.is_listed}
    for ruleset in RULESETS:
        for options in ruleset.variants:
            for seats in ruleset.seat_counts:
                words = f"{ruleset.id} {' '.join(map(str, options.values()))}".strip()
                game = f"{words}, {seats} players" if len(ruleset.seat_counts) > 1 else words
                for stronger, weaker in STEPS:
                    others = f"{seats - 1} {weaker}" if seats > 2 else str(weaker)
                    assert (game, f"{stronger} v {others}") in compared


def test_a_player_against_itself_comes_out_even() -> None:
    """Each seating is played, so what the seats are worth cancels out."""
    for comparison in every_comparison():
        if comparison.game.startswith("five-three") and comparison.fair == 0.5:
            even = comparison.play.func("five-three", comparison.play.args[1], 2, (Level.BEGINNER,) * 2, 3)[0]  # type: ignore[attr-defined]
            assert even.scored == even.of / 2


def test_the_command_prints_a_table_the_same_in_any_number_of_processes() -> None:
    tables = []
    for processes in ("1", "2"):
        told = subprocess.run(
            [*COMMAND, "--processes", processes],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout
        assert told.count("| ten-hands oregon |") >= 1
        tables.append([line for line in told.splitlines() if re.search(r"\| aim \||, met|MISSED| - \|", line) and "%" in line])
    assert tables[0] == tables[1] != []


def test_a_missed_aim_is_said() -> None:
    comparison = next(one for one in every_comparison() if one.aim == 0.75)
    assert "75.0 %, MISSED" in table([Outcome(comparison, [Sample(0, 1), Sample(1, 1)])])
    assert "75.0 %, met" in table([Outcome(comparison, [Sample(1, 1), Sample(1, 1)])])
