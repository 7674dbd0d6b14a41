"""External players: registered, seated by name, told of their turns, and what becomes of their seats and tokens."""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from service.app import Parts
from tests.calling import PLAYERS, InProcess, Reply, Table
from tests.event_stream import END, frame, is_retry
from tests.following import Answering, wsgi


class Bearer:
    """An agent and its token."""

    def __init__(self, api: InProcess, rulesets: list[str] | None = None, **wanted: object) -> None:
        self.api = api
        self.name = f"agent-{secrets.token_hex(8)}"
        made = api.call("POST", "/v1/agents", {"name": self.name, "rulesets": rulesets or ["landlord"], **wanted})
        assert made.status == 201, made.json
        assert made.headers["location"] == f"/v1/agents/{self.name}"
        self.token: str = made.json["token"]

    def ask(self, method: str, path: str, body: object = None) -> Reply:
        """Send something with the agent's token."""
        return self.api.call(method, path, body, {"Authorization": f"Bearer {self.token}"})

    def turns(self) -> list[Any]:
        """What waits for it; asking makes it online."""
        reply = self.ask("GET", "/v1/agents/me/turns")
        assert reply.status == 200, reply.json
        return list(reply.json["turns"])

    def public(self) -> Any:
        """What anyone may know of it."""
        return self.api.call("GET", f"/v1/agents/{self.name}").json

    @property
    def seat(self) -> dict[str, str]:
        """A seat for it."""
        return {"kind": "agent", "name": self.name}


def game_of(agent: Bearer, ruleset: str = "landlord", others: int = 2, **wanted: object) -> Table:
    """A game with the agent in seat 0 and players in the others."""
    return Table(agent.api, ruleset, seats=[agent.seat, *PLAYERS[:others]], **wanted)


@pytest.fixture
def agent(api: InProcess) -> Bearer:
    """An agent that is online."""
    made = Bearer(api, ["landlord", "five-three", "ten-hands", "center-row"])
    made.turns()
    return made


# -- accounts ------------------------------------------------------------------------------------------
def test_an_agent_is_what_it_was_registered_as(api: InProcess) -> None:
    made = Bearer(api, ["landlord", "landlord", "five-three"], max_games=3, description="Deep.")
    shown = made.public()
    assert (shown["rulesets"], shown["max_games"], shown["description"]) == (["landlord", "five-three"], 3, "Deep.")
    assert (shown["online"], shown["games_now"], shown["results"]) == (False, 0, [])
    assert made.ask("GET", "/v1/agents/me").json == {"agent": shown, "games": [], "token": None}


def test_no_two_agents_have_one_name(api: InProcess) -> None:
    name = f"twin-{secrets.token_hex(6)}"
    with ThreadPoolExecutor(8) as pool:
        body = {"name": name, "rulesets": ["landlord"]}
        replies = list(pool.map(lambda _: api.call("POST", "/v1/agents", body), range(8)))
    assert sorted(reply.status for reply in replies) == [201] + [409] * 7
    assert {reply.json["code"] for reply in replies if reply.status == 409} == {"agent_name_taken"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "me"),
        ("name", "Deep"),
        ("name", "a.b.c"),
        ("name", "a{b}c"),
        ("name", "a" * 33),
        ("name", "somebody\n"),
        ("rulesets", []),
        ("rulesets", ["chess"]),
        ("max_games", 0),
        ("max_games", 1001),
        ("description", "x" * 501),
        ("kind", "agent"),
    ],
)
def test_what_an_agent_can_t_be_is_refused(api: InProcess, field: str, value: object) -> None:
    refused = api.call("POST", "/v1/agents", {"name": "somebody", "rulesets": ["landlord"], field: value})
    assert (refused.status, refused.json["code"]) == (422, "validation_error")
    assert any(name.startswith(field) for name in refused.json["errors"])


def test_the_list_goes_on_behind_no_name_that_an_agent_can_t_have(api: InProcess) -> None:
    assert api.call("GET", "/v1/agents?cursor=somebody").status == 200
    assert api.call("GET", "/v1/agents?cursor=somebody%0A").json["code"] == "malformed"


