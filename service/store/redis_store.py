"""Games in Redis: read in one round trip, changed by one atomic script. All times are ms since 1970, UTC."""

from collections.abc import Sequence

from service.store.agent_store import AgentStore
from service.store.keys import DEFAULT_PREFIX, Keys
from service.store.link import Client, Command, Link, StoreUnavailable
from service.store.public_list import PublicList
from service.store.script import Script
from service.store.stored import Change, Kept, Stored

__all__ = ["Change", "Kept", "Store", "StoreUnavailable", "Stored"]


class Store:
    """All games under one prefix. Every method raises StoreUnavailable where Redis doesn't answer.

    Threads may share a store.
    """

    def __init__(self, client: Client, prefix: str = DEFAULT_PREFIX) -> None:
        self.client = client
        """For subscriptions to `keys.wake`; each of them holds a connection."""
        self.keys = Keys(prefix)
        self._link = Link(client)
        self._change = Script("change")
        self._remove = Script("remove")
        self.public = PublicList(self._link, self.keys)
        self.agents = AgentStore(self._link, self.keys)

    def ping(self) -> None:
        """Return if Redis answers."""
        self._link.read("PING")

    # -- read ------------------------------------------------------------------------------------------
    def read(self, game_id: str) -> Stored | None:
        """The game, or None where there is none."""
        return Stored.of(self._link.read("HMGET", self.keys.game(game_id), "v", "t", "s"))

    def read_many(self, game_ids: Sequence[str]) -> list[Stored | None]:
        """The games, each as read gives it; one round trip."""
        return [
            Stored.of(fields)
            for fields in self._link.read_each(("HMGET", self.keys.game(of), "v", "t", "s") for of in game_ids)
        ]

    def read_kept(self, game_id: str, field: str, now_ms: int) -> tuple[Stored | None, bytes | None]:
        """The game, and the answer kept under a field unless it has ended, both of one moment."""
        game, _, kept, kept_until = self.keys.of_game(game_id)
        fields, answer, until = self._link.read_together(
            ("HMGET", game, "v", "t", "s"), ("HGET", kept, field), ("ZSCORE", kept_until, field)
        )
        return Stored.of(fields), None if until is None or float(until) <= now_ms else answer

    def read_log(self, game_id: str, after: int, limit: int) -> tuple[Stored | None, list[bytes]]:
        """The game and what log() gives, both of one moment. `limit`: 1 or more."""
        game = ("HMGET", self.keys.game(game_id), "v", "t", "s")
        fields, events = self._link.read_together(game, self._log_slice(game_id, after, limit))
        return Stored.of(fields), events

    def log(self, game_id: str, after: int, limit: int) -> list[bytes]:
        """The events with the numbers after + 1 to after + limit, in order, as far as there are any.

        `after` and `limit`: 0 or more.
        """
        if limit == 0:  # after 0 events this would be the range from 0 to -1, which is all of them
            return []
        events: list[bytes] = self._link.read(*self._log_slice(game_id, after, limit))
        return events

    def _log_slice(self, game_id: str, after: int, limit: int) -> Command:
        return "LRANGE", self.keys.log(game_id), after, after + limit - 1

    # -- change ----------------------------------------------------------------------------------------
    def create(self, game_id: str, change: Change) -> bool:
        """Store a new game; False, with nothing changed, where the id is taken."""
        return self.commit(game_id, 0, change)

    def commit(self, game_id: str, expected_version: int, change: Change) -> bool:
        """Store a change and wake whoever waits for it.

        False, with nothing changed, where the game is gone or at another version.
        """
        if not change.events:
            raise ValueError("A change has at least one event: the version counts them.")
        kept = change.kept
        keep = ("", b"", 0) if kept is None else (kept.field, kept.value, kept.until_ms)
        arguments = (expected_version, change.table, change.state, change.expires_at_ms, self.keys.wake(game_id))
        channels = " ".join(map(self.keys.agent_wake, change.agents))
        stored = self._link.run(self._change, self.keys.of_game(game_id), *arguments, *keep, channels, *change.events)
        return bool(stored)

    def remove(self, game_id: str) -> bool:
        """Remove a game with all its keys and wake whoever waits for it; False where there was none."""
        return bool(self._link.run(self._remove, self.keys.of_game(game_id), self.keys.wake(game_id)))
