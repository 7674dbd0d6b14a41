"""An OpenAPI document, read: its operations, what a reference stands for, every schema that is in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
SCHEMAS: Final = "#/components/schemas/"

Node = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """One method of one path, with the parameters that it has from its path."""

    method: str
    path: str
    node: Node
    parameters: tuple[Node, ...]
    """References followed."""
    responses: dict[str, Node]
    """By status or `default`; references followed."""

    @property
    def id(self) -> str:
        """Its operationId, empty where it has none."""
        return str(self.node.get("operationId", ""))

    @property
    def place(self) -> str:
        """Method and path, as a person names it."""
        return f"{self.method.upper()} {self.path}"

    def has_parameter(self, name: str) -> bool:
        """Whether it takes a parameter of this name, whatever its case."""
        return any(parameter["name"].lower() == name for parameter in self.parameters)


class Document:
    """A document that is valid OpenAPI and whose references lead somewhere; other tools see to that."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.schemas: dict[str, Node] = root["components"]["schemas"]

    def at(self, node: Node) -> Node:
        """What a node stands for, references followed."""
        while "$ref" in node:
            target: Any = self.root
            for part in str(node["$ref"]).removeprefix("#/").split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """Every operation, in the document's order."""
        return tuple(
            self._operation(path, method, item)
            for path, item in self.root["paths"].items()
            for method in METHODS
            if method in item
        )

    def _operation(self, path: str, method: str, item: Node) -> Operation:
        node: Node = item[method]
        parameters = [*item.get("parameters", []), *node.get("parameters", [])]
        return Operation(
            method=method,
            path=path,
            node=node,
            parameters=tuple(map(self.at, parameters)),
            responses={code: self.at(response) for code, response in node.get("responses", {}).items()},
        )

    def each_schema(self) -> Iterator[tuple[str, Node]]:
        """Every schema with its place: the components, and all that is in them and in parameters."""
        for name, schema in self.schemas.items():
            yield from _within(name, schema)
        for operation in self.operations:
            for parameter in operation.parameters:
                yield from _within(f"{operation.place} {parameter['name']}", parameter.get("schema", {}))


def _within(place: str, schema: Node) -> Iterator[tuple[str, Node]]:
    yield place, schema
    for name, part in schema.get("properties", {}).items():
        yield from _within(f"{place}.{name}", part)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _within(f"{place}[]", schema[key])
    for key in ("oneOf", "anyOf", "allOf"):
        for part in schema.get(key, []):
            yield from _within(place, part)
