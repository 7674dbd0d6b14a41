"""The gunicorn worker: threads, and our own form for requests that never reach the app because they are no HTTP."""

import socket
from http import HTTPStatus
from typing import Any

from gunicorn.http.errors import ParseException
from gunicorn.workers.gthread import ThreadWorker

from service.api.problems import PROBLEM_TYPE, problem_body


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's gthread worker, which answers what it can't parse with a problem instead of a page."""

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer 400 `malformed` to what is no HTTP; everything else is gunicorn's to judge."""
        if not isinstance(exc, ParseException):
            super().handle_error(req, client, addr, exc)
            return
        self.log.debug("no HTTP from %s: %s", addr, exc)
        request_id, body = problem_body("malformed", f"The request is no HTTP that is understood here: {type(exc).__name__}.")
        head = (
            f"HTTP/1.1 {HTTPStatus.BAD_REQUEST.value} {HTTPStatus.BAD_REQUEST.phrase}\r\nConnection: close\r\n"
            f"Content-Type: {PROBLEM_TYPE}\r\nAccess-Control-Allow-Origin: *\r\nX-Request-Id: {request_id}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        client.sendall(head.encode() + body)
