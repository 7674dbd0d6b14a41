"""Every problem has one form, wherever it comes from, and nothing that a client sends is a mistake of ours."""

import json
from collections.abc import Callable

import pytest
from flask import Flask

from service.api.problems import CODES
from tests.calling import InProcess, Reply, Table

Create = Callable[..., Table]
JSON = {"Content-Type": "application/json"}
DEEP = b"[" * 100_000


def is_problem(reply: Reply, code: str) -> bool:
    """Whether a reply is this problem in its full form."""
    found = reply.json
    kind = CODES[code]
    return (
        reply.status == kind.status == found["status"]
        and reply.headers["content-type"] == "application/problem+json"
        and (found["code"], found["title"], found["type"]) == (code, kind.title, f"/docs#{code}")
        and bool(found["detail"])
        and found["request_id"] == reply.headers["x-request-id"]
    )


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/nowhere", "route_not_found"),
        ("GET", "/v2/games", "route_not_found"),
        ("GET", "/v1/games/x/nowhere", "route_not_found"),
        ("GET", "/v1/rulesets/chess", "ruleset_not_found"),
        ("GET", "/v1/rulesets/chess/rules", "ruleset_not_found"),
        ("PUT", "/v1/games", "method_not_allowed"),
        ("DELETE", "/healthz", "method_not_allowed"),
        ("POST", "/v1/games/x/view", "method_not_allowed"),
        ("BREW", "/v1", "method_not_allowed"),
    ],
)
def test_an_address_or_method_that_there_isn_t_is_a_problem(api: InProcess, method: str, path: str, code: str) -> None:
    reply = api.call(method, path)
    assert is_problem(reply, code)
    if code == "method_not_allowed":
        assert "OPTIONS" in reply.headers["allow"]


@pytest.mark.parametrize(
    "body",
    [
        b"", b" ", b"{", b"{'a': 1}", b'{"a": 1,}', b'{"a": NaN}', b"[Infinity]", b"-Infinity", b"nul", b"\xff",
        b'"\xed\xa0\x80"',
        b'{"ruleset": "landlord", "ruleset": "landlord"}', b'{"options": {"deals": 3, "deals": 3}}', DEEP,
        b'{"a":' * 50_000, b"1" * 5_000, b"[" + b"9" * 5_000 + b"]", b"{} {}", b"\xef\xbb\xbf{}", b"\x00",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "path", ["/v1/games", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA/actions", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA/join"]
)
def test_what_is_no_json_is_malformed(make_app: Callable[..., Flask], path: str, body: bytes) -> None:
    reply = InProcess(make_app(max_body_bytes=1_000_000).test_client()).call("POST", path, body, JSON)
    assert is_problem(reply, "malformed")


@pytest.mark.parametrize(
    "value", ["null", "5", '"x"', "[]", "true", "1e999", "[[[[1]]]]", '{"ruleset": {}}', '{"ruleset": null}']
)
def test_json_of_another_shape_is_a_validation_error(api: InProcess, value: str) -> None:
    assert is_problem(api.call("POST", "/v1/games", value.encode(), JSON), "validation_error")


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "", "x"])
def test_a_body_of_another_media_type_is_unsupported(api: InProcess, media_type: str) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    assert is_problem(api.call("POST", "/v1/games", b"{}", headers), "unsupported_media_type")


def test_the_media_type_may_have_parameters(api: InProcess) -> None:
    reply = api.call("POST", "/v1/games", b'{"ruleset": "landlord"}', {"Content-Type": "Application/JSON; charset=utf-8"})
    assert reply.status == 201


def test_a_body_that_is_too_long_is_refused_by_its_length(api: InProcess) -> None:
    assert is_problem(api.call("POST", "/v1/games", b" " * 65_537, JSON), "body_too_large")
    assert is_problem(api.call("POST", "/v1/games", b" " * 65_536, JSON), "malformed")


def test_a_request_without_a_body_takes_none(table: Create) -> None:
    made = table()
    assert is_problem(made.post("/resign", {"seat": 1}, 0), "validation_error")
    assert is_problem(made.post("/resign", b"x", 0), "unsupported_media_type")
    assert made.post("/resign", {}, 0).status == 200
    assert made.post("/resign", None, 1).status == 200


