"""From the Structs that are read and sent to the components of the OpenAPI document, each shape written once.

The style: closed objects; a tagged union is `oneOf` of its leaves with a full mapping, and each leaf requires
its tag as `const` with the same `default`; closed sets are named enums; what is sent is always there and
nullable where it may be missing, what is read may be left out.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec import NODEFAULT, inspect

SCHEMAS: Final = "#/components/schemas/"


class OneOf(NamedTuple):
    """A tagged union as it is documented."""

    name: str
    description: str
    members: tuple[type, ...]


class Components:
    """Collects the schema of each type that is asked for, and of all that it is made of.

    `names` are those that differ from the class's own, `strings` the string types that get a component,
    `unions` the tagged unions, those of a base class and those without, `raw` the schema of a field that
    holds ready JSON, `heads` the properties that come first in each subclass of a class, `open_shapes` the
    objects that may hold anything.
    """

    def __init__(  # noqa: PLR0913  # one table for each of the ways in which a shape is more than its class
        self,
        *,
        names: Mapping[type, str],
        strings: Mapping[str, Any],
        unions: Mapping[type | frozenset[type], OneOf],
        raw: Mapping[tuple[type, str], dict[str, Any]],
        heads: Mapping[type, dict[str, Any]],
        open_shapes: tuple[type, ...],
    ) -> None:
        self._names = names
        self._unions = unions
        self._raw = raw
        self._heads = heads
        self._open = open_shapes
        self._made_of: dict[str, type] = {}
        self._strings: dict[str | None, str] = {}
        self.schemas: dict[str, dict[str, Any]] = {}
        for name, string in strings.items():
            self.schemas[name] = self._schema(inspect.type_info(string), sent=False)
            self._strings[self.schemas[name]["pattern"]] = name

    def ref(self, shape: Any) -> dict[str, Any]:
        """A reference to the component of a Struct, a union or an enum, which is made where it isn't there yet."""
        return self._schema(inspect.type_info(shape), sent=False)

    def name(self, cls: Any) -> str:
        """The name of a class's component; a game's own classes have the game before them."""
        cls = getattr(cls, "__origin__", cls)
        if cls in self._unions:
            return self._unions[cls].name
        if cls in self._names:
            return self._names[cls]
        module = cls.__module__.split(".")
        prefix = "".join(part.capitalize() for part in module[2].split("_")) if module[:2] == ["engine", "games"] else ""
        return prefix + str(cls.__name__)

    def _new(self, cls: type) -> str | None:
        """The name for a class that has no component yet, else None. Raises TypeError where another class has the name."""
        name = self.name(cls)
        if self._made_of.setdefault(name, cls) is not cls:
            raise TypeError(f"{cls} and {self._made_of[name]} would both be the component {name}")
        if name in self.schemas:
            return None
        self.schemas[name] = {}  # a place, so that a shape may hold itself
        return name

    def _one_of(self, union: OneOf) -> dict[str, Any]:
        infos = [inspect.type_info(member) for member in union.members]
        structs = [info for info in infos if isinstance(info, inspect.StructType)]
        mapping = {str(struct.tag): self._struct(struct)["$ref"] for struct in structs}
        return {
            "description": union.description,
            "oneOf": [{"$ref": ref} for ref in mapping.values()],
            "discriminator": {"propertyName": structs[0].tag_field, "mapping": mapping},
        }

    # -- a schema for each kind of type ----------------------------------------------------------------
    def _schema(self, info: inspect.Type, *, sent: bool) -> dict[str, Any]:
        more: dict[str, Any] = {}
        while isinstance(info, inspect.Metadata):
            more = {**(info.extra_json_schema or {}), **more}
            info = info.type
        plain = self._plain(info, sent=sent)
        if plain.get("pattern") in self._strings:
            return self._string(self._strings[plain["pattern"]], more)
        return {**plain, **more}

    def _string(self, name: str, more: dict[str, Any]) -> dict[str, Any]:
        """A reference to a string's component, with what is said here beyond that."""
        known = self.schemas[name]
        return {"$ref": SCHEMAS + name, **{key: value for key, value in more.items() if known.get(key) != value}}

    def _plain(self, info: inspect.Type, *, sent: bool) -> dict[str, Any]:
        match info:
            case inspect.StructType():
                return self._struct(info)
            case inspect.EnumType():
                return self._enum(info.cls)
            case inspect.UnionType():
                return self._either(info, sent=sent)
            case inspect.VarTupleType() | inspect.ListType():
                items = self._schema(info.item_type, sent=sent)
                return {"type": "array", "items": items, **_bounds(info, min_length="minItems", max_length="maxItems")}
            case inspect.DictType():
                return {"type": "object", "additionalProperties": self._schema(info.value_type, sent=sent)}
            case _:
                return _scalar(info)

    def _enum(self, cls: type) -> dict[str, Any]:
        if name := self._new(cls):
            values = [member.value for member in cls]  # type: ignore[attr-defined]  # an enum has members
            self.schemas[name] = {"type": "string", "description": _docstring(cls), "enum": values}
        return {"$ref": SCHEMAS + self.name(cls)}

    def _either(self, info: inspect.UnionType, *, sent: bool) -> dict[str, Any]:
        """Something or nothing; or, for the values of a choice, one of the plain types."""
        parts = [part for part in info.types if not isinstance(part, inspect.NoneType)]
        nullable = any(isinstance(part, inspect.NoneType) for part in info.types) and sent
        if len(parts) > 1:
            return self._several(parts, sent=sent)
        schema = self._schema(parts[0], sent=sent)
        if not nullable:
            return schema
        if "$ref" in schema:
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            return {"anyOf": [{"$ref": schema["$ref"]}, {"type": "null"}], **rest}
        return {**schema, "type": [schema["type"], "null"]}

    def _several(self, parts: list[inspect.Type], *, sent: bool) -> dict[str, Any]:
        if {type(part) for part in parts} == {inspect.IntType, inspect.FloatType}:
            return {"type": "number"}
        structs = frozenset(part.cls for part in map(_bare, parts) if isinstance(part, inspect.StructType))
        if not structs:
            return {"oneOf": [self._schema(part, sent=sent) for part in parts]}
        union = self._unions[structs]
        if union.name not in self.schemas:
            self.schemas[union.name] = self._one_of(union)
        return {"$ref": SCHEMAS + union.name}

    def _struct(self, info: inspect.StructType) -> dict[str, Any]:
        cls = getattr(info.cls, "__origin__", info.cls)
        if name := self._new(cls):
            self.schemas[name] = self._one_of(self._unions[cls]) if cls in self._unions else self._object(info)
        return {"$ref": SCHEMAS + self.name(cls)}

    def _object(self, info: inspect.StructType) -> dict[str, Any]:
        cls = getattr(info.cls, "__origin__", info.cls)
        read = info.forbid_unknown_fields
        properties = self._head(info, cls)
        required = list(properties)
        for field in info.fields:
            optional = not field.required and (read or _may_be_unset(field))
            raw = self._raw.get((cls, field.name))
            more = self._schema(field.type, sent=not read) if raw is None else {**raw, **_described(field.type)}
            properties[field.encode_name] = more
            if not optional:
                required.append(field.encode_name)
        schema: dict[str, Any] = {"type": "object", "description": _docstring(cls), "properties": properties}
        if required:
            schema["required"] = required
        return {**schema, "additionalProperties": cls in self._open}

    def _head(self, info: inspect.StructType, cls: type) -> dict[str, Any]:
        """The properties that come first: those of a base class, and the tag."""
        properties: dict[str, Any] = {}
        for base, head in self._heads.items():
            if issubclass(cls, base):
                properties = {**head}
        if info.tag_field is not None:
            properties[info.tag_field] = {"type": "string", "const": info.tag, "default": info.tag}
        return properties


