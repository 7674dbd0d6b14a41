"""How often one address may ask. Each worker counts for itself, so that no request waits for the store to count it.

Three allowances: creating, acting (joining too), and all the rest. With N workers an address gets up to N
times its allowance; a limit that is exact to the request is a proxy's work.

A fixed window of our own, a dozen lines: the in-memory storage of the library that was tried first starts a
thread every few requests (DESIGN.md has what that cost).
"""

from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any, Final

from flask import Response

from service.api.problems import problem
from service.setting_kinds import RateLimit
from service.settings import Settings

CREATE: Final = "create"
ACT: Final = "act"
READ: Final = "read"
CREATING: Final = frozenset({"/v1/games", "/v1/agents"})
FREE: Final = frozenset({"/healthz", "/readyz", "/metrics"})


class Window:
    """Counts by address, begun anew with each period."""

    def __init__(self, limit: RateLimit) -> None:
        self.limit: Final = limit
        self._period = -1.0
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def spend(self, address: str, now: float) -> int:
        """Count a request; 0 where it is allowed, else the seconds, at least 1, until the next period."""
        period, into = divmod(now, self.limit.seconds)
        with self._lock:
            if period != self._period:
                self._period = period
                self._counts.clear()
            self._counts[address] += 1
            allowed = self._counts[address] <= self.limit.requests
        return 0 if allowed else max(1, round(self.limit.seconds - into))


class Allowance:
    """The three windows. `clock` gives seconds."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        limits = {CREATE: settings.rate_limit_create, ACT: settings.rate_limit_act, READ: settings.rate_limit_read}
        self._windows = {name: Window(limit) for name, limit in limits.items() if limit is not None}
        self._clock = clock

    def refusal(self, environ: dict[str, Any]) -> Response | None:
        """The answer to an address that has used up its allowance, else None."""
        path = environ["PATH_INFO"]
        name = READ if environ["REQUEST_METHOD"] != "POST" else CREATE if path in CREATING else ACT
        window = self._windows.get(name)
        if window is None or path in FREE:
            return None
        seconds = window.spend(environ.get("REMOTE_ADDR", ""), self._clock())
        return _too_many(name, window.limit, seconds) if seconds else None


def _too_many(name: str, limit: RateLimit, seconds: int) -> Response:
    return problem(
        "rate_limited",
        f"This address may {name} {limit.requests} times in {limit.seconds} seconds; try again in {seconds} seconds.",
        {
            "Retry-After": str(seconds),
            "RateLimit": f'"{name}";r=0;t={seconds}',
            "RateLimit-Policy": f'"{name}";q={limit.requests};w={limit.seconds}',
        },
    )
