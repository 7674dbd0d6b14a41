"""Games as they are stored: read, brought up to now, and saved in one atomic step if nobody was faster."""

import re
from collections.abc import Callable
from threading import Lock
from typing import Final

from msgspec import structs

from engine.registry import BY_ID
from service.play.agents import Agents
from service.play.bearers import agents_to_act, how_it_ended
from service.play.lives import Lives
from service.play.log import codec
from service.play.progress import Progress
from service.play.refusals import Refused, game_not_found
from service.play.shapes import SeatKind, Visibility
from service.play.table import dump_table, load_table
from service.store.redis_store import Change, Kept, Store, Stored

MAX_TRIES: Final = 16
"""How often a change that lost its race is judged again; each loss means that another change was stored."""
LOCKS: Final = 64
"""So many games can be brought up to now at once in a process."""
_GAME_ID: Final = re.compile(r"^[A-Za-z0-9_-]{22,64}\Z", re.ASCII)


class StoredGames:
    """Reads and saves games. `clock` gives milliseconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], int], lives: Lives, agents: Agents) -> None:
        self.store = store
        self.clock = clock
        self.lives = lives
        self.agents = agents
        self._turns = [Lock() for _ in range(LOCKS)]

    # -- read ------------------------------------------------------------------------------------------
    def read(self, game_id: str) -> Progress:
        """The game as it is stored, though a turn may have run out. Raises Refused where there is no such game."""
        return self.load(_there(self.store.read(_possible(game_id))))

    def read_kept(self, game_id: str, field: str) -> tuple[Progress, bytes | None]:
        """The same with the answer that is kept under a field of it. Raises as read."""
        stored, kept = self.store.read_kept(_possible(game_id), field, self.clock())
        return self.load(_there(stored)), kept

    def read_log(self, game_id: str, after: int, limit: int) -> tuple[Progress, list[bytes]]:
        """The same with a part of its log, of one moment. Raises as read."""
        stored, log = self.store.read_log(_possible(game_id), after, limit)
        return self.load(_there(stored)), log

    def read_many(self, game_ids: list[str]) -> list[Progress | None]:
        """Several as they are stored; None for one that is gone."""
        return [None if stored is None else self.load(stored) for stored in self.store.read_many(game_ids)]

    def settled(self, game_id: str) -> Progress:
        """The game as it is now: a turn that has run out is over first, as a change of its own. Raises as read."""
        found = self.up_to_now(game_id, self.read(game_id))
        if found is None:
            raise game_not_found()
        return found

    def up_to_now(self, game_id: str, progress: Progress) -> Progress | None:
        """The same of a game that was read; None where it is gone by now.

        Of all who ask for a game in this process at once, one does what is due.
        """
        if not progress.is_due:
            return progress
        with self._turns[hash(game_id) % len(self._turns)]:
            for _ in range(MAX_TRIES):
                stored = self.store.read(game_id)
                if stored is None:
                    return None
                now = self.load(stored)
                if now.loaded_version > progress.loaded_version or not now.time_out():
                    return now
                if self.save(game_id, now):
                    return self.read(game_id)
        raise too_busy()

    def settled_log(self, game_id: str, after: int, limit: int) -> tuple[Progress, list[bytes]]:
        """The game as it is now and a part of its log, of one moment. Raises as read."""
        progress, log = self.read_log(game_id, after, limit)
        if not progress.is_due:
            return progress, log
        self.up_to_now(game_id, progress)
        return self.read_log(game_id, after, limit)

    def load(self, stored: Stored) -> Progress:
        """A game that was read, as it is stored."""
        table = load_table(stored.table)
        ruleset = BY_ID[table.ruleset]
        state = ruleset.load(stored.state) if stored.state else None
        return Progress(ruleset, table, state, stored.version, self.clock())

    # -- save ------------------------------------------------------------------------------------------
    def create(self, game_id: str, progress: Progress) -> None:
        """Store a new game."""
        self.store.create(game_id, self._change(progress))

    def save(self, game_id: str, progress: Progress, kept: Kept | None = None) -> bool:
        """Store what has changed; False where somebody was faster."""
        saved = self.store.commit(game_id, progress.loaded_version, self._change(progress, kept))
        table = progress.table
        if saved:
            self._release_agents(game_id, progress)
        if not saved or table.visibility is not Visibility.PUBLIC:
            return saved
        before, status = progress.loaded_status, progress.status
        if status is not before:
            self.store.public.move(game_id, before, status, table.ruleset, table.created_ms)
        return saved

    def stamp(self, progress: Progress) -> None:
        """Write into the table when it was changed and how long it is kept."""
        life = self.lives.of(progress.status)
        progress.table = structs.replace(progress.table, updated_ms=progress.now_ms, expires_ms=progress.now_ms + life)

    def _change(self, progress: Progress, kept: Kept | None = None) -> Change:
        self.stamp(progress)
        dump = codec(progress.ruleset).dump
        return Change(
            table=dump_table(progress.table),
            state=b"" if progress.state is None else progress.ruleset.dump(progress.state),
            events=[dump(entry) for entry in progress.entries],
            expires_at_ms=progress.table.expires_ms,
            kept=kept,
            agents=agents_to_act(progress),
        )

    def _release_agents(self, game_id: str, progress: Progress) -> None:
        """Give back the seats of agents for which a change was the last."""
        before = progress.loaded_table.chairs
        for seat, chair in enumerate(progress.table.chairs):
            if chair.kind is SeatKind.AGENT and chair.name is not None and before[seat].level is None:
                how = how_it_ended(progress, seat)
                if how is not None:
                    self.agents.give_back(chair.name, game_id, f"{progress.table.ruleset}:{how}")


def too_busy() -> Refused:
    """A change that lost its race each time."""
    return Refused("store_unavailable", "Others changed the game each time that the request was judged; try again.")


def _possible(game_id: str) -> str:
    """The id, if it may be one. Raises Refused where no game can have it."""
    if not _GAME_ID.match(game_id):
        raise game_not_found()
    return game_id


def _there(stored: Stored | None) -> Stored:
    if stored is None:
        raise game_not_found()
    return stored
