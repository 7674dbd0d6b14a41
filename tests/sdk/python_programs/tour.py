"""All that a client does, through the generated one: python tour.py URL. It ends with an error where an answer is another."""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar
from uuid import uuid4

from card_commons_client import AuthenticatedClient, Client
from card_commons_client.api.actions import get_hint, list_legal_actions, submit_action
from card_commons_client.api.agents import get_agent, list_turns, register_agent, remove_my_agent
from card_commons_client.api.events import list_events
from card_commons_client.api.games import (
    create_game,
    get_game,
    get_record,
    get_replay,
    get_view,
    join_game,
    list_games,
    remove_game,
)
from card_commons_client.api.rulesets import get_rules, judge_hands
from card_commons_client.models import (
    BotLevel,
    BotSeat,
    CenterRowExchange,
    EventPage,
    GameStatus,
    HandRanking,
    HandsToJudge,
    HintWish,
    JoinGame,
    LandlordBid,
    LandlordDetails,
    LandlordOptions,
    LandlordPlay,
    LandlordView,
    NewAgent,
    NewLandlordGame,
    OpenSeat,
    PlayerSeat,
    Problem,
    RulesetId,
    Visibility,
)
from card_commons_client.types import UNSET, Unset
from httpx import Timeout
from leaves import of_actions, of_events, of_table

T = TypeVar("T")


def answered(answer: T | Problem) -> T:
    """The answer, which is no problem."""
    assert not isinstance(answer, Problem), answer
    return answer


def refused(answer: object, status: int, code: str) -> Problem:
    """The problem, which is of this status and code."""
    assert isinstance(answer, Problem), answer
    assert (answer.status, answer.code) == (status, code), answer
    return answer


class Tour:
    """A game of landlord at which Ann and Ben sit with a bot, and everything that is asked of it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.anyone = Client(base_url=url, timeout=Timeout(60), raise_on_unexpected_status=True)
        self.game, self.host, self.ann = self.create()
        self.ben = self.join()

    def bearer(self, token: str) -> AuthenticatedClient:
        """A client that shows a token."""
        return AuthenticatedClient(base_url=self.url, token=token, timeout=Timeout(60), raise_on_unexpected_status=True)

    def create(self) -> tuple[str, AuthenticatedClient, AuthenticatedClient]:
        """The game's id, its host and Ann."""
        wanted = NewLandlordGame(
            options=LandlordOptions(deals=3),
            seed="a tour",
            visibility=Visibility.PUBLIC,
            seats=[PlayerSeat(name="Ann"), OpenSeat(), BotSeat(level=BotLevel.BEGINNER)],
        )
        created = answered(create_game.sync(client=self.anyone, body=wanted))
        assert created.game.status is GameStatus.WAITING
        assert created.game.options.deals == 3
        assert [seat.kind for seat in created.game.seats] == ["player", "open", "bot"]
        (token,) = created.tokens
        return created.game.id, self.bearer(created.host_token), self.bearer(token.token)

    def join(self) -> AuthenticatedClient:
        """Ben, once the game has started with him."""
        waiting = answered(get_view.sync(self.game, client=self.anyone))
        assert waiting is not None
        assert of_table(waiting) == "waits for players"
        refused(submit_action.sync(self.game, client=self.ann, body=LandlordBid(points=1)), 409, "game_not_started")
        joined = answered(join_game.sync(self.game, client=self.anyone, body=JoinGame(name="Ben")))
        assert joined.seat == 1
        refused(join_game.sync(self.game, client=self.anyone, body=JoinGame(name="Cem")), 409, "no_open_seat")
        return self.bearer(joined.token)

    def look(self) -> str:
        """The ETag of Ann's view, which is asked for again without an answer."""
        seen = get_view.sync_detailed(self.game, client=self.ann)
        view = answered(seen.parsed)
        assert view is not None
        assert isinstance(view.state, LandlordView)
        held = [seat.cards for seat in view.state.seats]
        assert held[0] is not None
        assert held[1:] == [None, None]
        assert view.legal_actions is not None
        etag = seen.headers["ETag"]
        assert get_view.sync(self.game, client=self.ann, if_none_match=etag) is None
        return etag

    def be_refused(self, etag: str) -> None:
        """Each kind of problem that a client can make."""
        bid = LandlordBid(points=3)
        refused(submit_action.sync(self.game, client=self.bearer("nobody"), body=bid), 401, "token_unknown")
        refused(submit_action.sync(self.game, client=self.host, body=bid), 403, "not_your_seat")
        refused(get_game.sync("nowhere", client=self.anyone), 404, "game_not_found")
        refused(list_games.sync(client=self.anyone, cursor="no cursor"), 400, "malformed")
        refused(get_record.sync(self.game, client=self.anyone), 409, "game_not_over")
        refused(submit_action.sync(self.game, client=self.ann, body=bid, if_match="99"), 412, "version_conflict")
        turned_away = refused(submit_action.sync(self.game, client=self.ben, body=bid), 409, "not_your_turn")
        assert turned_away.to_act == [0]
        assert f'"{turned_away.version}-0"' == etag
        invalid = refused(submit_action.sync(self.game, client=self.ann, body=LandlordBid(points=9)), 422, "validation_error")
        assert invalid.errors is not UNSET
        assert invalid.errors
        other = CenterRowExchange(take="As", give="2c")
        refused(submit_action.sync(self.game, client=self.ann, body=other), 422, "validation_error")
        illegal = refused(
            submit_action.sync(self.game, client=self.ann, body=LandlordPlay(cards=["RJ"])), 422, "illegal_action"
        )
        assert isinstance(illegal.reason, str)

    def act(self, etag: str) -> None:
        """Ann bids; that her bid is sent again changes nothing."""
        key = str(uuid4())
        bid = LandlordBid(points=1)
        first = answered(submit_action.sync(self.game, client=self.ann, body=bid, if_match=etag, idempotency_key=key))
        again = answered(submit_action.sync(self.game, client=self.ann, body=bid, if_match=etag, idempotency_key=key))
        assert again == first
        assert list(of_events(EventPage(events=first.events, next_=None))) == ["landlord.bid"]
        other = submit_action.sync(self.game, client=self.ann, body=LandlordBid(points=2), idempotency_key=key)
        refused(other, 422, "idempotency_key_reused")
        hint = answered(get_hint.sync(self.game, client=self.ben, body=HintWish(level=BotLevel.SKILLED)))
        answered(submit_action.sync(self.game, client=self.ben, body=hint.action, if_match=str(hint.version)))

    def legal_words(self, client: AuthenticatedClient) -> list[str]:
        """A word for each legal action, page by page."""
        page = answered(list_legal_actions.sync(self.game, client=client, limit=3))
        words = [*of_actions(page)]
        while page.next_ is not None:
            page = answered(list_legal_actions.sync(self.game, client=client, limit=3, cursor=page.next_))
            words += of_actions(page)
        assert len(words) == page.count
        return words

    def play(self) -> None:
        """Ann and Ben take legal actions until the game is over; Ann looks at all of hers before."""
        game = answered(get_game.sync(self.game, client=self.anyone))
        listed = False
        while game.status is not GameStatus.FINISHED:
            client = (self.ann, self.ben)[game.to_act[0]]
            listed = listed or bool(self.legal_words(client))
            choice = answered(list_legal_actions.sync(self.game, client=client, sample=1)).actions[0]
            taken = answered(submit_action.sync(self.game, client=client, body=choice))
            assert of_table(taken.view).startswith("deal ")
            game = taken.view.game
        assert listed
        assert game.result is not None
        assert isinstance(game.result.details, LandlordDetails)
        record = answered(get_record.sync(self.game, client=self.anyone))
        assert (record.seed, record.result.winners) == ("a tour", game.result.winners)
        page = answered(get_replay.sync(self.game, client=self.anyone, limit=1))
        (deal,) = page.steps
        assert (page.count, deal.action, page.next_) == (1 + len(record.actions), None, 0)
        (bid,) = answered(get_replay.sync(self.game, client=self.anyone, after=0, limit=1)).steps
        assert bid.action == record.actions[0].action
        assert all(isinstance(state, LandlordView) and state.deal == 0 for state in bid.states)

    def listed_events(self) -> list[str]:
        """A word for each of Ann's events, page by page."""
        after: int | None = 0
        words: list[str] = []
        while after is not None:
            page = answered(list_events.sync(self.game, client=self.ann, after=after, limit=50))
            words += of_events(page)
            after = page.next_
        return words

    def streamed_events(self) -> Iterator[str]:
        """The same, as they happen."""
        with self.ann.get_httpx_client().stream("GET", f"/v1/games/{self.game}/stream") as answer:
            for named, line in pairwise(answer.iter_lines()):
                if line.startswith("data: "):
                    (word,) = of_events(EventPage.from_dict({"events": [json.loads(line[6:])], "next": None}))
                    assert named == f"event: {word}"
                    yield word

    def find(self) -> None:
        """The game is in the list of those that are public, page by page."""
        found: list[str] = []
        cursor: str | Unset | None = UNSET
        while cursor is not None:
            page = answered(list_games.sync(client=self.anyone, ruleset=RulesetId.LANDLORD, limit=1, cursor=cursor))
            found += [game.id for game in page.games]
            cursor = page.next_
        assert self.game in found

    def remove(self) -> None:
        """Only the host can, and then it is gone."""
        refused(remove_game.sync(self.game, client=self.ann), 403, "not_the_host")
        assert remove_game.sync(self.game, client=self.host) is None
        refused(get_game.sync(self.game, client=self.anyone), 404, "game_not_found")


