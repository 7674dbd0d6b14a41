"""POST resign: a seat is given up, and what becomes of the game."""

from collections.abc import Callable

from engine.registry import BY_ID
from engine.replay import verify
from tests.calling import Table

Create = Callable[..., Table]


def test_with_three_players_a_skilled_bot_plays_on_in_the_seat(table: Create) -> None:
    made = table(options={"deals": 3})
    reply = made.post("/resign", seat=0)
    assert reply.status == 200
    types = [event["type"] for event in reply.json["events"]]
    assert types[:2] == ["resigned", "seat_taken_over"]
    assert types[2].startswith("landlord.")
    seat = reply.json["view"]["game"]["seats"][0]
    assert (seat["resigned"], seat["level"], seat["kind"], seat["name"]) == (True, "skilled", "player", "Ann")
    assert reply.json["view"]["game"]["to_act"] == [1]
    assert reply.json["view"]["legal_actions"] is None


def test_a_seat_may_be_given_up_out_of_turn(table: Create) -> None:
    made = table()
    assert made.post("/resign", seat=2).json["view"]["game"]["to_act"] == [0]


def test_who_gave_the_seat_up_watches_but_acts_no_more(table: Create) -> None:
    made = table()
    made.post("/resign", seat=1)
    assert made.get("/view", 1).json == made.get("/view").json
    assert made.get("/events", 1).json == made.get("/events").json
    for refused in (made.act(1, {"type": "pass"}), made.post("/resign", seat=1), made.get("/legal-actions", 1)):
        assert (refused.status, refused.json["code"]) == (403, "not_your_seat")


def test_the_record_tells_who_gave_up_and_which_moves_were_the_bots(table: Create) -> None:
    made = table(options={"deals": 3})
    for seat in (1, 2, 0):
        made.post("/resign", seat=seat)
    for _ in range(100):
        if made.game()["status"] == "finished":
            break
    record = made.get("/record")
    actions = record.json["actions"]
    assert [action["seat"] for action in actions if action["action"] == {"type": "resign"}] == [1, 2, 0]
    assert {action.get("by") for action in actions if action["action"]["type"] != "resign"} == {"bot"}
    assert list(verify(BY_ID["landlord"], record.body).winners) == made.game()["result"]["winners"]


def test_a_waiting_game_can_t_be_given_up(table: Create) -> None:
    refused = table(seats=[{"kind": "player"}, {"kind": "open"}, {"kind": "bot"}]).post("/resign", seat=0)
    assert (refused.status, refused.json["code"]) == (409, "game_not_started")


def test_resigning_twice_under_one_key_is_resigning_once(table: Create) -> None:
    made = table()
    first = made.post("/resign", seat=2, headers={"Idempotency-Key": "k"})
    # the seat is the bot's by now, so the kept answer must come before the question who plays it
    assert made.post("/resign", seat=2, headers={"Idempotency-Key": "k"}).body == first.body


def test_who_gave_the_seat_up_sees_none_of_the_cards_that_the_bot_plays(table: Create) -> None:
    made = table(options={"deals": 3})
    reply = made.post("/resign", seat=1).json
    assert reply["view"]["seat"] is None
    assert all(seat["cards"] is None for seat in reply["view"]["state"]["seats"])
    assert all(hand["cards"] is None for event in reply["events"] for hand in event.get("hands", ()))
