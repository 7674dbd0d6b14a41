"""What is no HTTP, or is cut off, is a problem like any other; the service goes on."""

import json
import socket

import pytest

from tests.serving import SECONDS, Server

POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def exchange(port: int, sent: bytes) -> tuple[int, str, dict[str, object]]:
    """The status, the head and the JSON of what comes back for raw bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode().lower(), json.loads(body)


@pytest.mark.parametrize(
    "sent",
    [
        b"HELLO\r\n\r\n",
        b"GET /v1 HTTP/9.9\r\n\r\n",
        b"GET /v1 HTTP/1.1\r\nHost x\r\n\r\n",
        b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1 HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
        b"GET /v1 HTTP/1.1\r\n" + b"".join(b"X-%d: x\r\n" % n for n in range(200)) + b"\r\n",
        POST + b"Transfer-Encoding: nonsense\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n",
        POST + b"Content-Length: -5\r\n\r\n",
        POST + b"Content-Length: 50\r\n\r\n{}",
        POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    ],
)
def test_it_is_answered_400_in_our_form(server: Server, sent: bytes) -> None:
    status, head, problem = exchange(server.port, sent)
    assert (status, problem["code"]) == (400, "malformed")
    assert "content-type: application/problem+json" in head
    assert server.caller.call("GET", "/healthz").status == 200


def test_a_chunked_body_is_as_good_as_any(server: Server) -> None:
    body = b'{"ruleset": "landlord"}'
    status, _, created = exchange(
        server.port, POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    )
    assert (status, "tokens" in created) == (201, True)


def test_a_chunked_body_that_is_too_long_is_refused(server: Server) -> None:
    body = b" " * 70_000
    status, _, problem = exchange(
        server.port, POST + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    )
    assert (status, problem["code"]) == (413, "body_too_large")
