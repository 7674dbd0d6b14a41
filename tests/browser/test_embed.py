"""Another site, from another port, embeds tables: by the element and by a sandboxed frame."""

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final
from urllib.parse import urljoin

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.browser.conftest import NewPage
from tests.browser.playing import TABLE, chosen, hint_and_act, is_wide, play_to_the_end, waiting
from tests.serving import ROOT, Server

MOST_BYTES: Final = 43_500
"""Of script and style together, as they are served, unzipped, for one game."""
MOST_BYTES_OF_TEXT: Final = 11_000
"""Of one language."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The example of another site, on a port of its own."""
    served = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(ROOT / "examples" / "embed")))
    thread = Thread(target=served.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}"
    served.shutdown()
    thread.join()
    served.server_close()


def opened(page: Page, site: str, url: str) -> Page:
    """The example, with its tables drawn."""
    page.goto(f"{site}/?service={url}")
    page.locator("#element card-commons-table .status").wait_for()
    return page


def test_a_game_is_played_on_another_site_which_hears_of_it(page: Page, site: str, url: str) -> None:
    opened(page, site, url)
    table = page.locator("#element card-commons-table")
    expect(page.locator("#status")).to_have_text("It is your turn.")
    assert play_to_the_end(table) > 0
    expect(page.locator("#status")).to_have_text(re.compile("^(You won|The bot won)"))
    assert not is_wide(page)


def test_the_site_gives_the_table_its_colours_and_nothing_else_of_its_style(page: Page, site: str, url: str) -> None:
    opened(page, site, url)
    inside = page.locator("#element .table")
    assert inside.evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(59, 42, 74)"
    heading = page.locator("#element .panel h2").first
    assert heading.evaluate("node => getComputedStyle(node).fontSize") == inside.evaluate(
        "node => getComputedStyle(node).fontSize"
    )


def test_the_token_stands_in_no_markup(page: Page, site: str, url: str) -> None:
    opened(page, site, url)
    token = page.evaluate("document.querySelector('card-commons-table').token")
    assert len(token) > 20
    assert token not in page.locator("#element").evaluate("node => node.outerHTML")


def in_frame(page: Page) -> tuple[FrameLocator, Locator]:
    """The frame of the example, and the table in it."""
    frame = page.frame_locator("#frame iframe")
    return frame, frame.locator(TABLE)


def test_a_game_is_played_in_a_sandboxed_frame(page: Page, site: str, url: str) -> None:
    opened(page, site, url)
    page.evaluate("addEventListener('message', ({ data }) => (window.heard ??= []).push(data))")
    _, table = in_frame(page)
    waiting(table)
    hint_and_act(table)
    expect(table.locator(".middle")).to_contain_text("Banked hands")
    play_to_the_end(table)
    heard = page.evaluate("window.heard")
    assert {one["source"] for one in heard} == {"card-commons"}
    assert [one["type"] for one in heard if one["type"] != "turn"] == ["finished"]


def test_without_a_token_others_watch(page: Page, site: str, url: str, server: Server) -> None:
    made = server.caller.call("POST", "/v1/games", {"ruleset": "five-three"}).json
    page.goto(f"{url}/embed/{made['game']['id']}")
    table = page.locator(TABLE)
    expect(table.locator(".status")).to_contain_text("Waiting for")
    expect(table.locator(".hand [data-card]")).to_have_count(0)
    expect(table.locator(".actions")).to_have_count(0)
    assert site != url


def test_the_fragment_names_language_and_theme(page: Page, server: Server, url: str) -> None:
    made = server.caller.call("POST", "/v1/games", {"ruleset": "ten-hands"}).json
    token = made["tokens"][0]["token"]
    page.goto(f"{url}/embed/{made['game']['id']}#token={token}&lang=de&theme=dark")
    table = page.locator(TABLE)
    expect(table.locator(".status")).to_have_text("Du bist am Zug")
    assert table.locator(".table").evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(18, 56, 43)"
    table.get_by_role("button", name="Tipp").click()
    expect(table.locator(".message")).to_contain_text("Ein Bot täte das")


def loaded(server: Server, start: str) -> dict[str, int]:
    """Every file that a script leads to, by its own imports and by the addresses that it makes, and how long each is."""
    sizes: dict[str, int] = {}
    wanted = [start]
    while wanted:
        path = wanted.pop()
        if path in sizes:
            continue
        reply = server.caller.call("GET", path)
        assert reply.status == 200, path
        body = reply.body
        sizes[path] = len(body)
        if path.endswith(".js"):
            found = re.findall(r"""(?:from|import|URL\()\s*\(?["'](\.[^"']+\.(?:js|css))["']""", body.decode())
            wanted += [urljoin(path, one) for one in found]
    return sizes


@pytest.mark.parametrize("ruleset", ["five-three", "center-row", "ten-hands", "landlord"])
def test_a_table_is_small(ruleset: str, server: Server) -> None:
    sizes = loaded(server, "/embed.js")
    top = next(path for path in sizes if path.endswith("/table/table.js")).removesuffix("table/table.js")
    assert any(path.endswith(".css") for path in sizes)
    game = loaded(server, f"{top}table/games/{ruleset}.js")
    texts = loaded(server, f"{top}texts/en.js")
    assert sum({**sizes, **game}.values()) < MOST_BYTES
    assert sum(texts.values()) < MOST_BYTES_OF_TEXT


def test_the_events_say_whose_turn_it_is(new_page: NewPage, server: Server, url: str) -> None:
    page = new_page()
    page.add_init_script(
        "window.heard = []; for (const name of ['turn', 'finished', 'gone']) "
        "addEventListener(name, ({ detail }) => window.heard.push([name, detail.seat ?? null, detail.yours ?? null]));"
    )
    made = server.caller.call("POST", "/v1/games", {"ruleset": "center-row"}).json
    page.goto(f"{url}/play/{made['game']['id']}#token={made['tokens'][0]['token']}")
    table = page.locator(TABLE)
    waiting(table)
    assert page.evaluate("window.heard") == [["turn", 0, True]]
    table.get_by_role("button", name="Hint").click()
    chosen(table).click()
    waiting(table)
    assert page.evaluate("window.heard.at(-1)") == ["turn", 0, True]
    play_to_the_end(table)
    assert page.evaluate("window.heard.slice(-2)") == [["turn", None, False], ["finished", None, None]]
