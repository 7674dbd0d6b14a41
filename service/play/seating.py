"""Who sits where: from what a creator asks for to chairs, and which open chair a guest takes."""

from engine.bots.bot import Level
from engine.ruleset import AnyRuleset
from service.play.must_be import listed
from service.play.progress import Progress
from service.play.refusals import Refused, invalid
from service.play.requests import AgentSeat, BotSeat, NewSeat, PlayerSeat, clean_name
from service.play.shapes import SeatKind
from service.play.table import Chair


def chairs_for(ruleset: AnyRuleset, wanted: tuple[NewSeat, ...] | None) -> tuple[Chair, ...]:
    """The chairs of a new game. Raises Refused for a number that the ruleset doesn't take, or a name that can't be."""
    if wanted is None:
        wanted = (PlayerSeat(), *(BotSeat() for _ in range(ruleset.seat_counts[0] - 1)))
    if len(wanted) not in ruleset.seat_counts:
        counts = listed(map(str, ruleset.seat_counts), "or")
        raise invalid("seats", f"There must be {counts} of them, not {len(wanted)}.")
    chairs = tuple(_chair(seat, f"seats.{number}.name") for number, seat in enumerate(wanted))
    for number, chair in enumerate(chairs):
        if chair.kind is SeatKind.AGENT and chair in chairs[:number]:
            raise invalid(f"seats.{number}.name", f"{chair.name} has a seat already; an agent takes one seat of a game.")
    return chairs


def _chair(wanted: NewSeat, field: str) -> Chair:
    if isinstance(wanted, BotSeat):
        return Chair(SeatKind.BOT, level=wanted.level or Level.SKILLED)
    if isinstance(wanted, PlayerSeat):
        return Chair(SeatKind.PLAYER, name=None if wanted.name is None else clean_name(wanted.name, field))
    if isinstance(wanted, AgentSeat):
        return Chair(SeatKind.AGENT, name=wanted.name)
    return Chair(SeatKind.OPEN)


def open_seat(progress: Progress, wanted: int | None) -> int:
    """The seat that a guest takes: the one asked for, or the lowest that is open. Raises Refused where there is none."""
    table = progress.table
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.taken]
    if wanted is None:
        if not free:
            raise Refused("no_open_seat", "Every seat of this game is taken.", **progress.facts)
        return free[0]
    if wanted >= len(table.chairs):
        raise invalid("seat", f"It must be a seat of the game, from 0 to {len(table.chairs) - 1}, not {wanted}.")
    if wanted not in free:
        open_one = f" Seat {free[0]} is open." if free else ""
        raise Refused("seat_taken", f"Seat {wanted} is taken.{open_one}", **progress.facts)
    return wanted
