"""House rules for operations: what a generated client, and a person who reads, can rely on everywhere.

Each rule is a function from a document to its findings, one sentence each.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from openapi.reading import SCHEMAS, Document, Node, Operation

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
EVENT_STREAM: Final = "text/event-stream"
TEXTS: Final = ("text/markdown", "text/plain", EVENT_STREAM)

CAMEL_CASE: Final = re.compile(r"[a-z][a-zA-Z0-9]*")
SNAKE_CASE: Final = re.compile(r"[a-z][a-z0-9_]*")

NOT_FOR_PARAMETERS: Final = ("accept", "content-type", "authorization")
"""Headers that OpenAPI passes over among the parameters: `content` and `security` say them."""

OPAQUE: Final = ("if-match", "if-none-match", "last-event-id")
"""Headers of any length: what isn't known is answered by its own status."""

KEYED: Final = frozenset({"submitAction", "resign"})
"""What takes an Idempotency-Key. Creating and joining don't: their answers hold tokens, which are never stored."""

WITHOUT_A_BODY: Final = frozenset({"getHint"})
"""What takes a body that may be left out: every field of it has a default."""

EMPTY: Final = ("204", "304")
HEADERS: Final = {
    "201": "Location",
    "304": "ETag",
    "401": "WWW-Authenticate",
    "429": "Retry-After",
    "503": "Retry-After",
}


def has_a_name_for_a_method(document: Document) -> Iterator[str]:
    """Generators make a method of each operationId."""
    times = Counter(operation.id for operation in document.operations)
    for operation in document.operations:
        if not CAMEL_CASE.fullmatch(operation.id):
            yield f"{operation.place}: operationId {operation.id!r} is not camelCase"
        elif times[operation.id] > 1:
            yield f"{operation.place}: operationId {operation.id} occurs {times[operation.id]} times"


def is_described(document: Document) -> Iterator[str]:
    """A summary is a headline, a description sentences."""
    for operation in document.operations:
        if operation.node.get("summary", ".").endswith("."):
            yield f"{operation.place}: needs a summary, without a full stop"
        if not operation.node.get("description", "").endswith("."):
            yield f"{operation.place}: needs a description in sentences"


def has_one_tag(document: Document) -> Iterator[str]:
    """Generators put an operation into the class or module of its tag."""
    declared = {tag["name"] for tag in document.root.get("tags", []) if tag.get("description")}
    for operation in document.operations:
        tags = operation.node.get("tags", [])
        if len(tags) != 1 or tags[0] not in declared:
            yield f"{operation.place}: needs exactly one tag, which the top declares with a description"
    for unused in sorted(declared - {tag for operation in document.operations for tag in operation.node.get("tags", [])}):
        yield f"tag {unused}: no operation has it"


def says_who_may_ask(document: Document) -> Iterator[str]:
    """Some generators look for security on the operation alone."""
    for operation in document.operations:
        if "security" not in operation.node:
            yield f"{operation.place}: has no security of its own ([] where anyone may ask)"


def has_good_parameters(document: Document) -> Iterator[str]:
    """A parameter is named once, in one style, described, and never null."""
    for operation in document.operations:
        names = Counter((parameter["in"], parameter["name"].lower()) for parameter in operation.parameters)
        for parameter in operation.parameters:
            place = f"{operation.place}: {parameter['in']} parameter {parameter['name']}"
            if names[parameter["in"], parameter["name"].lower()] > 1:
                yield f"{place} occurs twice"
            if not parameter.get("description", "").endswith("."):
                yield f"{place} needs a description in sentences"
            if parameter.get("schema", {}).get("description") != parameter.get("description"):
                yield f"{place} needs the same description in its schema, where generators of Python look for it"
            yield from _spelling(place, parameter)


def _spelling(place: str, parameter: Node) -> Iterator[str]:
    schema = parameter.get("schema", {})
    if parameter["in"] == "query" and not SNAKE_CASE.fullmatch(parameter["name"]):
        yield f"{place} is not snake_case"
    if isinstance(schema.get("type"), list) or None in schema.get("enum", []):
        yield f"{place} can't be null: it is there or it isn't"
    if "enum" in schema:
        yield f"{place} is an enum without a name: generators make one up"
    if parameter["in"] == "header" and parameter["name"].lower() in NOT_FOR_PARAMETERS:
        yield f"{place} is passed over by OpenAPI"
    if parameter["in"] == "header" and "pattern" in schema:
        yield f"{place} has a pattern; a header of another form gets its own status"


def answers_all_that_can_happen(document: Document) -> Iterator[str]:
    """One success, and each status that follows from what the operation takes. 400 is for what is no HTTP, whatever it asks.

    A stream alone may have another: that there is nothing to be told any more, which is how a browser learns to stop.
    """
    for operation in document.operations:
        successes = {code for code in operation.responses if code.startswith("2")}
        if len(successes) != 1 and not _is_a_stream_that_may_be_over(operation, successes):
            yield f"{operation.place}: has {len(successes)} successes, not one"
        for code in sorted(_needed(operation) - set(operation.responses)):
            yield f"{operation.place}: does not document {code}"


def _is_a_stream_that_may_be_over(operation: Operation, successes: set[str]) -> bool:
    return successes == {"200", "204"} and EVENT_STREAM in operation.responses["200"].get("content", {})


def _needed(operation: Operation) -> set[str]:
    needed = {"400", "default"}
    if "requestBody" in operation.node:
        needed |= {"413", "415", "422"}
    if "{" in operation.path:
        needed |= {"404"}
    if operation.node.get("security"):
        needed |= {"401"}
    if operation.has_parameter("if-match"):
        needed |= {"412"}
    if operation.has_parameter("if-none-match"):
        needed |= {"304"}
    return needed


