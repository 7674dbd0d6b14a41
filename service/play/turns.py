"""The turns that wait for an agent, in all its games."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final, NamedTuple

from service.play.bearers import how_it_ended
from service.play.progress import Progress
from service.play.shapes import AgentTurns, Turn, moment
from service.play.stored_games import StoredGames
from service.play.views import view_of

ETAG_BYTES: Final = 12


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

    @property
    def etag(self) -> str:
        """The ETag of these turns: another as soon as one is gone or has come."""
        named = ",".join(sorted(f"{one.game_id}-{one.since}" for one in self.turns))
        return f'"{blake2b(named.encode(), digest_size=ETAG_BYTES).hexdigest()}"'

    def shown(self) -> AgentTurns:
        """The same as it is sent."""
        return AgentTurns(tuple(one.shown() for one in self.turns))


class Turns:
    """Reads the turns of agents."""

    def __init__(self, games: StoredGames) -> None:
        self._games = games
        self._agents = games.agents

    def of(self, name: str) -> Waiting:
        """The turns of an agent as its games are stored; one that has run out is none. Seats that are over are given back."""
        found = []
        deadlines = []
        for game_id, progress in self._games_of(name):
            deadline = progress.table.deadline_ms
            if deadline is not None:
                deadlines.append(deadline)
            turn = self._turn(name, game_id, progress)
            if turn is not None and (deadline is None or progress.now_ms < deadline):
                found.append(turn)
        return Waiting(sorted(found, key=lambda one: one.urgency), min(deadlines, default=None))

    def settle(self, name: str) -> None:
        """Apply what has run out in any of an agent's games."""
        for game_id, progress in self._games_of(name):
            self._games.up_to_now(game_id, progress)

    def _games_of(self, name: str) -> Iterator[tuple[str, Progress]]:
        """The games in which an agent has a seat; the seats of those that are gone are given back."""
        ids = self._agents.store.games(name)
        for game_id, progress in zip(ids, self._games.read_many(ids), strict=True):
            if progress is None:
                self._agents.give_back(name, game_id, None)
            else:
                yield game_id, progress

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

    def up_to_now(self, name: str) -> Waiting:
        """The turns of an agent once what has run out is applied."""
        self.settle(name)
        return self.of(name)