def ask_without_a_game(client: Client) -> None:
    """The rules, and what a hand is by them."""
    assert answered(get_rules.sync("center-row", client=client)).startswith("#")
    judged = answered(judge_hands.sync("center-row", client=client, body=HandsToJudge(hands=[["9h", "Th", "Jh", "Qh", "RJ"]])))
    assert isinstance(judged, HandRanking)
    assert [wild.stands_for for wild in judged.hands[0].wild] == ["Kh"]


def be_an_agent(tour: Tour) -> None:
    """An agent comes, asks for its turns, and goes."""
    name = f"tour-{uuid4().hex[:8]}"
    registered = answered(register_agent.sync(client=tour.anyone, body=NewAgent(name=name, rulesets=[RulesetId.LANDLORD])))
    agent = tour.bearer(registered.token)
    waiting = answered(list_turns.sync(client=agent))
    assert waiting is not None  # it would be 304 for who names the turns that it knows
    assert waiting.turns == []
    assert answered(get_agent.sync(name, client=tour.anyone)).online
    assert remove_my_agent.sync(client=agent) is None
    refused(get_agent.sync(name, client=tour.anyone), 404, "agent_not_found")


def main() -> None:
    """Take the tour."""
    tour = Tour(sys.argv[1])
    ask_without_a_game(tour.anyone)
    be_an_agent(tour)
    tour.find()
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(lambda: list(tour.streamed_events()))
        etag = tour.look()
        tour.be_refused(etag)
        tour.act(etag)
        tour.play()
        listed = tour.listed_events()
        assert following.result(60) == listed
    assert (listed[0], listed[-1]) == ("created", "game_over")
    tour.remove()
    print("the tour is over")


if __name__ == "__main__":
    main()
