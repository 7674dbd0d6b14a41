"""Figures for Prometheus: requests by operation and status, their time, and bots that failed.

Nothing in a label tells of a game or a player.
"""

import logging
import os
from functools import cache
from typing import Any, Final

from flask import Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from engine.fallback import BotFailure

_log: Final = logging.getLogger("card_commons.bots")
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Figures:
    """What an app counts. Under gunicorn the workers count together."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        seconds = Histogram(
            "card_commons_request_seconds",
            "Requests answered, and the time that it took.",
            ["operation", "status"],
            buckets=SECONDS,
            registry=self._registry,
        )

        self._failures = Counter(
            "card_commons_bot_failures",
            "Moves that a bot failed to make, so that a lower level or chance made it.",
            ["ruleset", "level"],
            registry=self._registry,
        )

        @cache
        def observe(operation: str, status: str) -> Any:
            return seconds.labels(operation, status).observe

        self._observe = observe

    def answered(self, operation: str, status: str, seconds: float) -> None:
        """Count one request."""
        self._observe(operation, status)(seconds)

    def bot_failed(self, failure: BotFailure) -> None:
        """Count a bot that failed, and log why."""
        self._failures.labels(failure.ruleset, failure.level).inc()
        _log.error("bot failed: %s %s", failure.ruleset, failure.level, exc_info=failure.error)

    def page(self) -> Response:
        """The figures of all workers, in the text format of Prometheus."""
        source = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            source = CollectorRegistry()
            MultiProcessCollector(source)  # type: ignore[no-untyped-call]  # the library gives it no types
        return Response(generate_latest(source), content_type=CONTENT_TYPE_LATEST)
