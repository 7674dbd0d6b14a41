"""What came out: a row for each case, in a table and in a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

HEAD: Final = "| case | result | against | ratio, median | ratio, middle half | aim |\n| --- | --: | --: | --: | --: | --: |\n"
MET: Final = "#4c8c5a"
MISSED: Final = "#b5533c"


@dataclass(frozen=True)
class Finding:
    """A case, round by round, and what it is held against in each."""

    title: str
    unit: str
    samples: Sequence[float]
    bases: Sequence[float]
    """As many as samples."""
    aim: float | None
    """Of the median of the ratios of sample to base; None for a figure that is held against nothing."""
    lower_is_better: bool = False

    @property
    def ratios(self) -> list[float]:
        """Of each round."""
        return [sample / base for sample, base in zip(self.samples, self.bases, strict=True)]

    @property
    def ratio(self) -> float:
        """Their median."""
        return median(self.ratios)

    @property
    def is_met(self) -> bool:
        """Whether the aim is reached; true where there is none."""
        if self.aim is None:
            return True
        return self.ratio <= self.aim if self.lower_is_better else self.ratio >= self.aim

    @property
    def row(self) -> str:
        """A row of the table."""
        if self.aim is None:
            return f"| {self.title} | {median(self.samples):,.0f} {self.unit} | - | - | - | - |\n"
        low, _, high = quantiles(self.ratios) if len(self.ratios) > 1 else self.ratios * 3
        aim = f"{'at most' if self.lower_is_better else 'at least'} {self.aim:.2f}, {'met' if self.is_met else 'MISSED'}"
        return (
            f"| {self.title} | {median(self.samples):,.0f} {self.unit} | {median(self.bases):,.0f} "
            f"| {self.ratio:.2f} | {low:.2f} to {high:.2f} | {aim} |\n"
        )


def table(findings: Sequence[Finding]) -> str:
    """All rows as a Markdown table."""
    return HEAD + "".join(finding.row for finding in findings)


def draw(findings: Sequence[Finding], picture: Path) -> None:
    """Write the ratios and their aims as an SVG. The same findings give the same bytes."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "bench", "font.size": 9})
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(7, 0.45 * len(findings) + 0.8), layout="constrained")
    findings = [finding for finding in findings if finding.aim is not None]
    for place, finding in enumerate(findings):
        axes.barh(place, finding.ratio, color=MET if finding.is_met else MISSED, height=0.6)
        axes.plot([finding.aim] * 2, [place - 0.4, place + 0.4], color="black", linewidth=2)
        axes.text(max(finding.ratio, finding.aim or 0), place, f"  {finding.ratio:.2f}", va="center")
    axes.set_yticks(range(len(findings)), [finding.title for finding in findings])
    axes.invert_yaxis()
    axes.set_title("Ratio to what the case is held against; the black line is its aim", loc="left", fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(picture, metadata={"Date": None, "Creator": None})
