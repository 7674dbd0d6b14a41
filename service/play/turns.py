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

    turn: Turn
    since: int
    """The version at which it began: with the game it names the turn."""


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
        found.sort(key=lambda one: (one.turn.deadline is None, one.turn.deadline, one.turn.game_id))
        return Waiting(found, min(deadlines, default=None))

    def _turn(self, name: str, game_id: str, progress: Progress) -> OpenTurn | None:
        """The agent's turn in a game, if it is that."""
        seat = progress.table.seat_of_agent(name)
        if seat is None:
            return None
        how = how_it_ended(progress, seat)
        if how is not None:  # it was told once already, unless whoever ended the game was cut off
            self._agents.give_back(name, game_id, f"{progress.table.ruleset}:{how}")
            return None
        if seat not in progress.to_act:
            return None
        deadline = progress.table.deadline_ms
        turn = Turn(game_id, seat, None if deadline is None else moment(deadline), view_of(game_id, progress, seat))
        return OpenTurn(turn, progress.table.turn_since[seat])

    def shown(self, name: str) -> AgentTurns:
        """The same as it is sent."""
        return AgentTurns(tuple(one.turn for one in self.of(name).turns))
