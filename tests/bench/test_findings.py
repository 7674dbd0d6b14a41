"""A result is the median of the rounds' ratios, not the ratio of two medians."""

from bench.findings import Finding, table

SLOW_AND_FAST_ROUNDS = Finding("GET a view", "a CPU second", [10, 300, 80], [10, 200, 100], aim=0.9)


def test_each_round_is_held_against_its_own_base() -> None:
    assert SLOW_AND_FAST_ROUNDS.ratios == [1.0, 1.5, 0.8]
    assert SLOW_AND_FAST_ROUNDS.ratio == 1.0


def test_an_aim_is_a_least_ratio_or_a_highest() -> None:
    just_met, missed = ("MISSED" not in table([Finding("Play", "decisions", [20.0], [20.0], aim)]) for aim in (1.0, 1.01))
    assert (just_met, missed) == (True, False)
    just_met, missed = (
        "MISSED" not in table([Finding("Save", "µs", [20.0], [20.0], aim, lower_is_better=True)]) for aim in (1.0, 0.99)
    )
    assert (just_met, missed) == (True, False)
