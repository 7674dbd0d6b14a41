"""The use cases. Each loads a game once, asks the engine, and saves in one atomic step if nobody was faster."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from msgspec import structs

from engine.bots.bot import Level
from engine.registry import BY_ID, bot_choice
from engine.replay import Record
from engine.ruleset import NOT_YOUR_TURN, NOTHING_LEGAL, IllegalAction, Legal
from engine.shuffle import SEED_BYTES, HashSource, commitment
from service.play.action_form import ActionForm
from service.play.agents import Agents
from service.play.bearers import Bearers, agents_to_act, how_it_ended, token_unknown
from service.play.conditions import IfMatch, Start
from service.play.happenings import CreatedEvent, JoinedEvent
from service.play.kept import Once, keep, kept_answer
from service.play.latest import LatestViews
from service.play.lives import Lives
from service.play.log import Entry, codec, told
from service.play.progress import Progress
from service.play.refusals import Refused, game_not_found, malformed, token_missing
from service.play.requests import JoinGame, NewGame, clean_name
from service.play.seating import chairs_for, open_seat
from service.play.shapes import (
    ActionTaken,
    EventPage,
    Game,
    GamePage,
    GameStatus,
    Hint,
    LegalPage,
    NewGameCreated,
    SeatKind,
    SeatTaken,
    SeatToken,
    Visibility,
)
from service.play.table import Table, dump_table, load_table, token_hash
from service.play.views import etag, game_of, record_of, view_of
from service.store.redis_store import Change, Kept, Store, Stored

MAX_TRIES: Final = 16
"""How often a change that lost its race is judged again; each loss means that another change was stored."""

LONGEST_LOG: Final = 1_000_000
"""More events than any game has: the whole log."""
_GAME_ID: Final = re.compile(r"^[A-Za-z0-9_-]{22,64}\Z", re.ASCII)
AGENT_TURN_SECONDS: Final = 60
"""For a turn in a game with an agent, where nothing else is said."""
RESIGN: Final = b"resign"
"""What stands for the body of a resignation under an idempotency key."""
_encode: Final = msgspec.json.Encoder().encode
T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """A JSON body and the ETag of the view in it."""

    body: bytes
    etag: str


class SystemSource:
    """Chance from the operating system, for samples: nothing that a game replays."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1."""
        return secrets.randbelow(bound)


