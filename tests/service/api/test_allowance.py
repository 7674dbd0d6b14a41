"""How often one address may ask."""

from collections.abc import Callable

import pytest
from flask import Flask

from service.setting_kinds import RateLimit
from tests.calling import InProcess

THREE = RateLimit(3, "hour")


def test_an_allowance_that_is_used_up_says_when_to_come_back(make_app: Callable[..., Flask]) -> None:
    api = InProcess(make_app(rate_limit_create=THREE).test_client())
    replies = [api.call("POST", "/v1/games", {"ruleset": "landlord"}) for _ in range(4)]
    assert [reply.status for reply in replies] == [201, 201, 201, 429]
    refused = replies[-1]
    assert refused.json["code"] == "rate_limited"
    seconds = int(refused.headers["retry-after"])
    assert 1 <= seconds <= 3600
    assert refused.headers["ratelimit-policy"] == '"create";q=3;w=3600'
    assert refused.headers["ratelimit"] == f'"create";r=0;t={seconds}'
    assert refused.headers["access-control-allow-origin"] == "*"


def test_moves_have_an_allowance_of_their_own(make_app: Callable[..., Flask]) -> None:
    api = InProcess(make_app(rate_limit_create=THREE, rate_limit_read=THREE).test_client())
    made, *_ = [api.call("POST", "/v1/games", {"ruleset": "landlord"}).json for _ in range(4)]
    path, token = f"/v1/games/{made['game']['id']}", made["tokens"][0]["token"]
    for _ in range(4):
        reply = api.call("POST", f"{path}/actions", {"type": "pass"}, {"Authorization": f"Bearer {token}"})
        assert reply.status != 429
    assert [api.call("GET", path).status for _ in range(4)] == [200, 200, 200, 429]
    assert api.call("GET", "/nowhere").status == 429


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_who_watches_the_service_is_not_counted(make_app: Callable[..., Flask], path: str) -> None:
    api = InProcess(make_app(rate_limit_read=RateLimit(1, "hour")).test_client())
    assert [api.call("GET", path).status for _ in range(3)] == [200, 200, 200]


def test_each_address_is_counted_for_itself(make_app: Callable[..., Flask]) -> None:
    api = InProcess(make_app(rate_limit_read=RateLimit(1, "hour"), trusted_proxies=1).test_client())
    seen = [api.call("GET", "/v1", headers={"X-Forwarded-For": f"6.6.6.6, 192.0.2.{n}"}).status for n in (1, 1, 2)]
    assert seen == [200, 429, 200]
    untrusted = InProcess(make_app(rate_limit_read=RateLimit(1, "hour")).test_client())
    seen = [untrusted.call("GET", "/v1", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status for n in (1, 2)]
    assert seen == [200, 429]
