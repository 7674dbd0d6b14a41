"""The list of public games: a sorted set per status and ruleset, newest first.

The sets can't share the slots of the games, so an entry may outlive its game or stand in the set of a status that
the game has left. They are mended where they are met: a page leaves out the games that are gone and drops their
entries, and whoever adds a game has a look at a few others, so that a list that nobody reads doesn't grow.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from service.store.keys import Keys
from service.store.link import Command, Link
from service.store.stored import Listed, Stored

EXAMINED_AT_ONCE: Final = 3
"""Entries looked at whenever one is added. With more than one, those of games that are gone become fewer."""

_CURSOR: Final = re.compile(r"([0-9]{1,15})-(.+)")


@dataclass(frozen=True, slots=True)
class PublicPage:
    """A part of the list."""

    games: list[tuple[Listed, Stored]]
    """Newest first; of one age by id, last first. All of them exist; whether each still has the status under
    which it is listed, only its table tells."""
    cursor: str | None
    """Where the next page begins; None where there is no more."""


class PublicList:
    """The public games under one prefix. Times are ms since 1970. Every method raises StoreUnavailable."""

    def __init__(self, link: Link, keys: Keys) -> None:
        self._link = link
        self._keys = keys

    def add(self, game_id: str, status: str, ruleset: str, created_at_ms: int) -> None:
        """List a game that is already stored."""
        self._put(self._keys.public(status, ruleset), game_id, created_at_ms)

    def move(self, game_id: str, before: str, after: str, ruleset: str, created_at_ms: int) -> None:
        """List a game under its new status, and no longer under the one before. It is never missing from both."""
        leave = ("ZREM", self._keys.public(before, ruleset), game_id)
        self._put(self._keys.public(after, ruleset), game_id, created_at_ms, leave)

    def drop(self, game_id: str, status: str, ruleset: str) -> None:
        """Take a game off the list of a status."""
        self._link.send_each([("ZREM", self._keys.public(status, ruleset), game_id)])

    def page(self, lists: Iterable[tuple[str, str]], limit: int, cursor: str | None) -> PublicPage:
        """At most `limit` games from the lists of these (status, ruleset), from a page's cursor on.

        A page can be shorter than `limit`, or empty, with more to come. Raises ValueError for a cursor that is none.
        """
        entries = self._entries(list(lists), limit + 1, None if cursor is None else _place(cursor))
        page = entries[:limit]
        more = f"{page[-1].created_at_ms}-{page[-1].game_id}" if len(entries) > limit else None
        return PublicPage(self._existing(page), more)

    def _entries(self, lists: Sequence[tuple[str, str]], limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """The first `limit` entries of all lists after a place, in order."""
        ranges = [_ranges(self._keys.public(*of), limit, before) for of in lists]
        answers = iter(self._link.read_each(command for commands in ranges for command in commands))
        entries = [
            entry
            for of, commands in zip(lists, ranges, strict=True)
            for _ in commands
            for entry in _listed(next(answers), *of)
            if before is None or (entry.created_at_ms, entry.game_id) < before
        ]
        entries.sort(key=lambda entry: (entry.created_at_ms, entry.game_id), reverse=True)
        return entries[:limit]

    def _existing(self, entries: Sequence[Listed]) -> list[tuple[Listed, Stored]]:
        """The entries whose games exist, with these; the others are dropped."""
        answers = self._link.read_each(("HMGET", self._keys.game(entry.game_id), "v", "t", "s") for entry in entries)
        games = [(entry, Stored.of(fields)) for entry, fields in zip(entries, answers, strict=True)]
        gone = [entry for entry, game in games if game is None]
        if gone:
            self._link.send_each(("ZREM", self._keys.public(entry.status, entry.ruleset), entry.game_id) for entry in gone)
        return [(entry, game) for entry, game in games if game is not None]

    def _put(self, key: str, game_id: str, created_at_ms: int, *others: Command) -> None:
        """Add to a list and examine a few others of it, at random: none can hide behind a game that lives long."""
        add = ("ZADD", key, created_at_ms, game_id)
        *_, members = self._link.send_each((add, *others, ("ZRANDMEMBER", key, EXAMINED_AT_ONCE)))
        there = self._link.read_each(("EXISTS", self._keys.game(member.decode())) for member in members)
        gone = [member for member, exists in zip(members, there, strict=True) if not exists]
        if gone:
            self._link.send_each([("ZREM", key, *gone)])


def _ranges(key: str, limit: int, before: tuple[int, str] | None) -> list[Command]:
    """What to ask of one list: the first `limit` entries; or, after a place, all of the same age and the first older."""
    if before is None:
        return [("ZREVRANGEBYSCORE", key, "+inf", "-inf", "WITHSCORES", "LIMIT", 0, limit)]
    created_at_ms, _ = before
    return [
        ("ZREVRANGEBYSCORE", key, created_at_ms, created_at_ms, "WITHSCORES"),
        ("ZREVRANGEBYSCORE", key, f"({created_at_ms}", "-inf", "WITHSCORES", "LIMIT", 0, limit),
    ]


def _listed(answer: Any, status: str, ruleset: str) -> Iterator[Listed]:  # member, score, member, score ...
    for member, score in zip(answer[::2], answer[1::2], strict=True):
        # a server may write a round score as 1.7e+12
        yield Listed(int(float(score)), member.decode(), status, ruleset)


def _place(cursor: str) -> tuple[int, str]:
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise ValueError(f"{cursor!r} is no cursor of the list of public games.")
    return int(match[1]), match[2]