class Games:
    """All that can be done with games. `clock` gives milliseconds since 1970."""

    def __init__(self, store: Store, clock: Callable[[], int], lives: Lives, agents: Agents) -> None:
        self.store = store
        self.clock = clock
        self.lives = lives
        self.agents = agents
        self.bearers = Bearers(agents)
        self._views = LatestViews()

    # -- create, join, remove --------------------------------------------------------------------------
    def create(self, wanted: NewGame) -> NewGameCreated:
        """A new game, with what its creator is told.

        Raises Refused for seats that the ruleset doesn't take, and for an agent that can't play.
        """
        ruleset = BY_ID[str(wanted.__struct_config__.tag)]
        options = wanted.options or ruleset.options_type()
        chairs = chairs_for(ruleset, wanted.seats)
        named = [chair.name or "" for chair in chairs if chair.kind is SeatKind.AGENT]
        self.agents.check(named, ruleset.id)
        tokens = {seat: _new_token() for seat, chair in enumerate(chairs) if chair.kind is SeatKind.PLAYER}
        host_token = _new_token()
        seed = secrets.token_bytes(SEED_BYTES) if wanted.seed is None else wanted.seed.encode()
        now = self.clock()
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
        self.store.create(game_id, self._change(progress))
        self._seat_agents(game_id, named)
        if table.visibility is Visibility.PUBLIC:
            self.store.public.add(game_id, progress.status, ruleset.id, now)
        return NewGameCreated(
            game=game_of(game_id, progress),
            tokens=tuple(SeatToken(seat, token) for seat, token in tokens.items()),
            host_token=host_token,
        )

    def _seat_agents(self, game_id: str, names: list[str]) -> None:
        """Tell agents of a game that is stored. Raises Refused, with the game removed, where one has no room any more."""
        try:
            for name in names:
                self.agents.take_seat(name, game_id)
        except Refused:
            self.store.remove(game_id)
            for name in names:
                self.agents.give_back(name, game_id, None)
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
            progress.start_if_full(_options(progress))
            return seat

        for _ in range(MAX_TRIES):
            progress = self._settled(game_id)
            seat = sit(progress)
            if self._save(game_id, progress):
                return SeatTaken(seat=seat, token=token, game=game_of(game_id, progress))
        raise _too_busy()

    def remove(self, game_id: str, token: str | None) -> None:
        """End and remove a game for its host. Raises Refused for anyone else."""
        progress = self._load(self._read(game_id))
        table = progress.table
        if token is None:
            raise token_missing("the host")
        if token_hash(token) != table.host:
            if table.seat_of(token_hash(token)) is None:
                raise token_unknown()
            raise Refused("not_the_host", "Only the host's token removes a game; this is a seat's.")
        if not self.store.remove(game_id):
            raise game_not_found()
        for chair in table.chairs:
            if chair.kind is SeatKind.AGENT and chair.name is not None:
                self.agents.give_back(chair.name, game_id, None)
        if table.visibility is Visibility.PUBLIC:
            self.store.public.drop(game_id, progress.status, table.ruleset)

    # -- act -------------------------------------------------------------------------------------------
    def act(self, game_id: str, token: str | None, form: ActionForm, if_match: IfMatch | None, once: Once | None) -> Answer:
        """Take an action for the bearer's seat, and let the bots reply. Raises Refused with nothing changed."""

        def judge(progress: Progress, seat: int) -> None:
            action = form.for_ruleset(progress.ruleset)
            if if_match is not None:
                if_match.check(progress, seat)
            _refuse_unless_active(progress)
            try:
                progress.act(seat, action)
            except IllegalAction as error:
                raise _illegal(progress, error) from error

        return self._change_once(game_id, token, once, judge, form)

    def resign(self, game_id: str, token: str | None, once: Once | None) -> Answer:
        """Give the bearer's seat up. Raises Refused where the game isn't going on."""

        def judge(progress: Progress, seat: int) -> None:
            _refuse_unless_active(progress)
            progress.resign(seat)

        return self._change_once(game_id, token, once, judge, None)

    def leave(self, game_id: str, name: str) -> None:
        """Let a bot play on in the seat of an agent that is gone."""
        for _ in range(MAX_TRIES):
            stored = self.store.read(game_id)
            if stored is None:
                return
            progress = self._load(stored)
            seat = progress.table.seat_of_agent(name)
            if seat is None or how_it_ended(progress, seat) is not None:
                return
            progress.leave(seat)
            if self._save(game_id, progress):
                return
        raise _too_busy()

    def _change_once(
        self,
        game_id: str,
        token: str | None,
        once: Once | None,
        judge: Callable[[Progress, int], None],
        form: ActionForm | None,
    ) -> Answer:
        """Judge a seat's request and save it, or answer again what was kept under its key."""
        field = None if once is None or token is None else once.field(token_hash(token))
        for _ in range(MAX_TRIES):
            stored, kept = (self._read(game_id), None) if field is None else self._read_kept(game_id, field)
            progress = self._load(stored)
            action = None if form is None else form.for_ruleset(progress.ruleset)
            request = RESIGN if action is None or once is None else _encode(action)
            if once is not None and kept is not None:  # only a token of the game can have left it there
                kept_etag, body = kept_answer(once, request, kept)
                return Answer(body, kept_etag)
            seat = self.bearers.playing_seat(progress.table, token)
            if progress.time_out():
                self._save(game_id, progress)
                continue
            judge(progress, seat)
            answer = self._answer(game_id, progress, seat)
            if self._save(game_id, progress, _to_keep(field, request, answer, progress.now_ms + self.lives.answer_ms)):
                return answer
        raise _too_busy()

    def _answer(self, game_id: str, progress: Progress, seat: int) -> Answer:
        self._stamp(progress)
        viewer = seat if progress.table.chairs[seat].level is None else None  # a bot's, from now on
        first = progress.loaded_version + 1
        body = ActionTaken(
            version=progress.version,
            events=told(progress.ruleset, progress.entries, first, progress.table.created_ms, viewer),
            view=view_of(game_id, progress, viewer),
        )
        return Answer(_encode(body), etag(progress.version, viewer))

    # -- read ------------------------------------------------------------------------------------------
    def game(self, game_id: str) -> Game:
        """The public facts of a game."""
        return game_of(game_id, self._settled(game_id))

    def view(self, game_id: str, token: str | None) -> tuple[str, int, Callable[[], bytes]]:
        """The ETag of the bearer's view, the game's version, and what makes the view's JSON where it is wanted."""
        progress = self._settled(game_id)
        seat = self.bearers.viewing_seat(progress.table, token)
        key = (game_id, progress.version, seat)
        make = partial(self._views.get, key, lambda: _encode(view_of(game_id, progress, seat)))
        return etag(progress.version, seat), progress.version, make

    def legal(self, game_id: str, token: str | None, start: Start, limit: int) -> LegalPage:
        """A page of the bearer's legal actions from a place on."""
        progress, legal = self._legal(game_id, token)
        offset = start.offset(progress.version, progress.to_act)
        after = offset + limit
        more = f"{progress.version}-{after}" if after < legal.count else None
        return LegalPage(progress.version, legal.count, tuple(legal.page(offset, limit)), more)

    def legal_sample(self, game_id: str, token: str | None, size: int) -> LegalPage:
        """Different legal actions of the bearer at random, each with equal chance."""
        progress, legal = self._legal(game_id, token)
        return LegalPage(progress.version, legal.count, tuple(legal.sample(size, SystemSource())), None)

    def hint(self, game_id: str, token: str | None, level: Level) -> Hint:
        """What a bot would do in the bearer's place. Raises Refused where it isn't the bearer's turn.

        The bot's chance comes from the game's id and the turn, which the bearer knows: it tells nothing of the seed,
        and the same question in the same turn has the same answer.
        """
        progress = self._settled(game_id)
        seat = self.bearers.playing_seat(progress.table, token)
        _refuse_unless_active(progress)
        refusal = progress.ruleset.refuse_out_of_turn(progress.state, seat)
        if refusal is not None:
            raise _illegal(progress, IllegalAction(refusal))
        chance = f"hint:{game_id}:{seat}:{progress.table.turn_since[seat]}:".encode()
        chosen = bot_choice(progress.ruleset, progress.state, seat, level, lambda: HashSource(chance))
        return Hint(progress.version, chosen.level, chosen.action)

    def _legal(self, game_id: str, token: str | None) -> tuple[Progress, Legal[Any]]:
        progress = self._settled(game_id)
        seat = self.bearers.playing_seat(progress.table, token)
        acts = seat in progress.to_act
        return progress, progress.ruleset.legal(progress.state, seat) if acts else NOTHING_LEGAL

    def events(self, game_id: str, token: str | None, after: int, limit: int) -> EventPage:
        """Events after a number, as the bearer may know them. Raises Refused for a number from the future."""
        progress, log = self._settled_log(game_id, after, limit)
        seat = self.bearers.viewing_seat(progress.table, token)
        _refuse_the_future(progress, after)
        entries = map(codec(progress.ruleset).load, log)
        last = after + len(log)
        return EventPage(
            told(progress.ruleset, entries, after + 1, progress.table.created_ms, seat),
            last if last < progress.version else None,
        )

    def follow(self, game_id: str, after: int, limit: int) -> tuple[Progress, list[Entry]]:
        """The game as it is now, and its log after a number. Raises Refused where there is no such game."""
        progress, log = self._settled_log(game_id, after, limit)
        return progress, list(map(codec(progress.ruleset).load, log))

    def follower(self, game_id: str, token: str | None, after: int) -> tuple[int | None, bool]:
        """The seat of who wants to follow a game, and whether there is, or may come, an event after a number.

        Raises Refused for a token or a number that can't be.
        """
        progress = self._settled(game_id)
        seat = self.bearers.viewing_seat(progress.table, token)
        _refuse_the_future(progress, after)
        return seat, progress.status is not GameStatus.FINISHED or after < progress.version

    def record(self, game_id: str) -> Record[Any, Any, Any]:
        """The whole of a finished game. Raises Refused with game_not_over before."""
        progress, log = self._settled_log(game_id, 0, LONGEST_LOG)
        if progress.status is not GameStatus.FINISHED:
            raise Refused("game_not_over", "The record can be read once the game is over.", **progress.facts)
        return record_of(progress, map(codec(progress.ruleset).load, log), _options(progress))

    def public(self, ruleset: str | None, status: GameStatus | None, limit: int, cursor: str | None) -> GamePage:
        """Public games, newest first. Raises Refused for a cursor that is none."""
        rulesets = [ruleset] if ruleset else list(BY_ID)
        statuses = [status] if status else list(GameStatus)
        try:
            page = self.store.public.page([(s, r) for s in statuses for r in rulesets], limit, cursor)
        except ValueError as error:
            raise malformed("cursor", "Take the cursor from `next` of the page before.") from error
        games = [(listed, self.current(listed.game_id, stored)) for listed, stored in page.games]
        for listed, game in games:
            if game.status != listed.status:  # whoever changed the game has not moved it here, or not yet
                self.store.public.move(listed.game_id, listed.status, game.status, listed.ruleset, listed.created_at_ms)
        return GamePage(tuple(game_of(of.game_id, game) for of, game in games if game.status == of.status), page.cursor)

    # -- the store -------------------------------------------------------------------------------------
    def _read(self, game_id: str) -> Stored:
        return _there(self.store.read(_possible(game_id)))

    def _read_kept(self, game_id: str, field: str) -> tuple[Stored, bytes | None]:
        stored, kept = self.store.read_kept(_possible(game_id), field, self.clock())
        return _there(stored), kept

    def _load(self, stored: Stored) -> Progress:
        table = load_table(stored.table)
        ruleset = BY_ID[table.ruleset]
        state = ruleset.load(stored.state) if stored.state else None
        return Progress(ruleset, table, state, stored.version, self.clock())

    def _settled(self, game_id: str) -> Progress:
        """The game as it is now: a deadline that has passed is applied first, as a change of its own."""
        for _ in range(MAX_TRIES):
            progress = self._load(self._read(game_id))
            if not progress.time_out():
                return progress
            self._save(game_id, progress)
        raise _too_busy()

    def current(self, game_id: str, stored: Stored) -> Progress:
        """A game that was read with others, as it is now."""
        progress = self._load(stored)
        deadline = progress.table.deadline_ms
        return progress if deadline is None or progress.now_ms < deadline else self._settled(game_id)

    def _settled_log(self, game_id: str, after: int, limit: int) -> tuple[Progress, list[bytes]]:
        """The game as it is now and a part of its log, of one moment."""
        for _ in range(MAX_TRIES):
            stored, log = self.store.read_log(_possible(game_id), after, limit)
            progress = self._load(_there(stored))
            if not progress.time_out():
                return progress, log
            self._save(game_id, progress)
        raise _too_busy()

    def _stamp(self, progress: Progress) -> None:
        """Write into the table when it was changed and how long it is kept."""
        life = self.lives.of(progress.status)
        progress.table = structs.replace(progress.table, updated_ms=progress.now_ms, expires_ms=progress.now_ms + life)

    def _change(self, progress: Progress, kept: Kept | None = None) -> Change:
        self._stamp(progress)
        dump = codec(progress.ruleset).dump
        return Change(
            table=dump_table(progress.table),
            state=b"" if progress.state is None else progress.ruleset.dump(progress.state),
            events=[dump(entry) for entry in progress.entries],
            expires_at_ms=progress.table.expires_ms,
            kept=kept,
            agents=agents_to_act(progress),
        )

    def _release_agents(self, game_id: str, progress: Progress) -> None:
        """Give back the seats of agents for which a change was the last."""
        before = progress.loaded_table.chairs
        for seat, chair in enumerate(progress.table.chairs):
            if chair.kind is SeatKind.AGENT and chair.name is not None and before[seat].level is None:
                how = how_it_ended(progress, seat)
                if how is not None:
                    self.agents.give_back(chair.name, game_id, f"{progress.table.ruleset}:{how}")

    def _save(self, game_id: str, progress: Progress, kept: Kept | None = None) -> bool:
        """Store what has changed; False where somebody was faster."""
        saved = self.store.commit(game_id, progress.loaded_version, self._change(progress, kept))
        table = progress.table
        if saved:
            self._release_agents(game_id, progress)
        if not saved or table.visibility is not Visibility.PUBLIC:
            return saved
        before, status = progress.loaded_status, progress.status
        if status is not before:
            self.store.public.move(game_id, before, status, table.ruleset, table.created_ms)
        return saved


