"""Landlord games to put load on a server: whole games of random moves, made ready before the time counts.

The creator of a game may choose its seed, and then knows its cards. So the engine can play a game to its end in
advance, and what is left to do under load is to send its moves.
"""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Final

import msgspec

from bench.load import Requests, ask, drive, request
from engine.games.landlord.actions import Options
from engine.games.landlord.rules import Landlord
from engine.shuffle import HashSource

LANDLORD: Final = Landlord()
DEALS: Final = 3
SEATS: Final = 3
LANES: Final = 16
"""Requests under way at once."""
GAMES_IN_A_LANE: Final = 4
MOVES_IN_A_LANE: Final = 500
"""More than are sent in a round."""


def moves(seed: str) -> Iterator[tuple[int, bytes]]:
    """The seats and actions, as JSON, of a whole game that is played at random; the same for the same seed."""
    chance = HashSource(b"moves:" + seed.encode())
    state, _ = LANDLORD.new(Options(deals=DEALS), SEATS, seed.encode())
    while to_act := LANDLORD.to_act(state):
        (seat,) = to_act
        (action,) = LANDLORD.legal(state, seat).sample(1, chance)
        yield seat, msgspec.json.encode(action)
        state, _ = LANDLORD.apply(state, seat, action)


@dataclass(frozen=True)
class Game:
    """A game on a server, and the requests that can be made of it."""

    id: str
    views: list[bytes]
    """To look at it, one for each seat."""
    moves: deque[bytes]
    """To play it to its end, in order, as far as they haven't been sent."""


def create(port: int, number: int) -> Game:
    """A new game on the server, all of its seats players'. Those of the same number play the same."""
    seed = f"bench {number}"
    wanted = {"ruleset": "landlord", "options": {"deals": DEALS}, "seed": seed, "seats": [{"kind": "player"}] * SEATS}
    created = json.loads(ask(port, request("POST", "/v1/games", body=json.dumps(wanted).encode())))
    path = f"/v1/games/{created['game']['id']}"
    tokens: list[str] = [seat["token"] for seat in created["tokens"]]
    return Game(
        created["game"]["id"],
        [request("GET", f"{path}/view", token=token) for token in tokens],
        deque(request("POST", f"{path}/actions", token=tokens[seat], body=action) for seat, action in moves(seed)),
    )


def _in_turn(games: list[Game], most: int | None = None) -> Requests:
    """Their moves, one of each game after the other; at most so many."""
    sent = 0
    while any(game.moves for game in games):
        for game in games:
            if sent == most:
                return
            if game.moves:
                sent += 1
                yield game.moves.popleft()


class Pool:
    """Running games on a server, each of which belongs to one lane, so that its moves come in order."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._created = 0
        self._lanes: list[list[Game]] = [[] for _ in range(LANES)]
        self.refill()

    @property
    def games(self) -> list[Game]:
        """All games, the finished too until the next refill."""
        return [game for lane in self._lanes for game in lane]

    def refill(self) -> None:
        """Put new games in the place of those that are over, and more where a lane could run dry in a round."""
        for lane in self._lanes:
            lane[:] = [game for game in lane if game.moves]
            while len(lane) < GAMES_IN_A_LANE or sum(len(game.moves) for game in lane) < MOVES_IN_A_LANE:
                lane.append(create(self._port, self._created))
                self._created += 1

    def mix(self) -> None:
        """Play the games on so far that they are in all stages: the first least, the last nearly to its end."""
        games = self.games
        ahead = [_in_turn([game], len(game.moves) * place // len(games)) for place, game in enumerate(games)]
        drive(self._port, [_chained(ahead[lane::LANES]) for lane in range(LANES)])

    def views(self) -> list[bytes]:
        """What each seat of each game sees now."""
        return [ask(self._port, message) for game in self.games for message in game.views]

    def look(self, seconds: float) -> int:
        """Ask for the views of all games and seats in turn, for so long; how often."""
        messages = [message for game in self.games for message in game.views]
        return drive(self._port, [_cycled(messages, lane) for lane in range(LANES)], seconds)

    def play(self, seconds: float) -> int:
        """Play on for so long; the number of moves."""
        return drive(self._port, [_in_turn(lane) for lane in self._lanes], seconds)


def _chained(parts: list[Requests]) -> Requests:
    for part in parts:
        yield from part


def _cycled(messages: list[bytes], lane: int) -> Requests:
    start = len(messages) * lane // LANES
    return cycle(messages[start:] + messages[:start])


def play_out(port: int, count: int) -> list[str]:
    """Create so many games and play each to its end; their ids."""
    games = [create(port, -number) for number in range(1, count + 1)]
    drive(port, [_in_turn(games[lane::LANES]) for lane in range(LANES)])
    return [game.id for game in games]
