"""Figures for Prometheus, and a line in the log: requests by operation and status, their time.

Nothing in a label or a line tells of a game or a player.
"""

import logging
import os
from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any, Final

from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

_log: Final = logging.getLogger("card_commons.requests")
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


def install(app: Flask) -> Callable[[], Response]:
    """Count and time every request of an app; what comes back answers GET /metrics, over all workers."""
    registry = CollectorRegistry()
    requests = Counter("card_commons_requests", "Requests answered.", ["operation", "status"], registry=registry)
    seconds = Histogram("card_commons_request_seconds", "Time to answer.", ["operation"], buckets=SECONDS, registry=registry)

    @cache
    def count(operation: str, status: int) -> Any:
        return requests.labels(operation, status).inc

    @cache
    def time(operation: str) -> Any:
        return seconds.labels(operation).observe

    @app.before_request
    def begin() -> None:
        g.began = perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        operation = request.endpoint or "none"
        took = perf_counter() - g.began
        count(operation, response.status_code)()
        time(operation)(took)
        # the route, not the address: whoever has a game's id may watch it
        _log.debug("%s %s %d %.1f ms", request.method, request.url_rule, response.status_code, took * 1000)
        return response

    def figures() -> Response:
        source = registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            source = CollectorRegistry()
            MultiProcessCollector(source)  # type: ignore[no-untyped-call]  # the library gives it no types
        return Response(generate_latest(source), content_type=CONTENT_TYPE_LATEST)

    return figures
