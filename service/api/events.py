"""Events: what has happened in a game, as its reader may know it."""

from typing import Any

from flask import Response

from service.api.bearer import bearer_token
from service.api.operations import BEARER_OR_ANYONE, GAME_ID, Operations, Success
from service.api.parameters import EventsQuery
from service.api.replies import ready
from service.play.games import Games


def blueprint(games: Games, examples: dict[str, Any]) -> Operations:
    """The routes that tell of what has happened."""
    blp = Operations("events", "What has happened, one by one, numbered from 1 without a gap.", examples)

    @blp.route("/v1/games/<game_id>/events", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "listEvents",
        "List what has happened",
        "Events after a number, oldest first, as the bearer's seat or, without a token, a spectator may know them.",
        Success("EventPage", description="A page of events."),
        security=BEARER_OR_ANYONE,
        problems=["malformed", "token_missing", "token_unknown", "game_not_found"],
    )
    @blp.query(EventsQuery)
    def list_events(game_id: str, after: int, limit: int) -> Response:
        page = games.events(game_id, bearer_token(), after, limit)
        return ready(page, cache_control="private, no-cache", vary="Authorization")

    return blp
