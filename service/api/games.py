"""Games: create, list, look, join, give up, remove, read the record."""

from typing import Any

from flask import Response

from service.api.bearer import bearer_token, idempotency_key, none_match
from service.api.bodies import read, read_json, refuse_a_body
from service.api.operations import (
    ANYONE,
    BEARER,
    BEARER_OR_ANYONE,
    ETAG,
    GAME_ID,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    LOCATION,
    Operations,
    Success,
)
from service.api.parameters import GamesQuery, ReplayQuery
from service.api.replies import empty, of_one_viewer, ready
from service.api.waiting import WAIT, wait, wait_seconds
from service.live.holding import Holding
from service.live.news import GameSource
from service.play.games import Games
from service.play.kept import Once
from service.play.lobby import Lobby
from service.play.requests import JoinGame, new_game
from service.play.shapes import GameStatus


def blueprint(games: Games, lobby: Lobby, holding: Holding, examples: dict[str, Any]) -> Operations:
    """The routes under /v1/games that are about a game as a whole."""
    blp = Operations("games", "One table each, from the first deal to the last.", examples)

    @blp.route("/v1/games", methods=["POST"])
    @blp.operation(
        "createGame",
        "Create a game",
        "The answer holds the token of each seat that is for a player, so that an embedding site can hand them out, and "
        "the host's. The game starts when no seat is open. Bots play until it is a person's or an agent's turn before this is "
        "answered; a game of bots alone is played out, which may take ten seconds where all of them are experts.",
        Success("GameCreated", 201, "The game, and the tokens that are shown this once.", headers=LOCATION),
        security=ANYONE,
        body="NewGame",
        problems=["agent_unavailable"],
    )
    def create_game() -> Response:
        created = lobby.create(new_game(read_json()))
        return ready(created, 201, location=f"/v1/games/{created.game.id}", cache_control="no-store")

    @blp.route("/v1/games", methods=["GET"])
    @blp.operation(
        "listGames",
        "List the public games",
        "Newest first. Unlisted games are in no list.",
        Success("GamePage", description="A page of games."),
        security=ANYONE,
    )
    @blp.query(GamesQuery)
    def list_games(
        limit: int, ruleset: str | None = None, status: GameStatus | None = None, cursor: str | None = None
    ) -> Response:
        return ready(games.public(ruleset, status, limit, cursor))

    @blp.route("/v1/games/<game_id>", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "getGame",
        "Look at a game's public facts",
        "What anyone who has the id may know: no cards before the game is over.",
        Success("Game", description="The game."),
        security=ANYONE,
        problems=["game_not_found"],
    )
    def get_game(game_id: str) -> Response:
        return ready(games.game(game_id), cache_control="no-cache")

    @blp.route("/v1/games/<game_id>", methods=["DELETE"], parameters=[GAME_ID])
    @blp.operation(
        "removeGame",
        "End and remove a game",
        "For the bearer of the host's token. Nothing of the game is left.",
        Success(None, 204, "It is gone."),
        security=BEARER,
        problems=["token_missing", "token_unknown", "not_the_host", "game_not_found"],
    )
    def remove_game(game_id: str) -> Response:
        lobby.remove(game_id, bearer_token())
        return empty(204)

    @blp.route("/v1/games/<game_id>/join", methods=["POST"], parameters=[GAME_ID])
    @blp.operation(
        "joinGame",
        "Take an open seat",
        "The lowest open seat, or the one that is asked for. The token in the answer is shown this once.",
        Success("GameJoined", description="The seat, its token, and the game."),
        security=ANYONE,
        body="JoinGame",
        problems=["game_not_found", "no_open_seat", "seat_taken"],
    )
    def join_game(game_id: str) -> Response:
        return ready(lobby.join(game_id, read(JoinGame)), cache_control="no-store")

    @blp.route("/v1/games/<game_id>/view", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "getView",
        "See the table",
        "As the bearer's seat may see it, or, without a token, as a spectator may: everything that it may know, so that a "
        "client needs no memory of its own, and what it may do now.",
        Success("GameView", description="The view.", headers=ETAG),
        security=BEARER_OR_ANYONE,
        problems=["token_missing", "token_unknown", "not_your_seat", "game_not_found"],
        not_modified=ETAG,
        headers=[IF_NONE_MATCH, WAIT],
        is_held=True,
    )
    def get_view(game_id: str) -> Response:
        token, seconds = bearer_token(), wait_seconds()
        etag, version, view = games.view(game_id, token)
        if not none_match(etag):
            return of_one_viewer(view(), etag)
        wait(holding, GameSource(games, game_id), version, seconds, token)
        return of_one_viewer(None, etag)

    @blp.route("/v1/games/<game_id>/resign", methods=["POST"], parameters=[GAME_ID])
    @blp.operation(
        "resign",
        "Give the bearer's seat up",
        "With two players the other wins and the scores stay as they are; with three or four a skilled bot plays on in the "
        "seat, which can still win; alone, the game is lost. Once no player is left, the bots make a few moves each time that "
        "somebody looks at the game, and go on while a stream of it is open.",
        Success("ActionTaken", description="What it led to.", headers=ETAG),
        security=BEARER,
        problems=[
            "token_missing",
            "token_unknown",
            "not_your_seat",
            "game_not_found",
            "game_not_started",
            "game_over",
            "idempotency_key_reused",
            "validation_error",
            "body_too_large",
            "unsupported_media_type",
        ],
        headers=[IDEMPOTENCY_KEY],
    )
    def resign(game_id: str) -> Response:
        key = idempotency_key()
        refuse_a_body()
        answer = games.resign(game_id, bearer_token(), None if key is None else Once(key))
        return of_one_viewer(answer.body, answer.etag)

    _read_when_over(blp, games)
    return blp


def _read_when_over(blp: Operations, games: Games) -> None:
    """Add the routes that read the whole of a finished game."""

    @blp.route("/v1/games/<game_id>/record", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "getRecord",
        "Read a finished game's record",
        "The seed, every shuffle and every action: with the rules alone anyone can check it.",
        Success("GameRecord", description="The record."),
        security=ANYONE,
        problems=["game_not_found", "game_not_over"],
    )
    def get_record(game_id: str) -> Response:
        return ready(games.record(game_id), cache_control="no-cache")

    @blp.route("/v1/games/<game_id>/replay", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "getReplay",
        "See a finished game step by step",
        "The first deal and every action, each with what every seat saw then: who shows them needs to know no rules. In each "
        "step all that happened is told, hidden cards too, for the game is over.",
        Success("ReplayPage", description="A page of steps."),
        security=ANYONE,
        problems=["game_not_found", "game_not_over", "replay_unavailable"],
    )
    @blp.query(ReplayQuery)
    def get_replay(game_id: str, limit: int, after: int | None = None) -> Response:
        return ready(games.replay(game_id, after, limit), cache_control="no-cache")
