"""Games that are watched and thought about."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, repeat
from typing import Any, Final

import msgspec

from bench.load import ask, request
from bench.play import CASES
from engine.registry import bot_choice
from engine.ruleset import Level
from engine.shuffle import HashSource

LANDLORD: Final = "landlord 3"
LOOKED_AT: Final = 24
"""Positions from the start of a game, of which that with the longest thought is taken."""


@dataclass(frozen=True)
class Table:
    """A game on a server, all of its seats players'."""

    id: str
    tokens: list[str]
    """One a seat."""

    @property
    def path(self) -> str:
        """Of its resources."""
        return f"/v1/games/{self.id}"

    @property
    def spectator(self) -> bytes:
        """The request for the stream of a spectator."""
        return request("GET", f"{self.path}/stream")

    @property
    def streams(self) -> list[bytes]:
        """The requests for the streams of all players, and of a spectator."""
        return [*(request("GET", f"{self.path}/stream", token=token) for token in self.tokens), self.spectator]

    def post(self, what: str, seat: int, body: bytes) -> bytes:
        """A request of a seat."""
        return request("POST", f"{self.path}/{what}", token=self.tokens[seat], body=body)


def create(port: int, case: str, seed: str | None = None) -> Table:
    """A new game of a case of bench.play."""
    ruleset, options, seats = CASES[case]
    wanted = {"ruleset": ruleset.id, "options": options, "seats": [{"kind": "player"}] * seats, "seed": seed}
    created = json.loads(ask(port, request("POST", "/v1/games", body=msgspec.json.encode(wanted))))
    return Table(created["game"]["id"], [seat["token"] for seat in created["tokens"]])


def turns(case: str, seed: str) -> Iterator[tuple[Any, int, Any]]:
    """Every state of a game that is played at random, whose turn it is, and what is done; the same for the same seed."""
    ruleset, options, seats = CASES[case]
    chance = HashSource(b"moves:" + seed.encode())
    state, _ = ruleset.new(options, seats, seed.encode())
    while to_act := ruleset.to_act(state):
        (action,) = ruleset.legal(state, to_act[0]).sample(1, chance)
        yield state, to_act[0], action
        state, _ = ruleset.apply(state, to_act[0], action)


def played(port: int, case: str, seed: str) -> tuple[Table, Iterator[bytes]]:
    """A new game, and the requests that play it to its end, in order."""
    table = create(port, case, seed)
    return table, (table.post("actions", seat, msgspec.json.encode(action)) for _, seat, action in turns(case, seed))


def idle_streams(port: int, number: int) -> Iterator[bytes]:
    """Requests for so many streams: four of each game, those of its three players and a spectator's."""
    return islice((message for case in repeat(LANDLORD) for message in create(port, case).streams), number)


def hint(port: int, case: str, seed: str) -> bytes:
    """The request for an expert's hint in a game that was played to where it thinks longest."""
    ruleset, _, _ = CASES[case]
    thoughts: list[tuple[float, int, int]] = []
    for state, seat, _ in islice(turns(case, seed), LOOKED_AT):
        began = time.process_time()
        bot_choice(ruleset, state, seat, Level.EXPERT, lambda: HashSource(seed.encode()))
        thoughts.append((time.process_time() - began, len(thoughts), seat))
    _, before, seat = max(thoughts)
    table, moves = played(port, case, seed)
    for message in islice(moves, before):
        ask(port, message)
    return table.post("hint", seat, b'{"level":"expert"}')
