"""The load counts what was answered, and ends where an answer is not what the server should give."""

import pytest

from bench.load import drive, request
from bench.servers import Server

LOOK = request("GET", "/view/1")


def test_every_request_of_every_lane_is_sent_and_counted_once(floor: Server, views: list[bytes]) -> None:
    assert len(views[1]) > 2**16  # so the answers come in parts
    assert drive(floor.port, [iter([LOOK] * count) for count in (3, 0, 2)]) == 5


def test_an_answer_that_is_no_success_ends_the_measuring(floor: Server) -> None:
    with pytest.raises(RuntimeError, match="404"):
        drive(floor.port, [iter([request("GET", "/nowhere")])])


def test_the_time_of_the_worker_that_answers_is_what_counts(floor: Server) -> None:
    before = floor.cpu_seconds()
    drive(floor.port, [iter([LOOK] * 50)])
    assert 0 < floor.cpu_seconds() - before < 10
