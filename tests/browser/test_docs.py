"""/docs in a browser: a problem's address leads to its meaning, and the page keeps nobody out."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Axe, NewPage
from tests.browser.playing import is_wide
from tests.serving import Server

LAST_TAG: Final = "[id^=operations-tag]"
"""Stands once Swagger UI has drawn the operations."""


def read(page: Page, address: str) -> None:
    """Go to the page and wait until all of it is drawn."""
    page.goto(address)
    expect(page.locator(LAST_TAG).last).to_be_attached()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nobody_is_kept_out_and_nothing_scrolls_sideways(
    width: int, scheme: str, new_page: NewPage, url: str, axe: Axe
) -> None:
    page = new_page(width, 740, color_scheme=scheme)
    read(page, f"{url}/docs")
    assert not is_wide(page)
    # Swagger UI's own: pale names of methods, a list of servers without a name, and a second <main>
    axe(page, exclude="#swagger", but=["landmark-no-duplicate-main"])


def test_the_type_of_a_real_problem_leads_to_its_entry(page: Page, server: Server, url: str) -> None:
    problem = server.caller.call("GET", "/v1/games/aaaaaaaaaaaaaaaaaaaaaa").json
    assert problem["status"] == 404
    kind = problem["type"]
    read(page, kind if kind.startswith("http") else url + kind)
    entry = page.locator(":target")
    expect(entry).to_contain_text(problem["code"])
    expect(entry).to_contain_text(problem["title"])
    expect(entry).to_be_in_viewport()


def test_the_first_game_of_an_agent_is_as_wide_as_the_page_and_scrolls_by_itself(new_page: NewPage, url: str) -> None:
    page = new_page(360, 740)
    read(page, f"{url}/docs#operations-tag-agents")
    code = page.locator("#operations-tag-agents pre > code")
    expect(code).to_contain_text("Register.")
    assert code.evaluate("code => code.scrollWidth > code.clientWidth")
    main, own = page.locator("body > main").bounding_box(), code.bounding_box()
    assert main is not None
    assert own is not None
    assert own["width"] > 0.85 * main["width"]
