"""What is played and read. Each use loads a game once, asks the engine, and saves in one atomic step if nobody was faster."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from engine.bots.bot import Level
from engine.registry import BY_ID, bot_choice
from engine.replay import Record
from engine.ruleset import NOT_YOUR_TURN, NOTHING_LEGAL, IllegalAction, Legal
from engine.shuffle import HashSource
from service.play.action_form import ActionForm
from service.play.bearers import Bearers, bearer_hash
from service.play.conditions import IfMatch, Start
from service.play.kept import Once, keep, kept_answer
from service.play.latest import Latest
from service.play.log import Entry, codec, told
from service.play.progress import Progress
from service.play.refusals import Refused, malformed
from service.play.replay import Replay
from service.play.shapes import (
    ActionTaken,
    EventPage,
    Game,
    GamePage,
    GameStatus,
    Hint,
    LegalPage,
    ReplayPage,
)
from service.play.stored_games import MAX_TRIES, StoredGames, too_busy
from service.play.views import etag, game_of, options_of, record_of, view_of
from service.store.redis_store import Kept

LONGEST_LOG: Final = 1_000_000
"""More events than any game has: the whole log."""
MOST_VIEWS: Final = 1024
"""Of which a worker keeps the JSON."""
MOST_REPLAYS: Final = 16
"""Of which a worker keeps what was made of them, about a MB at most each: a game is played again once for all its readers."""
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
    """What is played and read of games."""

    def __init__(self, stored: StoredGames) -> None:
        self.stored = stored
        self.bearers = Bearers(stored.agents)
        self._views: Latest[tuple[str, int, int | None], bytes] = Latest(MOST_VIEWS)
        self._replays: Latest[tuple[str, int], Replay] = Latest(MOST_REPLAYS)

    # -- act -------------------------------------------------------------------------------------------
    def act(self, game_id: str, token: str | None, form: ActionForm, if_match: IfMatch | None, once: Once | None) -> Answer:
        """Take an action for the bearer's seat, and let the bots reply. Raises Refused with nothing changed."""

        def judge(progress: Progress, seat: int) -> None:
            action = form.for_ruleset(progress.ruleset)
            if if_match is not None:
                if_match.check(progress, seat)
            progress.refuse_unless_active()
            try:
                progress.act(seat, action)
            except IllegalAction as error:
                raise _illegal(progress, error) from error

        return self._change_once(game_id, token, once, judge, form)

    def resign(self, game_id: str, token: str | None, once: Once | None) -> Answer:
        """Give the bearer's seat up. Raises Refused where the game isn't going on."""

        def judge(progress: Progress, seat: int) -> None:
            progress.refuse_unless_active()
            progress.resign(seat)

        return self._change_once(game_id, token, once, judge, None)

    def _change_once(
        self,
        game_id: str,
        token: str | None,
        once: Once | None,
        judge: Callable[[Progress, int], None],
        form: ActionForm | None,
    ) -> Answer:
        """Judge a seat's request and save it, or answer again what was kept under its key."""
        field = None if once is None or token is None else once.field(bearer_hash(token))
        for _ in range(MAX_TRIES):
            progress, kept = (self.stored.read(game_id), None) if field is None else self.stored.read_kept(game_id, field)
            action = None if form is None else form.for_ruleset(progress.ruleset)
            request = RESIGN if action is None or once is None else _encode(action)
            if once is not None and token is not None and kept is not None:
                self.bearers.own_seat(progress.table, token)  # an agent's token may have been closed since
                kept_etag, body = kept_answer(once, request, kept)
                return Answer(body, kept_etag)
            seat = self.bearers.playing_seat(progress, token)
            if progress.is_due:
                self.stored.up_to_now(game_id, progress)
                continue
            judge(progress, seat)
            answer = self._answer(game_id, progress, seat)
            if self.stored.save(
                game_id, progress, _to_keep(field, request, answer, progress.now_ms + self.stored.lives.answer_ms)
            ):
                return answer
        raise too_busy()

    def _answer(self, game_id: str, progress: Progress, seat: int) -> Answer:
        self.stored.stamp(progress)
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
        return game_of(game_id, self.stored.settled(game_id))

    def view(self, game_id: str, token: str | None) -> tuple[str, int, Callable[[], bytes]]:
        """The ETag of the bearer's view, the game's version, and what makes the view's JSON where it is wanted."""
        progress = self.stored.settled(game_id)
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
        progress = self.stored.settled(game_id)
        seat = self.bearers.playing_seat(progress, token)
        progress.refuse_unless_active()
        refusal = progress.ruleset.refuse_out_of_turn(progress.state, seat)
        if refusal is not None:
            raise _illegal(progress, IllegalAction(refusal))
        chance = f"hint:{game_id}:{seat}:{progress.table.turn_since[seat]}:".encode()
        chosen = bot_choice(progress.ruleset, progress.state, seat, level, lambda: HashSource(chance))
        return Hint(progress.version, chosen.level, chosen.action)

    def _legal(self, game_id: str, token: str | None) -> tuple[Progress, Legal[Any]]:
        progress = self.stored.settled(game_id)
        over = progress.status is GameStatus.FINISHED
        if over and token is not None and self.bearers.own_seat(progress.table, token) is not None:
            return progress, NOTHING_LEGAL  # of a seat that was lost, too
        seat = self.bearers.playing_seat(progress, token)
        acts = seat in progress.to_act
        return progress, progress.ruleset.legal(progress.state, seat) if acts else NOTHING_LEGAL

    def events(self, game_id: str, token: str | None, after: int, limit: int) -> EventPage:
        """Events after a number, as the bearer may know them. Raises Refused for a number from the future."""
        progress, log = self.stored.settled_log(game_id, after, limit)
        seat = self.bearers.viewing_seat(progress.table, token)
        _refuse_the_future(progress, after)
        entries = map(codec(progress.ruleset).load, log)
        last = after + len(log)
        return EventPage(
            told(progress.ruleset, entries, after + 1, progress.table.created_ms, seat),
            last if last < progress.version else None,
        )

    def follow(self, game_id: str, after: int, limit: int) -> tuple[Progress, list[Entry]]:
        """The game as it is stored, and its log after a number. Raises Refused where there is no such game.

        A turn that has run out still stands: whoever follows is called again once it is over.
        """
        progress, log = self.stored.read_log(game_id, after, limit)
        return progress, list(map(codec(progress.ruleset).load, log))

    def follower(self, game_id: str, token: str | None, after: int) -> tuple[int | None, bool]:
        """The seat of who wants to follow a game, and whether there is, or may come, an event after a number.

        Raises Refused for a token or a number that can't be.
        """
        progress = self.stored.settled(game_id)
        seat = self.bearers.viewing_seat(progress.table, token)
        _refuse_the_future(progress, after)
        return seat, progress.status is not GameStatus.FINISHED or after < progress.version

    def record(self, game_id: str) -> Record[Any, Any, Any]:
        """The whole of a finished game. Raises Refused with game_not_over before."""
        progress, entries = self._whole(game_id, "record")
        return record_of(progress, entries, options_of(progress))

    def replay(self, game_id: str, after: int | None, limit: int) -> ReplayPage:
        """Steps of a finished game after a number; None: from the first. Raises Refused with game_not_over before its end."""
        progress = self.stored.settled(game_id)
        replay = self._replays.get((game_id, progress.version), lambda: self._played_again(game_id))
        return replay.page(0 if after is None else after + 1, limit)

    def _played_again(self, game_id: str) -> Replay:
        progress, entries = self._whole(game_id, "replay")
        return Replay(progress, entries, options_of(progress))

    def _whole(self, game_id: str, what: str) -> tuple[Progress, list[Entry]]:
        """A finished game and all that happened in it. Raises Refused with game_not_over before its end."""
        progress, log = self.stored.settled_log(game_id, 0, LONGEST_LOG)
        if progress.status is not GameStatus.FINISHED:
            raise Refused("game_not_over", f"The {what} can be read once the game is over.", **progress.facts)
        return progress, list(map(codec(progress.ruleset).load, log))

    def public(self, ruleset: str | None, status: GameStatus | None, limit: int, cursor: str | None) -> GamePage:
        """Public games, newest first. Raises Refused for a cursor that is none."""
        rulesets = [ruleset] if ruleset else list(BY_ID)
        statuses = [status] if status else list(GameStatus)
        try:
            page = self.stored.store.public.page([(s, r) for s in statuses for r in rulesets], limit, cursor)
        except ValueError as error:
            raise malformed("cursor", "Take the cursor from `next` of the page before.") from error
        found = [(of, self._up_to_now(of.game_id, self.stored.load(game))) for of, game in page.games]
        games = [(listed, game) for listed, game in found if game is not None]
        for listed, game in games:
            if game.status != listed.status:  # whoever changed the game has not moved it here, or not yet
                self.stored.store.public.move(listed.game_id, listed.status, game.status, listed.ruleset, listed.created_at_ms)
        return GamePage(tuple(game_of(of.game_id, game) for of, game in games if game.status == of.status), page.cursor)

    def _up_to_now(self, game_id: str, progress: Progress) -> Progress | None:
        """One of many games: whoever looks through a list doesn't wait for what bots think."""
        return progress if progress.bots_are_due else self.stored.up_to_now(game_id, progress)


def _to_keep(field: str | None, request: bytes, answer: Answer, until_ms: int) -> Kept | None:
    return None if field is None else Kept(field, keep(request, answer.etag, answer.body), until_ms)


# -- why not -------------------------------------------------------------------------------------------
def _refuse_the_future(progress: Progress, after: int) -> None:
    if after > progress.version:
        raise malformed("after", f"The game has {progress.version} events so far, not {after}.")


def _illegal(progress: Progress, error: IllegalAction) -> Refused:
    refusal = error.refusal
    if refusal.reason == NOT_YOUR_TURN:
        return Refused(NOT_YOUR_TURN, refusal.detail, **progress.facts)
    return Refused("illegal_action", refusal.detail, reason=refusal.reason, cards=refusal.cards, **progress.facts)
