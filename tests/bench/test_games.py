"""The games that are prepared are real games: every move of them is legal, and the last one ends them."""

import json

from bench.games import SEATS, create, moves, play_out
from bench.load import ask, request
from bench.servers import Server


def test_a_prepared_game_is_played_to_its_end(service: Server) -> None:
    (game,) = play_out(service.port, 1)
    told = json.loads(ask(service.port, request("GET", f"/v1/games/{game}")))
    assert told["status"] == "finished"


def test_a_new_game_has_a_view_for_each_seat_and_all_its_moves_to_come(service: Server) -> None:
    game = create(service.port, 1)
    seats = [json.loads(ask(service.port, look))["seat"] for look in game.views]
    assert (seats, len(game.moves)) == (list(range(SEATS)), len(list(moves("bench 1"))))


def test_the_same_seed_gives_the_same_moves() -> None:
    assert list(moves("bench 1")) == list(moves("bench 1")) != list(moves("bench 2"))
