"""Around the app: what is done for every request, before a route is looked for and after the answer is made.

A layer of WSGI rather than hooks of Flask: four hooks would cost as much as the rest of a small answer.
"""

import logging
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, Final

from service.api.allowance import Allowance
from service.api.cors import Cors
from service.api.metrics import Figures

App = Callable[[dict[str, Any], Any], Iterable[bytes]]
_log: Final = logging.getLogger("card_commons.requests")


class Edge:
    """Refuses who asks too often, adds the CORS headers, counts and times."""

    def __init__(self, app: App, allowance: Allowance, cors: Cors, figures: Figures) -> None:
        self._app = app
        self._allowance = allowance
        self._cors = cors
        self._figures = figures

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request, as WSGI says."""
        began = perf_counter()
        environ.pop("HTTP_UPGRADE", None)  # no other protocol is spoken here, and routing would look for one

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            headers += self._cors.headers(environ)
            self._note(environ, status[:3], perf_counter() - began)
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        return (self._allowance.refusal(environ) or self._app)(environ, start)

    def _note(self, environ: dict[str, Any], status: str, seconds: float) -> None:
        rule = getattr(environ.get("werkzeug.request"), "url_rule", None)  # there is none where no route was looked for
        self._figures.answered("none" if rule is None else rule.endpoint, status, seconds)
        # the route, not the address: whoever has a game's id may watch it
        if _log.isEnabledFor(logging.DEBUG):
            _log.debug("%s %s %s %.1f ms", environ["REQUEST_METHOD"], rule, status, seconds * 1000)
