"""Agents in the store: one of a name, as many seats as it takes, each end counted once, nothing left of one that is gone."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import Any

import pytest
from redis.client import PubSub

from service.store import Store
from service.store.agent_store import CLOSED_MS, StoredAgent

RACERS = 64
LIFE_MS = 3_600_000
HERE_MS = 60_000
NAME = "deep-lord"


def race(run: Callable[[int], bool]) -> int:
    """How many of many threads that begin at once are told True."""
    start = Barrier(RACERS)

    def racer(number: int) -> bool:
        start.wait()
        return run(number)

    with ThreadPoolExecutor(RACERS) as pool:
        return sum(pool.map(racer, range(RACERS)))


def keys(store: Store) -> set[str]:
    """Every key under the store's prefix, but the list of names."""
    listed = store.keys.agents()
    prefix = listed.removesuffix("agents")
    return {key.decode() for key in store.client.scan_iter(f"{prefix}*")} - {listed}


def lives_ms(store: Store) -> list[int]:
    """How long each of the agent's keys has left; -2 where it isn't there."""
    return [store.client.pttl(key) for key in store.keys.of_agent(NAME)]


def register(store: Store) -> None:
    """An agent that was just seen."""
    assert store.agents.register(NAME, b"hash", b"about", LIFE_MS)
    store.agents.saw(NAME, HERE_MS, LIFE_MS)


@pytest.fixture
def woken(store: Store) -> Iterator[Callable[[str], PubSub]]:
    """Listens on a channel; gives what was said there."""
    client: Any = store.client  # redis-py's pubsub has no types
    with closing(client.pubsub(ignore_subscribe_messages=True)) as ear:

        def listen(channel: str) -> Any:
            ear.subscribe(channel)
            ear.get_message(timeout=5)
            return ear

        yield listen


def said(ear: PubSub) -> Any:
    """The next thing that is said on a channel."""
    message = ear.get_message(timeout=5)
    assert message is not None, "nothing was said"
    return message["data"]


def token_of(store: Store) -> bytes | None:
    """The hash of the agent's token."""
    found = store.agents.account(NAME)
    return None if found is None else found[0]


# -- names and tokens ----------------------------------------------------------------------------------
def test_an_agent_is_read_as_it_was_registered(store: Store) -> None:
    token, about = bytes(range(256)), b"\r\n$0\r\n\x00"
    assert store.agents.register(NAME, token, about, LIFE_MS)
    assert store.agents.read([NAME]) == [StoredAgent(token, about, is_here=False, games=0, results={})]
    assert token_of(store) == token


def test_an_agent_that_is_not_there_is_none(store: Store) -> None:
    assert store.agents.read(["nobody", NAME]) == [None, None]
    assert store.agents.read([]) == []
    assert store.agents.account("nobody") is None
    assert store.agents.games("nobody") == []


def test_a_name_is_whose_who_registers_first(store: Store) -> None:
    assert race(lambda number: store.agents.register(NAME, b"%d" % number, b"%d" % number, LIFE_MS)) == 1
    [found] = store.agents.read([NAME])
    assert found is not None
    assert found.token == found.about
    assert store.agents.names("", 9) == [NAME]


def test_a_name_that_is_free_again_has_nothing_of_who_had_it(store: Store) -> None:
    register(store)
    store.agents.take_seat(NAME, "g", 1)
    store.agents.give_back(NAME, "g", "landlord:won")
    store.agents.take_seat(NAME, "h", 1)
    store.client.delete(store.keys.agent(NAME))  # as when its life is over
    assert store.agents.register(NAME, b"other", b"about", LIFE_MS)
    assert store.agents.read([NAME]) == [StoredAgent(b"other", b"about", is_here=False, games=0, results={})]


def test_a_change_needs_the_present_token(store: Store) -> None:
    register(store)
    assert not store.agents.change(NAME, b"guess", b"stolen", b"changed")
    assert not store.agents.change("nobody", b"hash", b"new", b"changed")
    assert token_of(store) == b"hash"
    assert store.agents.change(NAME, b"hash", b"new", b"changed")
    assert token_of(store) == b"new"
    assert store.client.exists(store.keys.agent("nobody")) == 0


def test_of_many_who_change_a_token_at_once_one_does(store: Store) -> None:
    register(store)
    assert race(lambda number: store.agents.change(NAME, b"hash", b"%d" % number, b"%d" % number)) == 1
    [found] = store.agents.read([NAME])
    assert found is not None
    assert found.token == found.about


def test_names_are_listed_in_order_page_by_page(store: Store) -> None:
    for name in ("b-2", "a-9", "b-10", "a-1"):
        store.agents.register(name, b"hash", b"about", LIFE_MS)
    assert store.agents.names("", 3) == ["a-1", "a-9", "b-10"]
    assert store.agents.names("b-10", 3) == ["b-2"]
    store.agents.forget(["a-9", "b-2"])
    store.agents.forget([])
    assert store.agents.names("", 9) == ["a-1", "b-10"]


# -- seats ---------------------------------------------------------------------------------------------
def test_the_last_seat_is_taken_once(store: Store) -> None:
    register(store)
    for number in range(4):
        assert store.agents.take_seat(NAME, f"game {number}", 5)
    assert race(lambda number: store.agents.take_seat(NAME, f"raced {number}", 5)) == 1
    assert len(store.agents.games(NAME)) == 5


