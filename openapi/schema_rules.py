"""House rules for schemas: what keeps the types of a generated client few, named and exact.

Each rule is a function from a document to its findings, one sentence each.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from openapi.operation_rules import SNAKE_CASE
from openapi.reading import SCHEMAS, Document, Node

PASCAL_CASE: Final = re.compile(r"[A-Z][A-Za-z0-9]*[A-Za-z]")
"""No digit at the end: that is how apispec marks two schemas of one name."""

MADE_BY_GENERATORS: Final = (
    "Body",
    "Data",
    "Error",
    "Errors",
    "Headers",
    "Params",
    "Request",
    "Response",
    "Responses",
    "Result",
)
"""Generators put these behind an operationId for types of their own."""

TAKEN: Final = re.compile(
    "Any|Array|Blob|Bool|Boolean|Buffer|Client|Date|Dict|Error|Event|File|Float|Function|Headers|Integer|List|Map|Model|None"
    "|Number|Object|Options|Promise|Record|Request|Response|Set|String|Symbol|Type|Union|Unset"
)
"""Types of languages and of generated clients."""

UNWANTED: Final = ("allOf", "not", "nullable", "example", "title", "readOnly", "writeOnly", "patternProperties")
"""Keywords that a generator drops, or makes nameless types of, or that OpenAPI 3.1 no longer has."""

UNION: Final = frozenset({"description", "oneOf", "discriminator"})
PLAIN: Final = frozenset({"string", "integer", "number", "boolean"})
FORMATS: Final = frozenset({"date-time", "uri", "uuid"})


def is_openapi_3_1(document: Document) -> Iterator[str]:
    """With `const`, null as a type, and keywords beside `$ref`."""
    if not str(document.root.get("openapi")).startswith("3.1."):
        yield f"openapi is {document.root.get('openapi')}, not 3.1"


def has_a_name_for_a_type(document: Document) -> Iterator[str]:
    """Generators make a type of each component, beside those that they have and make themselves."""
    made = {
        operation.id[:1].upper() + operation.id[1:] + end for operation in document.operations for end in MADE_BY_GENERATORS
    }
    for name in document.schemas:
        if not PASCAL_CASE.fullmatch(name):
            yield f"{name}: is not PascalCase, or ends in a digit"
        if TAKEN.fullmatch(name) or name in made:
            yield f"{name}: a generated client has another type of this name"


def is_used(document: Document) -> Iterator[str]:
    """A component that nothing refers to is a leftover."""
    references = set(_references(document.root))
    for kind, components in document.root["components"].items():
        for name in components:
            if kind != "securitySchemes" and f"#/components/{kind}/{name}" not in references:
                yield f"{kind}/{name}: nothing refers to it"


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for part in node.values():
            yield from _references(part)
    elif isinstance(node, list):
        for part in node:
            yield from _references(part)


def is_a_closed_object_a_union_an_enum_or_a_string(document: Document) -> Iterator[str]:
    """A component is one of four things, each with a description."""
    for name, schema in document.schemas.items():
        if not schema.get("description", "").endswith("."):
            yield f"{name}: needs a description in sentences"
        if "enum" in schema:
            if schema.get("type") != "string" or len(schema["enum"]) < 2 or None in schema["enum"]:  # noqa: PLR2004  # one value is a const
                yield f"{name}: an enum is two strings or more, none of them null"
        elif schema.get("type") == "object":
            if "additionalProperties" not in schema:
                yield f"{name}: does not say additionalProperties"
            for missing in sorted(set(schema.get("required", [])) - set(schema.get("properties", {}))):
                yield f"{name}: requires {missing}, which it does not have"
        elif "oneOf" not in schema and not (schema.get("type") == "string" and "pattern" in schema):
            yield f"{name}: is no object, union, enum or string with a pattern"


def has_good_properties(document: Document) -> Iterator[str]:
    """A property has a style, a description, and one way of not being there."""
    for name, schema in document.schemas.items():
        required = schema.get("required", [])
        for key, value in schema.get("properties", {}).items():
            place = f"{name}.{key}"
            if not SNAKE_CASE.fullmatch(key):
                yield f"{place}: is not snake_case"
            if not {"$ref", "const"} & set(value) and not value.get("description", "").endswith("."):
                yield f"{place}: needs a description in sentences"
            if key not in required and _nullable(value):
                yield f"{place}: may be left out and may be null; one of the two is enough"
            if "default" in value and value["default"] is None and not _nullable(value):
                yield f"{place}: has null for a default and can't be null"
            if "const" in value and value.get("default") != value["const"]:
                yield f"{place}: has a const but not the same default, so that users of a client would have to type it"


def _nullable(schema: Node) -> bool:
    kind = schema.get("type")
    return (isinstance(kind, list) and "null" in kind) or {"type": "null"} in schema.get("anyOf", [])


def has_no_nameless_parts(document: Document) -> Iterator[str]:
    """A generator makes up a name for an object, an enum or a union that stands inside another schema."""
    for place, schema in document.each_schema():
        if place in document.schemas or place.count(" "):
            continue
        if "enum" in schema:
            yield f"{place}: holds an enum without a name"
        if "properties" in schema:
            yield f"{place}: holds an object without a name"
        if "oneOf" in schema and any(part.get("type") not in PLAIN for part in schema["oneOf"]):
            yield f"{place}: holds a union without a name"
        if _nullable(schema.get("items", {})):
            yield f"{place}: is an array of what may be null"


def is_told_apart_by_its_tag(document: Document) -> Iterator[str]:
    """A union lists its leaves, each with a value of the tag that no other has."""
    for name, schema in document.schemas.items():
        if "oneOf" not in schema:
            continue
        tag = schema.get("discriminator", {}).get("propertyName", "")
        mapping = schema.get("discriminator", {}).get("mapping", {})
        if set(schema) != UNION:
            yield f"{name}: a union has {', '.join(sorted(UNION))} and nothing else"
        if [part.get("$ref") for part in schema["oneOf"]] != list(mapping.values()):
            yield f"{name}: the mapping does not list the members, each once and in their order"
        for value, ref in mapping.items():
            yield from _leaf(f"{name}: {ref.removeprefix(SCHEMAS)}", document.at({"$ref": ref}), tag, value)


def _leaf(place: str, member: Node, tag: str, value: str) -> Iterator[str]:
    if member.get("properties", {}).get(tag, {}).get("const") != value or tag not in member.get("required", []):
        yield f"{place} does not require {tag} to be {value}"
    if member.get("additionalProperties") is not False:
        yield f"{place} is open"


def uses_plain_keywords(document: Document) -> Iterator[str]:
    """The part of JSON Schema that all generators read alike."""
    for place, schema in document.each_schema():
        for keyword in schema:
            if keyword in UNWANTED or keyword.startswith("x-"):
                yield f"{place}: uses {keyword}"
        if "anyOf" in schema and (len(schema["anyOf"]) != 2 or {"type": "null"} not in schema["anyOf"]):  # noqa: PLR2004  # something or null
            yield f"{place}: anyOf is for null or a reference alone"
        kind = schema.get("type")
        if isinstance(kind, list) and (len(kind) != 2 or kind[1] != "null"):  # noqa: PLR2004  # something or null
            yield f"{place}: has the types {kind}"
        if "$ref" in schema and set(schema) - {"$ref", "description"}:
            yield f"{place}: has more than a description beside a reference"
        if schema.get("format", "date-time") not in FORMATS:
            yield f"{place}: format {schema['format']} is not one of {', '.join(sorted(FORMATS))}"


RULES: Final = (
    is_openapi_3_1,
    has_a_name_for_a_type,
    is_used,
    is_a_closed_object_a_union_an_enum_or_a_string,
    has_good_properties,
    has_no_nameless_parts,
    is_told_apart_by_its_tag,
    uses_plain_keywords,
)
