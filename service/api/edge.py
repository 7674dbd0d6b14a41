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
from service.live.holding import HELD, Begun, HeldPoll, Holding

App = Callable[[dict[str, Any], Any], Iterable[bytes]]
_log: Final = logging.getLogger("card_commons.requests")


class Edge:
    """Refuses who asks too often, adds the CORS headers, counts and times; holds open what a route wants held."""

    def __init__(self, app: App, allowance: Allowance, cors: Cors, figures: Figures, holding: Holding) -> None:
        self._app = app
        self._allowance = allowance
        self._cors = cors
        self._figures = figures
        self._holding = holding

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request, as WSGI says."""
        began = perf_counter()
        environ.pop("HTTP_UPGRADE", None)  # no other protocol is spoken here, and routing would look for one
        begun: list[Begun] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            headers += self._cors.headers(environ)
            held = environ.get(HELD)
            if not isinstance(held, HeldPoll):  # how that ends is not known yet
                self._note(environ, status[:3], perf_counter() - began)
            if held is not None:
                begun.append(Begun(status, headers))
                return None
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        answer = (self._allowance.refusal(environ) or self._app)(environ, start)
        if not begun:
            return answer
        return self._holding.hold(environ, begun[0], start_response, self._asked_again)

    def _asked_again(self, environ: dict[str, Any]) -> tuple[Begun, bytes]:
        """The whole answer to a request that was held and has waited long enough."""
        began = perf_counter()
        begun: list[Begun] = []

        def start(status: str, headers: list[tuple[str, str]], _exc_info: Any = None) -> None:
            self._note(environ, status[:3], perf_counter() - began)
            begun.append(Begun(status, headers + self._cors.headers(environ)))

        body = b"".join(self._app(environ, start))
        return begun[-1], body

    def _note(self, environ: dict[str, Any], status: str, seconds: float) -> None:
        rule = getattr(environ.get("werkzeug.request"), "url_rule", None)  # there is none where no route was looked for
        self._figures.answered("none" if rule is None else rule.endpoint, status, seconds)
        # the route, not the address: whoever has a game's id may watch it
        if _log.isEnabledFor(logging.DEBUG):
            _log.debug("%s %s %s %.1f ms", environ["REQUEST_METHOD"], rule, status, seconds * 1000)
