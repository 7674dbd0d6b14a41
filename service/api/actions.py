"""Actions: take one, list those that are legal, ask what a bot would do."""

from typing import Any

from flask import Response

from engine.bots.bot import Level
from service.api.bearer import bearer_token, idempotency_key, if_match
from service.api.bodies import read_if_any, read_json
from service.api.operations import BEARER, ETAG, GAME_ID, IDEMPOTENCY_KEY, IF_MATCH, Operations, Success
from service.api.parameters import LegalQuery
from service.api.replies import of_one_viewer, ready
from service.play.action_form import ActionForm
from service.play.conditions import Start
from service.play.games import Games
from service.play.kept import Once
from service.play.refusals import malformed
from service.play.requests import HintWish


def blueprint(games: Games, examples: dict[str, Any]) -> Operations:
    """The routes by which a seat acts."""
    blp = Operations("actions", "What a seat does, and what it may do.", examples)

    @blp.route("/v1/games/<game_id>/actions", methods=["POST"], parameters=[GAME_ID])
    @blp.operation(
        "submitAction",
        "Take an action",
        "Send any of `legal-actions` as it stands, or one that a choice of the view allows. A type may be sent without its "
        "ruleset (`play` for `landlord.play`). The bots reply within the same answer. A refused action changes nothing.",
        Success("ActionTaken", description="What it led to, and the table now.", headers=ETAG),
        security=BEARER,
        body="Action",
        problems=[
            "token_missing",
            "token_unknown",
            "not_your_seat",
            "game_not_found",
            "not_your_turn",
            "game_not_started",
            "game_over",
            "version_conflict",
            "illegal_action",
            "idempotency_key_reused",
        ],
        headers=[IF_MATCH, IDEMPOTENCY_KEY],
    )
    def submit_action(game_id: str) -> Response:
        key = idempotency_key()
        body = read_json()
        once = None if key is None else Once(key)
        answer = games.act(game_id, bearer_token(), ActionForm(body), if_match(), once)
        return of_one_viewer(answer.body, answer.etag)

    @blp.route("/v1/games/<game_id>/legal-actions", methods=["GET"], parameters=[GAME_ID])
    @blp.operation(
        "listLegalActions",
        "List the bearer's legal actions",
        "One by one, complete and exact, in a fixed order; `count` is exact even where the list is long. Out of turn and "
        "after the end there are none. Cards that differ in nothing that matters are listed once.",
        Success("LegalActionPage", description="A page of actions, or a sample."),
        security=BEARER,
        problems=["token_missing", "token_unknown", "not_your_seat", "game_not_found", "version_conflict"],
    )
    @blp.query(LegalQuery)
    def list_legal_actions(game_id: str, limit: int, cursor: str | None = None, sample: int | None = None) -> Response:
        if sample is not None and cursor is not None:
            raise malformed("sample", "A sample has no pages; leave the cursor out.")
        token = bearer_token()
        if sample is not None:
            return ready(games.legal_sample(game_id, token, sample), cache_control="private, no-cache")
        return ready(games.legal(game_id, token, Start(cursor), limit), cache_control="private, no-cache")

    @blp.route("/v1/games/<game_id>/hint", methods=["POST"], parameters=[GAME_ID])
    @blp.operation(
        "getHint",
        "Ask what a bot would do",
        "In the bearer's place, from what the bearer may know. Nothing changes: send the action yourself if you like it. The "
        "same question in the same turn has the same answer. A body may be left out. The bots of a `ten-hands` table are these "
        "same players on the same deck. In Oregon no chance is in what they do, so a hint is what the bot of that level did in "
        "the same place: who follows the Expert's to the end draws with it. In classic the Expert tries deals by chance, and "
        "its hints lead to another game of the same strength.",
        Success("Hint", description="A legal action."),
        security=BEARER,
        body="HintWish",
        body_required=False,
        problems=[
            "token_missing",
            "token_unknown",
            "not_your_seat",
            "game_not_found",
            "not_your_turn",
            "game_not_started",
            "game_over",
        ],
    )
    def get_hint(game_id: str) -> Response:
        level = read_if_any(HintWish).level or Level.SKILLED
        return ready(games.hint(game_id, bearer_token(), level), cache_control="private, no-store")

    return blp