@pytest.mark.parametrize("name", ["nobody-of-the-name", "x", "a{b}c", "ä", "a.b"])
def test_an_agent_that_there_is_not_is_not_found(api: InProcess, name: str) -> None:
    refused = api.call("GET", f"/v1/agents/{name}")
    assert (refused.status, refused.json["code"]) == (404, "agent_not_found")


def test_the_list_goes_through_all_agents_by_name(make_app: Callable[..., Flask]) -> None:
    api = InProcess(make_app().test_client())
    names = sorted(Bearer(api).name for _ in range(5))
    first = api.call("GET", "/v1/agents?limit=3").json
    rest = api.call("GET", f"/v1/agents?limit=3&cursor={first['next']}").json
    assert [shown["name"] for shown in (*first["agents"], *rest["agents"])] == names
    assert rest["next"] is None
    assert api.call("GET", "/v1/agents?cursor=A").json["code"] == "malformed"


def test_what_is_left_out_of_a_change_stays(agent: Bearer) -> None:
    before = agent.public()
    changed = agent.ask("PATCH", "/v1/agents/me", {"max_games": 2}).json
    assert changed["agent"] == before | {"max_games": 2}
    assert changed["token"] is None
    changed = agent.ask("PATCH", "/v1/agents/me", {"rulesets": ["landlord"], "description": "new"}).json
    assert (changed["agent"]["rulesets"], changed["agent"]["description"]) == (["landlord"], "new")
    assert agent.ask("PATCH", "/v1/agents/me", {"rulesets": ["chess"]}).status == 422


EVERY_ROUTE = [
    ("GET", "/v1/agents/me"),
    ("PATCH", "/v1/agents/me"),
    ("DELETE", "/v1/agents/me"),
    ("GET", "/v1/agents/me/turns"),
    ("GET", "/v1/agents/me/stream"),
]


@pytest.mark.parametrize(("method", "path"), EVERY_ROUTE)
@pytest.mark.parametrize("token", ["{name}.wrong", "{name}", "nobody.at-all", "a{b}.c", ".x", "x" * 32, "ä.b"])
def test_another_token_is_no_agent_s(agent: Bearer, method: str, path: str, token: str) -> None:
    header = {"Authorization": "Bearer " + token.replace("{name}", agent.name)}
    refused = agent.api.call(method, path, {} if method == "PATCH" else None, header)
    assert (refused.status, refused.json["code"]) == (401, "token_unknown")
    refused = agent.api.call(method, path, {} if method == "PATCH" else None)
    assert (refused.status, refused.json["code"]) == (401, "token_missing")


# -- seats ---------------------------------------------------------------------------------------------
def test_an_agent_that_is_not_here_can_t_be_seated(api: InProcess) -> None:
    made = Bearer(api)
    body = {"ruleset": "landlord", "seats": [made.seat, *PLAYERS[:2]]}
    refused = api.call("POST", "/v1/games", body)
    assert (refused.status, refused.json["code"]) == (409, "agent_unavailable")
    assert "isn't online" in refused.json["detail"]
    made.turns()
    assert made.public()["online"]
    assert api.call("POST", "/v1/games", body).status == 201


@pytest.mark.parametrize(
    ("seat", "said"), [({"kind": "agent", "name": "nobody-there"}, "no agent"), (None, "doesn't play five-three")]
)
def test_an_agent_that_there_is_not_or_that_doesn_t_play_can_t_be_seated(
    api: InProcess, seat: dict[str, str] | None, said: str
) -> None:
    made = Bearer(api, ["landlord"])
    made.turns()
    refused = api.call("POST", "/v1/games", {"ruleset": "five-three", "seats": [seat or made.seat, PLAYERS[0]]})
    assert (refused.status, refused.json["code"]) == (409, "agent_unavailable")
    assert said in refused.json["detail"]