def answers_in_one_media_type(document: Document) -> Iterator[str]:
    """JSON by a reference to a component, or text; generators keep the first media type alone."""
    for operation in document.operations:
        for code, response in operation.responses.items():
            content = response.get("content", {})
            if len(content) != (code not in EMPTY):
                yield f"{operation.place}: {code} has {len(content)} media types"
            for media_type, media in content.items():
                yield from _body(f"{operation.place}: {code}", media_type, media)
        for media_type, media in operation.node.get("requestBody", {}).get("content", {}).items():
            yield from _body(f"{operation.place}: the body", media_type, media)


def _body(place: str, media_type: str, media: Node) -> Iterator[str]:
    schema = media.get("schema", {})
    if media_type in (JSON, PROBLEM):
        if set(schema) != {"$ref"}:
            yield f"{place} is no reference to a component"
    elif media_type in TEXTS:
        if schema != {"type": "string"}:
            yield f"{place} is text and so a string"
    else:
        yield f"{place} is {media_type}, which nothing here is"


def tells_problems_in_one_form(document: Document) -> Iterator[str]:
    """RFC 9457, for every answer that is no success."""
    form = {"$ref": SCHEMAS + "Problem"}
    for operation in document.operations:
        for code, response in operation.responses.items():
            schemas = {kind: media.get("schema") for kind, media in response.get("content", {}).items()}
            if code[0] in "45d" and schemas != {PROBLEM: form}:
                yield f"{operation.place}: {code} is not a Problem in {PROBLEM}"


def has_the_headers_of_its_statuses(document: Document) -> Iterator[str]:
    """What HTTP wants with a status; a header that is documented is described and always there."""
    for operation in document.operations:
        for code, response in operation.responses.items():
            headers = {name: document.at(header) for name, header in response.get("headers", {}).items()}
            if code in HEADERS and HEADERS[code] not in headers:
                yield f"{operation.place}: {code} without {HEADERS[code]}"
            if code == "200" and "304" in operation.responses and "ETag" not in headers:
                yield f"{operation.place}: 304 has an ETag, 200 has none"
            for name, header in headers.items():
                if not header.get("required") or not header.get("description", "").endswith("."):
                    yield f"{operation.place}: {code}: header {name} needs a description, and to be required"


def is_safe_to_repeat(document: Document) -> Iterator[str]:
    """An Idempotency-Key for what changes a game and answers no token, and for nothing else."""
    for operation in document.operations:
        if operation.has_parameter("idempotency-key") != (operation.id in KEYED):
            has = "has" if operation.has_parameter("idempotency-key") else "has no"
            yield f"{operation.place}: {has} Idempotency-Key"


def needs_its_body(document: Document) -> Iterator[str]:
    """A body that is taken is needed, or else every call of a generated client could forget it."""
    for operation in document.operations:
        body = operation.node.get("requestBody", {"required": True})
        if bool(body.get("required")) == (operation.id in WITHOUT_A_BODY):
            yield f"{operation.place}: the body may {'not ' if body.get('required') else ''}be left out"


def shows_an_example(document: Document) -> Iterator[str]:
    """A body and an answer are shown as they are."""
    for operation in document.operations:
        for code, response in operation.responses.items():
            for media in response.get("content", {}).values():
                if not {"example", "examples"} & set(media):
                    yield f"{operation.place}: {code} has no example"
        for media in operation.node.get("requestBody", {}).get("content", {}).values():
            if "example" not in media:
                yield f"{operation.place}: the body has no example"


def takes_nothing_endless(document: Document) -> Iterator[str]:
    """What a client may send has bounds: numbers, strings and arrays, however deep."""
    for operation in document.operations:
        for parameter in operation.parameters:
            if parameter["name"].lower() not in OPAQUE:
                yield from _endless(document, f"{operation.place}: {parameter['name']}", parameter.get("schema", {}), ())
        for media in operation.node.get("requestBody", {}).get("content", {}).values():
            yield from _endless(document, f"{operation.place}: the body", media.get("schema", {}), ())


def _endless(document: Document, place: str, schema: Node, above: tuple[str, ...]) -> Iterator[str]:
    ref = str(schema.get("$ref", ""))
    if ref and ref in above:
        return
    above, schema = (*above, ref), document.at(schema)
    for part in (*schema.get("oneOf", []), *schema.get("anyOf", [])):
        yield from _endless(document, place, part, above)
    for name, part in schema.get("properties", {}).items():
        yield from _endless(document, f"{place}.{name}", part, above)
    if "items" in schema:
        yield from _endless(document, f"{place}[]", schema["items"], above)
    kind = schema.get("type")
    if kind in ("integer", "number") and not {"minimum", "maximum"} <= set(schema):
        yield f"{place} is a number without minimum and maximum"
    if kind == "array" and "maxItems" not in schema:
        yield f"{place} is an array without maxItems"
    if kind == "string" and not {"const", "enum", "maxLength"} & set(schema):
        yield f"{place} is a string without maxLength"


RULES: Final = (
    has_a_name_for_a_method,
    is_described,
    has_one_tag,
    says_who_may_ask,
    has_good_parameters,
    answers_all_that_can_happen,
    answers_in_one_media_type,
    tells_problems_in_one_form,
    has_the_headers_of_its_statuses,
    is_safe_to_repeat,
    needs_its_body,
    shows_an_example,
    takes_nothing_endless,
)
