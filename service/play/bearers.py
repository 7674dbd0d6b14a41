"""Who is asking: from a token to the seat that it is of, and how a game ended for who plays there."""

from typing import Final

from service.play.agents import DOT, DRAWN, GIVEN_UP, LOST, WON, Agents, agent_name
from service.play.progress import Progress
from service.play.refusals import Refused, token_missing
from service.play.shapes import GameStatus, SeatKind
from service.play.table import Table, token_hash

LEAST_LIFE_MS: Final = 60_000
"""Agents get their seats as a game is created, and are kept for so long at least. So who has registered later than that
is another of the same name. The time between also bears clocks that differ."""


class Bearers:
    """Knows the seats of tokens, those of agents too."""

    def __init__(self, agents: Agents) -> None:
        self._agents = agents

    def viewing_seat(self, table: Table, token: str | None) -> int | None:
        """The seat whose view the bearer has; None for a spectator, the host, and who has left the seat to a bot.

        Raises Refused for a token that isn't of this game.
        """
        return None if token is None else table.viewer(self.own_seat(table, token))

    def own_seat(self, table: Table, token: str) -> int | None:
        """The seat that a token is of, though a bot may play on in it; None for the host's.

        Raises Refused for a token that isn't of this game.
        """
        if agent_name(token) is not None:
            return self._seat_of_agent(table, token)
        hashed = token_hash(token)
        seat = table.seat_of(hashed)
        if seat is None and hashed != table.host:
            raise token_unknown()
        return seat

    def _seat_of_agent(self, table: Table, token: str) -> int:
        """The seat of the bearing agent. Raises Refused where the token isn't an agent's, or it has no seat here."""
        bearer = self._agents.bearer(token)
        seat = table.seat_of_agent(bearer.name)
        if seat is None or bearer.since_ms >= table.created_ms + LEAST_LIFE_MS:
            raise Refused("not_your_seat", f"{bearer.name} has no seat in this game.")
        return seat

    def playing_seat(self, progress: Progress, token: str | None) -> int:
        """The seat that the bearer acts for. Raises Refused where there is none, and where the game of a lost seat is over."""
        if token is None:
            raise token_missing()
        seat = self.own_seat(progress.table, token)
        if seat is None:
            raise Refused("not_your_seat", "The host's token removes the game; it acts for no seat.")
        chair = progress.table.chairs[seat]
        if chair.level is not None:
            progress.refuse_unless_active()
            why = "was given up" if chair.resigned else "was lost when three turns in a row ran out"
            raise Refused("not_your_seat", f"Seat {seat} {why}; a bot plays on in it.")
        return seat


def bearer_hash(token: str) -> bytes:
    """What tells a bearer from others in a game: an agent is the same with another token."""
    name = agent_name(token)
    return token_hash(token if name is None else f"{name}{DOT}")


def token_unknown() -> Refused:
    """A token that is none of a game's."""
    return Refused("token_unknown", "The token is not one of this game's.")


def how_it_ended(progress: Progress, seat: int) -> str | None:
    """How a game ended for who plays in a seat; None while it plays on."""
    if progress.table.chairs[seat].level is not None or progress.table.given_up_by == seat:
        return GIVEN_UP
    if progress.status is not GameStatus.FINISHED:
        return None
    result = progress.ruleset.result(progress.state, progress.table.given_up_by)
    if result is not None and seat in result.winners:
        return WON
    return DRAWN if result is not None and result.draw else LOST


def agents_to_act(progress: Progress) -> list[str]:
    """The names of the agents whose turn it is."""
    chairs = [progress.table.chairs[seat] for seat in progress.to_act]
    return [chair.name for chair in chairs if chair.kind is SeatKind.AGENT and chair.name is not None and chair.level is None]
