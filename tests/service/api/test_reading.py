"""What is read of a game: the view and its ETag, legal actions, events, the record, the public list."""

import base64
from collections.abc import Callable

import pytest
from flask import Flask

from tests.calling import InProcess, Table

Create = Callable[..., Table]
NO_GAME = "/v1/games/AAAAAAAAAAAAAAAAAAAAAA"


# -- the view ------------------------------------------------------------------------------------------
def test_an_etag_is_the_version_and_the_viewer(table: Create) -> None:
    made = table()
    version = made.game()["version"]
    assert made.get("/view", 1).headers["etag"] == f'"{version}-1"'
    assert made.get("/view").headers["etag"] == f'"{version}-public"'


def test_a_view_is_its_bearers_alone(table: Create) -> None:
    headers = table().get("/view", 0).headers
    assert (headers["vary"], headers["cache-control"]) == ("Authorization", "private, no-cache")


def test_an_unchanged_view_is_not_sent_again(table: Create) -> None:
    made = table()
    etag = made.get("/view", 0).headers["etag"]
    for value in (etag, f"W/{etag}", f'"1-0", {etag}', "*"):
        same = made.get("/view", 0, {"If-None-Match": value})
        assert (same.status, same.body, same.headers["etag"]) == (304, b"", etag)
    assert made.get("/view", 1, {"If-None-Match": etag}).status == 200
    made.act(0, {"type": "pass"})
    assert made.get("/view", 0, {"If-None-Match": etag}).status == 200


def test_only_the_seat_that_may_act_has_legal_actions(table: Create) -> None:
    made = table()
    assert made.get("/view", 0).json["legal_actions"] is not None
    assert made.get("/view", 1).json["legal_actions"] is None
    assert made.get("/view").json["legal_actions"] is None


def test_the_host_sees_what_a_spectator_sees(table: Create) -> None:
    made = table()
    host = made.get("/view", headers={"Authorization": f"Bearer {made.host_token}"})
    assert host.body == made.get("/view").body


@pytest.mark.parametrize("value", ["Bearer x", "Bearer \x80", f"Bearer {'x' * 4000}", "bearer x"])
def test_a_token_of_no_seat_is_unknown(table: Create, value: str) -> None:
    refused = table().get("/view", headers={"Authorization": value})
    assert (refused.status, refused.json["code"]) == (401, "token_unknown")


def test_the_scheme_is_read_in_any_case(table: Create) -> None:
    made = table()
    assert made.get("/view", headers={"Authorization": f"bEARER {made.tokens[1]}"}).json["seat"] == 1


# -- legal actions -------------------------------------------------------------------------------------
def test_legal_actions_are_counted_and_paged_without_gap_or_repeat(table: Create) -> None:
    made = table()
    made.act(0, {"type": "bid", "points": 3})
    whole = made.get("/legal-actions?limit=1000", 0).json
    assert whole["count"] == len(whole["actions"]) > 10
    paged, cursor = [], ""
    for _ in range(whole["count"]):
        page = made.get(f"/legal-actions?limit=7{cursor}", 0).json
        assert page["count"] == whole["count"]
        paged += page["actions"]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert paged == whole["actions"]


def test_out_of_turn_there_are_none(table: Create) -> None:
    page = table().get("/legal-actions", 1).json
    assert (page["count"], page["actions"], page["next"]) == (0, [], None)


def test_a_cursor_ends_with_the_version(table: Create) -> None:
    made = table()
    cursor = made.get("/legal-actions?limit=1", 0).json["next"]
    made.act(0, {"type": "bid", "points": 1})
    made.act(1, {"type": "bid", "points": 2})
    refused = made.get(f"/legal-actions?cursor={cursor}", 2)
    assert (refused.status, refused.json["code"]) == (412, "version_conflict")


