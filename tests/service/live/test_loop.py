"""The thread that does all that is held open."""

import logging
from queue import Queue
from threading import get_ident

import pytest

from service.live.loop import Loop
from tests.following import SECONDS


def test_what_is_handed_over_is_done_in_order_by_one_thread() -> None:
    loop, done = Loop(), Queue[tuple[int, int]]()
    for number in range(1000):
        loop.hand_over(lambda number=number: done.put((number, get_ident())))  # type: ignore[misc]  # mypy finds no type for a default
    seen = [done.get(timeout=SECONDS) for _ in range(1000)]
    assert [number for number, _ in seen] == list(range(1000))
    assert len({thread for _, thread in seen} - {get_ident()}) == 1


def test_alarms_come_in_the_order_of_their_moments() -> None:
    loop, done = Loop(), Queue[str]()

    def set_alarms() -> None:
        for seconds, name in ((0.03, "third"), (0.01, "first"), (0.02, "second")):
            loop.after(seconds, lambda name=name: done.put(name))  # type: ignore[misc]  # as above

    loop.hand_over(set_alarms)
    assert [done.get(timeout=SECONDS) for _ in range(3)] == ["first", "second", "third"]


def test_what_takes_long_holds_nothing_up() -> None:
    loop, done, may_end = Loop(), Queue[str](), Queue[str]()
    loop.hand_over(lambda: loop.beside(lambda: done.put(may_end.get(timeout=SECONDS))))
    loop.hand_over(lambda: done.put("short"))
    assert done.get(timeout=SECONDS) == "short"
    may_end.put("long")
    assert done.get(timeout=SECONDS) == "long"


def test_a_fault_in_one_thing_is_logged_and_ends_no_other(caplog: pytest.LogCaptureFixture) -> None:
    loop, done = Loop(), Queue[str]()

    def fault() -> None:
        raise RuntimeError("a fault")

    with caplog.at_level(logging.ERROR, "card_commons.live"):
        for work in (fault, lambda: loop.after(0, fault), lambda: loop.after(0.001, lambda: done.put("on"))):
            loop.hand_over(work)
        assert done.get(timeout=SECONDS) == "on"
    assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["a fault"] * 2
