"""The turns that wait for an agent, in all its games."""

from typing import NamedTuple

from service.play.agents import Agents
from service.play.bearers import how_it_ended
from service.play.games import Games
from service.play.progress import Progress
from service.play.shapes import AgentTurns, Turn, moment
from service.play.views import view_of


class OpenTurn(NamedTuple):
    """A turn that waits."""

    game_id: str
    seat: int
    progress: Progress

    @property
    def since(self) -> int:
        """The version at which it began: with the game it names the turn."""
        return self.progress.table.turn_since[self.seat]

    @property
    def urgency(self) -> tuple[bool, int, str]:
        """What runs out first comes first."""
        deadline = self.progress.table.deadline_ms
        return deadline is None, deadline or 0, self.game_id

    def shown(self) -> Turn:
        """The same as it is sent, with the view: most of the work, and for who was told already there is none."""
        deadline = self.progress.table.deadline_ms
        view = view_of(self.game_id, self.progress, self.seat)
        return Turn(self.game_id, self.seat, None if deadline is None else moment(deadline), view)


class Waiting(NamedTuple):
    """What waits for an agent."""

    turns: list[OpenTurn]
    """Those that run out first come first."""
    deadline_ms: int | None
    """When the next turn in any of its games runs out, whoever's it is; None where no clock runs."""


class Turns:
    """Reads the turns of agents."""

    def __init__(self, games: Games, agents: Agents) -> None:
        self._games = games
        self._agents = agents

    def of(self, name: str) -> Waiting:
        """The turns of an agent. Turns that have run out are applied first, and seats that are over given back."""
        ids = self._agents.store.games(name)
        found = []
        deadlines = []
        for game_id, stored in zip(ids, self._games.store.read_many(ids), strict=True):
            if stored is None:
                self._agents.give_back(name, game_id, None)
                continue
            progress = self._games.current(game_id, stored)
            if progress.table.deadline_ms is not None:
                deadlines.append(progress.table.deadline_ms)
            turn = self._turn(name, game_id, progress)
            if turn is not None:
                found.append(turn)
        return Waiting(sorted(found, key=lambda one: one.urgency), min(deadlines, default=None))

    def _turn(self, name: str, game_id: str, progress: Progress) -> OpenTurn | None:
        """The agent's turn in a game, if it is that."""
        seat = progress.table.seat_of_agent(name)
        if seat is None:
            return None
        how = how_it_ended(progress, seat)
        if how is not None:  # it was told once already, unless whoever ended the game was cut off
            self._agents.give_back(name, game_id, f"{progress.table.ruleset}:{how}")
            return None
        return OpenTurn(game_id, seat, progress) if seat in progress.to_act else None

    def shown(self, name: str) -> AgentTurns:
        """The same as it is sent."""
        return AgentTurns(tuple(one.shown() for one in self.of(name).turns))
