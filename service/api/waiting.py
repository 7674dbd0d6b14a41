"""What a request says of waiting: how long, from which event on, and who is counted for it."""

from typing import Final

from flask import request

from service.api.operations import header_parameter
from service.api.parameters import MAX_VERSION
from service.live.holding import HELD, WAITED, Held, HeldPoll, Holding
from service.live.listeners import GamePoll
from service.live.news import Source
from service.play.agents import OWNER, owner_of_token
from service.play.refusals import malformed
from service.play.table import token_hash

LONGEST_WAIT: Final = 30
MOST_DIGITS: Final = 12
"""Of a number, zeros at its front among them: Python reads no number of thousands of digits."""
ADDRESS: Final = "address:"

WAIT: Final = {
    "in": "query",
    "name": "wait",
    "required": False,
    "description": "Seconds that the answer may wait for a version other than the one in If-None-Match; then 304.",
    "schema": {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
}
AFTER: Final = {
    "in": "query",
    "name": "after",
    "required": False,
    "description": "The number of the last event that you have, if there is no Last-Event-ID. Left out: from the first.",
    "schema": {"type": "integer", "minimum": 0, "maximum": MAX_VERSION},
}
LAST_EVENT_ID: Final = header_parameter("Last-Event-ID", "The `id` of the last event that you have; it goes before `after`.")


def _number(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text) <= most):
        raise malformed(name, f"It must be a whole number from 0 to {most}.")
    return int(text)


def _query(name: str, most: int) -> int | None:
    """A number of the query. Read by hand, for the hot route has no time for a schema. Raises Refused with malformed."""
    if not request.query_string:
        return None
    found = request.args.getlist(name)
    if len(found) > 1:
        raise malformed(name, "It must be named once, not twice.")
    return _number(name, found[0], most) if found else None


def wait_seconds() -> int:
    """How long the answer may wait; 0 where nothing is said. Raises Refused with malformed."""
    return _query("wait", LONGEST_WAIT) or 0


def last_event() -> int:
    """The number of the last event that the reader has; 0 for none. Raises Refused with malformed."""
    header: str | None = request.environ.get("HTTP_LAST_EVENT_ID")
    after = _query("after", MAX_VERSION) or 0
    return after if header is None else _number("Last-Event-ID", header.strip(), MAX_VERSION)


def owner_of(token: str | None) -> str:
    """Who is counted for what is held open: a token, by its hash, or a spectator's address."""
    return f"{ADDRESS}{request.remote_addr or ''}" if token is None else owner_of_token(token_hash(token))


def wait(holding: Holding, source: Source, version: int, seconds: int, token: str | None) -> None:
    """Have this request wait so long, if at all, for another version. Raises Full."""
    if seconds:
        owner = owner_of(token)
        hold(holding, HeldPoll(owner, lambda ask: GamePoll(source, version, owner, seconds, ask)))


def hold(holding: Holding, held: Held) -> None:
    """Have this request held open; not a HEAD, nor one that has waited already. Raises Full."""
    environ = request.environ
    if request.method == "GET" and WAITED not in environ:
        holding.reserve(environ, held.owner)
        environ[HELD] = held


def is_token(owner: str) -> bool:
    """Whether it is a token that is counted."""
    return owner.startswith(OWNER)