def test_an_agent_takes_one_seat_of_a_game(agent: Bearer) -> None:
    refused = agent.api.call("POST", "/v1/games", {"ruleset": "five-three", "seats": [agent.seat, agent.seat]})
    assert (refused.status, refused.json["errors"].keys()) == (422, {"seats.1.name"})


def test_an_agent_plays_in_no_more_games_than_it_takes_whoever_asks_at_once(api: InProcess) -> None:
    made = Bearer(api, max_games=3)
    made.turns()
    body = {"ruleset": "landlord", "seats": [made.seat, *PLAYERS[:2]]}
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda _: api.call("POST", "/v1/games", body), range(16)))
    created = [reply for reply in replies if reply.status == 201]
    assert len(created) == 3
    assert {reply.json["code"] for reply in replies if reply.status != 201} == {"agent_unavailable"}
    account = made.ask("GET", "/v1/agents/me").json
    assert sorted(account["games"]) == sorted(reply.json["game"]["id"] for reply in created)
    assert account["agent"]["games_now"] == 3


def test_a_turn_in_a_game_with_an_agent_has_a_minute_where_nothing_is_said(agent: Bearer) -> None:
    assert game_of(agent).game()["turn_seconds"] == 60
    assert game_of(agent, turn_seconds=5).game()["turn_seconds"] == 5


def test_a_host_that_removes_the_game_gives_the_seat_back(agent: Bearer) -> None:
    made = game_of(agent)
    made.caller.call("DELETE", made.path, headers={"Authorization": f"Bearer {made.host_token}"})
    assert agent.public()["games_now"] == 0
    assert agent.turns() == []


# -- turns ---------------------------------------------------------------------------------------------
def test_each_turn_is_there_with_its_view_and_those_that_run_out_first_come_first(agent: Bearer) -> None:
    late, soon = game_of(agent, turn_seconds=600), game_of(agent, turn_seconds=60)
    theirs = Table(agent.api, "landlord", seats=[PLAYERS[0], agent.seat, PLAYERS[1]])
    turns = agent.turns()
    assert [turn["game_id"] for turn in turns] == [soon.id, late.id]
    assert theirs.game()["to_act"] == [0]
    for turn, made in zip(turns, (soon, late), strict=True):
        view = agent.ask("GET", f"{made.path}/view").json
        assert turn == {"game_id": made.id, "seat": 0, "deadline": view["game"]["turn_deadline"], "view": view}
        assert view["seat"] == 0
        assert view["legal_actions"]


def test_an_agent_plays_whole_games_of_every_ruleset_with_its_one_token(agent: Bearer) -> None:
    tables = [
        game_of(agent, "ten-hands", 0, options={"variant": "oregon"}),
        Table(agent.api, "five-three", seats=[agent.seat, {"kind": "bot", "level": "beginner"}], options={"target": 3}),
        Table(agent.api, "center-row", seats=[{"kind": "bot", "level": "beginner"}, agent.seat]),
        Table(agent.api, "landlord", seats=[{"kind": "bot"}, agent.seat, {"kind": "bot"}], options={"deals": 3}),
    ]
    for _ in range(1000):
        turns = agent.turns()
        if not turns:
            break
        for turn in turns:
            path = f"/v1/games/{turn['game_id']}"
            action = agent.ask("GET", f"{path}/legal-actions?sample=1").json["actions"][0]
            assert agent.ask("POST", f"{path}/actions", action).status == 200
    assert [made.game()["status"] for made in tables] == ["finished"] * 4
    shown = agent.public()
    assert shown["games_now"] == 0
    for made, counted in zip(sorted(tables, key=lambda one: one.game()["ruleset"]), _by_ruleset(shown), strict=True):
        result = made.game()["result"]
        seat = next(seat["seat"] for seat in made.game()["seats"] if seat["kind"] == "agent")
        how = "won" if seat in result["winners"] else "drawn" if result["draw"] else "lost"
        nothing = {"won": 0, "drawn": 0, "lost": 0, "given_up": 0}
        assert counted == nothing | {"ruleset": made.game()["ruleset"], how: 1}


