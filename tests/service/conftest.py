"""An app on the private Redis, whose every answer is held to the OpenAPI document."""

import secrets
from collections.abc import Callable

import pytest
from flask import Flask

from service.app import create_app
from service.settings import Settings
from tests.calling import InProcess, Table
from tests.checking import CheckingClient


@pytest.fixture(scope="session")
def make_app(redis_url: str) -> Callable[..., Flask]:
    """Make an app with keys of its own; settings may be given."""

    def make(**settings: object) -> Flask:
        app = create_app(Settings(redis_url=redis_url, redis_prefix=f"test-{secrets.token_hex(6)}", **settings))  # type: ignore[arg-type]
        app.test_client_class = CheckingClient
        return app

    return make


@pytest.fixture(scope="session")
def app(make_app: Callable[..., Flask]) -> Flask:
    """An app with the default settings; its games are each test's own, its public list is everybody's."""
    return make_app()


@pytest.fixture
def api(app: Flask) -> InProcess:
    """Calls the app."""
    return InProcess(app.test_client())


@pytest.fixture
def table(api: InProcess) -> Callable[..., Table]:
    """Create a game of landlord, three players where nothing else is said."""

    def create(ruleset: str = "landlord", **wanted: object) -> Table:
        if ruleset == "landlord" and "seats" not in wanted:
            wanted["seats"] = [{"kind": "player", "name": name} for name in ("Ann", "Ben", "Cem")]
        return Table(api, ruleset, **wanted)

    return create
