"""The list of public games: newest first, page after page without a gap or a repeat, and mended where it is met."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.store import Change, Store

MakeChange = Callable[..., Change]
Entry = tuple[int, str, str, str]
LISTS = [(status, ruleset) for status in ("waiting", "active") for ruleset in ("landlord", "five-three")]
LAST_YEAR_MS = 1_700_000_000_000
"""A round number on purpose: some servers write it as 1.7e+12."""

_prefixes = count()

# few different times, so that many games are of one age
entries_of_any_list = st.lists(
    st.tuples(st.integers(0, 3), st.text("aB-_9", min_size=1, max_size=4), st.sampled_from(LISTS)),
    unique_by=lambda entry: entry[1],
    max_size=14,
)
many = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def fill(store: Store, change: Change, entries: list[tuple[int, str, tuple[str, str]]]) -> list[Entry]:
    for age, game_id, (status, ruleset) in entries:
        store.create(game_id, change)
        store.public.add(game_id, status, ruleset, LAST_YEAR_MS + age)
    return [(LAST_YEAR_MS + age, game_id, status, ruleset) for age, game_id, (status, ruleset) in entries]


def pages(store: Store, lists: list[tuple[str, str]], limit: int) -> Iterator[list[Entry]]:
    cursor = None
    for _ in range(100):
        page = store.public.page(lists, limit, cursor)
        assert len(page.games) <= limit
        yield [(listed.created_at_ms, listed.game_id, listed.status, listed.ruleset) for listed, _ in page.games]
        cursor = page.cursor
        if cursor is None:
            return
    raise AssertionError("the pages never end")


def all_of(store: Store, lists: list[tuple[str, str]], limit: int) -> list[Entry]:
    return [entry for page in pages(store, lists, limit) for entry in page]


def newest_first(entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry[:2], reverse=True)


@many
@given(entries=entries_of_any_list, limit=st.integers(1, 5), lists=st.sets(st.sampled_from(LISTS), min_size=1))
def test_the_pages_of_any_lists_are_all_their_games_newest_first(
    store: Store,
    change: MakeChange,
    entries: list[tuple[int, str, tuple[str, str]]],
    limit: int,
    lists: set[tuple[str, str]],
) -> None:
    fresh = Store(store.client, f"list{next(_prefixes)}")
    listed = fill(fresh, change(), entries)
    assert all_of(fresh, list(lists), limit) == newest_first([entry for entry in listed if entry[2:] in lists])


@many
@given(entries=entries_of_any_list, limit=st.integers(1, 5), data=st.data())
def test_games_that_are_gone_are_left_out_and_dropped(
    store: Store,
    change: MakeChange,
    entries: list[tuple[int, str, tuple[str, str]]],
    limit: int,
    data: st.DataObject,
) -> None:
    fresh = Store(store.client, f"gone{next(_prefixes)}")
    listed = fill(fresh, change(), entries)
    gone = data.draw(st.sets(st.sampled_from([entry[1] for entry in listed]))) if listed else set()
    for game_id in gone:
        fresh.remove(game_id)
    left = newest_first([entry for entry in listed if entry[1] not in gone])
    assert all_of(fresh, LISTS, limit) == left
    assert sum(fresh.client.zcard(fresh.keys.public(*of)) for of in LISTS) == len(left)


def test_a_listed_game_comes_with_what_is_stored_of_it(store: Store, change: MakeChange) -> None:
    store.create("g", change(table=b"the table"))
    store.public.add("g", "waiting", "landlord", LAST_YEAR_MS)
    [(_, game)] = store.public.page(LISTS, 10, None).games
    assert game == store.read("g")


def test_games_listed_while_somebody_reads_on_change_nothing_of_the_later_pages(store: Store, change: MakeChange) -> None:
    old = fill(store, change(), [(0, f"old{number}", LISTS[0]) for number in range(5)])
    reading = pages(store, LISTS, 2)
    first = next(reading)
    fill(store, change(), [(1, f"new{number}", LISTS[0]) for number in range(5)])
    assert first + [entry for page in reading for entry in page] == newest_first(old)


def test_a_game_that_moves_leaves_one_list_and_keeps_its_age(store: Store, change: MakeChange) -> None:
    fill(store, change(), [(7, "g", ("waiting", "landlord"))])
    store.public.move("g", "waiting", "active", "landlord", LAST_YEAR_MS + 7)
    assert all_of(store, [("waiting", "landlord")], 9) == []
    assert all_of(store, [("active", "landlord")], 9) == [(LAST_YEAR_MS + 7, "g", "active", "landlord")]


def test_a_game_that_is_dropped_is_not_listed(store: Store, change: MakeChange) -> None:
    fill(store, change(), [(0, "g", ("waiting", "landlord")), (0, "h", ("waiting", "landlord"))])
    store.public.drop("g", "waiting", "landlord")
    assert [entry[1] for entry in all_of(store, LISTS, 9)] == ["h"]


def test_a_list_that_nobody_reads_does_not_grow(store: Store, change: MakeChange) -> None:
    for number in range(300):
        store.create(f"g{number}", change())
        store.public.add(f"g{number}", "waiting", "landlord", LAST_YEAR_MS + number)
        store.remove(f"g{number}")
    # each that is added takes up to three away: all that are looked at are gone
    assert store.client.zcard(store.keys.public("waiting", "landlord")) <= 3


def test_a_game_that_exists_is_never_taken_off_by_others_that_are_added(store: Store, change: MakeChange) -> None:
    listed = fill(store, change(), [(number, f"g{number}", LISTS[0]) for number in range(40)])
    assert all_of(store, LISTS, 100) == newest_first(listed)


@pytest.mark.parametrize("cursor", ["", "x", "17", "17-", "-17-g", "1.5-g", "٣-g", "9" * 16 + "-g", "17-g\n"])
def test_what_is_no_cursor_is_refused(store: Store, cursor: str) -> None:
    with pytest.raises(ValueError, match="no cursor"):
        store.public.page(LISTS, 10, cursor)
