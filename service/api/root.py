"""The service itself: what it is, whether it is well."""

from collections.abc import Callable
from typing import Annotated, Any, Final

from flask import Response
from msgspec import Meta, Struct

from engine.registry import RULESETS
from service import __version__
from service.api.operations import ANYONE, Operations, Success
from service.api.replies import ready
from service.store import Store

PLAIN: Final = "text/plain"


class RulesetVersion(Struct, frozen=True):
    """A ruleset and the version of its rules."""

    id: Annotated[str, Meta(description="Id of the ruleset.", examples=["landlord"])]
    rules_version: Annotated[int, Meta(description="Goes up when the same actions would come to another result.")]


class Links(Struct, frozen=True):
    """Where things are."""

    rulesets: Annotated[str, Meta(description="The games that can be played.")]
    games: Annotated[str, Meta(description="The public games.")]
    document: Annotated[str, Meta(description="The OpenAPI document.")]
    docs: Annotated[str, Meta(description="The same for a person.")]


class ServiceInfo(Struct, frozen=True):
    """What this service is."""

    name: Annotated[str, Meta(description="Of the service.")]
    version: Annotated[str, Meta(description="Of the API and the service, by semantic versioning.")]
    rulesets: Annotated[tuple[RulesetVersion, ...], Meta(description="What can be played.")]
    links: Annotated[Links, Meta(description="Where to go on.")]


class Health(Struct, frozen=True):
    """That the service is well."""

    status: Annotated[str, Meta(description="`ok`.")]


def blueprint(store: Store, metrics: Callable[[], Response], public_url: str, examples: dict[str, Any]) -> Operations:
    """The routes about the service itself. `public_url` is put before each link; empty for relative links."""
    blp = Operations("service", "What the service is, and whether it is well.", examples)
    links = Links(
        rulesets=f"{public_url}/v1/rulesets",
        games=f"{public_url}/v1/games",
        document=f"{public_url}/openapi.json",
        docs=f"{public_url}/docs",
    )
    about = ServiceInfo(
        name="Card Commons",
        version=__version__,
        rulesets=tuple(RulesetVersion(ruleset.id, ruleset.version) for ruleset in RULESETS),
        links=links,
    )

    @blp.route("/v1", methods=["GET"])
    @blp.operation(
        "getService",
        "Look at the service",
        "The API's version, the rulesets and the versions of their rules, and where to go on.",
        Success("ServiceInfo", description="What this service is."),
        security=ANYONE,
        touches_store=False,
    )
    def get_service() -> Response:
        return ready(about, cache_control="no-cache")

    @blp.route("/healthz", methods=["GET"])
    @blp.operation(
        "getHealth",
        "Ask whether the service is alive",
        "Answers as long as the process does, whatever the store says.",
        Success("Health", description="It is alive."),
        security=ANYONE,
        touches_store=False,
        rate_limited=False,
    )
    def get_health() -> Response:
        return ready(Health("ok"), cache_control="no-store")

    @blp.route("/readyz", methods=["GET"])
    @blp.operation(
        "getReadiness",
        "Ask whether the service can serve",
        "Asks the store; 503 where it doesn't answer.",
        Success("Health", description="It can serve."),
        security=ANYONE,
        rate_limited=False,
    )
    def get_readiness() -> Response:
        store.ping()
        return ready(Health("ok"), cache_control="no-store")

    @blp.route("/metrics", methods=["GET"])
    @blp.operation(
        "getMetrics",
        "Read the figures",
        "In the text format of Prometheus, over all workers.",
        Success("", description="The figures.", media_type=PLAIN),
        security=ANYONE,
        touches_store=False,
        rate_limited=False,
    )
    def get_metrics() -> Response:
        return metrics()

    return blp
