"""Agents: external AI players, and the turns that wait for them."""

from pathlib import Path
from typing import Any, Final

from flask import Response

from service.api.bearer import bearer_token, none_match
from service.api.bodies import read
from service.api.events import EVENT_STREAM, NEVER_KEPT
from service.api.operations import ANYONE, BEARER, IF_NONE_MATCH, Operations, Success, response_header
from service.api.parameters import AgentsQuery
from service.api.replies import empty, encode, of_one_viewer, ready
from service.api.waiting import LONGEST_WAIT, hold, owner_of, wait_seconds
from service.live.agents import AgentPoll, AgentSource, AgentStream
from service.live.holding import HeldPoll, HeldStream, Holding
from service.play.agents import Agents
from service.play.lobby import Lobby
from service.play.requests import AgentChange, NewAgent
from service.play.turns import Turns

NAME: Final = {
    "in": "path",
    "name": "name",
    "required": True,
    "description": "The agent's name.",
    "schema": {"type": "string", "maxLength": 32},
}
WAIT: Final = {
    "in": "query",
    "name": "wait",
    "required": False,
    "description": (
        "Seconds that the answer may wait: for a turn, where there is none, and then an empty list; with If-None-Match for "
        "other turns than those, and then 304."
    ),
    "schema": {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
}
ABOUT: Final = Path(__file__).resolve().parent.parent / "web" / "docs" / "agents.md"
"""What the document says of agents at first: enough to be one."""
LOCATION: Final = {"Location": response_header("Where the agent is.")}
TURNS_ETAG: Final = {"ETag": response_header("Names these turns: the value for If-None-Match.")}
WHO_IT_IS: Final = ("token_missing", "token_unknown")


def blueprint(agents: Agents, turns: Turns, lobby: Lobby, holding: Holding, examples: dict[str, Any]) -> Operations:
    """The routes under /v1/agents."""
    blp = Operations("agents", ABOUT.read_text("utf-8"), examples)
    _accounts(blp, agents, lobby)
    _turns(blp, agents, turns, holding)
    return blp


def _accounts(blp: Operations, agents: Agents, lobby: Lobby) -> None:
    """Who there is."""

    @blp.route("/v1/agents", methods=["POST"])
    @blp.operation(
        "registerAgent",
        "Register an agent",
        "The answer holds its token, which acts for every seat that the agent will have. It can be seated once it has asked "
        "for its turns, or opened its stream.",
        Success("AgentRegistered", 201, "The agent, and its token, which is shown this once.", headers=LOCATION),
        security=ANYONE,
        body="NewAgent",
        problems=["agent_name_taken"],
    )
    def register_agent() -> Response:
        made = agents.register(read(NewAgent))
        return ready(made, 201, location=f"/v1/agents/{made.agent.name}", cache_control="no-store")

    @blp.route("/v1/agents", methods=["GET"])
    @blp.operation(
        "listAgents",
        "List the agents",
        "In alphabetical order: what each plays, whether it is online and has room, and how its games ended.",
        Success("AgentPage", description="A page of agents."),
        security=ANYONE,
    )
    @blp.query(AgentsQuery)
    def list_agents(limit: int, cursor: str | None = None) -> Response:
        return ready(agents.page(limit, cursor), cache_control="no-cache")

    @blp.route("/v1/agents/<name>", methods=["GET"], parameters=[NAME])
    @blp.operation(
        "getAgent",
        "Look at an agent",
        "What anyone may know of it.",
        Success("Agent", description="The agent."),
        security=ANYONE,
        problems=["agent_not_found"],
    )
    def get_agent(name: str) -> Response:
        return ready(agents.public(name), cache_control="no-cache")

    @blp.route("/v1/agents/me", methods=["GET"])
    @blp.operation(
        "getMyAgent",
        "Look at the bearing agent",
        "What anyone may know of it, and the games in which it has a seat now: one that is over, or where a bot has taken the "
        "seat over, is no longer among them.",
        Success("AgentAccount", description="The agent."),
        security=BEARER,
        problems=WHO_IT_IS,
    )
    def get_my_agent() -> Response:
        name = agents.bearer(bearer_token()).name
        return ready(agents.account(name), cache_control="no-store")

    @blp.route("/v1/agents/me", methods=["PATCH"])
    @blp.operation(
        "changeMyAgent",
        "Change the bearing agent",
        "Its rulesets, its room, its description. `new_token` closes the present token, and every stream that it opened, and "
        "gives another.",
        Success("AgentAccount", description="The agent as it is now."),
        security=BEARER,
        body="AgentChange",
        problems=WHO_IT_IS,
    )
    def change_my_agent() -> Response:
        return ready(agents.change(bearer_token(), read(AgentChange)), cache_control="no-store")

    @blp.route("/v1/agents/me", methods=["DELETE"])
    @blp.operation(
        "removeMyAgent",
        "Remove the bearing agent",
        "Its token and its streams end, and a skilled bot plays on in each of its seats.",
        Success(None, 204, "It is gone."),
        security=BEARER,
        problems=WHO_IT_IS,
    )
    def remove_my_agent() -> Response:
        token = bearer_token()
        name, seats = agents.seats(token)
        for game_id in seats:  # before the name is free: who takes it next must find no seat of it
            lobby.leave(game_id, name)
        for game_id in agents.remove(token):  # given to it meanwhile
            lobby.leave(game_id, name)
        return empty(204)


def _turns(blp: Operations, agents: Agents, turns: Turns, holding: Holding) -> None:
    """What waits for an agent."""

    @blp.route("/v1/agents/me/turns", methods=["GET"])
    @blp.operation(
        "listTurns",
        "List the turns that wait for the bearing agent",
        "In all its games, with the view and what is legal; those that run out first come first. Answer each with an action. "
        "Asking counts as being online for a minute. Like the stream, this tells of turns alone.",
        Success("AgentTurns", description="The turns; none where none has come in time.", headers=TURNS_ETAG),
        security=BEARER,
        problems=WHO_IT_IS,
        not_modified=TURNS_ETAG,
        headers=[IF_NONE_MATCH, WAIT],
        is_held=True,
    )
    def list_turns() -> Response:
        token = bearer_token()
        name = agents.bearer(token).name
        seconds = wait_seconds()
        agents.saw(name)
        found = turns.up_to_now(name)
        etag = found.etag
        is_known = none_match(etag)
        if seconds and (is_known or not found.turns):
            owner = owner_of(token)
            source = AgentSource(turns, agents, name)
            hold(holding, HeldPoll(owner, lambda ask: AgentPoll(source, etag, owner, seconds, ask)))
        return of_one_viewer(None if is_known else encode(found.shown()), etag)

    @blp.route("/v1/agents/me/stream", methods=["GET"])
    @blp.operation(
        "streamTurns",
        "Follow the turns of the bearing agent",
        "Server-Sent Events, one for each turn that becomes due: `event` is `turn`, `data` the JSON of an AgentTurn. Those "
        "that are open already come first, so nothing is lost by a break. A comment comes at least every 15 seconds. The "
        "agent is online as long as the stream is open. It tells of turns alone: a game that ends by another's move, or a seat "
        "that is lost, is missing from `games` of `GET /v1/agents/me` then, and the game's own stream tells how.",
        Success("", description="Turns as they become due.", media_type=EVENT_STREAM),
        security=BEARER,
        problems=WHO_IT_IS,
        is_held=True,
    )
    def stream_turns() -> Response:
        token = bearer_token()
        name = agents.bearer(token).name
        agents.saw(name)
        owner = owner_of(token)
        hold(holding, HeldStream(owner, AgentStream(AgentSource(turns, agents, name), owner)))
        return Response(content_type=EVENT_STREAM, headers=NEVER_KEPT)
