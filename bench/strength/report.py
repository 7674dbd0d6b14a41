"""What came out: the table, the times, and a picture of both."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any, Final

from bench.findings import MET, MISSED
from bench.strength.comparisons import Comparison
from bench.strength.samples import Estimate, Sample, Times, mean, share

HEAD: Final = "| game | who | what | deals | figure | 95 % interval | equal players | aim |\n"
RULE: Final = "| --- | --- | --- | --: | --: | --: | --: | --: |\n"
TIMES_HEAD: Final = (
    "| game | level | decisions | mean ms | 95 of 100 within ms | longest ms |\n| --- | --- | --: | --: | --: | --: |\n"
)
NO_AIM: Final = "#5b7aa3"


@dataclass(frozen=True)
class Outcome:
    """A comparison and what its deals came to."""

    comparison: Comparison
    samples: Sequence[Sample]

    @property
    def estimate(self) -> Estimate:
        """Over all deals."""
        return (share if self.comparison.is_share else mean)(self.samples)

    @property
    def is_met(self) -> bool | None:
        """Whether the figure reaches the aim; None where there is none."""
        aim = self.comparison.aim
        return None if aim is None else self.estimate.value >= aim

    def said(self, value: float) -> str:
        """A value in the unit of the comparison."""
        return f"{100 * value:.1f} %" if self.comparison.is_share else f"{value:.2f}"

    @property
    def row(self) -> str:
        """A row of the table."""
        of, found = self.comparison, self.estimate
        aim = "-" if of.aim is None else f"{self.said(of.aim)}, {'met' if self.is_met else 'MISSED'}"
        fair = "-" if of.fair is None else self.said(of.fair)
        return (
            f"| {of.game} | {of.who} | {of.measure} | {len(self.samples)} | {self.said(found.value)} "
            f"| {self.said(found.low)} to {self.said(found.high)} | {fair} | {aim} |\n"
        )


def table(outcomes: Sequence[Outcome]) -> str:
    """All rows as a Markdown table."""
    return HEAD + RULE + "".join(outcome.row for outcome in outcomes)


def times_table(times: Times) -> str:
    """How long decisions took, by game and level, as a Markdown table."""
    rows = []
    for who, seconds in times.of.items():
        game, level = who.split("|")
        longest = max(seconds)
        most = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else longest
        rows.append(f"| {game} | {level} | {len(seconds)} | {_ms(fmean(seconds))} | {_ms(most)} | {_ms(longest)} |\n")
    return TIMES_HEAD + "".join(rows)


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f}"


def draw(outcomes: Sequence[Outcome], picture: Path) -> None:
    """Write the shares, their intervals and aims as an SVG. The same outcomes give the same bytes."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "strength", "font.size": 9})
    pyplot: Any = import_module("matplotlib.pyplot")
    shown = [outcome for outcome in outcomes if outcome.comparison.is_share]
    figure, axes = pyplot.subplots(figsize=(8, 0.3 * len(shown) + 1.2), layout="constrained")
    for place, outcome in enumerate(shown):
        found = outcome.estimate
        color = {True: MET, False: MISSED, None: NO_AIM}[outcome.is_met]
        axes.plot([100 * found.low, 100 * found.high], [place] * 2, color=color, linewidth=2)
        axes.plot(100 * found.value, place, "o", color=color)
        for mark, style in ((outcome.comparison.fair, ":"), (outcome.comparison.aim, "-")):
            if mark is not None:
                axes.plot([100 * mark] * 2, [place - 0.4, place + 0.4], color="black", linewidth=1.2, linestyle=style)
    axes.set_yticks(range(len(shown)), [f"{one.comparison.game}: {one.comparison.who}" for one in shown])
    axes.set_xlim(0, 100)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("% won, with the 95 % interval; dotted: equal players, black: the aim")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(picture, metadata={"Date": None, "Creator": None})
