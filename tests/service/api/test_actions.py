"""POST actions: what is judged, in which order, and what a refusal leaves unchanged."""

from collections.abc import Callable

import pytest

from tests.calling import Table

Create = Callable[..., Table]
BID = {"type": "landlord.bid", "points": 3}


def test_the_answer_is_the_events_since_and_the_table_now(table: Create) -> None:
    made = table()
    before = made.game()["version"]
    reply = made.act(0, BID)
    assert reply.status == 200
    assert [event["seq"] for event in reply.json["events"]] == list(range(before + 1, reply.json["version"] + 1))
    assert reply.json["events"][0]["type"] == "landlord.bid"
    assert reply.json["view"] == made.get("/view", 0).json
    assert reply.headers["etag"] == made.get("/view", 0).headers["etag"] == f'"{reply.json["version"]}-0"'


def test_bots_reply_within_the_same_answer(table: Create) -> None:
    made = table(seats=None)
    reply = made.act(0, BID)
    assert reply.json["view"]["game"]["to_act"] == [0]
    reply = made.act(0, made.any_action(0))
    assert {event["seat"] for event in reply.json["events"]} >= {0, 1, 2} or reply.json["view"]["game"]["to_act"] == [0]


def test_the_prefix_of_a_type_may_be_left_out(table: Create) -> None:
    reply = table().act(0, {"type": "bid", "points": 1})
    assert reply.json["events"][0]["type"] == "landlord.bid"


def test_out_of_turn_is_a_conflict_that_says_whose_turn_it_is(table: Create) -> None:
    made = table()
    refused = made.act(1, BID)
    assert (refused.status, refused.json["code"]) == (409, "not_your_turn")
    assert (refused.json["to_act"], refused.json["version"]) == ([0], made.game()["version"])


def test_whose_turn_it_is_is_judged_before_what_is_played(table: Create) -> None:
    assert table().act(1, {"type": "play", "cards": ["3c", "3c"]}).json["code"] == "not_your_turn"


def test_a_refused_action_changes_nothing(table: Create) -> None:
    made = table()
    made.act(0, BID)
    before = made.get("/view", 0).body
    held = made.get("/view", 0).json["state"]["seats"][0]["cards"]
    other = next(rank + suit for rank in "3456789TJQKA2" for suit in "cdhs" if rank + suit not in held)
    for action, reason in [
        ({"type": "pass"}, "must_lead"),
        ({"type": "play", "cards": [other]}, "card_not_held"),
        ({"type": "play", "cards": [held[0], held[0]]}, "card_named_twice"),
    ]:
        refused = made.act(0, action)
        assert (refused.status, refused.json["code"], refused.json["reason"]) == (422, "illegal_action", reason)
        assert (refused.json["version"], refused.json["to_act"]) == (made.game()["version"], [0])
    assert made.get("/view", 0).body == before


def test_an_illegal_action_names_the_cards_concerned(table: Create) -> None:
    made = table()
    made.act(0, BID)
    held = made.get("/view", 0).json["state"]["seats"][0]["cards"]
    missing = [rank + suit for rank in "3456789TJQKA2" for suit in "cdhs" if rank + suit not in held][:2]
    assert made.act(0, {"type": "play", "cards": [held[0], *missing]}).json["cards"] == missing


@pytest.mark.parametrize(
    ("action", "field"),
    [
        ([], ""),
        ("pass", ""),
        (None, ""),
        ({}, "type"),
        ({"type": None}, "type"),
        ({"type": "fold"}, "type"),
        ({"type": "landlord.fold"}, "type"),
        ({"type": "bid"}, "points"),
        ({"type": "bid", "points": 0}, "points"),
        ({"type": "bid", "points": 4}, "points"),
        ({"type": "bid", "points": "3"}, "points"),
        ({"type": "bid", "points": None}, "points"),
        ({"type": "bid", "points": 3, "seat": 1}, "seat"),
        ({"type": "pass", "cards": []}, "cards"),
        ({"type": "play"}, "cards"),
        ({"type": "play", "cards": []}, "cards"),
        ({"type": "play", "cards": "3c"}, "cards"),
        ({"type": "play", "cards": ["3C"]}, "cards.0"),
        ({"type": "play", "cards": ["3c", "10d"]}, "cards.1"),
        ({"type": "play", "cards": ["3c", "3c\n"]}, "cards.1"),
        ({"type": "play", "cards": ["3c"] * 21}, "cards"),
        ({"type": "play", "cards": ["3c"], "kind": "triple"}, "kind"),
        ({"type": "landlord.play", "cards": ["3c"], "kind": 5}, "kind"),
    ],
)
def test_the_form_is_judged_first_and_names_the_field(table: Create, action: object, field: str) -> None:
    made = table()
    refused = made.act(1, b"null" if action is None else action, {"Content-Type": "application/json"})
    assert (refused.status, refused.json["code"]) == (422, "validation_error")
    assert list(refused.json["errors"]) == [field]


def test_null_for_an_optional_field_is_as_if_it_were_absent(table: Create) -> None:
    made = table()
    made.act(0, BID)
    card = made.get("/view", 0).json["state"]["seats"][0]["cards"][0]
    assert made.act(0, {"type": "play", "cards": [card], "kind": None}).status == 200


