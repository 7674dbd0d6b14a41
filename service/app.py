"""The only place where the parts of the service are put together."""

from collections.abc import Callable
from dataclasses import dataclass
from time import time, time_ns
from typing import Any, Final

from flask import Flask, Response
from werkzeug.middleware.proxy_fix import ProxyFix

from engine.fallback import FAILURES
from service.api import actions, agents, docs, document, events, games, pages, root, rulesets
from service.api.allowance import Allowance
from service.api.cors import Cors
from service.api.edge import Edge
from service.api.metrics import Figures
from service.api.waiting import is_token
from service.live.holding import Holding
from service.live.hub import Hub
from service.live.places import Places
from service.play.agents import Agents
from service.play.games import Games
from service.play.lives import Lives
from service.play.lobby import Lobby
from service.play.stored_games import StoredGames
from service.play.turns import Turns
from service.settings import Settings, SettingsError
from service.store import Store, connect


@dataclass(frozen=True)
class Parts:
    """What an app is made of, for tests and tools: `app.extensions["card-commons"]`."""

    store: Store
    stored: StoredGames
    games: Games
    document: str


class Plain(Flask):
    """Flask without the question, asked for each request, whether a view is a coroutine: none is."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function as it is."""
        return func


BESIDE_REQUESTS: Final = 4
"""Connections to the store beyond one a thread: of the thread that holds streams, and of those beside it."""


def milliseconds() -> int:
    """Now, in milliseconds since 1970."""
    return time_ns() // 1_000_000


def create_app(settings: Settings) -> Flask:
    """A Flask app that serves the whole API. It connects to the store with the first request that needs it."""
    app = Plain("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.url_map.redirect_defaults = False
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False  # its redirects would name whatever host the client says
    if settings.redis_url is None:
        raise SettingsError("REDIS_URL is not set; `python -m service` starts a private Redis and sets it for its workers")
    client = connect(settings.redis_url, connections=settings.threads + BESIDE_REQUESTS)
    store = Store(client, settings.redis_prefix)
    lives = Lives(
        waiting_ms=settings.waiting_life_seconds * 1000,
        active_ms=settings.active_life_seconds * 1000,
        finished_ms=settings.finished_life_seconds * 1000,
        answer_ms=settings.kept_answer_seconds * 1000,
    )

    def clock() -> int:
        return stored.clock()  # a test may set another later

    players = Agents(store.agents, clock, settings.agent_life_seconds * 1000)
    stored = StoredGames(store, milliseconds, lives, players)
    play, lobby = Games(stored), Lobby(stored)
    public_url = settings.public_url or ""

    places = Places(
        settings.streams,
        lambda owner: settings.streams_per_token if is_token(owner) else settings.streams_per_address,
    )
    hub = Hub(client, places, clock, store.keys.closing(), store.agents.closed)
    holding = Holding(hub, by_thread=max(1, settings.threads // 2))
    figures = Figures()
    FAILURES.listener = figures.bot_failed
    app.wsgi_app = Edge(app.wsgi_app, Allowance(settings, time), Cors(settings.cors_origins), figures, holding)  # type: ignore[method-assign]
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    api = document.install(app, public_url)
    examples = document.examples()
    for blueprint in (
        games.blueprint(play, lobby, holding, examples),
        actions.blueprint(play, examples),
        events.blueprint(play, holding, examples),
        agents.blueprint(players, Turns(stored), lobby, holding, examples),
        rulesets.blueprint(examples),
        root.blueprint(store, figures.page, public_url, examples),
    ):
        api.register_blueprint(blueprint)
    app.register_blueprint(docs.blueprint(public_url))
    app.register_blueprint(pages.blueprint(public_url))
    text = document.written(api)
    app.extensions["card-commons"] = Parts(store, stored, play, text)

    @app.get("/openapi.json")
    @app.get("/v1/openapi.json")  # where some look for it, beside the rest
    def openapi() -> Response:
        return Response(text, content_type="application/json")

    return app
