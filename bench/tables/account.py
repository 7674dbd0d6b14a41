"""What became of the turns of agents, from the records and events of their games alone, and what they say they chose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from statistics import median, quantiles
from typing import Any, Final, NamedTuple, Union

import msgspec

from engine.registry import BY_ID
from engine.replay import AnyRecord, decoder, states, verify

STALL_SECONDS: Final = 15.0
"""No turn may wait longer while the service is there: three times the longest pause of the example between two tries."""
LOST: Final = ("timed_out", "seat_taken_over")
AGENT: Final = "agent"


class Span(NamedTuple):
    """From when to when, in seconds since 1970."""

    began: float
    ended: float

    @property
    def seconds(self) -> float:
        """How long it is."""
        return max(0.0, self.ended - self.began)

    def without(self, others: Sequence["Span"]) -> float:
        """Its seconds outside of others, which don't overlap."""
        return self.seconds - sum(Span(max(self.began, one.began), min(self.ended, one.ended)).seconds for one in others)


class Chosen(NamedTuple):
    """What an agent chose in a turn, whether it got through or not."""

    game_id: str
    version: int
    """Of the view that it had."""
    action: dict[str, Any]


class Played(NamedTuple):
    """A game as the service tells it."""

    game_id: str
    ruleset: str
    record: bytes
    """JSON."""
    events: list[dict[str, Any]]
    """Number i + 1 at index i."""

    def at(self, seq: int) -> float:
        """When an event took place, in seconds since 1970."""
        return datetime.fromisoformat(self.events[seq - 1]["at"]).timestamp()

    @property
    def span(self) -> Span:
        """From its creation to its end."""
        return Span(self.at(1), self.at(len(self.events)))


class Turn(NamedTuple):
    """A turn of an agent, and its action."""

    game_id: str
    before: int
    """The number of the action that this seat took before, 0 where there is none."""
    seq: int
    """The number of the action."""
    action: msgspec.Struct
    wait: Span


def turns_of(game: Played) -> Iterator[Turn]:
    """The turns of agents in a game, in the order of their actions. Raises RecordMismatch where the rules refuse one."""
    ruleset = BY_ID[game.ruleset]
    record: AnyRecord = decoder(ruleset).decode(game.record)
    agents = {seat.seat for seat in record.seats if seat.kind == AGENT}
    each_state = (state for state, _ in states(ruleset, record))
    began = dict.fromkeys(ruleset.to_act(next(each_state)), game.at(1))
    last = dict.fromkeys(agents, 0)
    for taken, state in zip(record.actions, each_state, strict=True):
        now = game.at(taken.seq)
        if taken.seat in agents:
            yield Turn(game.game_id, last[taken.seat], taken.seq, taken.action, Span(began[taken.seat], now))
            last[taken.seat] = taken.seq
        still = {seat: then for seat, then in began.items() if seat != taken.seat}
        began = {seat: still.get(seat, now) for seat in ruleset.to_act(state)}


@dataclass(frozen=True)
class Account:
    """How it went."""

    games: Sequence[Played]
    never_over: int
    """Games that had no end when the time was up."""
    chosen: Sequence[Chosen]
    outages: Sequence[Span]
    """When the service or its Redis was being stopped and started."""

    @cached_property
    def turns(self) -> list[Turn]:
        """Of all agents, game by game. Raises RecordMismatch where a record doesn't hold."""
        for game in self.games:
            verify(BY_ID[game.ruleset], game.record)
        return [turn for game in self.games for turn in turns_of(game)]

    @property
    def lost(self) -> int:
        """Turns that ran out, and seats that were lost by that."""
        return sum(event["type"] in LOST for game in self.games for event in game.events)

    @cached_property
    def doubled(self) -> int:
        """Actions that no agent chose in that very turn: the second of a double move is one."""
        by_game: dict[str, list[Chosen]] = {}
        for one in self.chosen:
            by_game.setdefault(one.game_id, []).append(one)
        kinds = {game.game_id: Union[(*BY_ID[game.ruleset].action_types,)] for game in self.games}

        def was_chosen(turn: Turn) -> bool:
            kind: Any = kinds[turn.game_id]
            return any(
                turn.before <= one.version < turn.seq and msgspec.convert(one.action, kind) == turn.action
                for one in by_game.get(turn.game_id, ())
            )

        return sum(not was_chosen(turn) for turn in self.turns)

    @cached_property
    def waits(self) -> list[float]:
        """Seconds from when each turn was due to its action, outages left out."""
        return [turn.wait.without(self.outages) for turn in self.turns]

    @property
    def at_once(self) -> int:
        """The most games that were being played at a time."""
        spans = [game.span for game in self.games]
        return max((sum(one.began <= span.began < one.ended for one in spans) for span in spans), default=0)

    @property
    def broken(self) -> list[str]:
        """The promises that were not kept, in words."""
        longest = max(self.waits, default=0.0)
        found = {
            f"{self.never_over} games were never over": self.never_over,
            f"{self.lost} turns or seats were lost": self.lost,
            f"{self.doubled} actions answer no turn of their own": self.doubled,
            f"a turn waited {longest:.1f} s": longest > STALL_SECONDS,
        }
        return [words for words, is_so in found.items() if is_so]

    def table(self) -> str:
        """All figures, as a Markdown table."""
        seconds = max(game.span.ended for game in self.games) - min(game.span.began for game in self.games)
        *_, percentile_95 = quantiles(self.waits, n=20)
        rows = {
            "games played to their end": f"{len(self.games)} of {len(self.games) + self.never_over}",
            "games at once, at most": f"{self.at_once}",
            "turns of the agents": f"{len(self.turns):,}",
            "choices that were told again, or came too late": f"{len(self.chosen) - len(self.turns):,}",
            "seconds in all, and of these without service or Redis": f"{seconds:.1f}, "
            + " + ".join(f"{outage.seconds:.1f}" for outage in self.outages),
            "turns that ran out, or seats lost": f"{self.lost} (promised: 0)",
            "actions that answer no turn of their own": f"{self.doubled} (promised: 0)",
            "a turn's wait for its action, median": f"{median(self.waits) * 1000:,.0f} ms",
            "the same, 95 of 100": f"{percentile_95 * 1000:,.0f} ms",
            "the same, the longest": f"{max(self.waits):.1f} s (promised: {STALL_SECONDS:g} s)",
            "the same, outages counted": f"{max(turn.wait.seconds for turn in self.turns):.1f} s",
        }
        return "| what | figure |\n| --- | --: |\n" + "".join(f"| {what} | {figure} |\n" for what, figure in rows.items())
