"""External players: who they are, whether they are here, and in which games they have a seat."""

import re
import secrets
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from engine.registry import BY_ID
from service.play.refusals import Refused, invalid, token_missing
from service.play.requests import AgentChange, NewAgent
from service.play.shapes import AGENT_NAME, Agent, AgentAccount, AgentPage, AgentRegistered, AgentResults, moment
from service.play.table import token_hash
from service.store.agent_store import AgentStore, StoredAgent

DOT: Final = "."
"""Between an agent's name and the secret in its token. No other token has one, so only agents are looked up."""
_NAME: Final = re.compile(AGENT_NAME)
HERE_MS: Final = 60_000
"""How long an agent counts as online after it was seen."""
USUAL_MOST_GAMES: Final = 8
OWNER: Final = "bearer:"

WON, DRAWN, LOST, GIVEN_UP = "won", "drawn", "lost", "given_up"


class About(Struct, frozen=True, kw_only=True):
    """What is stored of an agent besides its token."""

    rulesets: tuple[str, ...]
    max_games: int
    description: str
    created_ms: int


class Bearer(NamedTuple):
    """The agent that bears a token."""

    name: str
    hashed: bytes
    """The token's hash."""
    since_ms: int
    """When the agent registered, in ms since 1970."""


def agent_name(token: str) -> str | None:
    """The name in an agent's token; None for any other token."""
    name, dot, _ = token.partition(DOT)
    return name if dot and _NAME.fullmatch(name) else None


def owner_of_token(token: bytes) -> str:
    """Who is counted for what is held open under a token, by its hash."""
    return OWNER + token.hex()


def agent_not_found() -> Refused:
    """No such agent."""
    return Refused("agent_not_found", "There is no agent of this name.")


class Agents:
    """All that can be done with agents but their turns. `clock` gives milliseconds since 1970."""

    def __init__(self, store: AgentStore, clock: Callable[[], int], life_ms: int) -> None:
        """`life_ms`: an agent that isn't seen for so long is gone."""
        self.store = store
        self._clock = clock
        self._life_ms = life_ms

    # -- accounts --------------------------------------------------------------------------------------
    def register(self, wanted: NewAgent) -> AgentRegistered:
        """A new agent and its token. Raises Refused for a name that is taken, or a ruleset that there isn't."""
        about = About(
            rulesets=_known(wanted.rulesets),
            max_games=wanted.max_games or USUAL_MOST_GAMES,
            description=wanted.description or "",
            created_ms=self._clock(),
        )
        token = _new_token(wanted.name)
        if not self.store.register(wanted.name, token_hash(token), msgspec.json.encode(about), self._life_ms):
            raise Refused("agent_name_taken", f"There is an agent of the name {wanted.name} already.")
        return AgentRegistered(self.public(wanted.name), token)

    def account(self, name: str, token: str | None = None) -> AgentAccount:
        """An agent as it sees itself; `token` is a new one that it is told."""
        return AgentAccount(self.public(name), tuple(self.store.games(name)), token)

    def change(self, token: str | None, wanted: AgentChange) -> AgentAccount:
        """Change what is left out of nothing, the token too. Raises Refused for a token that isn't an agent's."""
        name, hashed, _ = self.bearer(token)
        before = _about(self._stored(name))
        about = msgspec.structs.replace(
            before,
            rulesets=before.rulesets if wanted.rulesets is None else _known(wanted.rulesets),
            max_games=wanted.max_games or before.max_games,
            description=before.description if wanted.description is None else wanted.description,
        )
        new = _new_token(name) if wanted.new_token else None
        new_hash = hashed if new is None else token_hash(new)
        if not self.store.change(name, hashed, new_hash, msgspec.json.encode(about)):
            raise _token_unknown()
        if new is not None:
            self.store.close_owner(owner_of_token(hashed), self._clock())
        return self.account(name, new)

    def seats(self, token: str | None) -> tuple[str, list[str]]:
        """The bearing agent, and the games in which it has a seat. Raises Refused as change."""
        name = self.bearer(token).name
        return name, self.store.games(name)

    def remove(self, token: str | None) -> list[str]:
        """Take the bearing agent away; the games in which it still had a seat. Raises Refused as change."""
        name, hashed, _ = self.bearer(token)
        games = self.store.games(name)
        self.store.remove(name)
        self.store.close_owner(owner_of_token(hashed), self._clock())
        return games

    def bearer(self, token: str | None) -> Bearer:
        """The agent of a token. Raises Refused for any other token, and for none."""
        if token is None:
            raise token_missing("an agent")
        name, hashed = agent_name(token), token_hash(token)
        found = None if name is None else self.store.account(name)
        if name is None or found is None or not secrets.compare_digest(found[0], hashed):
            raise _token_unknown()
        return Bearer(name, hashed, msgspec.json.decode(found[1], type=About).created_ms)

    # -- for anyone ------------------------------------------------------------------------------------
    def public(self, name: str) -> Agent:
        """An agent as anyone may know it. Raises Refused where there is none of the name."""
        return _agent(name, self._stored(name))

    def page(self, limit: int, cursor: str | None) -> AgentPage:
        """Agents in alphabetical order, behind the cursor's name."""
        names = self.store.names(cursor or "", limit + 1)
        shown = names[:limit]
        found = dict(zip(shown, self.store.read(shown), strict=True))
        self.store.forget(name for name, stored in found.items() if stored is None)
        there = tuple(_agent(name, stored) for name, stored in found.items() if stored is not None)
        return AgentPage(there, shown[-1] if len(names) > limit else None)

    def wake(self, name: str) -> str:
        """The channel that tells of an agent's turns."""
        return self.store.wake(name)

    def saw(self, name: str) -> None:
        """Note that an agent is here."""
        self.store.saw(name, HERE_MS, self._life_ms)

    # -- seats -----------------------------------------------------------------------------------------
    def check(self, names: Iterable[str], ruleset: str) -> None:
        """Raise Refused where one of these agents can't play a ruleset now."""
        for name in names:
            stored = self.store.read([name])[0]
            if stored is None:
                raise _not_there(name)
            about = _about(stored)
            if ruleset not in about.rulesets:
                raise _unavailable(f"{name} doesn't play {ruleset}; it plays {', '.join(about.rulesets)}.")
            if not stored.is_here:
                raise _unavailable(f"{name} isn't online: it has no stream open, and hasn't asked for its turns for a minute.")
            if stored.games >= about.max_games:
                raise _full(name, about.max_games)

    def take_seat(self, name: str, game_id: str) -> None:
        """Give an agent a seat in a game that is stored. Raises Refused where it is gone, or has no room any more."""
        stored = self.store.read([name])[0]
        if stored is None:
            raise _not_there(name)
        about = _about(stored)
        if not self.store.take_seat(name, game_id, about.max_games):
            raise _full(name, about.max_games)

    def give_back(self, name: str, game_id: str, how: str | None) -> None:
        """An agent's seat is over; how, as `<ruleset>:<word>`, or None where that counts for nothing."""
        self.store.give_back(name, game_id, how)

    def _stored(self, name: str) -> StoredAgent:
        stored = self.store.read([name])[0] if _NAME.fullmatch(name) else None
        if stored is None:
            raise agent_not_found()
        return stored


