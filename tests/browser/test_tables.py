"""A person plays at the table: by clicks and by keyboard, alone and with a friend, through reloads and lost networks."""

import re
from itertools import pairwise
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.playing import (
    chosen,
    created,
    hint_and_act,
    is_wide,
    play_on,
    play_to_the_end,
    sit,
    view,
    violations,
    waiting,
)
from tests.serving import Server

GAMES: Final[dict[str, dict[str, Any]]] = {
    "five-three": {"ruleset": "five-three", "options": {"target": 2}},
    "center-row-2": {"ruleset": "center-row"},
    "center-row-3": {"ruleset": "center-row", "seats": [{"kind": "player"}, {"kind": "bot"}, {"kind": "bot"}]},
    "center-row-4": {"ruleset": "center-row", "seats": [{"kind": "player"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]},
    "classic": {"ruleset": "ten-hands", "options": {"variant": "classic"}},
    "oregon": {"ruleset": "ten-hands", "options": {"variant": "oregon"}},
    "landlord": {"ruleset": "landlord", "options": {"deals": 3}},
}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
EACH: Final = pytest.mark.parametrize("name", GAMES)
FOCUSED: Final = "document.querySelector('card-commons-table').shadowRoot.activeElement?.dataset.key ?? ''"


@EACH
def test_a_whole_game_by_clicks(name: str, new_page: NewPage, server: Server, url: str) -> None:
    page = new_page()
    made = created(server, **GAMES[name])
    table = sit(page, url, made)
    assert play_to_the_end(table) > 0
    result = view(server, made)["game"]["result"]
    said = table.locator(".result.end h2").inner_text()
    won = 0 in result["winners"]
    wanted = (
        "A draw"
        if result["draw"]
        else "A shared win"
        if won and len(result["winners"]) > 1
        else "You won"
        if won
        else "You lost"
    )
    assert said == wanted
    expect(page.get_by_role("link", name="Look at it again")).to_be_visible()


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the focus is where its key matches."""
    for _ in range(60):
        if re.match(wanted, page.evaluate(FOCUSED)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab doesn't lead to {wanted}")


def by_keyboard(table: Locator) -> None:
    """A hint and the move that it picks, with Tab and Enter alone."""
    page = table.page
    tab_to(page, "^hint$")
    page.keyboard.press("Enter")
    key = chosen(table).get_attribute("data-key") or ""
    tab_to(page, f"^{re.escape(key)}$")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("name", ["five-three", "center-row-3", "oregon", "landlord"])
def test_a_whole_game_by_keyboard(name: str, new_page: NewPage, server: Server, url: str) -> None:
    page = new_page(360, 740)
    table = sit(page, url, created(server, **GAMES[name]))
    for _ in range(200):
        match waiting(table):
            case "over":
                break
            case "continue":
                tab_to(page, "^continue$")
                page.keyboard.press("Enter")
            case _:
                by_keyboard(table)
    expect(table.locator(".result.end")).to_be_visible()


def test_cards_are_picked_and_put_back_with_arrows_and_space(page: Page, server: Server, url: str) -> None:
    made = created(server, ruleset="ten-hands")
    table = sit(page, url, made)
    pool = view(server, made)["state"]["classic"]["pool"]
    tab_to(page, f"^card:{pool[0]}$")
    for _ in range(5):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    expect(table.locator(".hand [aria-pressed=true]")).to_have_count(5)
    page.keyboard.press("Space")
    expect(table.locator(".message")).to_contain_text("No more cards")
    page.keyboard.press("Escape")
    expect(table.locator(".hand [aria-pressed=true]")).to_have_count(0)
    assert view(server, made)["state"]["classic"]["hands"] == []


def test_a_hand_has_its_name_before_it_is_banked(page: Page, server: Server, url: str) -> None:
    made = created(server, ruleset="ten-hands")
    table = sit(page, url, made)
    pool = view(server, made)["state"]["classic"]["pool"]
    for card in pool[:5]:
        table.locator(f".hand [data-card='{card}']").click()
    judged = server.caller.call("POST", "/v1/rulesets/ten-hands/hands", {"hands": [pool[:5]]}).json["hands"][0]["category"]
    expect(table.locator(".ask")).to_have_text(judged.replace("_", " ").capitalize())


def test_a_move_that_is_not_possible_is_explained_in_words(page: Page, server: Server, url: str, watched: Watched) -> None:
    watched.expected += ["422"]
    made = created(server, ruleset="landlord", options={"deals": 3})
    table = sit(page, url, made)
    waiting(table)
    bid = table.locator("button.act", has_text="Bid 3")
    if bid.count():
        bid.click()
    waiting(table)
    hand = view(server, made)["state"]["seats"][0]["cards"]
    for card in (hand[0], hand[-1]):
        table.locator(f".hand [data-card='{card}']").click()
    table.locator("button.act", has_text="Play").first.click(force=True)
    expect(table.locator(".message")).to_contain_text(re.compile("combination|beat"))


def test_a_button_says_what_it_needs(page: Page, server: Server, url: str) -> None:
    table = sit(page, url, created(server, ruleset="five-three"))
    table.get_by_role("button", name="Offer 3").click(force=True)
    expect(table.locator(".message")).to_have_text("Choose 3 cards first.")


def test_cards_can_be_dragged(page: Page, server: Server, url: str) -> None:
    made = created(server, ruleset="center-row")
    table = sit(page, url, made)
    state = view(server, made)["state"]
    give, take = state["seats"][0]["hand"]["cards"][0], state["center"][2]
    table.locator(f".hand [data-card='{give}']").drag_to(table.locator(f".middle [data-card='{take}']"))
    expect(table.locator(".log")).to_contain_text("Takes")
    turns = view(server, made)["state"]["turns"]
    assert (turns[0]["take"], turns[0]["give"]) == (take, give)


def test_the_hand_is_sorted_as_its_owner_likes(page: Page, server: Server, url: str) -> None:
    made = created(server, ruleset="landlord", options={"deals": 3})
    table = sit(page, url, made)
    waiting(table)

    def shown() -> list[str]:
        return [card.get_attribute("data-card") or "" for card in table.locator(".hand [data-card]").all()]

    hand = view(server, made)["state"]["seats"][0]["cards"]
    assert shown() == hand
    table.get_by_role("button", name="Sort: by rank").click()
    suits = [card[1] for card in shown()]
    assert sorted(shown()) == sorted(hand)
    assert suits == sorted(suits, key="cdshJ".index)


def test_two_people_play_over_an_invitation(new_page: NewPage, url: str) -> None:
    ann, bob = new_page(), new_page(360, 740)
    ann.goto(url)
    ann.locator("[data-options=five-three]").click()
    ann.get_by_label("Seat 2").select_option("A friend (by a link)")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_label("Points to win").fill("1")
    ann.get_by_role("button", name="Create the table").click()
    ann.wait_for_url("**/play/**")
    link = ann.locator("#link")
    expect(link).to_be_visible()
    bob.goto(link.input_value())
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    bob.wait_for_url("**#token=*")
    tables = [one.locator("card-commons-table") for one in (ann, bob)]
    expect(tables[0].locator("[data-seat='1'] h2")).to_contain_text("Bob")
    expect(tables[1].locator("[data-seat='0'] h2")).to_contain_text("Ann")
    expect(ann.locator("#invite")).to_be_hidden()
    for _ in range(120):
        over = [table.locator(".result.end").count() for table in tables]
        if all(over):
            break
        for table in tables:
            if table.locator(".result button").count():
                table.locator(".result button").click()
            elif table.locator(".do:not([aria-busy]) .actions").count():
                hint_and_act(table)
                expect(table.locator(".message:not(:empty)")).to_have_count(0)
    said = [table.locator(".result.end h2").inner_text() for table in tables]
    assert sorted(said) in (["You lost", "You won"], ["A shared win", "A shared win"])


def test_a_reload_in_mid_game_loses_nothing(page: Page, server: Server, url: str) -> None:
    made = created(server, ruleset="center-row")
    table = sit(page, url, made)
    hint_and_act(table)
    waiting(table)
    before = table.locator("[data-card]").count()
    page.reload()
    waiting(table)
    assert table.locator("[data-card]").count() == before
    expect(table.locator(".log")).to_contain_text(re.compile("Takes|Pass"))
    play_to_the_end(table)


def test_a_lost_network_is_said_and_the_move_is_made_once_it_is_back(
    new_page: NewPage, server: Server, url: str, watched: Watched
) -> None:
    watched.expected += ["ERR_INTERNET_DISCONNECTED"]
    page = new_page()
    made = created(server, ruleset="center-row")
    table = sit(page, url, made)
    page.context.set_offline(True)
    table.get_by_role("button", name="Pass").click()
    expect(table.locator(".message")).to_contain_text("No connection")
    assert view(server, made)["state"]["turns"] == []
    page.context.set_offline(False)
    expect(table.locator(".log")).to_contain_text("You: Pass")
    waiting(table)
    assert [turn["seat"] for turn in view(server, made)["state"]["turns"]] == [0, 1]
    expect(table.locator(".message:not(:empty)")).to_have_count(0)


def test_the_moves_of_others_are_shown_one_after_the_other(new_page: NewPage, server: Server, url: str) -> None:
    page = new_page(fast=False)
    table = sit(page, url, created(server, **GAMES["center-row-4"]))
    page.evaluate(
        """() => {
            window.seen = [];
            const root = document.querySelector("card-commons-table").shadowRoot;
            new MutationObserver(() => window.seen.push(root.querySelectorAll(".log li").length))
                .observe(root, { childList: true, subtree: true });
        }"""
    )
    table.get_by_role("button", name="Pass").click()
    waiting(table)
    seen = page.evaluate("window.seen")
    steps = [later - earlier for earlier, later in pairwise(seen)]
    assert seen[-1] - seen[0] >= 3
    assert max(steps[1:]) == 1, "the own move comes with the first of the others'"


def test_a_link_to_no_game_says_so(page: Page, url: str, watched: Watched) -> None:
    watched.expected += ["404"]
    page.goto(f"{url}/play/aaaaaaaaaaaaaaaaaaaaaa")
    expect(page.locator("#notice")).to_contain_text("There is no such game")


def test_a_clock_is_shown_and_runs_down(page: Page, server: Server, url: str) -> None:
    table = sit(page, url, created(server, ruleset="center-row", turn_seconds=300))
    expect(table.locator(".clock")).to_have_text(re.compile(r"[45]:\d\d left"))


@EACH
def test_nobody_is_kept_out_of_a_table(name: str, new_page: NewPage, server: Server, url: str) -> None:
    page = new_page(360, 740, color_scheme="light", bypass_csp=True)
    made = created(server, **GAMES[name])
    table = sit(page, url, made)
    for _ in range(3):
        if waiting(table) == "turn":
            hint_and_act(table)
    waiting(table)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    assert not is_wide(page)
    play_on(server, made)
    page.reload()
    waiting(table)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    assert not is_wide(page)


def test_the_table_speaks_german(new_page: NewPage, server: Server, url: str) -> None:
    page = new_page(locale="de-AT")
    table = sit(page, url, created(server, ruleset="five-three"))
    expect(table.locator(".status")).to_have_text("Du bist am Zug")
    card = table.locator(".hand [data-card]").first
    assert re.fullmatch(r"(Kreuz|Karo|Herz|Pik) \w+|\w+ Joker", card.get_attribute("aria-label") or "")
    assert page.evaluate("document.documentElement.lang") == "de"
