"""An answer that the document does not promise fails the test that got it, whatever is wrong with it."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from service.app import create_app
from service.settings import Settings
from tests.checking import Answer, Checker, CheckingClient, ResponseMismatch, check_response

Node = dict[str, Any]

PROBLEM: Node = {
    "type": "/docs#game_not_found",
    "title": "There is no such game",
    "status": 404,
    "code": "game_not_found",
    "detail": "There is no game with this id.",
    "request_id": "0123456789abcdef",
}


@pytest.fixture
def checker(document: Node) -> Checker:
    """One that has seen nothing."""
    return Checker(document)


def example(document: Node, path: str, method: str, status: str) -> Any:
    found = document["paths"][path][method]["responses"][status]["content"]["application/json"]["example"]
    return copy.deepcopy(found)


@pytest.fixture
def acted(document: Node) -> Answer:
    """A true answer to an action."""
    body = json.dumps(example(document, "/v1/games/{game_id}/actions", "post", "200")).encode()
    headers = {"Content-Type": "application/json", "ETag": '"8-0"'}
    return Answer("POST", "/v1/games/5x0cV1lJmLrVwyU3vTq3xg/actions", 200, headers, body)


def refused(**changes: object) -> Answer:
    """A true problem, or one with some members changed."""
    body = json.dumps({**PROBLEM, **changes}).encode()
    return Answer("GET", "/v1/games/x", 404, {"content-type": "application/problem+json"}, body)


def changed(answer: Answer, change: Callable[[Node], object]) -> Answer:
    """The answer with its JSON changed."""
    body = json.loads(answer.body)
    change(body)
    return answer._replace(body=json.dumps(body).encode())


def test_true_answers_pass(checker: Checker, acted: Answer) -> None:
    checker.check(acted)
    checker.check(refused())


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (lambda body: body.pop("version"), "version"),
        (lambda body: body.update(extra=1), "extra"),
        (lambda body: body["events"][0].pop("cards"), "events.0"),
        (lambda body: body["events"][0].update(type="landlord.flew"), "events.0.type"),
        (lambda body: body["events"][0].update(at="yesterday"), "events.0.at"),
        (lambda body: body["events"][0].update(cards=["1c"]), "events.0.cards.0"),
        (lambda body: body["view"]["state"].update(ruleset="poker"), "view.state"),
        (lambda body: body["view"]["state"].update(phase="lunch"), "view.state"),
        (lambda body: body["view"]["game"].update(scores=["0"]), "view.game.scores.0"),
    ],
)
def test_a_body_of_another_form_is_refused_by_its_place(
    lie: Callable[[Node], object], said: str, checker: Checker, acted: Answer
) -> None:
    with pytest.raises(ResponseMismatch) as raised:
        checker.check(changed(acted, lie))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    "lie",
    [
        {"status": 202},
        {"status": 404},
        {"headers": {"ETag": '"8-0"'}},
        {"headers": {"ETag": '"8-0"', "Content-Type": "text/html"}},
        {"headers": {"Content-Type": "application/json"}},
        {"body": b""},
        {"body": b"{"},
        {"body": b'{"version": 1, "version": 1}'},
        {"method": "GET"},
        {"path": "/v2/games"},
    ],
)
def test_what_is_wrong_outside_of_the_body_is_refused(lie: Node, checker: Checker, acted: Answer) -> None:
    with pytest.raises((ResponseMismatch, json.JSONDecodeError)):
        checker.check(acted._replace(**lie))


@pytest.mark.parametrize(
    "lie",
    [
        {"code": "seat_taken", "type": "/docs#seat_taken"},  # not one of this status, or of this operation
        {"type": "/docs#game_over"},
        {"status": 403},
        {"detail": None},
    ],
)
def test_a_problem_that_contradicts_itself_or_the_document_is_refused(lie: Node, checker: Checker) -> None:
    with pytest.raises(ResponseMismatch):
        checker.check(refused(**lie))


def test_an_answer_without_a_body_has_none(checker: Checker) -> None:
    gone = Answer("DELETE", "/v1/games/x", 204, {}, b"")
    checker.check(gone)
    for lie in ({"body": b"gone"}, {"headers": {"Content-Type": "text/html"}}):
        with pytest.raises(ResponseMismatch):
            checker.check(gone._replace(**lie))


@pytest.fixture
def streamed(document: Node) -> Answer:
    """A true stream of three events, cut off after a comment."""
    events = example(document, "/v1/games/{game_id}/events", "get", "200")["events"][:3]
    frames = [f"id: {event['seq']}\nevent: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
    body = "".join(["retry: 1000\n\n", ":\n\n", *frames, ":\n\n"]).encode()
    return Answer("GET", "/v1/games/x/stream", 200, {"Content-Type": "text/event-stream"}, body)


def test_a_stream_is_a_retry_and_then_events_of_the_document_and_comments(checker: Checker, streamed: Answer) -> None:
    checker.check(streamed)
    checker.check(streamed._replace(body=b"retry: 1000\n\n"))
    checker.check(Answer("GET", "/v1/games/x/stream", 204, {}, b""))


def _from_the_second(streamed: Answer) -> bytes:
    """All of a stream after the first line of its second event."""
    return streamed.body.partition(b"id: 3\n")[2]


@pytest.mark.parametrize(
    ("true", "lie"),
    [
        (b"retry: 1000\n\n", b""),
        (b"retry: 1000\n\n", b"retry: soon\n\n"),
        (b":\n\nid: 2", b"retry: 1000\n\nid: 2"),
        (b":\n\nid: 2", b"hello\n\nid: 2"),
        (b"\nid: 2\n", b"\nid: one\n"),
        (b"\nid: 3\n", b"\nid: 4\n"),
        (b"\nid: 3\n", b"\nid: two\n"),
        (b"\nid: 3\n", b"\n"),
        (b'"seq": 3', b'"seq": 5'),
        (b'"seq": 3', b'"number": 2'),
        (b"event: started", b"event: ended"),
        (b'"type": "started"', b'"type": "began"'),
        (b"\n\n:\n\nid: 2\n", b"\n\n:\nid: 2\n"),
    ],
)
def test_a_stream_with_anything_else_in_it_is_refused(true: bytes, lie: bytes, checker: Checker, streamed: Answer) -> None:
    assert true in streamed.body
    with pytest.raises(ResponseMismatch):
        checker.check(streamed._replace(body=streamed.body.replace(true, lie, 1)))


def test_a_stream_with_an_event_left_out_told_twice_or_cut_in_two_is_refused(checker: Checker, streamed: Answer) -> None:
    first = streamed.body.partition(b"id: 3\n")[0]
    second = b"id: 3\n" + _from_the_second(streamed).partition(b"id: 4\n")[0]
    third = b"id: 4\n" + _from_the_second(streamed).partition(b"id: 4\n")[2]
    checker.check(streamed._replace(body=first + second + third))
    for lie in (first + third, first + second + second + third, first + second + third[:-4], first + second[:9]):
        with pytest.raises(ResponseMismatch):
            checker.check(streamed._replace(body=lie))


def test_an_unknown_address_must_answer_a_problem(checker: Checker) -> None:
    nowhere = refused(code="route_not_found", type="/docs#route_not_found")._replace(path="/nowhere")
    checker.check(nowhere)
    for lie in ({"headers": {"Content-Type": "text/html"}}, {"status": 200}, {"body": b"{}"}):
        with pytest.raises(ResponseMismatch):
            checker.check(nowhere._replace(**lie))


def test_a_head_request_is_held_to_the_headers_of_its_get(checker: Checker) -> None:
    view = Answer("HEAD", "/v1/games/x/view", 200, {"ETag": '"1-0"', "Content-Type": "application/json"}, b"")
    checker.check(view)
    with pytest.raises(ResponseMismatch):
        checker.check(view._replace(headers={"Content-Type": "application/json"}))


def test_what_was_answered_is_kept_and_all_that_is_promised_is_told(checker: Checker, acted: Answer) -> None:
    assert {("submitAction", "200"), ("submitAction", "default")} <= checker.promised()
    assert checker.seen == set()
    checker.check(acted)
    assert checker.seen == {("submitAction", "200")}


def test_a_number_in_a_header_is_a_number(checker: Checker) -> None:
    unavailable = refused(code="store_unavailable", type="/docs#store_unavailable", status=503)
    unavailable = unavailable._replace(status=503, headers={**unavailable.headers, "Retry-After": "1"})
    checker.check(unavailable)
    with pytest.raises(ResponseMismatch):
        checker.check(unavailable._replace(headers={**unavailable.headers, "Retry-After": "soon"}))


def test_an_answer_that_came_over_http_is_held_to_the_exported_document() -> None:
    headers = {"Content-Type": "application/json"}
    check_response("GET", "/healthz?a=b", 200, headers, b'{"status": "ok"}')
    with pytest.raises(ResponseMismatch):
        check_response("GET", "/healthz?a=b", 200, headers, b'{"state": "ok"}')


def test_the_test_client_checks_by_itself() -> None:
    app = create_app(Settings(redis_url="redis://127.0.0.1:1"))
    app.test_client_class = CheckingClient
    app.add_url_rule("/v1/lies", view_func=lambda: "unheard of")
    client = app.test_client()
    assert client.get("/v1/rulesets").status_code == 200
    with pytest.raises(ResponseMismatch):
        client.get("/v1/lies")
