"""The compose file is what a stranger puts on the internet: hardened, bounded, and set to values that the service takes."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import KINDS, Settings

SERVICES = ("api", "redis")


def filled_in(node: Any) -> Any:
    """A node of the file with its variables at their defaults."""
    if isinstance(node, dict):
        return {name: filled_in(value) for name, value in node.items()}
    if isinstance(node, list):
        return [filled_in(value) for value in node]
    return re.sub(r"\$\{[A-Z_]+:-([^}]*)\}", r"\1", node) if isinstance(node, str) else node


@pytest.fixture(scope="module")
def compose(top: Path) -> dict[str, Any]:
    """The file as read, its variables at their defaults."""
    loaded: dict[str, Any] = filled_in(yaml.safe_load((top / "docker-compose.yml").read_text()))
    return loaded


@pytest.fixture(scope="module")
def public(compose: dict[str, Any]) -> dict[str, str]:
    """The environment of the service's container."""
    environment: dict[str, str] = compose["services"]["api"]["environment"]
    return environment


def test_there_are_the_service_and_its_redis(compose: dict[str, Any]) -> None:
    assert tuple(compose["services"]) == SERVICES


@pytest.mark.parametrize("name", SERVICES)
def test_no_container_runs_as_root_or_can_become_it(compose: dict[str, Any], name: str) -> None:
    service = compose["services"][name]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", service["user"])
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_has_a_read_only_root_a_health_check_and_comes_back(compose: dict[str, Any], name: str) -> None:
    service = compose["services"][name]
    assert service["read_only"] is True
    assert service["restart"] == "unless-stopped"
    assert {"test", "interval", "timeout", "retries", "start_period"} <= set(service["healthcheck"])


def test_the_settings_are_ones_that_the_service_takes(public: dict[str, str]) -> None:
    assert {name.lower() for name in public} <= set(KINDS)
    assert Settings.from_environ(public).redis_url == "redis://redis:6379/0"


def test_rate_limits_are_tighter_than_the_defaults(public: dict[str, str]) -> None:
    tight, generous = Settings.from_environ(public), Settings()
    for name in ("rate_limit_create", "rate_limit_read", "rate_limit_act"):
        mine, default = getattr(tight, name), getattr(generous, name)
        assert mine.requests / mine.seconds < default.requests / default.seconds


def test_redis_is_reached_from_inside_only_and_keeps_every_game(compose: dict[str, Any]) -> None:
    redis = compose["services"]["redis"]
    assert "ports" not in redis
    assert redis["networks"] == ["back"]
    assert compose["networks"]["back"] == {"internal": True}
    command = " ".join(redis["command"])
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command
    assert redis["volumes"] == ["games:/data"]
    assert "games" in compose["volumes"]


def test_the_service_waits_for_redis_and_is_published_on_this_host_alone(compose: dict[str, Any]) -> None:
    api = compose["services"]["api"]
    assert api["depends_on"] == {"redis": {"condition": "service_healthy"}}
    assert api["ports"] == ["127.0.0.1:8000:8000"]


def test_images_of_others_are_pinned_to_a_release(compose: dict[str, Any]) -> None:
    assert re.search(r":\d+\.\d+", compose["services"]["redis"]["image"])
