"""The service itself: what it says of itself and of its rulesets."""

from collections.abc import Callable

import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator, meta

from engine.registry import RULESETS
from service.app import create_app
from service.settings import Settings
from tests.calling import InProcess


def test_the_service_tells_where_to_go_on(api: InProcess) -> None:
    about = api.call("GET", "/v1").json
    assert [ruleset["id"] for ruleset in about["rulesets"]] == [ruleset.id for ruleset in RULESETS]
    for link in about["links"].values():
        assert api.call("GET", link).status == 200


def test_links_begin_with_the_public_address(make_app: Callable[..., Flask]) -> None:
    api = InProcess(make_app(public_url="https://cards.example/base").test_client())
    assert api.call("GET", "/v1").json["links"]["games"] == "https://cards.example/base/v1/games"
    assert api.call("GET", "/openapi.json").json["servers"][0]["url"] == "https://cards.example/base"


def test_it_is_alive_and_ready(api: InProcess) -> None:
    for path in ("/healthz", "/readyz"):
        assert api.call("GET", path).json == {"status": "ok"}


def test_without_a_store_it_is_alive_but_not_ready() -> None:
    api = InProcess(create_app(Settings(redis_url="redis://127.0.0.1:1")).test_client())
    assert api.call("GET", "/healthz").status == 200
    for method, path, body in [
        ("GET", "/readyz", None),
        ("POST", "/v1/games", {"ruleset": "landlord"}),
        ("GET", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA", None),
        ("GET", "/v1/games", None),
        ("POST", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA/actions", {"type": "pass"}),
    ]:
        refused = api.call(method, path, body, {"Authorization": "Bearer x"})
        assert (refused.status, refused.json["code"], refused.headers["retry-after"]) == (503, "store_unavailable", "1")


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_a_ruleset_says_all_that_a_client_needs_to_begin(api: InProcess, ruleset: object) -> None:
    ruleset_id = ruleset.id  # type: ignore[attr-defined]
    found = api.call("GET", f"/v1/rulesets/{ruleset_id}").json
    assert found in api.call("GET", "/v1/rulesets").json["rulesets"]
    for schema in (found["options_schema"], *(action["action_schema"] for action in found["actions"])):
        assert meta.is_valid(schema)
    assert Draft202012Validator(found["options_schema"]).is_valid({})
    assert all(action["type"].startswith(f"{ruleset_id}.") for action in found["actions"])
    rules = api.call("GET", found["rules_url"])
    assert rules.headers["content-type"] == "text/markdown; charset=utf-8"
    assert len(rules.body.decode()) > 1000


def test_figures_count_by_operation_and_status(make_app: Callable[..., Flask]) -> None:
    api = InProcess(make_app().test_client())
    api.call("GET", "/v1")
    api.call("GET", "/nowhere")
    figures = api.call("GET", "/metrics").body.decode()
    assert 'card_commons_request_seconds_count{operation="service.get_service",status="200"} 1.0' in figures
    assert 'card_commons_request_seconds_count{operation="none",status="404"} 1.0' in figures
