"""What has changed in the OpenAPI document since the last release, and whether CHANGELOG.md names it.

    python -m openapi.changes              a line for each change, and status 1 where one is not named
    python -m openapi.changes --release    keeps the exported document as the one of the release that CHANGELOG.md names last

released.json is that document, without what only a person reads: descriptions and examples may change freely. It isn't
there before the first release.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from openapi.reading import Document

HERE: Final = Path(__file__).parent
EXPORTED: Final = HERE / "openapi.json"
RELEASED: Final = HERE / "released.json"
CHANGELOG: Final = HERE.parent / "CHANGELOG.md"

FOR_PERSONS: Final = frozenset({"description", "summary", "example", "examples"})
SECTION: Final = re.compile(r"^## \[(?P<name>[^]]+)\].*$", re.MULTILINE)

Node = dict[str, Any]


class Change(NamedTuple):
    """A change of one operation or one component."""

    names: tuple[str, ...]
    """What it may be called in CHANGELOG.md; the first is how it is told."""
    what: str

    def __str__(self) -> str:
        """For a person, in a line."""
        return f"{self.names[0]}: {self.what}"


def skeleton(node: Any, *, is_map: bool = False) -> Any:
    """A part of a document without what only a person reads; in a map of properties every name is a name."""
    if isinstance(node, list):
        return [skeleton(part) for part in node]
    if not isinstance(node, dict):
        return node
    kept = node if is_map else {key: part for key, part in node.items() if key not in FOR_PERSONS}
    return {key: skeleton(part, is_map=key == "properties" and not is_map) for key, part in kept.items()}


def changes(old: Node, new: Node) -> Iterator[Change]:
    """What differs between two documents, operations first."""
    before, after = dict(_named(skeleton(old))), dict(_named(skeleton(new)))
    for names in dict.fromkeys([*before, *after]):
        if names not in after:
            yield Change(names, "is gone")
        elif names not in before:
            yield Change(names, "is new")
        else:
            yield from (Change(names, what) for what in _differences(before[names], after[names], ()))


def _named(root: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Each operation and each component with its names; one that has another path is another operation."""
    for operation in Document(root).operations:
        node = {**operation.node, "parameters": list(operation.parameters)}
        yield (operation.place, operation.id), node
    for kind, found in root["components"].items():
        for name, component in found.items():
            # a tag is written with the schema that it is of
            yield ((name,) if kind == "schemas" else (name, kind)), component


def _differences(old: Any, new: Any, place: tuple[str, ...]) -> Iterator[str]:
    """What differs between two parts, each as a place and what was and is there."""
    if isinstance(old, list) and isinstance(new, list):
        yield from _differences(_by_name(old), _by_name(new), place)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            where = (*place, key)
            if key not in new:
                yield f"{'.'.join(where)} is gone"
            elif key not in old:
                yield f"{'.'.join(where)} is new"
            else:
                yield from _differences(old[key], new[key], where)
    elif old != new:
        yield f"{'.'.join(place)} was {old} and is {new}"


def _by_name(entries: list[Any]) -> Node:
    """A list as a map: of parameters by their names, of references by what they lead to, of values by themselves."""
    return {_name(entry): entry for entry in entries}


def _name(entry: Any) -> str:
    if not isinstance(entry, dict):
        return str(entry)
    return str(entry.get("name") or entry.get("$ref", "").rpartition("/")[2] or json.dumps(entry, sort_keys=True))


def sections(changelog: str) -> dict[str, str]:
    """The text of each version of a change log, newest first; what isn't released yet is `Unreleased`."""
    found = list(SECTION.finditer(changelog))
    ends = [*(match.start() for match in found[1:]), len(changelog)]
    return {match["name"]: changelog[match.end() : end] for match, end in zip(found, ends, strict=True)}


def last_release(changelog: str) -> str | None:
    """The newest version that a change log has a section of; None before the first release."""
    return next((name for name in sections(changelog) if name != "Unreleased"), None)


def is_named(change: Change, text: str) -> bool:
    """Whether a text names what has changed, by one of its names and as a whole word."""
    return any(re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", text) for name in change.names)


def findings(released: Node | None, document: Node, changelog: str) -> list[str]:
    """What is wrong: the document of another release than the last, or a change that isn't named."""
    version, last = None if released is None else released["info"]["version"], last_release(changelog)
    if version != last:
        return [f"released.json is of {version}, and the last release in CHANGELOG.md is {last}"]
    if released is None:
        return []
    text = sections(changelog).get("Unreleased", "")
    return [f"CHANGELOG.md does not name {change}" for change in changes(released, document) if not is_named(change, text)]


def released() -> Node | None:
    """The document of the last release; None before the first."""
    found: Node | None = json.loads(RELEASED.read_text("utf-8")) if RELEASED.exists() else None
    return found


def main() -> int:
    """Tell what has changed, or keep the document of a release."""
    document, changelog = json.loads(EXPORTED.read_text("utf-8")), CHANGELOG.read_text("utf-8")
    if sys.argv[1:] == ["--release"]:
        RELEASED.write_text(json.dumps(skeleton(document), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    before = released()
    found = findings(before, document, changelog)
    told = found or ["nothing is released yet"] if before is None else [*map(str, changes(before, document)), *found]
    print("\n".join(told) or "nothing has changed since the last release")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
