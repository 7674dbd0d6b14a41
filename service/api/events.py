"""Events: what has happened in a game, as its reader may know it, page by page or as it happens."""

from typing import Any, Final

from flask import Response

from service.api.bearer import bearer_token
from service.api.operations import BEARER_OR_ANYONE, GAME_ID, Operations, Success
from service.api.parameters import EventsQuery
from service.api.replies import empty, ready
from service.api.waiting import AFTER, LAST_EVENT_ID, hold, last_event, owner_of
from service.live.holding import HeldStream, Holding
from service.live.listeners import Stream
from service.live.news import GameSource
from service.play.games import Games

EVENT_STREAM: Final = "text/event-stream"
NEVER_KEPT: Final = (
    ("Vary", "Authorization"),
    ("Cache-Control", "private, no-store"),
    ("X-Accel-Buffering", "no"),  # nginx would hold events back until they fill a buffer
)


def blueprint(games: Games, holding: Holding, examples: dict[str, Any]) -> Operations:
    """The routes that tell of what has happened."""
    blp = Operations("events", "What has happened, one by one, numbered from 1 without a gap.", examples)

    @blp.route("/v1/games/<game_id>/events", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "listEvents",
        "List what has happened",
        "Events after a number, oldest first, as the bearer's seat or, without a token, a spectator may know them.",
        Success("EventPage", description="A page of events."),
        security=BEARER_OR_ANYONE,
        problems=["token_missing", "token_unknown", "not_your_seat", "game_not_found"],
    )
    @blp.query(EventsQuery)
    def list_events(game_id: str, after: int, limit: int) -> Response:
        page = games.events(game_id, bearer_token(), after, limit)
        return ready(page, cache_control="private, no-cache", vary="Authorization")

    @blp.route("/v1/games/<game_id>/stream", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "streamEvents",
        "Follow what happens",
        "The same events as Server-Sent Events: `id` is the number, `event` the type, `data` the JSON of a GameEvent. It "
        "begins after the last event that you have and ends with the game; a comment comes at least every 15 seconds. After a "
        "break go on with Last-Event-ID: nothing is left out or told twice.",
        Success("", description="Events as they happen.", media_type=EVENT_STREAM),
        security=BEARER_OR_ANYONE,
        problems=["token_missing", "token_unknown", "not_your_seat", "game_not_found"],
        headers=[LAST_EVENT_ID, AFTER],
        nothing_left="The game is over, and you have all of its events.",
        is_held=True,
    )
    def stream_events(game_id: str) -> Response:
        token = bearer_token()
        after = last_event()
        seat, is_more = games.follower(game_id, token, after)
        if not is_more:
            return empty(204)
        owner = owner_of(token)
        hold(holding, HeldStream(owner, Stream(GameSource(games, game_id), after, seat, owner)))
        return Response(content_type=EVENT_STREAM, headers=NEVER_KEPT)

    return blp
