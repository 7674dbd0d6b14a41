"""Every answer that is no success: one form (RFC 9457), one table of codes."""

import logging
import secrets
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from flask import Response, request
from flask_smorest import Api
from msgspec import UNSET, Meta, Struct, UnsetType
from werkzeug.exceptions import BadHost, HTTPException

from engine.cards import Cards
from engine.ruleset import Seat
from service.live.places import Full
from service.play.refusals import Refused
from service.play.shapes import Version
from service.store import StoreUnavailable

PROBLEM_TYPE: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 1
_log: Final = logging.getLogger("card_commons")


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was turned down (RFC 9457)."""

    type: Annotated[str, Meta(description="A place in the docs that says more.", examples=["/docs#not_your_turn"])]
    title: Annotated[str, Meta(description="The code in words; the same for each problem of this code.")]
    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status.")]
    code: Annotated[str, Meta(description="A stable word to act on; new ones may appear.", examples=["not_your_turn"])]
    detail: Annotated[str, Meta(description="What is wrong with this request, for a person.")]
    request_id: Annotated[str, Meta(description="Names this answer in the service's log.")]
    errors: (
        Annotated[dict[str, list[str]], Meta(description="Path of a field or name of a parameter → what is wrong.")] | UnsetType
    ) = UNSET
    reason: (
        Annotated[str, Meta(description="Of an illegal action: a stable word of the rules.", examples=["card_not_held"])]
        | UnsetType
    ) = UNSET
    cards: Annotated[Cards, Meta(description="Of an illegal action: the cards concerned.")] | UnsetType = UNSET
    version: Annotated[Version, Meta(description="The game's present version.")] | UnsetType = UNSET
    to_act: Annotated[tuple[Seat, ...], Meta(description="The seats that may act now.")] | UnsetType = UNSET


class Kind(NamedTuple):
    """What is the same for every problem of a code."""

    status: int
    title: str
    meaning: str
    """What more there is to know, for a person; names of fields and headers in backticks."""


CODES: Final = {
    "malformed": Kind(
        400,
        "The request is not well formed",
        "A header, a query parameter or the JSON itself can't be read; `errors` names which, where that is known.",
    ),
    "token_missing": Kind(
        401,
        "A token is needed",
        "Send the token of your seat, the host's or your agent's, as `Authorization: Bearer <token>`; the word `Bearer` too.",
    ),
    "token_unknown": Kind(401, "The token is not known here", "The token is not one of this game's, nor an agent's."),
    "not_your_seat": Kind(
        403,
        "The bearer does not play this seat",
        "The token is the host's, or of a seat that was given up, and acts for no seat here.",
    ),
    "not_the_host": Kind(403, "Only the host may do this", "It takes the `host_token` that came when the game was created."),
    "game_not_found": Kind(404, "There is no such game", "No game has this id. It may have been removed, or have expired."),
    "ruleset_not_found": Kind(
        404,
        "There is no such ruleset",
        "No ruleset has this id; `GET /v1/rulesets` lists those there are.",
    ),
    "agent_not_found": Kind(404, "There is no such agent", "No agent has this name, or it wasn't seen for long."),
    "route_not_found": Kind(404, "There is nothing at this address", "No operation has this path."),
    "method_not_allowed": Kind(
        405,
        "This address does not take the method",
        "The path is right and the method isn't; the header `Allow` lists those that are.",
    ),
    "not_your_turn": Kind(409, "It is another seat's turn", "Nothing has changed. `to_act` names the seats that may act now."),
    "game_not_started": Kind(409, "The game has not started", "A seat is still open; the game starts when nobody is missing."),
    "game_over": Kind(409, "The game is over", "No action is taken any more. The game has its result, the record every card."),
    "game_not_over": Kind(
        409, "The game is not over", "A record or a replay shows every card, so there is none before the end."
    ),
    "replay_unavailable": Kind(
        409,
        "The game can't be played again",
        "The rules have changed since it was played, and would lead elsewhere. Its record and its events are as they were.",
    ),
    "no_open_seat": Kind(409, "No seat is open", "Nobody else can join the game."),
    "seat_taken": Kind(409, "The seat is taken", "Ask for another seat, or for none in particular."),
    "agent_unavailable": Kind(
        409,
        "The agent can't be seated",
        "It isn't online, has no room for one more game, doesn't play the ruleset, or isn't there; `detail` says which.",
    ),
    "agent_name_taken": Kind(409, "The name is taken", "No two agents have the same name; choose another."),
    "version_conflict": Kind(
        412,
        "The game has moved on",
        "Your turn began after the version that you named. Read the view again, and decide anew.",
    ),
    "body_too_large": Kind(
        413,
        "The body is too large",
        "65,536 bytes are enough for every body, unless the operator of the service has set another limit.",
    ),
    "unsupported_media_type": Kind(415, "The body is not JSON", "Send JSON, and say so: `Content-Type: application/json`."),
    "validation_error": Kind(
        422,
        "The body is not what is asked for",
        "A field is missing, unknown, or can't have this value; `errors` says which and why.",
    ),
    "illegal_action": Kind(
        422,
        "The rules do not allow the action",
        "Nothing has changed. `reason` is a stable word for why, `cards` are the cards concerned; the view's "
        "`legal_actions` say what is allowed.",
    ),
    "idempotency_key_reused": Kind(422, "The key stood for another request", "A new request of a seat takes a new key."),
    "rate_limited": Kind(429, "Too many requests", "Ask again after `Retry-After` seconds."),
    "internal_error": Kind(500, "The service made a mistake", "It has been noted under the `request_id`."),
    "streams_full": Kind(
        503,
        "No more streams can be held",
        "Ask again after `Retry-After` seconds, or read the events page by page.",
    ),
    "store_unavailable": Kind(
        503,
        "The store does not answer",
        "Ask again after `Retry-After` seconds; with the same `Idempotency-Key`, an action is done once.",
    ),
}
HTTP_CODES: Final = {
    400: "malformed",
    404: "route_not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
    429: "rate_limited",
}
_encode: Final = msgspec.json.Encoder().encode


def problem_body(code: str, detail: str, **facts: Any) -> tuple[str, bytes]:
    """The request's id and the JSON for a code; `facts` are further members of Problem."""
    kind = CODES[code]
    request_id = secrets.token_hex(8)
    body = Problem(
        type=f"/docs#{code}", title=kind.title, status=kind.status, code=code, detail=detail, request_id=request_id, **facts
    )
    return request_id, _encode(body)


