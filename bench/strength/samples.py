"""What deals come to: a sample each, and over all of them a figure with its 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964
"""Standard errors to either side of a 95 % interval."""


class Sample(NamedTuple):
    """One deal, played once in every way that belongs together: seats rotated, roles exchanged.

    What is scored in such a set hangs together, so the set is the unit, not the game.
    """

    scored: float
    """By the player that is asked about."""
    of: float
    """What there was to score; 0 where nothing was decided."""


class Estimate(NamedTuple):
    """A figure over deals."""

    value: float
    low: float
    high: float


@dataclass
class Times:
    """CPU seconds of decisions, by who decided."""

    of: dict[str, list[float]] = field(default_factory=dict)

    def add(self, other: "Times") -> None:
        """Take the other's in."""
        for who, seconds in other.of.items():
            self.of.setdefault(who, []).extend(seconds)


def _ratio(samples: Sequence[Sample]) -> tuple[float, float]:
    """What was scored of what there was, and the standard error of that. Raises ValueError where nothing was decided."""
    total = sum(sample.of for sample in samples)
    if not total:
        raise ValueError("nothing was decided in any deal")
    ratio = sum(sample.scored for sample in samples) / total
    count = len(samples)
    if count == 1:
        return ratio, float("inf")
    squares = sum((sample.scored - ratio * sample.of) ** 2 for sample in samples)
    return ratio, sqrt(squares * count / (count - 1)) / total


def mean(samples: Sequence[Sample]) -> Estimate:
    """What was scored of what there was, with the normal interval over deals. Raises ValueError where nothing was decided."""
    ratio, error = _ratio(samples)
    return Estimate(ratio, ratio - Z * error, ratio + Z * error)


def share(samples: Sequence[Sample]) -> Estimate:
    """The same of a share between 0 and 1, with Wilson's interval for as many independent games as the spread speaks for.

    Raises ValueError where nothing was decided.
    """
    ratio, error = _ratio(samples)
    spread = ratio * (1 - ratio)
    games = spread / error**2 if error and spread else float(len(samples))
    games = max(1.0, games)
    middle = (ratio + Z**2 / (2 * games)) / (1 + Z**2 / games)
    half = Z / (1 + Z**2 / games) * sqrt(spread / games + Z**2 / (4 * games**2))
    return Estimate(ratio, middle - half, middle + half)