def _new_token() -> str:
    return secrets.token_urlsafe(24)


def _possible(game_id: str) -> str:
    """The id, if it may be one. Raises Refused where no game can have it."""
    if not _GAME_ID.match(game_id):
        raise game_not_found()
    return game_id


def _there(stored: Stored | None) -> Stored:
    if stored is None:
        raise game_not_found()
    return stored


def _options(progress: Progress) -> Any:
    return msgspec.json.decode(progress.table.options, type=progress.ruleset.options_type)


def _to_keep(field: str | None, request: bytes, answer: Answer, until_ms: int) -> Kept | None:
    return None if field is None else Kept(field, keep(request, answer.etag, answer.body), until_ms)


# -- why not -------------------------------------------------------------------------------------------
def _refuse_unless_active(progress: Progress) -> None:
    if progress.status is GameStatus.WAITING:
        raise Refused("game_not_started", "The game starts when no seat is open.", **progress.facts)
    if progress.status is GameStatus.FINISHED:
        raise Refused("game_over", "The game is over.", **progress.facts)


def _refuse_the_future(progress: Progress, after: int) -> None:
    if after > progress.version:
        raise malformed("after", f"The game has {progress.version} events so far, not {after}.")


def _illegal(progress: Progress, error: IllegalAction) -> Refused:
    refusal = error.refusal
    if refusal.reason == NOT_YOUR_TURN:
        return Refused(NOT_YOUR_TURN, refusal.detail, **progress.facts)
    return Refused("illegal_action", refusal.detail, reason=refusal.reason, cards=refusal.cards, **progress.facts)


def _too_busy() -> Refused:
    return Refused("store_unavailable", "Others changed the game each time that the request was judged; try again.")
