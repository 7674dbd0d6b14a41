"""Games as today's service stores them, with what it tells of them: later code must read them and tell the same.

Written by `python -m tests.golden.write`, one file a ruleset and format; those of older formats stay as they are.
"""

import base64
import json
from pathlib import Path
from typing import Any

import msgspec

from engine.registry import BY_ID
from service.play.happenings import CreatedEvent, JoinedEvent
from service.play.log import codec, told
from service.play.progress import Progress
from service.play.shapes import SeatKind, Visibility
from service.play.table import TABLE_FORMAT, Chair, Table, dump_table, load_table, token_hash
from service.play.views import view_of
from tests.contract.cases import CASES, Case, chances

FOLDER = Path(__file__).parent / "saved"
NOW_MS = 1_800_000_000_000
SAVED_AFTER = (0, 1, 4, 9, 20, 45)
"""After how many actions a game is saved."""


def path(case: Case) -> Path:
    """Where a case's saved games are."""
    return FOLDER / f"{case}.{TABLE_FORMAT}.json"


def _begun(case: Case) -> Progress:
    """A game with a clock that has just started, its last guest having joined."""
    chairs = [Chair(SeatKind.PLAYER, name, token=token_hash(name)) for name in ("Ann", "Ben", "Cem", "Dee")][: case.seats]
    table = Table(
        ruleset=case.ruleset.id,
        options=msgspec.Raw(msgspec.json.encode(case.options)),
        visibility=Visibility.PUBLIC,
        seeded=True,
        seed=b"golden",
        commitment="0" * 64,
        host=token_hash("host"),
        chairs=tuple(chairs),
        created_ms=NOW_MS,
        updated_ms=NOW_MS,
        expires_ms=NOW_MS + 1,
        turn_seconds=60,
    )
    progress = Progress(case.ruleset, table, None, 0, NOW_MS + 1234)
    progress.tell(CreatedEvent(seat=None))
    progress.tell(JoinedEvent(seat=0, name="Ann"))
    progress.start_if_full(case.options)
    return progress


def saved(case: Case) -> list[dict[str, Any]]:
    """One game at several moments: what is stored of it, and what each reader is told."""
    progress = _begun(case)
    source = chances(case, "golden")
    moments = []
    for number in range(max(SAVED_AFTER) + 1):
        if number in SAVED_AFTER:
            moments.append(stored(case, progress) | {"told": tell(stored(case, progress))})
        if not progress.to_act:
            break
        seat = progress.to_act[0]
        legal = case.ruleset.legal(progress.state, seat)
        progress.act(seat, legal.at(source.below(legal.count)))
    return moments


def stored(case: Case, progress: Progress) -> dict[str, Any]:
    """What is stored of a game: bytes as base64 where they are no JSON."""
    dump = codec(case.ruleset).dump
    return {
        "table": json.loads(dump_table(progress.table)),
        "state": json.loads(case.ruleset.dump(progress.state)),
        "log": [base64.b64encode(dump(entry)).decode() for entry in progress.entries],
    }


def tell(kept: dict[str, Any]) -> dict[str, Any]:
    """What every reader of a stored game is told: the view and the events of each seat and of a spectator."""
    table = load_table(json.dumps(kept["table"]).encode())
    ruleset = BY_ID[table.ruleset]
    state = ruleset.load(json.dumps(kept["state"]).encode())
    entries = [codec(ruleset).load(base64.b64decode(entry)) for entry in kept["log"]]
    progress = Progress(ruleset, table, state, len(entries), NOW_MS)
    readers: list[int | None] = [*range(len(table.chairs)), None]
    views = [view_of("golden", progress, reader) for reader in readers]
    events = [told(ruleset, entries, 1, table.created_ms, reader) for reader in readers]
    plain: dict[str, Any] = json.loads(msgspec.json.encode({"views": views, "events": events}))
    return plain


def write() -> None:
    """Write the saved games of today's format anew."""
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        path(case).write_text(json.dumps(saved(case), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
