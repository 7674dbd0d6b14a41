"""Sending without giving way is the same as socket.send to whoever uses it."""

import socket

import pytest

from service.live.sending import send


@pytest.fixture
def ends() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair()


def test_what_is_taken_arrives_zero_bytes_included(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    with ours, theirs:
        assert send(ours, b"a\0b") == 3
        assert theirs.recv(10) == b"a\0b"


def test_a_full_socket_takes_a_part_and_then_would_block(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    with ours, theirs:
        ours.settimeout(0)
        many = b"x" * 10_000_000
        assert 0 < send(ours, many) < len(many)
        with pytest.raises(BlockingIOError):
            send(ours, many)


def test_an_end_that_has_gone_is_a_broken_pipe_and_a_closed_socket_a_bad_descriptor(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    ours, theirs = ends
    theirs.close()
    with pytest.raises(BrokenPipeError):
        send(ours, b"x")
    ours.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        send(ours, b"x")
