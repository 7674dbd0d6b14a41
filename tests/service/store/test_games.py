"""A game in the store: created once, changed by whoever is first, read whole."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import pytest

from service.store import Change, Kept, Store, Stored

MakeChange = Callable[..., Change]
RACERS = 64
LATER_MS = 32_503_680_000_000
"""The year 3000."""


def test_a_game_is_read_as_it_was_stored(store: Store, change: MakeChange) -> None:
    table, state = bytes(range(256)), b"\r\n$0\r\n\x00"
    assert store.create("g", change(b"created", b"dealt", table=table, state=state))
    assert store.read("g") == Stored(version=2, table=table, state=state)


def test_a_waiting_game_has_an_empty_state(store: Store, change: MakeChange) -> None:
    store.create("g", change(state=b""))
    assert store.read("g") == Stored(version=1, table=b"table", state=b"")


def test_an_id_that_is_taken_is_not_created_again(store: Store, change: MakeChange) -> None:
    assert store.create("g", change(b"first"))
    assert not store.create("g", change(b"second", table=b"other"))
    assert store.read_log("g", 0, 9) == (Stored(1, b"table", b"state"), [b"first"])


def test_a_game_that_is_not_there_is_none(store: Store) -> None:
    assert store.read("nowhere") is None
    assert store.read_kept("nowhere", "field", 0) == (None, None)
    assert store.read_log("nowhere", 0, 9) == (None, [])
    assert store.log("nowhere", 0, 9) == []


def test_a_game_that_is_not_there_can_not_be_changed(store: Store, change: MakeChange) -> None:
    assert not store.commit("nowhere", 1, change())
    assert store.read("nowhere") is None


def test_the_version_grows_by_the_number_of_events(store: Store, change: MakeChange) -> None:
    store.create("g", change(b"1"))
    assert store.commit("g", 1, change(b"2", b"3", b"4", table=b"t4", state=b"s4"))
    assert store.read("g") == Stored(version=4, table=b"t4", state=b"s4")


@pytest.mark.parametrize("version", [0, 1, 3])
def test_a_change_of_another_version_changes_nothing(store: Store, change: MakeChange, version: int) -> None:
    store.create("g", change(b"1", b"2"))
    assert not store.commit("g", version, change(b"late", table=b"late"))
    assert store.read_log("g", 0, 9) == (Stored(2, b"table", b"state"), [b"1", b"2"])


def test_a_change_without_an_event_is_a_mistake_of_the_caller(store: Store) -> None:
    with pytest.raises(ValueError, match="at least one event"):
        store.create("g", Change(table=b"", state=b"", events=(), expires_at_ms=0))


def test_of_64_at_once_exactly_one_wins_and_leaves_one_event(store: Store, change: MakeChange) -> None:
    store.create("g", change(b"created"))
    together = Barrier(RACERS)

    def race(racer: int) -> bool:
        together.wait()
        return store.commit("g", 1, change(b"%d" % racer, table=b"%d" % racer))

    with ThreadPoolExecutor(RACERS) as threads:
        won = [racer for racer, stored in enumerate(threads.map(race, range(RACERS))) if stored]
    assert len(won) == 1
    winner = b"%d" % won[0]
    assert store.read_log("g", 0, 99) == (Stored(2, winner, b"state"), [b"created", winner])


def test_racers_who_try_again_lose_nothing(store: Store, change: MakeChange) -> None:
    store.create("g", change(b"created"))
    together = Barrier(8)

    def race(racer: int) -> None:
        together.wait()
        for _ in range(8):
            game = store.read("g")
            if game is not None and store.commit("g", game.version, change(b"%d" % racer)):
                return
        raise AssertionError("each loss is another's success, so 8 tries are enough")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(race, range(8)))
    game, log = store.read_log("g", 0, 99)
    assert game is not None
    assert game.version == 9
    assert sorted(log[1:]) == [b"%d" % racer for racer in range(8)]


def test_an_event_is_found_by_its_number(store: Store, change: MakeChange) -> None:
    store.create("g", change(*(b"%d" % number for number in range(1, 11))))
    assert store.log("g", 0, 3) == [b"1", b"2", b"3"]
    assert store.log("g", 3, 3) == [b"4", b"5", b"6"]
    assert store.log("g", 9, 3) == [b"10"]
    assert store.log("g", 10, 3) == []
    assert store.log("g", 0, 0) == []


def test_one_change_may_bring_more_events_than_a_lua_stack_holds(store: Store, change: MakeChange) -> None:
    events = [b"%d" % number for number in range(20_001)]
    assert store.create("g", change(*events))
    game, log = store.read_log("g", 0, 30_000)
    assert log == events
    assert game is not None
    assert game.version == len(events)


def test_every_change_wakes_who_waits_and_tells_the_version(store: Store, change: MakeChange) -> None:
    with closing(store.client.pubsub()) as waiting:  # type: ignore[no-untyped-call]  # redis-py gives it no types
        waiting.subscribe(store.keys.wake("g"))
        subscribed = waiting.get_message(timeout=10)
        store.create("g", change(b"1"))
        store.commit("g", 1, change(b"2", b"3"))
        store.commit("g", 1, change(b"too late"))
        store.remove("g")
        store.remove("g")
        store.client.publish(store.keys.wake("g"), "end")
        messages = [waiting.get_message(timeout=10) for _ in range(4)]
    assert subscribed is not None
    assert [message and message["data"] for message in messages] == [b"1", b"3", b"0", b"end"]


def test_a_removed_game_leaves_no_key(store: Store, change: MakeChange, keys_of: Callable[[Store], set[str]]) -> None:
    store.create("g", change(kept=Kept("field", b"answer", LATER_MS)))
    assert keys_of(store) == set(store.keys.of_game("g"))
    assert store.remove("g")
    assert keys_of(store) == set()
    assert store.read("g") is None
    assert not store.commit("g", 1, change())


def test_to_remove_a_game_leaves_the_others_alone(store: Store, change: MakeChange) -> None:
    store.create("g", change())
    store.create("h", change())
    store.remove("g")
    assert store.read("h") is not None


def test_to_remove_a_game_that_is_not_there_is_told(store: Store) -> None:
    assert not store.remove("nowhere")
