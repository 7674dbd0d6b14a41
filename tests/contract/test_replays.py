"""A replay shows what there was: whole games of every ruleset, watched while they go on and held to their steps afterwards."""

import json
import secrets
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.app import create_app, milliseconds
from service.settings import Settings
from tests.calling import PLAYERS, InProcess, Table
from tests.checking import CheckingClient
from tests.contract.cases import EVERY_CASE, Case

TURN_SECONDS = 60
MOST_TURNS = 2000

Seen = dict[int, list[tuple[Any, Any]]]
"""What was shown while a game went on, by its version: the public facts, and the view of each seat that still had one."""


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.ms = milliseconds()

    def __call__(self) -> int:
        return self.ms


@pytest.fixture(scope="module")
def clock() -> Clock:
    """The clock of the app."""
    return Clock()


@pytest.fixture(scope="module")
def app(redis_url: str, clock: Clock) -> Flask:
    """One app for all games."""
    app = create_app(Settings(redis_url=redis_url, redis_prefix=f"replays-{secrets.token_hex(4)}"))
    app.extensions["card-commons"].stored.clock = clock
    app.test_client_class = CheckingClient
    return app


def watched(table: Table, clock: Clock, chance: Random, *, slow: float = 0.0, resigning: int | None = None) -> Seen:
    """Play a game to its end by chance. Some turns run out; the seat that resigns does so after some turns."""
    seen: Seen = {}
    resigns_after = chance.randrange(2, 8)
    for turn in range(MOST_TURNS):
        game = table.game()
        seen[game["version"]] = [(game, table.get("/view", seat).json) for seat in table.tokens]
        if game["status"] == "finished":
            return seen
        clock.ms += 1000
        acting = [seat for seat in game["to_act"] if seat in table.tokens and game["seats"][seat]["level"] is None]
        if resigning is not None and turn == resigns_after:
            assert table.post("/resign", seat=resigning).status == 200
        elif acting and chance.random() >= slow:
            seat = chance.choice(acting)
            assert table.act(seat, table.any_action(seat)).status == 200
        else:  # or bots alone go on
            clock.ms += TURN_SECONDS * 1000
    raise AssertionError(f"the game is not over after {MOST_TURNS} turns")


def pages(table: Table, limit: int) -> Iterator[Any]:
    """The pages of a replay, of so many steps each."""
    after: int | None = None
    while True:
        page = table.get(f"/replay?limit={limit}" + ("" if after is None else f"&after={after}")).json
        yield page
        after = page["next"]
        if after is None:
            return


def may_be(told: Any, whole: Any) -> bool:
    """Whether a part of an event that was told is the whole one, but for what was hidden."""
    if told is None:
        return True
    if isinstance(told, dict):
        return told.keys() == whole.keys() and all(may_be(part, whole[name]) for name, part in told.items())
    if isinstance(told, list):
        return len(told) == len(whole) and all(map(may_be, told, whole))
    return bool(told == whole)


def held_to_what_was_seen(table: Table, seen: Seen) -> list[Any]:
    """The steps of a finished game, once all that they say agrees with what else is known of it."""
    steps = [step for page in pages(table, 100) for step in page["steps"]]
    assert steps == [step for page in pages(table, 13) for step in page["steps"]]
    record, game = table.get("/record").json, table.game()
    assert {page["count"] for page in pages(table, 50)} == {len(steps)} == {1 + len(record["actions"])}
    assert [step["step"] for step in steps] == list(range(len(steps)))
    _agrees_with_the_record(steps, record["actions"])
    _agrees_with_the_events(steps, table.get("/events?limit=1000").json["events"])
    _agrees_with_the_views(steps, seen, len(game["seats"]))
    last = steps[-1]
    assert (last["seq"], last["to_act"], last["scores"]) == (game["version"], [], game["scores"])
    text = json.dumps(steps)
    assert not any(token in text for token in (*table.tokens.values(), table.host_token))
    return steps


