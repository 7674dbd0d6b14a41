"""A blueprint whose routes say in one place all that the OpenAPI document tells of them.

flask-smorest keeps the routes and writes the document; answers are ready bytes, so nothing is dumped
through a schema on the way out. What stands here only documents, and the tests hold every answer to it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from flask_smorest import Blueprint
from marshmallow import Schema
from webargs.flaskparser import FlaskParser

from service.api.problems import CODES, PROBLEM_TYPE
from service.play.refusals import malformed

F = TypeVar("F", bound=Callable[..., Any])
SCHEMAS: Final = "#/components/schemas/"
RESPONSES: Final = "#/components/responses/"
EXAMPLES: Final = "#/components/examples/"

ANYONE: Final[list[dict[str, list[str]]]] = []
"""No token."""
BEARER: Final[list[dict[str, list[str]]]] = [{"token": []}]
"""A token."""
BEARER_OR_ANYONE: Final[list[dict[str, list[str]]]] = [{"token": []}, {}]
"""A token shows more."""

_JSON_BODY: Final = ("body_too_large", "unsupported_media_type", "validation_error")


def response_header(description: str, kind: str = "string") -> dict[str, Any]:
    """The documentation of a header that an answer always has."""
    return {"description": description, "required": True, "schema": {"type": kind}}


RETRY_AFTER: Final = {"Retry-After": response_header("Seconds to wait before the next try.", "integer")}
PROBLEM_HEADERS: Final[dict[int, dict[str, Any]]] = {
    401: {"WWW-Authenticate": response_header("The scheme to use: Bearer.")},
    429: {
        **RETRY_AFTER,
        "RateLimit": response_header("The policy, what remains of it and the seconds until it is whole again."),
        "RateLimit-Policy": response_header("The policy's allowance and its seconds."),
    },
    503: RETRY_AFTER,
}
ETAG: Final = {"ETag": response_header("The version and the viewer of the view: the value for If-Match and If-None-Match.")}
LOCATION: Final = {"Location": response_header("Where the game is.")}

GAME_ID: Final = {
    "in": "path",
    "name": "game_id",
    "required": True,
    "description": "Id of the game, as its creator was told.",
    "schema": {"type": "string", "maxLength": 64},
}
RULESET_ID: Final = {
    "in": "path",
    "name": "ruleset",
    "required": True,
    "description": "Id of the ruleset, such as `landlord`.",
    "schema": {"type": "string", "maxLength": 64},
}


def header_parameter(name: str, description: str, **schema: Any) -> dict[str, Any]:
    """The documentation of an optional request header."""
    return {
        "in": "header",
        "name": name,
        "required": False,
        "description": description,
        "schema": {"type": "string", **schema},
    }


IF_MATCH: Final = header_parameter(
    "If-Match",
    "A version, or the ETag of a view: the action is refused with 412 if your turn began after it. Without it the action "
    "is judged against the game as it is now.",
)
IF_NONE_MATCH: Final = header_parameter("If-None-Match", "The ETag of the answer that you have; 304 if it is still the same.")
IDEMPOTENCY_KEY: Final = header_parameter(
    "Idempotency-Key",
    "Your own name for this request, visible ASCII. Sent again with the same body it answers the first answer again and "
    "changes nothing.",
    minLength=1,
    maxLength=64,
)


@dataclass(frozen=True)
class Success:
    """The answer where all is well: a component's name, or None for an empty body."""

    schema: str | None = None
    status: int = 200
    description: str = "As asked for."
    media_type: str = "application/json"
    headers: dict[str, Any] = field(default_factory=dict)

    def documented(self, example: Any) -> dict[str, Any]:
        """As the document says it."""
        doc: dict[str, Any] = {"description": self.description}
        if self.headers:
            doc["headers"] = self.headers
        if self.schema is not None:
            schema = {"type": "string"} if self.media_type != "application/json" else {"$ref": SCHEMAS + self.schema}
            doc["content"] = {self.media_type: {"schema": schema}}
            if example is not None:
                doc["content"][self.media_type]["example"] = example
        return doc


ANY_PROBLEM: Final = "AnyProblem"
SHARED: Final = {
    "malformed": "Malformed",
    "body_too_large": "BodyTooLarge",
    "unsupported_media_type": "UnsupportedMediaType",
    "rate_limited": "RateLimited",
    "store_unavailable": "StoreUnavailable",
}
"""The codes that are alone on their status and the same wherever they occur: each has a component."""


def _said(code: str) -> str:
    title = CODES[code].title
    return f"`{code}`: {title[0].lower()}{title[1:]}."