def _may_be_unset(field: inspect.Field) -> bool:
    """Whether a field's default is UNSET, of which the type info says nothing: there is no default, and it isn't required."""
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _bare(info: inspect.Type) -> inspect.Type:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def _described(info: inspect.Type) -> dict[str, Any]:
    """What is said of a field beside its type, wherever in an optional type it is said."""
    if isinstance(info, inspect.UnionType):
        return {key: value for part in info.types for key, value in _described(part).items()}
    return dict(info.extra_json_schema or {}) if isinstance(info, inspect.Metadata) else {}


def _docstring(cls: type) -> str:
    if not cls.__doc__:
        msg = f"{cls} stands in the document and needs a docstring"
        raise TypeError(msg)
    return " ".join(cls.__doc__.split())


def _bounds(info: inspect.Type, **keywords: str) -> dict[str, Any]:
    found = {keyword: getattr(info, name, None) for name, keyword in keywords.items()}
    return {keyword: value for keyword, value in found.items() if value is not None}


def in_ecma(pattern: str) -> str:
    """A pattern of Python's as JSON Schema reads it: there the end is $, which never stands before a line feed."""
    return pattern.replace(r"\Z", "$")


def _scalar(info: inspect.Type) -> dict[str, Any]:
    match info:
        case inspect.IntType():
            return {"type": "integer", **_bounds(info, ge="minimum", le="maximum", multiple_of="multipleOf")}
        case inspect.FloatType():
            return {"type": "number"}
        case inspect.BoolType():
            return {"type": "boolean"}
        case inspect.StrType():
            bounds = _bounds(info, min_length="minLength", max_length="maxLength")
            return {"type": "string", **bounds, **({"pattern": in_ecma(info.pattern)} if info.pattern else {})}
        case inspect.DateTimeType():
            return {"type": "string", "format": "date-time"}
    msg = f"no schema for {info}"
    raise TypeError(msg)
