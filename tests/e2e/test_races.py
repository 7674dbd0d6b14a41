"""Many at once: one order, and both judged in it."""

from concurrent.futures import ThreadPoolExecutor

from tests.calling import PLAYERS, Table
from tests.serving import Server

BID = {"type": "bid", "points": 1}


def test_of_64_posts_for_the_same_turn_one_wins(server: Server) -> None:
    for _ in range(3):
        table = Table(server.caller, seats=PLAYERS[:3])
        before = table.game()["version"]
        with ThreadPoolExecutor(64) as pool:
            replies = list(pool.map(lambda _: table.act(0, BID), range(64)))  # noqa: B023  # all are done before the next round
        assert sorted(reply.status for reply in replies) == [200] + [409] * 63
        assert {reply.json["code"] for reply in replies if reply.status == 409} == {"not_your_turn"}
        events = table.get(f"/events?after={before}").json["events"]
        assert [event["type"] for event in events] == ["landlord.bid"]


def test_one_key_from_16_clients_is_one_move_and_sixteen_equal_answers(server: Server) -> None:
    for _ in range(3):
        table = Table(server.caller, seats=PLAYERS[:3])
        with ThreadPoolExecutor(16) as pool:
            replies = list(pool.map(lambda _: table.act(0, BID, {"Idempotency-Key": "k"}), range(16)))  # noqa: B023  # as above
        assert {(reply.status, reply.body) for reply in replies} == {(200, replies[0].body)}
        assert table.game()["version"] == replies[0].json["version"]


def test_of_many_guests_each_open_seat_takes_one(server: Server) -> None:
    table = Table(server.caller, seats=[{"kind": "open"}] * 3)
    with ThreadPoolExecutor(16) as pool:
        replies = list(pool.map(lambda n: table.post("/join", {"name": f"Guest {n}"}), range(16)))
    assert sorted(reply.status for reply in replies) == [200] * 3 + [409] * 13
    assert {reply.json["code"] for reply in replies if reply.status == 409} == {"no_open_seat"}
    assert sorted(reply.json["seat"] for reply in replies if reply.status == 200) == [0, 1, 2]
    types = [event["type"] for event in table.get("/events").json["events"]]
    assert types == ["created", "joined", "joined", "joined", "started", "landlord.dealt"]


def test_a_game_that_is_removed_under_a_players_hands_is_just_gone(server: Server) -> None:
    table = Table(server.caller, seats=PLAYERS[:3])
    with ThreadPoolExecutor(8) as pool:
        acts = [pool.submit(table.act, 0, BID) for _ in range(4)]
        host = {"Authorization": f"Bearer {table.host_token}"}
        removed = pool.submit(server.caller.call, "DELETE", table.path, None, host)
        acts += [pool.submit(table.act, 0, BID) for _ in range(4)]
    assert removed.result().status == 204
    assert {act.result().status for act in acts} <= {200, 404, 409}
    assert table.get().status == 404


def test_of_many_who_remove_a_game_one_does(server: Server) -> None:
    for _ in range(5):
        table = Table(server.caller, seats=PLAYERS[:3])
        host = {"Authorization": f"Bearer {table.host_token}"}
        with ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(lambda _: server.caller.call("DELETE", table.path, None, host), range(8)))  # noqa: B023  # as above
        assert sorted(reply.status for reply in replies) == [204] + [404] * 7