def test_a_sample_is_of_different_legal_actions(table: Create) -> None:
    made = table()
    made.act(0, {"type": "bid", "points": 3})
    whole = made.get("/legal-actions?limit=1000", 0).json["actions"]
    sample = made.get("/legal-actions?sample=10", 0).json["actions"]
    assert len(sample) == 10 == len({str(action) for action in sample})
    assert all(action in whole for action in sample)
    assert len(made.get("/legal-actions?sample=100", 0).json["actions"]) == min(100, len(whole))


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=1001", "limit=x", "limit=+5", "limit=5.0", "limit=", "limit=٣", "sample=0", "sample=101", "sample=-1",
     "cursor=x", "cursor=1", "cursor=-1-5", "cursor=", "sample=1&cursor=5-0", "cursor=" + "9" * 70],
)  # fmt: skip
def test_a_query_that_can_t_be_read_is_malformed(table: Create, query: str) -> None:
    refused = table().get(f"/legal-actions?{query}", 0)
    assert (refused.status, refused.json["code"]) == (400, "malformed")


def test_legal_actions_are_a_seats_own(table: Create) -> None:
    made = table()
    assert made.get("/legal-actions").json["code"] == "token_missing"
    host = made.get("/legal-actions", headers={"Authorization": f"Bearer {made.host_token}"})
    assert (host.status, host.json["code"]) == (403, "not_your_seat")


# -- events --------------------------------------------------------------------------------------------
def test_events_are_numbered_from_1_without_a_gap(table: Create) -> None:
    made = table()
    for seat in range(2):
        made.act(seat, {"type": "pass"})
    whole = made.get("/events").json
    assert [event["seq"] for event in whole["events"]] == list(range(1, made.game()["version"] + 1))
    assert whole["next"] is None
    paged, after = [], 0
    for _ in whole["events"]:
        page = made.get(f"/events?after={after}&limit=2").json
        paged += page["events"]
        if page["next"] is None:
            break
        after = page["next"]
    assert paged == whole["events"]
    assert made.get(f"/events?after={made.game()['version']}").json == {"events": [], "next": None}


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=", "after=99", "after=9999999999", "limit=0", "limit=1001"])
def test_a_number_from_the_future_or_none_is_malformed(table: Create, query: str) -> None:
    refused = table().get(f"/events?{query}")
    assert (refused.status, refused.json["code"]) == (400, "malformed")


def test_another_seats_cards_are_in_no_event(table: Create) -> None:
    made = table()
    dealt = {seat: made.get("/events", seat).json["events"][-1] for seat in (0, 1, None)}
    shown = {seat: [hand["seat"] for hand in event["hands"] if hand["cards"] is not None] for seat, event in dealt.items()}
    assert shown == {0: [0], 1: [1], None: []}


# -- the record ----------------------------------------------------------------------------------------
def test_a_record_is_there_once_the_game_is_over(table: Create) -> None:
    made = table(options={"deals": 3})
    refused = made.get("/record")
    assert (refused.status, refused.json["code"]) == (409, "game_not_over")
    made.play_out()
    assert made.get("/record").json["result"] == made.game()["result"]


def test_nothing_can_be_done_in_a_game_that_is_over(table: Create) -> None:
    made = table(options={"deals": 3}, seats=None)
    made.play_out()
    for refused in (made.act(0, {"type": "pass"}), made.post("/resign", seat=0)):
        assert (refused.status, refused.json["code"]) == (409, "game_over")
        assert refused.json["to_act"] == []
    assert made.get("/legal-actions", 0).json["count"] == 0
    assert made.get("/events?limit=1000").json["events"][-1]["type"] == "game_over"


# -- the public list -----------------------------------------------------------------------------------
@pytest.fixture
def alone(make_app: Callable[..., Flask]) -> InProcess:
    """Calls an app whose public list is empty."""
    return InProcess(make_app().test_client())


