"""No hidden card is in any byte that another seat or a spectator gets: two worlds in the store, one answer."""

import json
import re
import secrets
from typing import Any

import msgspec
import pytest
from flask import Flask

from engine.ruleset import Level
from engine.shuffle import HashSource
from service.app import Parts, create_app
from service.play.latest import Latest
from service.play.log import Entry, codec
from service.settings import Settings
from tests.calling import PLAYERS, InProcess, Table
from tests.checking import CheckingClient
from tests.contract.cases import CASES, Case, other_deal, other_world, renamed

REQUEST_ID = re.compile(rb'"request_id":"[0-9a-f]+"')


@pytest.fixture(scope="module")
def app(redis_url: str) -> Flask:
    """One app for all worlds."""
    app = create_app(Settings(redis_url=redis_url, redis_prefix=f"worlds-{secrets.token_hex(4)}"))
    app.test_client_class = CheckingClient
    return app


def told(table: Table, seat: int | None) -> list[object]:
    """Every answer that a seat, or a spectator, can get without changing anything; what a bot would do too."""
    replies = [table.get(what, seat) for what in ("", "/view", "/events?limit=1000", "/record", "/replay")]
    if seat is not None:
        replies += [table.get("/legal-actions?limit=1000", seat)]
        replies += [table.post("/hint", {"level": level}, seat) for level in Level]
        deck = [rank + suit for rank in "TJQKA" for suit in "cd"]
        for verb, fields in _claims(table):
            replies += [table.act(seat, {"type": verb, **fields(card)}) for card in deck if _refused(table, seat)]
    return [(reply.status, reply.headers.get("etag"), REQUEST_ID.sub(b"", reply.body)) for reply in replies]


def _refused(table: Table, seat: int) -> bool:
    """Out of turn every claim is refused, so that nothing changes."""
    return seat not in table.game()["to_act"]


def _claims(table: Table) -> list[Any]:
    verbs = {"landlord": [("play", lambda card: {"cards": [card]})]}
    return verbs.get(table.created["game"]["ruleset"], [])


def exchange(app: Flask, case: Case, table: Table, seat: int | None, names: dict[str, str]) -> None:
    """Put the hidden cards elsewhere in the stored state, and in the log where the seat doesn't see the difference."""
    parts: Parts = app.extensions["card-commons"]
    parts.games._views = Latest(0)  # noqa: SLF001  # as if another worker answered, which has made no view of this version
    store = parts.store
    stored = store.read(table.id)
    assert stored is not None
    other = other_world(case, case.ruleset.load(stored.state), names)
    store.client.hset(store.keys.game(table.id), "s", case.ruleset.dump(other))
    log = codec(case.ruleset)
    for index, data in enumerate(store.log(table.id, 0, 10_000)):
        entry = log.load(data)
        shape = type(entry.event)
        if shape not in case.ruleset.event_types:
            continue
        event = msgspec.convert(renamed(msgspec.to_builtins(entry.event), names), shape)
        if case.ruleset.shown(event, seat) == case.ruleset.shown(entry.event, seat):
            changed = log.dump(Entry(entry.at_ms, event, entry.action, entry.by))
            store.client.lset(store.keys.log(table.id), index, changed)  # type: ignore[arg-type]  # redis takes bytes


@pytest.mark.parametrize("case", CASES, ids=str)
def test_two_worlds_that_a_seat_can_t_tell_apart_give_it_the_same_bytes(app: Flask, case: Case) -> None:
    api = InProcess(app.test_client())
    source = HashSource(b"http")
    options = msgspec.to_builtins(case.options)
    table = Table(api, case.ruleset.id, options=options, seats=PLAYERS[: case.seats], seed="worlds")
    for moves in (0, 1, 3, 9):
        for _ in range(moves):
            if not table.game()["to_act"]:
                return
            seat = table.game()["to_act"][0]
            assert table.act(seat, table.any_action(seat)).status == 200
        parts: Parts = app.extensions["card-commons"]
        for viewer in (*range(case.seats), None):
            stored = parts.store.read(table.id)
            assert stored is not None
            state = case.ruleset.load(stored.state)
            before = told(table, viewer)
            exchange(app, case, table, viewer, other_deal(case, state, viewer, source))
            changed = parts.store.read(table.id)
            assert changed is not None
            assert changed.state != stored.state
            assert told(table, viewer) == before


@pytest.mark.parametrize("case", CASES, ids=str)
def test_another_seats_cards_are_not_in_what_is_told(app: Flask, case: Case) -> None:
    """The plain form of the same promise, where hands are hidden: no card of another hand stands in the view."""
    if case.seats == 1:
        return
    options = msgspec.to_builtins(case.options)
    table = Table(InProcess(app.test_client()), case.ruleset.id, options=options, seats=PLAYERS[: case.seats])
    views = {seat: json.dumps(table.get("/view", seat).json["state"]) for seat in range(case.seats)}
    cards: dict[int, set[str]] = {
        seat: {card for card in case.ruleset.deck if f'"{card}"' in text} for seat, text in views.items()
    }
    assert cards[0] != cards[1]
    spectator = json.dumps(table.get("/view").json["state"])
    shared = set.intersection(*cards.values())
    own = [cards[seat] - shared for seat in range(case.seats)]
    assert all(own)
    assert not any(f'"{card}"' in spectator for hand in own for card in hand)