def test_a_seat_is_for_who_is_here(store: Store) -> None:
    assert not store.agents.take_seat(NAME, "g", 5)
    store.agents.register(NAME, b"hash", b"about", LIFE_MS)
    assert not store.agents.take_seat(NAME, "g", 5)
    store.agents.saw(NAME, HERE_MS, LIFE_MS)
    assert store.agents.take_seat(NAME, "g", 5)
    assert store.agents.games(NAME) == ["g"]


def test_a_seat_that_is_given_back_makes_room(store: Store) -> None:
    register(store)
    assert store.agents.take_seat(NAME, "g", 1)
    assert not store.agents.take_seat(NAME, "h", 1)
    assert store.agents.give_back(NAME, "g", None)
    assert store.agents.take_seat(NAME, "h", 1)
    assert store.agents.read([NAME]) == [StoredAgent(b"hash", b"about", is_here=True, games=1, results={})]


def test_an_end_counts_once_whoever_notes_it(store: Store) -> None:
    register(store)
    store.agents.take_seat(NAME, "g", 5)
    assert race(lambda number: store.agents.give_back(NAME, "g", f"landlord:{'won' if number % 2 else 'lost'}")) == 1
    [found] = store.agents.read([NAME])
    assert found is not None
    assert sum(found.results.values()) == 1
    assert not store.agents.give_back(NAME, "never", "landlord:won")


def test_ends_are_counted_by_their_word(store: Store) -> None:
    register(store)
    for number, how in enumerate(["landlord:won", "landlord:won", "ten-hands:drawn"]):
        store.agents.take_seat(NAME, f"game {number}", 5)
        store.agents.give_back(NAME, f"game {number}", how)
    [found] = store.agents.read([NAME])
    assert found is not None
    assert found.results == {"landlord:won": 2, "ten-hands:drawn": 1}


# -- lives ---------------------------------------------------------------------------------------------
def test_all_of_an_agent_lives_as_long_as_the_agent(store: Store) -> None:
    register(store)
    for game in ("g", "h"):
        store.agents.take_seat(NAME, game, 5)
    store.agents.give_back(NAME, "g", "landlord:won")
    agent, seen, games, results = lives_ms(store)
    assert 0 < games <= agent <= LIFE_MS
    assert 0 < results <= agent
    assert 0 < seen <= HERE_MS
    store.agents.saw(NAME, HERE_MS, 3 * LIFE_MS)
    agent, seen, games, results = lives_ms(store)
    assert min(agent, games, results) > 2 * LIFE_MS
    assert seen <= HERE_MS


def test_who_is_not_seen_is_not_here(store: Store) -> None:
    register(store)
    store.client.delete(store.keys.of_agent(NAME)[1])  # as when a minute is over
    assert store.agents.read([NAME]) == [StoredAgent(b"hash", b"about", is_here=False, games=0, results={})]


def test_seeing_an_agent_that_is_gone_does_not_bring_it_back_and_leaves_nothing_for_ever(store: Store) -> None:
    store.agents.saw(NAME, HERE_MS, LIFE_MS)
    assert store.agents.read([NAME]) == [None]
    assert not store.agents.take_seat(NAME, "g", 5)
    assert all(store.client.pttl(key) > 0 for key in keys(store))


def test_an_end_that_comes_after_the_agent_has_gone_is_kept_nowhere(store: Store) -> None:
    register(store)
    store.agents.take_seat(NAME, "g", 5)
    store.client.delete(store.keys.agent(NAME))
    store.agents.give_back(NAME, "g", "landlord:won")
    assert store.client.exists(store.keys.of_agent(NAME)[3]) == 0


def test_nothing_is_left_of_an_agent_that_is_removed(store: Store) -> None:
    register(store)
    for game in ("g", "h"):
        store.agents.take_seat(NAME, game, 5)
    store.agents.give_back(NAME, "g", "landlord:won")
    assert len(keys(store)) == 4
    store.agents.remove(NAME)
    assert keys(store) == set()
    assert store.agents.names("", 9) == []


# -- who is woken --------------------------------------------------------------------------------------
def test_an_agent_is_woken_by_a_seat_and_by_its_removal(store: Store, woken: Callable[[str], PubSub]) -> None:
    register(store)
    ear = woken(store.agents.wake(NAME))
    store.agents.take_seat(NAME, "g", 1)
    assert said(ear) == b"0"
    assert not store.agents.take_seat(NAME, "h", 1)
    store.agents.remove(NAME)
    assert said(ear) == b"0"
    assert ear.get_message() is None


def test_a_closed_owner_is_told_to_all(store: Store, woken: Callable[[str], PubSub]) -> None:
    ear = woken(store.keys.closing())
    store.agents.close_owner("bearer:ab", 1)
    assert said(ear) == b"bearer:ab"
    assert store.agents.closed() == ["bearer:ab"]


def test_who_was_closed_is_known_for_a_day(store: Store) -> None:
    assert store.agents.closed() == []
    store.agents.close_owner("bearer:ab", 1)
    store.agents.close_owner("bearer:cd", CLOSED_MS)
    assert store.agents.closed() == ["bearer:ab", "bearer:cd"]
    store.agents.close_owner("bearer:ef", CLOSED_MS + 1)
    assert store.agents.closed() == ["bearer:cd", "bearer:ef"]
    assert 0 < store.client.pttl(store.keys.closed()) <= CLOSED_MS