def _by_ruleset(shown: Any) -> list[Any]:
    return sorted(shown["results"], key=lambda counted: str(counted["ruleset"]))


def test_a_result_counts_once_whoever_sees_the_end(agent: Bearer) -> None:
    made = game_of(agent, "five-three", 1)
    made.post("/resign", seat=1)
    for _ in range(3):
        agent.turns()
        made.get("/view", 1)
    [counted] = agent.public()["results"]
    assert (counted["ruleset"], counted["won"], counted["lost"], counted["given_up"]) == ("five-three", 1, 0, 0)


def test_a_seat_whose_end_nobody_noted_is_given_back_with_the_next_question(agent: Bearer, app: Flask) -> None:
    """As where the service was killed between storing the last change and noting it with the agent."""
    parts: Parts = app.extensions["card-commons"]
    over = game_of(agent, "five-three", 1)
    over.post("/resign", seat=1)
    agents = parts.store.agents
    agents._link.send_each([("SADD", parts.store.keys.of_agent(agent.name)[2], over.id, "g" * 22)])  # noqa: SLF001
    assert agent.public()["games_now"] == 2
    assert agent.turns() == []
    assert agent.public()["games_now"] == 0
    assert agent.public()["results"][0]["won"] == 2  # noted twice by hand, so counted twice


def test_an_agent_without_a_seat_is_told_so_and_sees_nothing(agent: Bearer, api: InProcess) -> None:
    made = game_of(agent)
    other = Bearer(api)
    for method, what in (("GET", "/view"), ("GET", "/events"), ("GET", "/stream"), ("POST", "/hint"), ("POST", "/resign")):
        refused = other.ask(method, made.path + what)
        assert (refused.status, refused.json["code"]) == (403, "not_your_seat"), what
    assert other.ask("POST", f"{made.path}/actions", {"type": "pass"}).json["code"] == "not_your_seat"


def test_an_agent_may_do_all_that_a_seat_may(agent: Bearer) -> None:
    made = game_of(agent)
    hint = agent.ask("POST", f"{made.path}/hint").json
    assert agent.ask("POST", f"{made.path}/actions", hint["action"]).status == 200
    assert agent.ask("GET", f"{made.path}/events").json["events"][2]["hands"][0]["cards"]
    assert agent.ask("POST", f"{made.path}/resign").status == 200
    [counted] = agent.public()["results"]
    assert counted["given_up"] == 1
    assert agent.ask("GET", f"{made.path}/view").json == made.get("/view").json
    assert agent.ask("POST", f"{made.path}/actions", {"type": "pass"}).json["code"] == "not_your_seat"


