"""How tests play at the table in a browser."""

from dataclasses import dataclass
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.serving import Server

TABLE: Final = "card-commons-table"
MOST_MOVES: Final = 200
"""More than a seat has in any of these games."""


@dataclass(frozen=True)
class Made:
    """A game that was created, and the tokens of its seats."""

    id: str
    tokens: tuple[str, ...]


def created(server: Server, **wanted: Any) -> Made:
    """A new game."""
    reply = server.caller.call("POST", "/v1/games", wanted)
    assert reply.status == 201, reply.json
    return Made(reply.json["game"]["id"], tuple(one["token"] for one in reply.json["tokens"]))


def view(server: Server, made: Made, seat: int = 0) -> Any:
    """The view of a seat."""
    headers = {"Authorization": f"Bearer {made.tokens[seat]}"}
    return server.caller.call("GET", f"/v1/games/{made.id}/view", headers=headers).json


def play_on(server: Server, made: Made) -> None:
    """Play a game to its end without a browser, by chance."""
    headers = {"Authorization": f"Bearer {made.tokens[0]}"}
    path = f"/v1/games/{made.id}"
    for _ in range(MOST_MOVES):
        [*sample] = server.caller.call("GET", f"{path}/legal-actions?sample=1", headers=headers).json["actions"]
        if not sample:
            return
        server.caller.call("POST", f"{path}/actions", sample[0], headers)
    raise AssertionError("the game doesn't end")


def sit(page: Page, url: str, made: Made, seat: int = 0) -> Locator:
    """The table of a game on its page, once it is drawn."""
    page.goto(f"{url}/play/{made.id}#token={made.tokens[seat]}")
    table = page.locator(TABLE)
    table.locator(".status").wait_for()
    return table


def violations(page: Page, scope: str | dict[str, Any] | None = None) -> list[str]:
    """What axe-core finds that keeps people out, a line each; `scope` is a selector, or axe's own `include` and `exclude`."""
    found = Axe().run(page, scope).response["violations"]
    return [f"{one['id']}: {one['help']}: {node['target']} {node['html'][:120]}" for one in found for node in one["nodes"]]


def is_wide(page: Page) -> bool:
    """Whether a page must be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def waiting(table: Locator) -> str:
    """Waits until something can be done at a table: `turn`, `continue`, or `over`."""
    ready = table.locator(".do:not([aria-busy]) .actions, .result button, .result.end").first
    expect(ready).to_be_visible(timeout=60_000)
    if table.locator(".result.end").count():
        return "over"
    return "continue" if table.locator(".result button").count() else "turn"


def chosen(table: Locator) -> Locator:
    """The button for what the hint picked."""
    said = table.locator(".message")
    expect(said).to_contain_text("A bot would do this")
    name = said.inner_text().removeprefix("A bot would do this: ")
    return table.locator("button.act:not([aria-disabled=true])").filter(has_text=name).first


def hint_and_act(table: Locator) -> None:
    """Ask for a hint, which picks the cards, and do it."""
    table.get_by_role("button", name="Hint", exact=True).click()
    chosen(table).click()


def play_to_the_end(table: Locator, act: Any = hint_and_act) -> int:
    """Play until the game is over; the number of moves."""
    moves = 0
    for _ in range(MOST_MOVES):
        match waiting(table):
            case "over":
                return moves
            case "continue":
                table.locator(".result button").click()
            case _:
                act(table)
                moves += 1
    raise AssertionError("the game doesn't end")