def _problem_response(description: str, codes: Sequence[str]) -> dict[str, Any]:
    """A response that may have problems of these codes, all of one status; each has an example among the components."""
    status = CODES[codes[0]].status
    doc: dict[str, Any] = {"description": description}
    if status in PROBLEM_HEADERS:
        doc["headers"] = PROBLEM_HEADERS[status]
    examples = {code: {"$ref": EXAMPLES + code} for code in codes}
    return {**doc, "content": {PROBLEM_TYPE: {"schema": {"$ref": SCHEMAS + "Problem"}, "examples": examples}}}


def shared_responses() -> dict[str, dict[str, Any]]:
    """The responses that operations refer to, by the name of their component."""
    shared = {name: _problem_response(_said(code), [code]) for code, name in SHARED.items()}
    return {**shared, ANY_PROBLEM: _problem_response("Any other problem.", ["internal_error"])}


def _problem_responses(codes: Iterable[str]) -> dict[int | str, Any]:
    """A response for each status, which names the codes that it may have."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(CODES[code].status, []).append(code)
    return {
        status: {"$ref": RESPONSES + SHARED[named[0]]}
        if named[0] in SHARED
        else _problem_response(" ".join(map(_said, named)), named)
        for status, named in sorted(by_status.items())
    }


def _request_body(name: str, example: Any, *, required: bool) -> dict[str, Any]:
    media: dict[str, Any] = {"schema": {"$ref": SCHEMAS + name}}
    if example is not None:
        media["example"] = example
    return {"required": required, "content": {"application/json": media}}


class QueryParser(FlaskParser):
    """webargs, which of a parameter that is named twice would take one and forget the other."""

    def load_querystring(self, req: Any, schema: Any) -> Any:
        """Raises Refused with malformed where a parameter that the schema knows is named twice."""
        for name in schema.fields:
            if len(req.args.getlist(name)) > 1:
                raise malformed(name, "It must be named once, not twice.")
        return super().load_querystring(req, schema)


class Operations(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A flask-smorest blueprint with one decorator for all that is documented."""

    ARGUMENTS_PARSER = QueryParser()

    def __init__(self, name: str, description: str, examples: dict[str, Any]) -> None:
        super().__init__(name, __name__, description=description)
        self._examples = examples

    def route(self, rule: str, *, methods: Sequence[str], parameters: Sequence[dict[str, Any]] = ()) -> Callable[[F], F]:
        """Register a view function; `parameters` documents those in the path."""
        return cast("Callable[[F], F]", super().route(rule, methods=methods, parameters=list(parameters)))

    def query(self, schema: type[Schema]) -> Callable[[F], F]:
        """Give the view function its query parameters as keywords, held to a schema."""
        return cast("Callable[[F], F]", self.arguments(schema, location="query", as_kwargs=True, error_status_code=400))

    def operation(  # noqa: PLR0913  # what the document tells of an operation, in one place
        self,
        operation_id: str,
        summary: str,
        description: str,
        success: Success,
        *,
        security: list[dict[str, list[str]]],
        problems: Sequence[str] = (),
        body: str | None = None,
        body_required: bool = True,
        not_modified: dict[str, Any] | None = None,
        nothing_left: str | None = None,
        is_held: bool = False,
        headers: Sequence[dict[str, Any]] = (),
        touches_store: bool = True,
        rate_limited: bool = True,
    ) -> Callable[[F], F]:
        """Document a view function. It is not wrapped: it returns ready Responses."""
        example = self._examples.get(operation_id, {})
        codes = ["malformed", *problems, *(_JSON_BODY if body else ())]  # whatever is asked for, the request may be no HTTP
        codes += ["streams_full"] * is_held
        codes += ["rate_limited"] * rate_limited + ["store_unavailable"] * touches_store
        responses: dict[int | str, Any] = {success.status: success.documented(example.get("answer"))}
        responses.update(_problem_responses(dict.fromkeys(codes)))
        if not_modified is not None:
            responses[304] = {"description": "It is still what you have.", "headers": not_modified}
        if nothing_left is not None:
            responses[204] = {"description": nothing_left}
        responses["default"] = {"$ref": RESPONSES + ANY_PROBLEM}
        doc: dict[str, Any] = {
            "operationId": operation_id,
            "summary": summary,
            "description": description,
            "security": security,
            "responses": responses,
        }
        if body is not None:
            doc["requestBody"] = _request_body(body, example.get("body"), required=body_required)

        def document(function: F) -> F:
            found: dict[str, Any] = {**getattr(function, "_apidoc", {}), "manual_doc": doc}
            if headers:
                query = found.get("arguments", {})
                found["arguments"] = {**query, "parameters": [*query.get("parameters", []), *headers]}
            function._apidoc = found  # type: ignore[attr-defined]  # noqa: SLF001  # where flask-smorest looks
            return function

        return document
