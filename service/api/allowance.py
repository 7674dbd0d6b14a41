"""How often one address may ask. Each worker counts for itself, so that no request waits for the store to count it.

Three allowances: creating, acting (joining too), and all the rest. With N workers an address gets up to N
times its allowance; a limit that is exact to the request is a proxy's work.
"""

from time import time
from typing import Final

from flask import Flask, Response, request
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from service.api.problems import problem
from service.setting_kinds import RateLimit
from service.settings import Settings

CREATE: Final = "create"
ACT: Final = "act"
READ: Final = "read"
PERIODS: Final = {"second": RateLimitItemPerSecond, "minute": RateLimitItemPerMinute, "hour": RateLimitItemPerHour}
CREATING: Final = frozenset({"games.create_game"})
ACTING: Final = frozenset({"actions.submit_action", "games.join_game", "games.resign"})
FREE: Final = frozenset({"service.get_health", "service.get_readiness", "service.get_metrics"})


def _item(limit: RateLimit | None, name: str) -> RateLimitItem | None:
    return None if limit is None else PERIODS[limit.period](limit.requests, 1, name)


def install(app: Flask, settings: Settings) -> None:
    """Answer 429 to an address that has used up its allowance, and say in every 429 when to come back."""
    limiter = FixedWindowRateLimiter(MemoryStorage())
    items = {
        CREATE: _item(settings.rate_limit_create, CREATE),
        ACT: _item(settings.rate_limit_act, ACT),
        READ: _item(settings.rate_limit_read, READ),
    }
    if not any(items.values()):
        return

    @app.before_request
    def spend() -> Response | None:
        endpoint = request.endpoint
        if endpoint in FREE:
            return None
        item = items[CREATE if endpoint in CREATING else ACT if endpoint in ACTING else READ]
        if item is None or limiter.hit(item, request.remote_addr or ""):
            return None
        reset, _ = limiter.get_window_stats(item, request.remote_addr or "")
        return _too_many(item, max(1, round(reset - time())))

    def _too_many(item: RateLimitItem, seconds: int) -> Response:
        name = item.namespace
        return problem(
            "rate_limited",
            f"This address may {name} {item.amount} times in {item.get_expiry()} seconds; try again in {seconds} seconds.",
            {
                "Retry-After": str(seconds),
                "RateLimit": f'"{name}";r=0;t={seconds}',
                "RateLimit-Policy": f'"{name}";q={item.amount};w={item.get_expiry()}',
            },
        )
