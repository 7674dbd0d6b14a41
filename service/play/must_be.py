"""What each place of a request's body must be, in words, read off the type that the body is held to."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from msgspec import inspect

WORDS: Final = "must_be"
"""Where in the `extra` of a Meta a type says in words what its pattern, or a check beyond msgspec's, asks for."""
LONGEST_QUOTED: Final = 40
_PLAIN: Final = {
    inspect.BoolType: "true or false",
    inspect.FloatType: "a number",
    inspect.StructType: "an object",
}
_type_of: Final = cache(inspect.type_info)


def at(shape: Any, body: Any, path: Sequence[str]) -> tuple[inspect.Type, Any]:
    """The type of the place that a path leads to, and what stands there: None where nothing does.

    The path is msgspec's: field names, and the places of entries in digits. `shape` has such a place.
    """
    info, value = _type_of(shape), body
    for name in path:
        info, value = _part(info, value, name)
    return info, value


def _part(info: inspect.Type, value: Any, name: str) -> tuple[inspect.Type, Any]:
    """A field of an object, or an entry of a list."""
    for kind in map(_bare, _alternatives(info)):
        if isinstance(kind, inspect.VarTupleType):
            return kind.item_type, value[int(name)]
    kinds = objects(info, value)
    if name == kinds[0].tag_field:
        return inspect.LiteralType(tuple(str(kind.tag) for kind in kinds)), value.get(name)
    return next(field.type for field in kinds[0].fields if field.encode_name == name), value.get(name)


def objects(info: inspect.Type, value: Any) -> list[inspect.StructType]:
    """The kinds of object that may stand at a place; where the tag of the one that does is known, that alone."""
    kinds = [kind for kind in map(_bare, _alternatives(info)) if isinstance(kind, inspect.StructType)]
    named = [kind for kind in kinds if kind.tag_field in value and kind.tag == value[kind.tag_field]]
    return named or kinds


def fields(info: inspect.Type, value: Any) -> str:
    """What fits after `There is no such field,`: the names of the fields that an object has, its tag's first."""
    kind = objects(info, value)[0]
    names = [*filter(None, [kind.tag_field]), *(field.encode_name for field in kind.fields)]
    return f"only {listed(names, 'and')}" if names else "nor any other"


def _alternatives(info: inspect.Type) -> list[inspect.Type]:
    """The types of which one is asked for, null aside: it is as if nothing were there."""
    if isinstance(info, inspect.UnionType):
        return [one for part in info.types for one in _alternatives(part)]
    if isinstance(info, inspect.Metadata) and isinstance(_bare(info), inspect.UnionType):
        return _alternatives(info.type)
    return [] if isinstance(info, inspect.NoneType) else [info]


def _bare(info: inspect.Type) -> inspect.Type:
    while isinstance(info, inspect.Metadata):
        info = info.type
    return info


def words(info: inspect.Type) -> str:
    """What fits after `It must be`: the values of a closed set, the bounds of a number or a length, a pattern's own words."""
    return " or ".join(dict.fromkeys(map(_words, _alternatives(info))))


def _words(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata():
            return str((info.extra or {}).get(WORDS) or _words(info.type))
        case inspect.EnumType():
            return listed((str(member.value) for member in info.cls), "or")
        case inspect.LiteralType():
            return listed(map(str, info.values), "or")
        case inspect.IntType():
            kind = "a whole number" if info.multiple_of is None else f"a multiple of {info.multiple_of},"
            return f"{kind} from {info.ge} to {info.le}"
        case inspect.StrType() | inspect.VarTupleType():
            return _of_length(info)
        case _:
            return _PLAIN[type(info)]


def _of_length(info: inspect.StrType | inspect.VarTupleType) -> str:
    """A string or a list, with its bounds: `a list of 5 entries`, `a string of at most 500 characters`."""
    kind, parts = ("a string", "characters") if isinstance(info, inspect.StrType) else ("a list", "entries")
    least, most = info.min_length, info.max_length
    extent = f"{most}" if least == most else f"{least} to {most}" if least else f"at most {most}"
    return f"{kind} of {extent} {parts}"


def listed(names: Iterable[str], conjunction: str) -> str:
    """Names as a person lists them: `a, b or c`."""
    *first, last = names
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def sent(value: Any) -> str:
    """What a client has sent, so short that it fits into a sentence."""
    match value:
        case None | bool():
            return {None: "null", True: "true", False: "false"}[value]
        case str():
            return repr(value) if len(value) <= LONGEST_QUOTED else f"a string of {len(value)} characters"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
        case _:
            number = str(value)
            return number if len(number) <= LONGEST_QUOTED else "one so large"
