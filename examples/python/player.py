"""Play one game to its end, by chance, through the generated client: python player.py landlord [URL]."""

import random
import sys
from typing import TypeVar

from card_commons_client import AuthenticatedClient, Client
from card_commons_client.api.actions import list_legal_actions, submit_action
from card_commons_client.api.games import create_game
from card_commons_client.models import (
    GameStatus,
    LandlordOptions,
    NewCenterRowGame,
    NewFiveThreeGame,
    NewLandlordGame,
    NewTenHandsGame,
    Problem,
    TenHandsOptions,
    TenHandsVariant,
)

T = TypeVar("T")
GAMES: dict[str, NewFiveThreeGame | NewCenterRowGame | NewTenHandsGame | NewLandlordGame] = {
    "five-three": NewFiveThreeGame(),
    "center-row": NewCenterRowGame(),
    "ten-hands": NewTenHandsGame(),
    "oregon": NewTenHandsGame(options=TenHandsOptions(variant=TenHandsVariant.OREGON)),
    "landlord": NewLandlordGame(options=LandlordOptions(deals=3)),
}


def answered(answer: T | Problem) -> T:
    """The answer; what is none ends the program with the reason."""
    if isinstance(answer, Problem):
        sys.exit(f"{answer.code}: {answer.detail}")
    return answer


name = sys.argv[1]
url = sys.argv[2] if sys.argv[2:] else "http://127.0.0.1:8000"
created = answered(create_game.sync(client=Client(base_url=url), body=GAMES[name]))
me = AuthenticatedClient(base_url=url, token=created.tokens[0].token)
game = created.game
while game.status is not GameStatus.FINISHED:
    page = answered(list_legal_actions.sync(game.id, client=me, sample=1))
    action = random.choice(page.actions)  # noqa: S311  # here a player of yours thinks
    game = answered(submit_action.sync(game.id, client=me, body=action)).view.game
print(game.ruleset, "scores", game.scores, "winners", game.result and game.result.winners)
