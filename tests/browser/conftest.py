"""The pages in a real browser: the system's Chromium, driven by Playwright, against a running service."""

import os
import re
import shutil
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, expect, sync_playwright

from tests.browser.playing import violations
from tests.serving import Server

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
MISSING: Final = "no Chromium: install the package chromium, or name the program in CHROMIUM"
FLAGS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SECONDS: Final = 40
"""Longer than anything here takes; what hangs fails."""
FAST: Final = "{ const slow = setTimeout; window.setTimeout = (work, after, ...more) => slow(work, after / 20, ...more); }"
"""The pauses between the moves of others are for a person's eyes."""
GENEROUS: Final = {f"RATE_LIMIT_{what}": "1000000/minute" for what in ("CREATE", "READ", "ACT")}
"""All tests come from one address."""
NewPage = Callable[..., Page]
Axe = Callable[..., None]


def found() -> str | None:
    """The program to start, from CHROMIUM or the PATH."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process. At a desk without one they are passed over; in CI that is a failure."""
    program = found()
    if program is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service for all tests of a process."""
    running = Server(tmp_path_factory.mktemp("service"), covered=False, WORKERS="1", STREAMS_PER_ADDRESS="200", **GENEROUS)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def url(server: Server) -> str:
    """Where the service is, without a slash at the end."""
    return f"http://127.0.0.1:{server.port}"


class Watched:
    """What went wrong on pages, but for what a test has said that it expects."""

    def __init__(self) -> None:
        self.expected: list[str] = []
        """Patterns of messages that are right here."""
        self.found: list[str] = []

    def watch(self, page: Page) -> None:
        """Note what goes wrong on a page, and each request that leaves this machine."""
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._note(f"{error.name}: {error.message}"))
        page.on("requestfailed", self._failed)
        page.on("request", self._asked)
        page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._note(message.text)

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a stream that the page itself ended
            self._note(f"{request.url} failed: {request.failure}")

    def _asked(self, request: Request) -> None:
        if not re.match(r"(http://127\.0\.0\.1:\d+/|data:|blob:)", request.url):
            self._note(f"a request to {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"{response.status} for {response.url}")

    def _note(self, what: str) -> None:
        self.found.append(what)

    def wrong(self) -> list[str]:
        """What was not expected."""
        return [what for what in self.found if not any(re.search(pattern, what) for pattern in self.expected)]


@pytest.fixture
def watched() -> Iterator[Watched]:
    """Fails the test at its end where anything went wrong on its pages."""
    watching = Watched()
    yield watching
    assert watching.wrong() == []


@pytest.fixture
def new_page(browser: Browser, watched: Watched) -> Iterator[NewPage]:
    """Makes pages, each in a context of its own: `new_page(width, height, locale=…)`; `fast` shortens pauses."""
    contexts: list[BrowserContext] = []

    def make(width: int = 1280, height: int = 800, *, fast: bool = True, **options: Any) -> Page:
        options = {"reduced_motion": "reduce", "locale": "en-US", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        if fast:
            context.add_init_script(FAST)
        page = context.new_page()
        watched.watch(page)
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of a desktop's size."""
    return new_page()


@pytest.fixture
def axe() -> Axe:
    """Asserts that axe-core finds nothing on a page that keeps people out, in shadow DOM too.

    `axe(page, exclude="#id", but=["rule"])` leaves out a part of the page, and a rule for whole documents that it breaks.
    """

    def check(page: Page, *, exclude: str | None = None, but: Collection[str] = ()) -> None:
        scope = {"exclude": [[exclude]]} if exclude else None
        found = [one for one in violations(page, scope) if one.partition(":")[0] not in but]
        assert not found, "\n".join(found)

    return check
