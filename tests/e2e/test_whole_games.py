"""A player by chance in every seat plays whole games over HTTP: each listed action is taken, each record holds."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import msgspec
import pytest

from engine.replay import verify
from tests.calling import PLAYERS, Connected, Table
from tests.contract.cases import CASES, Case
from tests.serving import Server

GAMES = 200
LONG_GAMES = 40
"""Of what takes longest: ten-hands, where the three bots of the rules think along, twice, for the record is played again;
and what is only more of the same, landlord with six deals and five-three to five points."""
LONG = ("ten-hands-1-classic", "ten-hands-1-oregon", "landlord-3-6", "five-three-2-5")
AT_ONCE = 4


def test_what_takes_longest_is_what_there_is() -> None:
    assert set(LONG) <= set(map(str, CASES))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_many_games_by_chance_are_confirmed_from_their_seeds(busy_server: Server, case: Case) -> None:
    def games(number: int) -> None:
        with closing(busy_server.caller.connected()) as caller:
            for _ in range(number):
                whole_game(caller)

    def whole_game(caller: Connected) -> None:
        options = msgspec.to_builtins(case.options)
        table = Table(caller, case.ruleset.id, options=options, seats=PLAYERS[: case.seats])
        table.play_out()
        record = table.get("/record")
        assert record.status == 200
        result = verify(case.ruleset, record.body)
        assert msgspec.to_builtins(result.winners) == tuple(table.game()["result"]["winners"])

    with ThreadPoolExecutor(AT_ONCE) as pool:
        many = LONG_GAMES if str(case) in LONG else GAMES
        list(pool.map(games, [many // AT_ONCE] * AT_ONCE))