def _agrees_with_the_record(steps: list[Any], actions: list[Any]) -> None:
    assert (steps[0]["seat"], steps[0]["action"], "by" in steps[0]) == (None, None, False)
    for step, recorded in zip(steps[1:], actions, strict=True):
        own = next(event for event in step["events"] if event["seq"] == recorded["seq"])
        done = {name: part for name, part in step.items() if name in ("seat", "action", "by")}
        assert {"seq": own["seq"], **done} == recorded
        assert (step["at"], step["seat"]) == (own["at"], own["seat"])


def _agrees_with_the_events(steps: list[Any], spectators: list[Any]) -> None:
    whole = [event for step in steps for event in step["events"]]
    assert [event["seq"] for event in whole] == list(range(1, len(spectators) + 1))
    assert all(map(may_be, spectators, whole))
    assert [step["seq"] for step in steps] == [step["events"][-1]["seq"] for step in steps]


def _agrees_with_the_views(steps: list[Any], seen: Seen, seats: int) -> None:
    by_version = {step["seq"]: step for step in steps}
    assert all(len(step["states"]) == seats for step in steps)
    for version, found in seen.items():
        step = by_version[version]
        for game, view in found:
            assert (step["scores"], step["to_act"]) == (game["scores"], game["to_act"])
            if view["seat"] is not None:  # else a bot has taken it over, and its cards are not shown
                assert step["states"][view["seat"]] == view["state"]


def create(app: Flask, case: Case, players: int, **wanted: Any) -> Table:
    """A game with so many players, and skilled bots in the other seats."""
    seats = [*PLAYERS[:players], *[{"kind": "bot"}] * (case.seats - players)]
    return Table(
        InProcess(app.test_client()), case.ruleset.id, options=msgspec.to_builtins(case.options), seats=seats, **wanted
    )


@EVERY_CASE
def test_a_game_among_players_is_shown_as_they_saw_it(app: Flask, clock: Clock, case: Case) -> None:
    table = create(app, case, case.seats)
    steps = held_to_what_was_seen(table, watched(table, clock, Random(f"{case} players")))
    for seat in range(case.seats):
        assert steps[-1]["states"][seat] == table.get("/view", seat).json["state"]


@EVERY_CASE
def test_a_game_with_bots_is_shown_move_by_move(app: Flask, clock: Clock, case: Case) -> None:
    table = create(app, case, 1)
    seen = watched(table, clock, Random(f"{case} bots"))
    steps = held_to_what_was_seen(table, seen)
    assert len(steps) > len(seen) or case.seats == 1


@EVERY_CASE
def test_a_game_of_bots_alone_is_shown_move_by_move(app: Flask, case: Case) -> None:
    table = create(app, case, 0)
    held_to_what_was_seen(table, {})


@EVERY_CASE
def test_turns_that_ran_out_are_shown(app: Flask, clock: Clock, case: Case) -> None:
    table = create(app, case, case.seats, turn_seconds=TURN_SECONDS)
    steps = held_to_what_was_seen(table, watched(table, clock, Random(f"{case} slow"), slow=0.4))
    assert "timeout" in {step.get("by") for step in steps}


@EVERY_CASE
def test_seats_that_were_taken_over_are_shown(app: Flask, clock: Clock, case: Case) -> None:
    table = create(app, case, case.seats, turn_seconds=TURN_SECONDS)
    steps = held_to_what_was_seen(table, watched(table, clock, Random(f"{case} late"), slow=1.0))
    taken_over = [event["seat"] for step in steps for event in step["events"] if event["type"] == "seat_taken_over"]
    assert sorted(taken_over) == list(range(case.seats))
    assert {step.get("by") for step in steps[1:]} == {"timeout", "bot"}


@EVERY_CASE
def test_a_resignation_is_shown(app: Flask, clock: Clock, case: Case) -> None:
    table = create(app, case, case.seats, turn_seconds=TURN_SECONDS)
    chance = Random(f"{case} resigning")
    resigning = chance.randrange(case.seats)
    steps = held_to_what_was_seen(table, watched(table, clock, chance, slow=0.1, resigning=resigning))
    assert [step["seat"] for step in steps if step["action"] == {"type": "resign"}] == [resigning]
