"""What is held open for agents: the turns that wait for them, as a stream or as a poll."""

from typing import Final

import msgspec

from service.live.listeners import HEARTBEAT, Listener, Poll
from service.live.news import Ask
from service.play.agents import Agents
from service.play.turns import OpenTurn, Turns, Waiting

_encode: Final = msgspec.json.Encoder().encode


class AgentNews:
    """The turns that wait for an agent."""

    is_all = True
    expires_ms: int | None = None

    def __init__(self, waiting: Waiting) -> None:
        self.turns = waiting.turns
        self.etag = waiting.etag
        self.deadline_ms = waiting.deadline_ms


class AgentSource:
    """An agent, as a source of turns."""

    __slots__ = ("_agents", "_name", "_turns", "channel")

    def __init__(self, turns: Turns, agents: Agents, name: str) -> None:
        self._turns = turns
        self._agents = agents
        self._name = name
        self.channel = agents.wake(name)

    def read(self, after: int) -> AgentNews:  # noqa: ARG002  # every turn that waits is news
        """As Source says."""
        return AgentNews(self._turns.of(self._name))

    def settle(self) -> None:
        """As Source says."""
        self._turns.settle(self._name)

    def saw(self) -> None:
        """Note that the agent is here. Raises StoreUnavailable."""
        self._agents.saw(self._name)


class AgentStream(Listener[AgentNews]):
    """An agent that is told each of its turns as it becomes due; those that are open already, first."""

    __slots__ = ("_here", "_told")

    def __init__(self, source: AgentSource, owner: str) -> None:
        super().__init__(source, 0, owner)
        self._here = source
        self._told: frozenset[tuple[str, int]] = frozenset()
        """The turns that were told and still wait: game and version at which each began."""

    def take(self, news: AgentNews) -> bytes:
        fresh = [one for one in news.turns if (one.game_id, one.since) not in self._told]
        self._told = frozenset((one.game_id, one.since) for one in news.turns)
        return b"".join(map(frame, fresh))

    def heartbeat(self) -> bytes:
        return HEARTBEAT

    def note(self) -> None:
        self._here.saw()


class AgentPoll(Poll[AgentNews]):
    """An agent that waits for other turns than those that it knows."""

    __slots__ = ("_known",)

    def __init__(self, source: AgentSource, known: str, owner: str, seconds: float, ask: Ask) -> None:
        """`known`: their ETag."""
        super().__init__(source, 0, owner, seconds, ask)
        self._known = known

    def is_new(self, news: AgentNews) -> bool:
        return news.etag != self._known


def frame(one: OpenTurn) -> bytes:
    """A turn as a Server-Sent Event."""
    return b"id: %s-%d\nevent: turn\ndata: %s\n\n" % (one.game_id.encode(), one.since, _encode(one.shown()))
