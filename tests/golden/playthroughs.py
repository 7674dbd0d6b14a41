"""Whole games as readable text: who did what, and what came of it. Written by `python -m tests.golden.write`."""

from pathlib import Path

import msgspec

from engine.ruleset import Action, Event
from tests.contract.cases import CASES, Case, Step, played

FOLDER = Path(__file__).parent / "playthroughs"
SEED = "golden"


def path(case: Case) -> Path:
    """Where a case's playthrough is."""
    return FOLDER / f"{case}.txt"


def text(case: Case) -> str:
    """A game played by chance from a fixed seed."""
    _, events, steps = played(case, SEED)
    lines = [f"{case.ruleset.title}, {case.seats} seats, {_plain(case.options)}, seed {SEED!r}", *map(_happened, events)]
    for number, step in enumerate(steps):
        lines += _step(case, number, step)
    last = steps[-1].after
    lines += ["", f"scores {list(case.ruleset.scores(last))}", f"winners, draw {case.ruleset.outcome(last)}"]
    return "\n".join(lines) + "\n"


def _step(case: Case, number: int, step: Step) -> list[str]:
    count = case.ruleset.legal(step.before, step.seat).count
    head = f"{number}. seat {step.seat} of {list(case.ruleset.to_act(step.before))}, one of {count}: {_plain(step.action)}"
    return ["", head, *map(_happened, step.events)]


def _happened(event: Event) -> str:
    return f"    {_plain(event)}"


def _plain(value: Action | Event | object) -> str:
    return msgspec.json.encode(value).decode().replace('"', "").replace(",", ", ")


def write() -> None:
    """Write every playthrough anew."""
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        path(case).write_text(text(case), "utf-8")
