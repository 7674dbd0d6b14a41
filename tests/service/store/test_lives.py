"""How long a game's keys live, and its kept answers: never longer than the game."""

from collections.abc import Callable
from time import time_ns

import pytest

from service.store import Change, Kept, Store

MakeChange = Callable[..., Change]
Lives = Callable[[str], list[int | None]]
HOUR_MS = 3_600_000


@pytest.fixture
def now_ms() -> int:
    return time_ns() // 1_000_000


@pytest.fixture
def lives(store: Store) -> Lives:
    """Tells how many hours each key of a game has left, in the order game, log, kept, kept until; None: it isn't there."""

    def ask(game_id: str) -> list[int | None]:
        left_ms = [store.client.pttl(key) for key in store.keys.of_game(game_id)]
        assert -1 not in left_ms, "a key that lives for ever"
        return [None if left == -2 else round(left / HOUR_MS) for left in left_ms]

    return ask


def test_game_and_log_end_together(store: Store, change: MakeChange, now_ms: int, lives: Lives) -> None:
    store.create("g", change(ends_ms=now_ms + HOUR_MS))
    assert lives("g") == [1, 1, None, None]


def test_every_change_sets_the_life_anew(store: Store, change: MakeChange, now_ms: int, lives: Lives) -> None:
    store.create("g", change(ends_ms=now_ms + HOUR_MS))
    store.commit("g", 1, change(ends_ms=now_ms + 5 * HOUR_MS))
    assert lives("g")[:2] == [5] * 2
    store.commit("g", 2, change(ends_ms=now_ms + 2 * HOUR_MS))
    assert lives("g")[:2] == [2] * 2


def test_a_lost_race_leaves_the_life_as_it_was(store: Store, change: MakeChange, now_ms: int, lives: Lives) -> None:
    store.create("g", change(ends_ms=now_ms + HOUR_MS))
    store.commit("g", 9, change(ends_ms=now_ms + 5 * HOUR_MS))
    assert lives("g")[:2] == [1] * 2


def test_a_game_whose_life_is_over_is_gone_with_all_its_keys(
    store: Store, change: MakeChange, now_ms: int, keys_of: Callable[[Store], set[str]]
) -> None:
    store.create("g", change(kept=Kept("field", b"answer", now_ms + HOUR_MS)))
    store.commit("g", 1, change(ends_ms=now_ms - 1))
    assert store.read("g") is None
    assert store.read_kept("g", "field", now_ms) == (None, None)
    assert keys_of(store) == set()


def test_an_answer_is_kept_and_given_again(store: Store, change: MakeChange, now_ms: int) -> None:
    store.create("g", change(kept=Kept("0:key", b"\x00answer", now_ms + HOUR_MS)))
    game = store.read("g")
    assert game is not None
    assert store.read_kept("g", "0:key", now_ms) == (game, b"\x00answer")
    assert store.read_kept("g", "1:key", now_ms) == (game, None)


def test_a_lost_race_keeps_no_answer(store: Store, change: MakeChange, now_ms: int) -> None:
    store.create("g", change())
    store.commit("g", 9, change(kept=Kept("key", b"answer", now_ms + HOUR_MS)))
    assert store.read_kept("g", "key", now_ms)[1] is None


def test_an_answer_ends_at_its_time(store: Store, change: MakeChange, now_ms: int) -> None:
    store.create("g", change(kept=Kept("key", b"answer", now_ms + HOUR_MS)))
    assert store.read_kept("g", "key", now_ms + HOUR_MS - 1)[1] == b"answer"
    assert store.read_kept("g", "key", now_ms + HOUR_MS)[1] is None


def test_the_answers_end_with_the_last_of_them(store: Store, change: MakeChange, now_ms: int, lives: Lives) -> None:
    lasting = now_ms + 30 * HOUR_MS
    store.create("g", change(ends_ms=lasting, kept=Kept("one", b"1", now_ms + 2 * HOUR_MS)))
    assert lives("g") == [30, 30, 2, 2]
    store.commit("g", 1, change(ends_ms=lasting, kept=Kept("two", b"2", now_ms + 3 * HOUR_MS)))
    assert lives("g")[2:] == [3] * 2
    store.commit("g", 2, change(ends_ms=lasting))
    assert lives("g") == [30, 30, 3, 3]


def test_no_answer_outlives_its_game(store: Store, change: MakeChange, now_ms: int, lives: Lives) -> None:
    store.create("g", change(ends_ms=now_ms + HOUR_MS, kept=Kept("key", b"1", now_ms + 24 * HOUR_MS)))
    assert lives("g") == [1] * 4


def test_no_answer_outlives_a_game_whose_life_is_shortened(store: Store, change: MakeChange, now_ms: int, lives: Lives) -> None:
    store.create("g", change(ends_ms=now_ms + 48 * HOUR_MS, kept=Kept("key", b"1", now_ms + 24 * HOUR_MS)))
    store.commit("g", 1, change(ends_ms=now_ms + HOUR_MS))
    assert lives("g") == [1] * 4


def test_an_answer_of_a_game_whose_life_is_lengthened_ends_at_its_own_time(
    store: Store, change: MakeChange, now_ms: int, lives: Lives
) -> None:
    store.create("g", change(ends_ms=now_ms + HOUR_MS, kept=Kept("key", b"1", now_ms + 24 * HOUR_MS)))
    store.commit("g", 1, change(ends_ms=now_ms + 48 * HOUR_MS))
    assert lives("g")[2:] == [24] * 2


def test_a_kept_answer_makes_room_for_itself_by_those_that_have_ended(store: Store, change: MakeChange, now_ms: int) -> None:
    _, _, kept, kept_until = store.keys.of_game("g")
    store.create("g", change(kept=Kept("lasting", b"1", now_ms + HOUR_MS)))
    for version in range(1, 41):
        # each is kept at a time that is over; as in a game whose clock the test can't turn
        store.client.hset(kept, f"ended {version}", b"2")
        store.client.zadd(kept_until, {f"ended {version}": now_ms - version})
    sizes = []
    for version in range(1, 5):
        store.commit("g", version, change(kept=Kept(f"new {version}", b"3", now_ms + HOUR_MS)))
        sizes.append((store.client.hlen(kept), store.client.zcard(kept_until)))
    # 41, then one more each time and at most 16 fewer
    assert sizes == [(26, 26), (11, 11), (4, 4), (5, 5)]
    assert store.read_kept("g", "lasting", now_ms)[1] == b"1"
    assert store.read_kept("g", "new 1", now_ms)[1] == b"3"


def test_the_same_field_keeps_its_latest_answer(store: Store, change: MakeChange, now_ms: int) -> None:
    store.create("g", change(kept=Kept("key", b"1", now_ms + HOUR_MS)))
    store.commit("g", 1, change(kept=Kept("key", b"2", now_ms + 2 * HOUR_MS)))
    assert store.read_kept("g", "key", now_ms + HOUR_MS)[1] == b"2"