def test_three_turns_in_a_row_that_run_out_give_the_seat_to_the_bot(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    agent = Bearer(InProcess(app.test_client()), ["ten-hands"])
    agent.turns()
    made = game_of(agent, "ten-hands", 0)
    parts: Parts = app.extensions["card-commons"]
    real = parts.stored.clock
    for missed in range(1, 4):
        parts.stored.clock = lambda missed=missed: real() + missed * 61_000  # type: ignore[misc]
        made.game()
    assert made.game()["status"] == "finished"
    assert made.game()["seats"][0]["level"] == "skilled"
    assert agent.turns() == []
    assert agent.public()["results"][0]["given_up"] == 1


# -- the end of a token --------------------------------------------------------------------------------
def test_a_new_token_closes_the_old_one_and_its_streams(agent: Bearer, app: Flask) -> None:
    made = game_of(agent)
    old = agent.token
    mine = Answering(wsgi(app), "/v1/agents/me/stream", old)
    game = Answering(wsgi(app), f"{made.path}/stream", old)
    for stream in (mine, game):
        assert stream.head()[0] == 200
        assert is_retry(stream.up_to(END) or b"")
        assert frame(stream.up_to(END) or b"") is not None
    agent.token = agent.ask("PATCH", "/v1/agents/me", {"new_token": True}).json["token"]
    for stream in (mine, game):
        while stream.more():
            pass
        stream.close()
    refused = agent.api.call("GET", f"{made.path}/view", headers={"Authorization": f"Bearer {old}"})
    assert refused.json["code"] == "token_unknown"
    assert [turn["game_id"] for turn in agent.turns()] == [made.id]


def test_an_answer_that_is_kept_is_the_agent_s_whatever_its_token_and_no_one_else_s(agent: Bearer) -> None:
    made = game_of(agent)
    action = agent.ask("POST", f"{made.path}/hint").json["action"]
    old, key = agent.token, {"Idempotency-Key": "k"}

    def again(token: str) -> Reply:
        headers = {"Authorization": f"Bearer {token}", **key}
        return agent.api.call("POST", f"{made.path}/actions", action, headers)

    first = again(old)
    assert first.status == 200
    agent.token = agent.ask("PATCH", "/v1/agents/me", {"new_token": True}).json["token"]
    assert (again(old).status, again(old).json["code"]) == (401, "token_unknown")
    assert again(agent.token).body == first.body
    assert agent.ask("DELETE", "/v1/agents/me").status == 204
    assert again(agent.token).json["code"] == "token_unknown"


def test_an_agent_is_removed_at_once_however_long_its_games_go_on(agent: Bearer, app: Flask) -> None:
    made = [game_of(agent, seed="left") for _ in range(3)]
    assert [table.game()["to_act"] for table in made] == [[0]] * 3
    assert agent.ask("DELETE", "/v1/agents/me").status == 204
    parts: Parts = app.extensions["card-commons"]
    for table in made:
        then = table.created["game"]["version"]
        assert parts.stored.read(table.id).version == then + 1  # no bot has moved yet
        events = table.get(f"/events?after={then}").json["events"]
        assert events[0]["type"] == "seat_taken_over"
        assert {event["seat"] for event in events[1:]} == {0}  # now it has, for somebody looks


@pytest.mark.parametrize(("ruleset", "others"), [("landlord", 2), ("five-three", 1), ("ten-hands", 0)])
def test_bots_play_on_in_the_seats_of_an_agent_that_is_removed(agent: Bearer, ruleset: str, others: int) -> None:
    made = game_of(agent, ruleset, others)
    waiting = Table(agent.api, "landlord", seats=[agent.seat, {"kind": "open"}, PLAYERS[0]])
    over = game_of(agent, "five-three", 1)
    over.post("/resign", seat=1)
    assert agent.ask("DELETE", "/v1/agents/me").status == 204
    for table in (made, waiting):
        seat = table.game()["seats"][0]
        assert (seat["kind"], seat["name"], seat["level"]) == ("agent", agent.name, "skilled")
        assert table.game()["to_act"] != [0]
    assert over.game()["seats"][0]["level"] is None
    assert agent.ask("GET", "/v1/agents/me").json["code"] == "token_unknown"
    assert agent.public()["code"] == "agent_not_found"
    assert agent.name not in [shown["name"] for shown in agent.api.call("GET", "/v1/agents?limit=100").json["agents"]]


def test_who_takes_the_name_of_an_agent_that_was_removed_has_none_of_its_seats(agent: Bearer) -> None:
    made = game_of(agent)
    assert agent.ask("DELETE", "/v1/agents/me").status == 204
    again = agent.api.call("POST", "/v1/agents", {"name": agent.name, "rulesets": ["landlord"]}).json
    agent.token = again["token"]
    assert agent.turns() == []
    assert agent.ask("GET", "/v1/agents/me").json["games"] == []
    assert agent.ask("GET", f"{made.path}/view").json == made.get("/view").json
    assert agent.ask("POST", f"{made.path}/actions", {"type": "pass"}).json["code"] == "not_your_seat"


# -- what is held open ---------------------------------------------------------------------------------
def test_a_stream_tells_open_turns_first_and_each_new_one_once(agent: Bearer, app: Flask) -> None:
    first = game_of(agent)
    stream = Answering(wsgi(app), "/v1/agents/me/stream", agent.token)
    assert stream.head()[0] == 200
    assert is_retry(stream.up_to(END) or b"")
    assert _told(stream) == (f"{first.id}-3", "turn")
    second = game_of(agent)
    assert _told(stream) == (f"{second.id}-3", "turn")
    agent.ask("POST", f"{first.path}/actions", {"type": "pass"})
    first.act(1, {"type": "bid", "points": 1})
    first.act(2, {"type": "pass"})
    assert _told(stream) == (f"{first.id}-6", "turn")
    stream.close()
    again = Answering(wsgi(app), "/v1/agents/me/stream", agent.token)
    again.head()
    again.up_to(END)
    assert sorted([_told(again)[0], _told(again)[0]]) == sorted([f"{first.id}-6", f"{second.id}-3"])
    again.close()


def _told(stream: Answering) -> tuple[str, str]:
    """The next event's id and type, past comments."""
    while (block := stream.up_to(END)) is not None:
        found = frame(block)
        if found is not None:
            return found.id, found.type
    raise AssertionError("the stream ended")


def test_a_poll_waits_for_a_turn(agent: Bearer, app: Flask) -> None:
    waiting = Answering(wsgi(app), "/v1/agents/me/turns?wait=30", agent.token)
    made = game_of(agent)
    assert [turn["game_id"] for turn in waiting.reply().json["turns"]] == [made.id]
    at_once = Answering(wsgi(app), "/v1/agents/me/turns?wait=30", agent.token)
    assert [turn["game_id"] for turn in at_once.reply().json["turns"]] == [made.id]


def test_who_thinks_about_a_turn_can_wait_for_another(agent: Bearer, app: Flask) -> None:
    first = game_of(agent)
    etag = agent.ask("GET", "/v1/agents/me/turns").headers["etag"]
    at_once = Answering(wsgi(app), "/v1/agents/me/turns", agent.token, If_None_Match=etag)
    assert at_once.reply().status == 304
    in_vain = Answering(wsgi(app), "/v1/agents/me/turns?wait=1", agent.token, If_None_Match=etag)
    assert in_vain.reply().status == 304
    waiting = Answering(wsgi(app), "/v1/agents/me/turns?wait=30", agent.token, If_None_Match=etag)
    second = game_of(agent)
    reply = waiting.reply()
    assert {turn["game_id"] for turn in reply.json["turns"]} == {first.id, second.id}
    waiting = Answering(wsgi(app), "/v1/agents/me/turns?wait=30", agent.token, If_None_Match=reply.headers["etag"])
    agent.ask("POST", f"{first.path}/actions", {"type": "pass"})
    first.act(1, {"type": "bid", "points": 1})
    first.act(2, {"type": "pass"})  # it is the agent's turn in the same game again, which is another turn
    again = waiting.reply()
    assert again.status == 200
    assert again.headers["etag"] != reply.headers["etag"]


def test_a_poll_whose_time_is_up_has_no_turns(agent: Bearer, app: Flask) -> None:
    assert Answering(wsgi(app), "/v1/agents/me/turns?wait=1", agent.token).reply().json == {"turns": []}
    refused = agent.ask("GET", "/v1/agents/me/turns?wait=31")
    assert (refused.status, refused.json["code"]) == (400, "malformed")


def test_a_stream_keeps_its_agent_online(make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch) -> None:
    from service.live import hub  # noqa: PLC0415  # only its beat is wanted here
    from service.play import agents  # noqa: PLC0415

    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(agents, "HERE_MS", 600)
    app = make_app()
    agent = Bearer(InProcess(app.test_client()))
    stream = Answering(wsgi(app), "/v1/agents/me/stream", agent.token)
    stream.head()
    for _ in range(20):  # comments come each 0.2 s or so
        assert stream.up_to(END) is not None
    assert agent.public()["online"]
    stream.close()
