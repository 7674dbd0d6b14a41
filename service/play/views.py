"""From a game as it is stored to what one reader may know of it."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from engine.replay import RECORD_FORMAT, Record, RecordedAction, RecordedSeat, Resign
from engine.shuffle import seed_to_wire, shuffled
from service.play.happenings import ResignedEvent
from service.play.log import Entry
from service.play.progress import Progress
from service.play.shapes import Game, GameStatus, GameView, TableSeat, moment
from service.play.table import Chair


def options_of(progress: Progress) -> Any:
    """The options of a game, with the ruleset's defaults filled in."""
    return msgspec.json.decode(progress.table.options, type=progress.ruleset.options_type)


def etag(version: int, seat: int | None) -> str:
    """The ETag of a view: its version and its viewer, never a hash of what is hidden."""
    return f'"{version}-{"public" if seat is None else seat}"'


def _seat(number: int, chair: Chair) -> TableSeat:
    return TableSeat(
        seat=number, kind=chair.kind, name=chair.name, level=chair.level, taken=chair.taken, resigned=chair.resigned
    )


def game_of(game_id: str, progress: Progress) -> Game:
    """The public facts of a game."""
    table, state, ruleset = progress.table, progress.state, progress.ruleset
    status, to_act = progress.status, progress.to_act
    return Game(
        id=game_id,
        ruleset=table.ruleset,
        options=table.options,
        status=status,
        version=progress.version,
        seats=tuple(_seat(number, chair) for number, chair in enumerate(table.chairs)),
        to_act=to_act,
        turn_seconds=table.turn_seconds,
        turn_deadline=None if table.deadline_ms is None or progress.bots_are_due else moment(table.deadline_ms),
        scores=(0,) * len(table.chairs) if state is None else ruleset.scores(state),
        seeded=table.seeded,
        commitment=table.commitment,
        visibility=table.visibility,
        created_at=moment(table.created_ms),
        updated_at=moment(table.updated_ms),
        expires_at=moment(table.expires_ms),
        result=ruleset.result(state, table.given_up_by) if status is GameStatus.FINISHED else None,
    )


def view_of(game_id: str, progress: Progress, seat: int | None) -> GameView:
    """The table as a seat or a spectator may see it."""
    state, ruleset = progress.state, progress.ruleset
    game = game_of(game_id, progress)
    acts = seat is not None and seat in game.to_act and progress.table.chairs[seat].level is None
    return GameView(
        game=game,
        seat=seat,
        state=None if state is None else ruleset.view(state, seat),
        legal_actions=ruleset.legal(state, seat).choices() if acts and seat is not None else None,
    )


def record_of(progress: Progress, entries: Iterable[Entry], options: Any) -> Record[Any, Any, Any]:
    """The whole of a finished game."""
    table, state, ruleset = progress.table, progress.state, progress.ruleset
    actions = []
    for seq, entry in enumerate(entries, 1):
        by: str | UnsetType = UNSET if entry.by is None else entry.by
        if entry.action is not None:
            actions.append(RecordedAction(seq=seq, seat=entry.event.seat or 0, action=entry.action, by=by))
        elif isinstance(entry.event, ResignedEvent):
            actions.append(RecordedAction(seq=seq, seat=entry.event.seat or 0, action=Resign()))
    return Record(
        format=RECORD_FORMAT,
        ruleset=table.ruleset,
        options=options,
        seats=tuple(
            RecordedSeat(seat, chair.kind, chair.name, UNSET if chair.level is None else chair.level)
            for seat, chair in enumerate(table.chairs)
        ),
        seed=seed_to_wire(table.seed, seeded=table.seeded),
        seeded=table.seeded,
        commitment=table.commitment,
        shuffles=tuple(shuffled(ruleset.deck, table.seed, number) for number in range(ruleset.shuffles(state))),
        actions=tuple(actions),
        bots=ruleset.recorded_bots(state) or UNSET,
        result=ruleset.result(state, table.given_up_by),
    )
