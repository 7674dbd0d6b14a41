"""Who sits down and who leaves: games are created, joined, left by an agent, and removed."""

import secrets
from typing import Final

import msgspec
from msgspec import structs

from engine.registry import BY_ID
from engine.shuffle import SEED_BYTES, commitment
from service.play.bearers import how_it_ended, token_unknown
from service.play.happenings import CreatedEvent, JoinedEvent
from service.play.progress import Progress
from service.play.refusals import Refused, game_not_found, token_missing
from service.play.requests import JoinGame, NewGame, clean_name
from service.play.seating import chairs_for, open_seat
from service.play.shapes import NewGameCreated, SeatKind, SeatTaken, SeatToken, Visibility
from service.play.stored_games import MAX_TRIES, StoredGames, too_busy
from service.play.table import Table, token_hash
from service.play.views import game_of, options_of

AGENT_TURN_SECONDS: Final = 60
"""For a turn in a game with an agent, where nothing else is said."""
_encode: Final = msgspec.json.Encoder().encode


class Lobby:
    """What is done with games beside the play."""

    def __init__(self, stored: StoredGames) -> None:
        self._stored = stored

    def create(self, wanted: NewGame) -> NewGameCreated:
        """A new game, with what its creator is told.

        Raises Refused for seats that the ruleset doesn't take, and for an agent that can't play.
        """
        ruleset = BY_ID[str(wanted.__struct_config__.tag)]
        options = wanted.options or ruleset.options_type()
        chairs = chairs_for(ruleset, wanted.seats)
        named = [chair.name or "" for chair in chairs if chair.kind is SeatKind.AGENT]
        self._stored.agents.check(named, ruleset.id)
        tokens = {seat: _new_token() for seat, chair in enumerate(chairs) if chair.kind is SeatKind.PLAYER}
        host_token = _new_token()
        seed = secrets.token_bytes(SEED_BYTES) if wanted.seed is None else wanted.seed.encode()
        now = self._stored.clock()
        table = Table(
            ruleset=ruleset.id,
            options=msgspec.Raw(_encode(options)),
            visibility=wanted.visibility or Visibility.UNLISTED,
            seeded=wanted.seed is not None,
            seed=seed,
            commitment=commitment(seed),
            host=token_hash(host_token),
            chairs=tuple(
                structs.replace(chair, token=token_hash(tokens[seat])) if seat in tokens else chair
                for seat, chair in enumerate(chairs)
            ),
            created_ms=now,
            updated_ms=now,
            expires_ms=now,
            turn_seconds=wanted.turn_seconds or (AGENT_TURN_SECONDS if named else None),
        )
        progress = Progress(ruleset, table, None, 0, now)
        progress.tell(CreatedEvent(seat=None))
        progress.start_if_full(options)
        game_id = secrets.token_urlsafe(16)
        self._stored.create(game_id, progress)
        self._seat_agents(game_id, named)
        if table.visibility is Visibility.PUBLIC:
            self._stored.store.public.add(game_id, progress.status, ruleset.id, now)
        return NewGameCreated(
            game=game_of(game_id, progress),
            tokens=tuple(SeatToken(seat, token) for seat, token in tokens.items()),
            host_token=host_token,
        )

    def _seat_agents(self, game_id: str, names: list[str]) -> None:
        """Tell agents of a game that is stored. Raises Refused, with the game removed, where one has no room any more."""
        try:
            for name in names:
                self._stored.agents.take_seat(name, game_id)
        except Refused:
            self._stored.store.remove(game_id)
            for name in names:
                self._stored.agents.give_back(name, game_id, None)
            raise

    def join(self, game_id: str, wanted: JoinGame) -> SeatTaken:
        """Take an open seat. Raises Refused: no_open_seat, seat_taken, or a name or seat that can't be."""
        name = clean_name(wanted.name, "name")
        token = _new_token()

        def sit(progress: Progress) -> int:
            seat = open_seat(progress, wanted.seat)
            chairs = list(progress.table.chairs)
            chairs[seat] = structs.replace(chairs[seat], name=name, token=token_hash(token))
            progress.table = structs.replace(progress.table, chairs=tuple(chairs))
            progress.tell(JoinedEvent(seat=seat, name=name))
            progress.start_if_full(options_of(progress))
            return seat

        for _ in range(MAX_TRIES):
            progress = self._stored.settled(game_id)
            seat = sit(progress)
            if self._stored.save(game_id, progress):
                return SeatTaken(seat=seat, token=token, game=game_of(game_id, progress))
        raise too_busy()

    def remove(self, game_id: str, token: str | None) -> None:
        """End and remove a game for its host. Raises Refused for anyone else."""
        progress = self._stored.read(game_id)
        table = progress.table
        if token is None:
            raise token_missing("the host")
        if token_hash(token) != table.host:
            if table.seat_of(token_hash(token)) is None:
                raise token_unknown()
            raise Refused("not_the_host", "Only the host's token removes a game; this is a seat's.")
        if not self._stored.store.remove(game_id):
            raise game_not_found()
        for chair in table.chairs:
            if chair.kind is SeatKind.AGENT and chair.name is not None:
                self._stored.agents.give_back(chair.name, game_id, None)
        if table.visibility is Visibility.PUBLIC:
            self._stored.store.public.drop(game_id, progress.status, table.ruleset)

    def leave(self, game_id: str, name: str) -> None:
        """Let a bot play on in the seat of an agent that is gone."""
        for _ in range(MAX_TRIES):
            stored = self._stored.store.read(game_id)
            if stored is None:
                return
            progress = self._stored.load(stored)
            seat = progress.table.seat_of_agent(name)
            if seat is None or how_it_ended(progress, seat) is not None:
                return
            progress.leave(seat)
            if self._stored.save(game_id, progress):
                return
        raise too_busy()


def _new_token() -> str:
    return secrets.token_urlsafe(24)
