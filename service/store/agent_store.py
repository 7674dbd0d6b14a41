"""External players in Redis: who they are, when they were last here, where they play, how their games ended.

All keys of an agent share a slot; a game's are elsewhere. So what an agent's keys say of games follows the games, one
step behind: a seat is taken here once its game is stored, and given back once that has ended. What a crash leaves
standing is mended where it is met (play/turns.py).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from service.store.keys import Keys
from service.store.link import Command, Link
from service.store.script import Script

CLOSED_MS: Final = 86_400_000
"""How long it is known that an owner's time is over: no worker is cut off from Redis for so long, and serves on."""


@dataclass(frozen=True, slots=True)
class StoredAgent:
    """An agent as it is stored."""

    token: bytes
    """SHA-256 of its token."""
    about: bytes
    is_here: bool
    """Whether it was seen lately."""
    games: int
    """How many seats it has in games that aren't over."""
    results: dict[str, int]
    """How many games ended in a way, by the word for it."""


class AgentStore:
    """The agents under one prefix. Every method raises StoreUnavailable where Redis doesn't answer."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys
        self._register = Script("agent_register")
        self._change = Script("agent_change")
        self._seat = Script("agent_seat")
        self._leave = Script("agent_leave")

    # -- who there is ----------------------------------------------------------------------------------
    def register(self, name: str, token: bytes, about: bytes, life_ms: int) -> bool:
        """Add an agent; False where the name is taken. It is gone when it isn't seen for so long."""
        added = self._link.run(self._register, self._keys.of_agent(name), token, about, life_ms)
        if added:
            self._link.send_each([("ZADD", self._keys.agents(), 0, name)])
        return bool(added)

    def change(self, name: str, token: bytes, new_token: bytes, about: bytes) -> bool:
        """Put another token and description in the place of the present ones; False where the token isn't that one."""
        return bool(self._link.run(self._change, self._keys.of_agent(name), token, new_token, about))

    def remove(self, name: str) -> None:
        """Take an agent away, with all its keys, and wake whoever waits for it."""
        self._link.send_each(
            [
                ("DEL", *self._keys.of_agent(name)),
                ("ZREM", self._keys.agents(), name),
                ("PUBLISH", self._keys.agent_wake(name), 0),
            ]
        )

    def account(self, name: str) -> tuple[bytes, bytes] | None:
        """The hash of an agent's token, and what it is about; None where there is no such agent."""
        token, about = self._link.read("HMGET", self._keys.agent(name), "token", "about")
        return None if token is None or about is None else (token, about)

    def read(self, names: Sequence[str]) -> list[StoredAgent | None]:
        """Agents by name; None for one that there isn't."""
        asked = [command for name in names for command in self._reading(name)]
        answers = iter(self._link.read_each(asked))
        return [self._stored([next(answers) for _ in range(4)]) for _ in names]

    def _reading(self, name: str) -> tuple[Command, ...]:
        agent, seen, games, results = self._keys.of_agent(name)
        return ("HMGET", agent, "token", "about"), ("EXISTS", seen), ("SCARD", games), ("HGETALL", results)

    @staticmethod
    def _stored(answers: Sequence[Any]) -> StoredAgent | None:
        (token, about), seen, games, results = answers
        if token is None or about is None:
            return None
        counts = results.items() if isinstance(results, dict) else zip(results[::2], results[1::2], strict=True)
        return StoredAgent(token, about, bool(seen), games, {word.decode(): int(count) for word, count in counts})

    def names(self, after: str, limit: int) -> list[str]:
        """The names of agents in alphabetical order, behind one; some may be gone."""
        low = f"({after}" if after else "-"
        found = self._link.read("ZRANGEBYLEX", self._keys.agents(), low, "+", "LIMIT", 0, limit)
        return [name.decode() for name in found]

    def forget(self, names: Iterable[str]) -> None:
        """Take names of agents that are gone off the list."""
        gone = list(names)
        if gone:
            self._link.send_each([("ZREM", self._keys.agents(), *gone)])

    def wake(self, name: str) -> str:
        """The channel that tells of an agent's turns."""
        return self._keys.agent_wake(name)

    # -- presence --------------------------------------------------------------------------------------
    def saw(self, name: str, here_ms: int, life_ms: int) -> None:
        """Note that an agent is here: for so long it counts as online."""
        agent, seen, games, results = self._keys.of_agent(name)
        here = ("SET", seen, 1, "PX", here_ms)
        listed = ("ZADD", self._keys.agents(), 0, name)
        self._link.send_each([here, listed, *(("PEXPIRE", key, life_ms) for key in (agent, games, results))])

    # -- seats -----------------------------------------------------------------------------------------
    def games(self, name: str) -> list[str]:
        """The ids of the games in which an agent has a seat, in no order; some may be over or gone."""
        return sorted(member.decode() for member in self._link.read("SMEMBERS", self._keys.of_agent(name)[2]))

    def take_seat(self, name: str, game_id: str, most: int) -> bool:
        """Note that an agent has a seat in a game; False where it has as many as it takes."""
        return bool(self._link.run(self._seat, self._keys.of_agent(name), game_id, most, self._keys.agent_wake(name)))

    def give_back(self, name: str, game_id: str, how: str | None) -> bool:
        """Note that an agent's seat in a game is over, and how; None where that counts for nothing.

        Only the first to say so is heard: then it is True.
        """
        return bool(self._link.run(self._leave, self._keys.of_agent(name), game_id, how or ""))

    # -- closing ---------------------------------------------------------------------------------------
    def close_owner(self, owner: str, now_ms: int) -> None:
        """Tell every worker that what is held open for an owner is to end; who isn't listening finds it in closed()."""
        closed = self._keys.closed()
        self._link.send_each(
            [
                ("ZADD", closed, now_ms, owner),
                ("ZREMRANGEBYSCORE", closed, "-inf", now_ms - CLOSED_MS),
                ("PEXPIRE", closed, CLOSED_MS),
                ("PUBLISH", self._keys.closing(), owner),
            ]
        )

    def closed(self) -> list[str]:
        """The owners of whom close_owner told within a day."""
        return [owner.decode() for owner in self._link.read("ZRANGE", self._keys.closed(), 0, -1)]