def test_public_games_are_listed_newest_first(alone: InProcess) -> None:
    api = alone
    ids = [Table(api, visibility="public").id for _ in range(5)]
    Table(api, visibility="unlisted")
    listed, cursor = [], ""
    for _ in range(6):
        page = api.call("GET", f"/v1/games?limit=2{cursor}").json
        listed += [game["id"] for game in page["games"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert sorted(listed) == sorted(ids)
    created = [api.call("GET", f"/v1/games/{game_id}").json["created_at"] for game_id in listed]
    assert created == sorted(created, reverse=True)


def test_the_list_follows_a_games_status(alone: InProcess) -> None:
    api = alone
    seats = [{"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}]
    made = Table(api, visibility="public", options={"deals": 3}, seats=seats)

    def listed(query: str) -> list[str]:
        return [game["id"] for game in api.call("GET", f"/v1/games?{query}").json["games"]]

    assert (listed("status=waiting"), listed("status=active")) == ([made.id], [])
    made.tokens[0] = made.post("/join", {"name": "Ann"}).json["token"]
    assert (listed("status=waiting"), listed("status=active&ruleset=landlord")) == ([], [made.id])
    made.play_out()
    assert (listed("status=active"), listed("status=finished"), listed("")) == ([], [made.id], [made.id])
    made.caller.call("DELETE", made.path, headers={"Authorization": f"Bearer {made.host_token}"})
    assert listed("") == []


@pytest.mark.parametrize("query", ["status=over", "ruleset=chess", "limit=101", "cursor=x", "cursor=5"])
def test_a_list_query_that_can_t_be_read_is_malformed(api: InProcess, query: str) -> None:
    refused = api.call("GET", f"/v1/games?{query}")
    assert (refused.status, refused.json["code"]) == (400, "malformed")


# -- games that aren't there ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("method", "what"),
    [("GET", ""), ("GET", "/view"), ("GET", "/legal-actions"), ("GET", "/events"), ("GET", "/record"), ("GET", "/replay"),
     ("DELETE", ""), ("POST", "/resign")],
)  # fmt: skip
@pytest.mark.parametrize(
    "path", [NO_GAME, "/v1/games/x", "/v1/games/{}", "/v1/games/%7Bx%7D", "/v1/games/" + "x" * 3000, "/v1/games/ü"]
)
def test_a_game_that_isn_t_there_is_not_found(api: InProcess, method: str, what: str, path: str) -> None:
    refused = api.call(method, path + what)
    assert (refused.status, refused.json["code"]) == (404, "game_not_found")


def test_the_host_alone_removes_a_game(table: Create) -> None:
    made = table()
    nobody = made.caller.call("DELETE", made.path)
    assert (nobody.status, nobody.json["code"]) == (401, "token_missing")
    seat = made.caller.call("DELETE", made.path, headers={"Authorization": f"Bearer {made.tokens[0]}"})
    assert (seat.status, seat.json["code"]) == (403, "not_the_host")
    stranger = made.caller.call("DELETE", made.path, headers={"Authorization": "Bearer x"})
    assert (stranger.status, stranger.json["code"]) == (401, "token_unknown")
    basic = base64.b64encode(b"a:b").decode()
    other = made.caller.call("DELETE", made.path, headers={"Authorization": f"Basic {basic}"})
    assert (other.status, other.json["code"]) == (401, "token_missing")
    host = {"Authorization": f"Bearer {made.host_token}"}
    assert made.caller.call("DELETE", made.path, headers=host).status == 204
    assert made.get("/view", 0).json["code"] == "game_not_found"
    assert made.caller.call("DELETE", made.path, headers=host).status == 404


def test_a_game_that_was_left_under_an_old_status_is_mended_by_the_next_reader(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    api = InProcess(app.test_client())
    made = Table(api, visibility="public")
    public = app.extensions["card-commons"].store.public
    public.move(made.id, "active", "waiting", "landlord", 1)  # as if the service had died before it moved the game
    assert api.call("GET", "/v1/games?status=waiting").json["games"] == []
    assert [game["id"] for game in api.call("GET", "/v1/games?status=active").json["games"]] == [made.id]


@pytest.mark.parametrize("value", ["", "Bearer", "Bearer ", "Basic YTpi", "Token x", "\t"])
def test_what_is_no_bearer_token_does_not_pass_for_a_spectator(table: Create, value: str) -> None:
    made = table()
    for what in ("/view", "/events", "/legal-actions"):
        refused = made.get(what, headers={"Authorization": value})
        assert (refused.status, refused.json["code"]) == (401, "token_missing")


@pytest.mark.parametrize("query", ["limit=1&limit=2", "limit=1&limit=1", "cursor=5-0&cursor=6-0", "sample=1&sample=x"])
def test_a_parameter_that_is_named_twice_is_malformed(table: Create, query: str) -> None:
    refused = table().get(f"/legal-actions?{query}", 0)
    assert (refused.status, refused.json["code"]) == (400, "malformed")