def test_who_asks_is_judged_after_the_game_and_before_the_turn(table: Create) -> None:
    made = table()
    path = f"{made.path}/actions"
    nobody = made.caller.call("POST", path, BID)
    assert (nobody.status, nobody.json["code"], nobody.headers["www-authenticate"]) == (401, "token_missing", "Bearer")
    stranger = made.caller.call("POST", path, BID, {"Authorization": "Bearer nonsense"})
    assert (stranger.status, stranger.json["code"], stranger.headers["www-authenticate"]) == (401, "token_unknown", "Bearer")
    host = made.caller.call("POST", path, BID, {"Authorization": f"Bearer {made.host_token}"})
    assert (host.status, host.json["code"]) == (403, "not_your_seat")
    elsewhere = made.caller.call("POST", "/v1/games/AAAAAAAAAAAAAAAAAAAAAA/actions", BID)
    assert (elsewhere.status, elsewhere.json["code"]) == (404, "game_not_found")
    other_game = made.caller.call("POST", path, BID, {"Authorization": f"Bearer {table().tokens[0]}"})
    assert (other_game.status, other_game.json["code"]) == (401, "token_unknown")


# -- If-Match ------------------------------------------------------------------------------------------
def test_if_match_holds_from_the_moment_that_the_turn_began(table: Create) -> None:
    made = table()
    version = made.game()["version"]
    for value in (
        str(version),
        f'"{version}"',
        f'"{version}-0"',
        f'"{version}-public"',
        f'W/"{version}-1"',
        "*",
        f'"1-0", "{version}-0"',
    ):
        assert made.act(0, {"type": "bid", "points": 4}, {"If-Match": value}).status == 422
        refused = made.act(0, {"type": "play", "cards": ["3c"]}, {"If-Match": value})
        assert (refused.status, refused.json["code"]) == (422, "illegal_action"), value


@pytest.mark.parametrize("value", ["0", "1", '"1-0"', "999999", "abc", '"abc"', "", "-1", "1.0", '"17-x"', "²", "9" * 400])
def test_another_version_is_a_conflict(table: Create, value: str) -> None:
    made = table()
    refused = made.act(0, BID, {"If-Match": value.encode("latin-1", "replace").decode("latin-1")})
    assert (refused.status, refused.json["code"]) == (412, "version_conflict")
    assert (refused.json["version"], refused.json["to_act"]) == (made.game()["version"], [0])


def test_a_past_version_out_of_turn_is_told_whose_turn_it_is(table: Create) -> None:
    assert table().act(1, BID, {"If-Match": '"1-1"'}).json["code"] == "not_your_turn"


# -- Idempotency-Key -----------------------------------------------------------------------------------
def test_the_same_key_and_body_answer_the_first_answer_again(table: Create) -> None:
    made = table()
    first = made.act(0, BID, {"Idempotency-Key": "once"})
    again = made.act(0, BID, {"Idempotency-Key": "once"})
    assert (first.status, first.body, first.headers["etag"]) == (again.status, again.body, again.headers["etag"])
    assert made.game()["version"] == first.json["version"]


def test_a_kept_answer_holds_though_the_version_has_moved_on(table: Create) -> None:
    made = table()
    headers = {"Idempotency-Key": "once", "If-Match": str(made.game()["version"])}
    first = made.act(0, {"type": "bid", "points": 1}, headers)
    made.act(1, {"type": "pass"})
    assert made.act(0, {"type": "bid", "points": 1}, headers).body == first.body


def test_another_body_under_the_key_is_refused(table: Create) -> None:
    made = table()
    made.act(0, {"type": "bid", "points": 1}, {"Idempotency-Key": "once"})
    refused = made.act(0, {"type": "bid", "points": 2}, {"Idempotency-Key": "once"})
    assert (refused.status, refused.json["code"]) == (422, "idempotency_key_reused")


def test_a_key_is_its_seats_own(table: Create) -> None:
    made = table()
    made.act(0, {"type": "bid", "points": 1}, {"Idempotency-Key": "once"})
    assert made.act(1, {"type": "bid", "points": 2}, {"Idempotency-Key": "once"}).status == 200


def test_a_refusal_is_not_kept(table: Create) -> None:
    made = table()
    assert made.act(1, BID, {"Idempotency-Key": "once"}).status == 409
    made.act(0, {"type": "pass"})
    assert made.act(1, BID, {"Idempotency-Key": "once"}).status == 200


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 65, "ü", "\t"])
def test_a_key_is_visible_ascii(table: Create, key: str) -> None:
    made = table()
    refused = made.act(0, BID, {"Idempotency-Key": key})
    assert (refused.status, refused.json["code"]) == (400, "malformed")
    assert made.act(0, BID, {"Idempotency-Key": "!~" * 32}).status == 200


def test_the_same_action_spelt_without_its_ruleset_is_the_same_request(table: Create) -> None:
    made = table()
    first = made.act(0, {"type": "bid", "points": 2}, {"Idempotency-Key": "once"})
    again = made.act(0, {"points": 2.0, "type": "landlord.bid"}, {"Idempotency-Key": "once"})
    assert (again.status, again.body) == (200, first.body)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ({"type": "fold"}, "'fold' is no action; there are five-three.reserve, "),
        ({"type": "center-row.pass"}, "center-row.pass is no action of landlord; it has landlord.bid, "),
        ({"type": "bid", "points": 4}, "It must be a whole number from 1 to 3, not 4."),
        ({"type": "bid", "points": "3"}, "It must be a whole number from 1 to 3, not '3'."),
        ({"type": "bid"}, "It is required, and must be a whole number from 1 to 3."),
        ({"type": "pass", "now": True}, "There is no such field, only type."),
        ({"type": "play", "cards": []}, "It must be a list of 1 to 20 entries, not a list of 0."),
        ({"type": "play", "cards": ["1c"]}, "It must be a card: a rank of "),
        ({"type": "play", "cards": ["3c"], "kind": "trio"}, "It must be single, pair, triplet, "),
    ],
)
def test_a_body_that_can_t_be_is_told_why_in_words(table: Create, action: object, sentence: str) -> None:
    (messages,) = table().act(0, action).json["errors"].values()
    assert messages[0].startswith(sentence)