@pytest.mark.parametrize(
    "path", ["/v1/games", "/nowhere", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA/view", "/v1/games/x?limit=x", "/v1/rulesets/chess"]
)
@pytest.mark.parametrize("method", ["GET", "PUT", "OPTIONS"])
def test_any_page_may_read_any_answer(api: InProcess, method: str, path: str) -> None:
    headers = api.call(method, path, headers={"Origin": "https://play.example"}).headers
    assert headers["access-control-allow-origin"] == "*"
    assert {"ETag", "Location", "Retry-After"} <= set(headers["access-control-expose-headers"].split(", "))
    assert "set-cookie" not in headers


def test_a_preflight_allows_what_clients_send(api: InProcess) -> None:
    asked = {"Origin": "https://play.example", "Access-Control-Request-Method": "POST"}
    reply = api.call("OPTIONS", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA/actions", headers=asked)
    assert reply.status == 200
    assert {"POST", "DELETE", "PATCH"} <= set(reply.headers["access-control-allow-methods"].split(", "))
    allowed = set(reply.headers["access-control-allow-headers"].split(", "))
    assert {"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID"} <= allowed


def test_a_list_of_origins_is_kept_to(make_app: Callable[..., Flask]) -> None:
    api = InProcess(make_app(cors_origins=("https://a.example", "https://b.example")).test_client())
    for origin, allowed in [("https://b.example", "https://b.example"), ("https://evil.example", None), ("null", None)]:
        headers = api.call("GET", "/nowhere", headers={"Origin": origin}).headers
        assert headers.get("access-control-allow-origin") == allowed
        assert "Origin" in headers["vary"]


def test_an_error_of_ours_is_a_problem_that_tells_nothing(
    make_app: Callable[..., Flask], caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app()

    @app.get("/broken")
    def broken() -> str:
        raise RuntimeError("the seed is 12345")

    reply = InProcess(app.test_client()).call("GET", "/broken")
    assert is_problem(reply, "internal_error")
    assert b"12345" not in reply.body
    assert any(record.exc_info for record in caplog.records)


def test_a_token_is_in_no_log_and_no_answer_but_its_own(table: Create, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    made = table()
    made.act(0, {"type": "bid", "points": 3}, {"Idempotency-Key": "k"})
    made.act(0, {"type": "bid", "points": 3})
    secrets = [*made.tokens.values(), made.host_token]
    told = b"".join(made.get(what, 0).body for what in ("", "/view", "/events", "/legal-actions"))
    assert not any(secret.encode() in told or secret in caplog.text for secret in secrets)


def test_no_error_tells_where_a_card_is(table: Create) -> None:
    """Naming a card that another seat holds and one that is set aside gives the same bytes."""
    made = table(seed="where")
    made.act(0, {"type": "bid", "points": 1})
    made.act(1, {"type": "pass"})
    made.act(2, {"type": "pass"})
    held = {seat: made.get("/view", seat).json["state"]["seats"][seat]["cards"] for seat in range(3)}

    def refusal(card: str) -> str:
        found = made.act(0, {"type": "play", "cards": [card]}).json
        return json.dumps({**found, "request_id": ""}).replace(card, "??")

    assert refusal(held[1][0]) == refusal(held[2][0]) != ""
    assert made.act(0, {"type": "play", "cards": [held[1][0]]}).json["reason"] == "card_not_held"


@pytest.mark.parametrize("path", ["/v1//games", "//v1/games", "/v1/games//", "/v1///"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_empty_part_of_a_path_leads_nowhere(api: InProcess, method: str, path: str) -> None:
    assert is_problem(api.call(method, path, headers={"Host": "evil.example"}), "route_not_found")


def test_a_protocol_that_is_not_spoken_is_not_taken_up(api: InProcess) -> None:
    headers = {"Connection": "close, Upgrade", "Upgrade": "websocket"}
    for path in ("/v1", "/healthz", "/v1/games"):
        assert api.call("GET", path, headers=headers).status == 200


@pytest.mark.parametrize("path", ["/view", "/legal-actions"])
def test_a_token_without_its_scheme_is_told_that_the_scheme_is_missing(table: Create, path: str) -> None:
    made = table()
    token = made.tokens[0]
    for header in (token, f"Token {token}", f"Bearer{token}", f'"Bearer {token}"', ""):
        reply = made.caller.call("GET", made.path + path, headers={"Authorization": header})
        assert is_problem(reply, "token_missing")
        assert "must begin with the scheme `Bearer`" in reply.json["detail"]
        assert token not in reply.body.decode()
    for header in ("Bearer", "bearer  "):
        reply = made.caller.call("GET", made.path + path, headers={"Authorization": header})
        assert is_problem(reply, "token_missing")
        assert "Send the token" in reply.json["detail"]
