"""GET replay: a finished game step by step, with what every seat saw."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from engine.games.ten_hands.rules import TenHands
from engine.replay import AnyRecord, states
from engine.ruleset import AnyRuleset
from service.app import Parts, milliseconds
from service.play.table import dump_table, load_table
from tests.calling import PLAYERS, InProcess, Table
from tests.service.api.test_agents import Bearer

Create = Callable[..., Table]
BEGINNERS = [{"kind": "bot", "level": "beginner"}] * 3


def replay(table: Table, query: str = "limit=100") -> list[Any]:
    """Every step of a game, page by page."""
    page = table.get(f"/replay?{query}").json
    steps: list[Any] = page["steps"]
    while page["next"] is not None:
        page = table.get(f"/replay?{query}&after={page['next']}").json
        steps += page["steps"]
    return steps


@pytest.fixture
def over(table: Create) -> Table:
    """A game of three bots, which is over."""
    return table(options={"deals": 3}, seats=BEGINNERS, seed="over")


# -- pages ---------------------------------------------------------------------------------------------
def test_there_is_none_before_the_game_is_over(table: Create) -> None:
    made = table()
    refused = made.get("/replay", 0)
    assert (refused.status, refused.json["code"]) == (409, "game_not_over")
    assert (refused.json["version"], refused.json["to_act"]) == (made.game()["version"], [0])
    assert refused.json["detail"] == "The replay can be read once the game is over."


def test_there_is_none_of_a_game_that_waits(table: Create) -> None:
    refused = table(seats=[{"kind": "open"}, *BEGINNERS[1:]]).get("/replay")
    assert (refused.status, refused.json["code"]) == (409, "game_not_over")


def test_anyone_who_has_the_id_may_read_it(over: Table) -> None:
    reply = over.get("/replay")
    assert (reply.status, reply.headers["cache-control"]) == (200, "no-cache")
    assert over.get("/replay", headers={"Authorization": f"Bearer {over.host_token}"}).body == reply.body


def test_a_page_has_20_steps_from_the_first_on_where_nothing_else_is_said(over: Table) -> None:
    page = over.get("/replay").json
    assert [step["step"] for step in page["steps"]] == list(range(20))
    assert page["next"] == 19
    assert [step["step"] for step in over.get("/replay?after=19&limit=2").json["steps"]] == [20, 21]


@pytest.mark.parametrize("limit", [1, 7, 100])
def test_pages_joined_are_the_whole(over: Table, limit: int) -> None:
    count = over.get("/replay").json["count"]
    steps = replay(over, f"limit={limit}")
    assert [step["step"] for step in steps] == list(range(count))
    assert steps == replay(over)


def test_a_game_is_played_again_once_for_all_of_its_pages(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def counted(ruleset: AnyRuleset, record: AnyRecord) -> Any:
        begun.append(record.seed)
        return states(ruleset, record)

    monkeypatch.setattr("service.play.replay.states", counted)
    replay(over, "limit=10")
    replay(over, "limit=100")
    assert begun == ["over"]


def test_many_who_ask_at_once_get_the_same(app: Flask, over: Table) -> None:
    def ask(_: int) -> bytes:
        return InProcess(app.test_client()).call("GET", f"{over.path}/replay?limit=100").body

    with ThreadPoolExecutor(8) as pool:
        (body,) = set(pool.map(ask, range(16)))
    assert body == over.get("/replay?limit=100").body


def test_nothing_is_left_of_a_game_that_was_removed(over: Table) -> None:
    assert over.get("/replay").status == 200
    assert over.caller.call("DELETE", over.path, headers={"Authorization": f"Bearer {over.host_token}"}).status == 204
    refused = over.get("/replay")
    assert (refused.status, refused.json["code"]) == (404, "game_not_found")


def test_after_the_last_step_nothing_is_left(over: Table) -> None:
    count = over.get("/replay").json["count"]
    assert over.get(f"/replay?after={count - 1}").json == {"count": count, "steps": [], "next": None}
    assert over.get(f"/replay?after={count - 2}&limit=1").json["next"] is None
    refused = over.get(f"/replay?after={count}")
    assert (refused.status, refused.json["code"]) == (400, "malformed")
    assert refused.json["errors"] == {"after": [f"The last step is {count - 1}; there is no {count}."]}


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "after=", "after=9999999999", "limit=0", "limit=101", "limit=1&limit=2", "after=0&after=1"]
)
def test_a_query_that_can_t_be_read_is_malformed(over: Table, query: str) -> None:
    refused = over.get(f"/replay?{query}")
    assert (refused.status, refused.json["code"]) == (400, "malformed")


# -- steps ---------------------------------------------------------------------------------------------
def test_step_0_is_the_first_deal_with_everyones_cards(over: Table) -> None:
    first = replay(over)[0]
    assert (first["seat"], first["action"], first["to_act"], first["scores"]) == (None, None, [0], [0, 0, 0])
    assert [event["type"] for event in first["events"]] == ["created", "started", "landlord.dealt"]
    hands = [state["seats"][seat]["cards"] for seat, state in enumerate(first["states"])]
    assert [hand["cards"] for hand in first["events"][-1]["hands"]] == hands
    assert len({card for hand in hands for card in hand}) == 51


def test_step_0_has_the_time_at_which_the_game_began(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    stored = app.extensions["card-commons"].stored
    began = milliseconds()
    stored.clock = lambda: began
    made = Table(InProcess(app.test_client()), options={"deals": 3}, seats=[*BEGINNERS[1:], {"kind": "open"}])
    stored.clock = lambda: began + 60_000
    made.tokens[2] = made.post("/join", {"name": "Cem"}).json["token"]
    stored.clock = lambda: began + 120_000
    made.play_out()
    first = replay(made)[0]
    assert [event["type"] for event in first["events"]] == ["created", "joined", "started", "landlord.dealt"]
    assert first["at"] == first["events"][2]["at"] > first["events"][0]["at"]


def test_the_last_step_has_the_end(over: Table) -> None:
    last = replay(over)[-1]
    game = over.game()
    assert (last["seq"], last["to_act"], last["scores"]) == (game["version"], [], game["result"]["scores"])
    assert last["events"][-1]["type"] == "game_over"
    assert last["events"][-1]["result"] == game["result"]


def test_a_resignation_is_a_step_of_its_own_that_changes_no_card(table: Create) -> None:
    made = table("five-three", seats=PLAYERS[:2])
    made.act(0, made.any_action(0))
    assert made.post("/resign", seat=0).status == 200
    before, given_up = replay(made)[-2:]
    assert (given_up["seat"], given_up["action"], given_up["to_act"]) == (0, {"type": "resign"}, [])
    assert [event["type"] for event in given_up["events"]] == ["resigned", "game_over"]
    assert given_up["states"] == before["states"]


def test_the_step_of_a_seat_that_a_bot_takes_over_tells_so_and_the_bots_moves_are_marked(table: Create) -> None:
    made = table(options={"deals": 3})
    made.post("/resign", seat=0)
    made.play_out()
    steps = replay(made)
    assert [event["type"] for event in steps[1]["events"]] == ["resigned", "seat_taken_over"]
    assert {step.get("by") for step in steps[2:] if step["seat"] == 0} == {"bot"}
    assert {step.get("by") for step in steps if step["seat"] != 0} == {None}


def test_what_ran_out_belongs_to_the_move_that_was_made_then(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    stored = app.extensions["card-commons"].stored
    real = stored.clock
    made = Table(InProcess(app.test_client()), "ten-hands", options={"variant": "classic"}, turn_seconds=5)
    for missed in (1, 2, 3):
        stored.clock = lambda missed=missed: real() + missed * 6_000
        made.game()
    steps = replay(made)
    assert [event["type"] for event in steps[0]["events"]] == ["created", "started", "ten-hands.dealt"]
    late = ["timed_out", "ten-hands.banked", "ten-hands.dealt"]
    assert [[event["type"] for event in step["events"]] for step in steps[1:3]] == [late, late]
    assert [event["type"] for event in steps[3]["events"]] == [*late, "seat_taken_over"]
    assert [step.get("by") for step in steps] == [None, "timeout", "timeout", "timeout", *["bot"] * 7]


def test_a_seat_that_passed_to_a_bot_between_two_moves_did_so_after_the_first(api: InProcess) -> None:
    agent = Bearer(api)
    agent.turns()
    made = Table(api, seats=[*PLAYERS[:2], agent.seat], options={"deals": 3})
    made.act(0, {"type": "pass"})
    assert agent.ask("DELETE", "/v1/agents/me").status == 204
    made.play_out()
    steps = replay(made)
    assert [event["type"] for event in steps[1]["events"]] == ["landlord.passed", "seat_taken_over"]
    assert [event["seq"] for step in steps for event in step["events"]] == list(range(1, steps[-1]["seq"] + 1))


# -- ten-hands, whose bots think -----------------------------------------------------------------------
@pytest.mark.parametrize("variant", ["classic", "oregon"])
def test_the_bots_hands_are_shown_in_the_last_step_alone_and_nobody_thinks_again(
    table: Create, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table("ten-hands", options={"variant": variant})
    made.play_out()
    monkeypatch.setattr(TenHands, "_move", lambda *_: pytest.fail("a bot was asked again"))
    *before, last = replay(made)
    assert {state["bots"] for step in before for state in step["states"]} == {None}
    assert last["states"] == [made.get("/view", 0).json["state"]]
    assert [bot["level"] for bot in last["states"][0]["bots"]] == ["beginner", "skilled", "expert"]


def test_a_solitaire_that_was_given_up_is_replayed_up_to_there(table: Create, monkeypatch: pytest.MonkeyPatch) -> None:
    made = table("ten-hands")
    for _ in range(3):
        made.act(0, made.any_action(0))
    made.post("/resign", seat=0)
    monkeypatch.setattr(TenHands, "_move", lambda *_: pytest.fail("a bot was asked again"))
    steps = replay(made)
    assert [step["action"] and step["action"]["type"] for step in steps] == [None, *["ten-hands.bank"] * 3, "resign"]
    assert steps[-1]["states"][0]["bots"] is None
    assert [len(after["states"][0]["classic"]["hands"]) - len(before["states"][0]["classic"]["hands"])
            for before, after in pairwise(steps)] == [1, 1, 1, 0]  # fmt: skip


# -- what can't be played again ------------------------------------------------------------------------
def unavailable(table: Table) -> None:
    """Its replay is refused, whichever page is asked for, and its record is as it was."""
    for query in ("", "?after=5", "?limit=1"):
        refused = table.get(f"/replay{query}")
        assert (refused.status, refused.json["code"]) == (409, "replay_unavailable")
    assert table.get("/record").status == 200


def test_a_game_whose_moves_the_rules_do_not_allow_any_more_has_none(app: Flask, over: Table) -> None:
    parts: Parts = app.extensions["card-commons"]
    stored = parts.store.read(over.id)
    assert stored is not None
    other = replace(load_table(stored.table), seed=b"other cards")
    parts.store.client.hset(parts.store.keys.game(over.id), "t", dump_table(other))
    unavailable(over)


def test_a_game_that_the_rules_would_end_otherwise_has_none(app: Flask, over: Table) -> None:
    parts: Parts = app.extensions["card-commons"]
    progress = parts.stored.read(over.id)
    other = replace(progress.state, doubles=progress.state.doubles + 1)
    parts.store.client.hset(parts.store.keys.game(over.id), "s", progress.ruleset.dump(other))
    unavailable(over)