def _new_token(name: str) -> str:
    return f"{name}{DOT}{secrets.token_urlsafe(24)}"


def _known(rulesets: tuple[str, ...]) -> tuple[str, ...]:
    """Rulesets without repetition, in their order. Raises Refused for one that there isn't."""
    for place, ruleset in enumerate(rulesets):
        if ruleset not in BY_ID:
            raise invalid(f"rulesets.{place}", f"There is no such ruleset; there are {', '.join(BY_ID)}.")
    return tuple(dict.fromkeys(rulesets))


def _about(stored: StoredAgent) -> About:
    return msgspec.json.decode(stored.about, type=About)


def _agent(name: str, stored: StoredAgent) -> Agent:
    about = _about(stored)
    counted = {ruleset: _results(ruleset, stored.results) for ruleset in BY_ID}
    return Agent(
        name=name,
        description=about.description,
        rulesets=about.rulesets,
        max_games=about.max_games,
        online=stored.is_here,
        games_now=stored.games,
        results=tuple(found for found in counted.values() if found is not None),
        created_at=moment(about.created_ms),
    )


def _results(ruleset: str, counts: dict[str, int]) -> AgentResults | None:
    won, drawn, lost, given_up = (counts.get(f"{ruleset}:{how}", 0) for how in (WON, DRAWN, LOST, GIVEN_UP))
    return AgentResults(ruleset, won, drawn, lost, given_up) if won + drawn + lost + given_up else None


def _unavailable(detail: str) -> Refused:
    return Refused("agent_unavailable", detail)


def _not_there(name: str) -> Refused:
    return _unavailable(f"There is no agent of the name {name}.")


def _full(name: str, most: int) -> Refused:
    return _unavailable(f"{name} plays in {most} games at a time, and has no room now.")


def _token_unknown() -> Refused:
    return Refused("token_unknown", "The token is not an agent's.")