def problem(code: str, detail: str, headers: dict[str, str] | None = None, **facts: Any) -> Response:
    """The answer for a code; `facts` are further members of Problem."""
    kind = CODES[code]
    request_id, body = problem_body(code, detail, **facts)
    response = Response(body, kind.status, content_type=PROBLEM_TYPE)
    response.headers["X-Request-Id"] = request_id
    response.headers["Cache-Control"] = "no-store"
    if kind.status == 401:  # noqa: PLR2004  # RFC 9110 wants the scheme named
        response.headers["WWW-Authenticate"] = "Bearer"
    if kind.status == 503:  # noqa: PLR2004  # it passes
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    response.headers.update(headers or {})
    return response


def _refused(error: Refused) -> Response:
    return problem(error.code, error.detail, **error.facts)


def _full(error: Full) -> Response:
    most = error.most_of_one
    if most is None:
        return problem("streams_full", "No more streams and waiting requests can be held now; try again, or poll.")
    return problem(
        "rate_limited",
        f"{most} streams and waiting requests are held open for you already, which is all that there may be.",
        {
            "Retry-After": str(RETRY_AFTER_SECONDS),
            "RateLimit": f'"streams";r=0;t={RETRY_AFTER_SECONDS}',
            "RateLimit-Policy": f'"streams";q={most};qu="concurrent-requests"',
        },
    )


def _unavailable(error: StoreUnavailable) -> Response:
    response = problem("store_unavailable", "The store does not answer; try again.")
    _log.warning("%s %s: %s", request.method, request.url_rule, error, extra={"request_id": response.headers["X-Request-Id"]})
    return response


class ProblemApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """flask-smorest with our own form of errors and without the components that it adds unasked."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_responses(self) -> None:
        """Stock: a component for each status of http.HTTPStatus, whose names change with the Python version."""

    def _register_etag_headers(self) -> None:
        """Stock: header components that nothing here uses."""

    def _register_pagination_header(self) -> None:
        """Stock: PaginationMetadata in every document."""

    def _register_error_handlers(self) -> None:
        self._app.register_error_handler(Refused, _refused)
        self._app.register_error_handler(StoreUnavailable, _unavailable)
        self._app.register_error_handler(Full, _full)
        self._app.register_error_handler(HTTPException, self.handle_http_exception)

    def handle_http_exception(self, error: HTTPException) -> Response:
        """What Flask, Werkzeug or webargs turned down, and unexpected exceptions as 500."""
        status = error.code or 500
        data = getattr(error, "data", None) or {}
        if "messages" in data:  # webargs: a query or header that the schema refuses; bodies don't come this way
            errors = {name: messages for place in data["messages"].values() for name, messages in place.items()}
            return problem("malformed", "; ".join(f"{name}: {' '.join(said)}" for name, said in errors.items()), errors=errors)
        kept = {key: value for key, value in error.get_headers() if key.lower() not in ("content-type", "content-length")}
        if status in HTTP_CODES:
            return problem(HTTP_CODES[status], _said(error), kept)
        if status < 500:  # noqa: PLR2004  # the few others that Werkzeug raises: a bad Host header and such
            return problem("malformed", _said(error), kept)
        response = problem("internal_error", "The service made a mistake; it has been noted.")
        _log.error(
            "%s %s failed",
            request.method,
            request.url_rule,
            extra={"request_id": response.headers["X-Request-Id"]},
            exc_info=getattr(error, "original_exception", None) or error,
        )
        return response


def _said(error: HTTPException) -> str:
    if error.code == 404:  # noqa: PLR2004
        return f"There is nothing at {request.path}."
    if error.code == 405:  # noqa: PLR2004
        return f"{request.path} does not take {request.method}."
    if error.code == 413:  # noqa: PLR2004
        return f"A body has at most {request.max_content_length} bytes."
    if isinstance(error, BadHost):
        return "The Host header is no name of a host."
    return error.description or error.name
