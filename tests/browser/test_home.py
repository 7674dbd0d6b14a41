"""The pages around the table: home, its options and lists, the rules, languages, light and dark."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPage, Watched
from tests.browser.playing import TABLE, created, is_wide, violations
from tests.serving import ROOT, Server

SIZES: Final = ((360, 740), (820, 1180), (1440, 900))
LANGUAGES: Final = sorted(file.stem for file in (ROOT / "service" / "web" / "texts").glob("??.js"))
RULESETS: Final = ("five-three", "center-row", "ten-hands", "landlord")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_kept_out_of_the_first_page(size: tuple[int, int], scheme: str, new_page: NewPage, url: str) -> None:
    page = new_page(*size, color_scheme=scheme, bypass_csp=True)
    page.goto(url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page) == []
    assert not is_wide(page)
    page.locator("[data-options=center-row]").click()
    page.get_by_role("dialog").wait_for()
    assert violations(page) == []
    assert not is_wide(page)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rules_can_be_read_on_a_phone(ruleset: str, new_page: NewPage, url: str) -> None:
    page = new_page(360, 740, bypass_csp=True)
    page.goto(f"{url}/rules/{ruleset}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page) == []
    assert not is_wide(page)


def test_nothing_can_be_pressed_before_its_script_is_there(page: Page, url: str) -> None:
    def late(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/texts/en.js", late)
    page.goto(url, wait_until="commit")
    button = page.locator("[data-options=five-three]")
    expect(button).to_be_disabled()
    button.click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_click_and_the_cards_are_dealt(ruleset: str, page: Page, url: str) -> None:
    page.goto(url)
    page.locator(f"[data-play={ruleset}]").click()
    page.wait_for_url("**/play/*#token=*")
    expect(page.locator(TABLE).locator("[data-card]").first).to_be_visible()
    assert "token" not in page.url.split("#")[0]


def wanted(page: Page) -> dict[str, Any]:
    """The body of the request that creates a game when the options are sent."""
    with page.expect_request("**/v1/games") as sent:
        page.get_by_role("button", name="Create the table").click()
    return dict(sent.value.post_data_json or {})


def test_options_become_the_game(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("[data-options=center-row]").click()
    page.get_by_label(re.compile("^Seats")).select_option("4")
    page.get_by_label("Seat 3").select_option("Bot: Expert")
    page.get_by_label("Seat 4").select_option("A friend (by a link)")
    page.get_by_label("Your name").fill("  Ann  ")
    page.get_by_label("Time for a turn").select_option("60 seconds")
    page.get_by_label("Show it in the list").check()
    assert wanted(page) == {
        "ruleset": "center-row",
        "options": {},
        "seats": [
            {"kind": "player", "name": "Ann"},
            {"kind": "bot", "level": "skilled"},
            {"kind": "bot", "level": "expert"},
            {"kind": "open"},
        ],
        "visibility": "public",
        "turn_seconds": 60,
    }
    expect(page.locator("#link")).to_have_value(re.compile(r"/play/[\w-]+#join$"))


CHOICES: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "five-three": ("Points to win", "7", {"target": 7}),
    "ten-hands": ("Variant", "oregon", {"variant": "oregon"}),
    "landlord": ("Deals", "3", {"deals": 3}),
}


@pytest.mark.parametrize("ruleset", CHOICES)
def test_each_option_of_a_ruleset_can_be_chosen(ruleset: str, page: Page, url: str) -> None:
    label, choice, options = CHOICES[ruleset]
    page.goto(url)
    page.locator(f"[data-options={ruleset}]").click()
    field = page.get_by_label(label)
    if field.evaluate("node => node.tagName") == "SELECT":
        field.select_option(choice)
    else:
        field.fill(choice)
    assert wanted(page)["options"] == options


def test_two_seats_for_oneself_are_explained(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("[data-options=five-three]").click()
    page.get_by_label("Seat 2").select_option("Me")
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator("#options-notice")).to_contain_text("one seat only")


def test_own_games_are_found_again_and_forgotten(page: Page, url: str) -> None:
    page.goto(url)
    page.locator("[data-play=ten-hands]").click()
    page.wait_for_url("**/play/*#token=*")
    page.locator(TABLE).locator(".actions").wait_for()
    page.goto(url)
    own = page.locator("#own-list")
    expect(own).to_contain_text("Ten Hands")
    own.get_by_role("link", name="Go on").click()
    expect(page.locator(TABLE).locator(".actions")).to_be_visible()
    page.goto(url)
    own.get_by_role("button", name="Forget").click()
    expect(page.locator("#own")).to_be_hidden()


def test_public_games_are_listed_to_watch_and_to_join(new_page: NewPage, server: Server, url: str) -> None:
    created(server, ruleset="five-three", visibility="public", seats=[{"kind": "player", "name": "Zoë <b>"}, {"kind": "open"}])
    page = new_page()
    page.goto(url)
    line = page.locator("#public-list li", has_text="Zoë <b>")
    expect(line).to_contain_text("free")
    line.get_by_role("link", name="Sit down").click()
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(TABLE).locator("[data-seat='0'] h2")).to_contain_text("Zoë <b>")
    expect(page.locator(TABLE).locator("[data-seat='1'] h2")).to_contain_text("You")


def test_the_language_is_chosen_and_kept(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vier Kartenspiele. Setz dich und spiel.")
    page.locator("[data-play=landlord]").click()
    expect(page.locator(TABLE).locator(".status")).to_have_text(re.compile("^(Du bist am|Am) Zug"))


def test_light_or_dark_is_chosen_and_kept(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_label("Light or dark").select_option("Dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(20, 24, 22)"
    page.locator("[data-play=landlord]").click()
    table = page.locator(TABLE)
    expect(table).to_have_attribute("theme", "dark")
    assert page.evaluate(ground) == "rgb(20, 24, 22)"


def test_all_works_where_nothing_is_kept(new_page: NewPage, url: str) -> None:
    page = new_page()
    page.add_init_script(
        "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new DOMException('refused'); };"
    )
    page.goto(url)
    page.locator("[data-play=center-row]").click()
    expect(page.locator(TABLE).locator(".actions")).to_be_visible()


def test_a_service_that_is_away_is_said(page: Page, url: str, watched: Watched) -> None:
    watched.expected += ["ERR_INTERNET_DISCONNECTED"]
    page.goto(url)
    page.locator("#public-none, #public-list li").first.wait_for()
    page.context.set_offline(True)
    page.locator("[data-play=landlord]").click()
    expect(page.locator("#notice")).to_contain_text("can't be reached")
    page.context.set_offline(False)
    page.locator("[data-play=landlord]").click()
    page.wait_for_url("**/play/*#token=*")


KEYS: Final = """async (path) => {
    const keys = (value, at) => value && typeof value === 'object'
        ? Object.entries(value).flatMap(([name, one]) => keys(one, `${at}.${name}`)) : [`${at}:${typeof value}`];
    const places = (value) => typeof value === 'string' ? (value.match(/\\{\\w+\\}/g) ?? []).sort().join() : '';
    const { name, table, page } = await import(path);
    return [name, keys({ table: { ...table, reasons: {} }, page }, ''), Object.entries({ ...table.events, ...table.actions })
        .map(([key, one]) => key + places(one))];
}"""


def test_every_language_has_every_text(page: Page, url: str) -> None:
    page.goto(url)
    found = re.search(r"\./(web/\w+)/", page.content())
    assert found is not None
    told = {code: page.evaluate(KEYS, f"{url}/{found[1]}/texts/{code}.js") for code in LANGUAGES}
    assert len({name for name, _, _ in told.values()}) == len(LANGUAGES) > 1
    for code, (_, keys, places) in told.items():
        assert keys == told["en"][1], code
        assert places == told["en"][2], code


def test_every_word_of_the_rules_has_a_text(page: Page, url: str) -> None:
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text("utf-8"))
    schemas = document["components"]["schemas"]
    page.goto(url)
    found = re.search(r"\./(web/\w+)/", page.content())
    assert found is not None
    table = page.evaluate(
        "async (path) => { const { table } = await import(path); return JSON.parse(JSON.stringify(table)); }",
        f"{url}/{found[1]}/texts/en.js",
    )
    assert set(table["events"]) == set(schemas["GameEvent"]["discriminator"]["mapping"])
    assert set(table["actions"]) == set(schemas["Action"]["discriminator"]["mapping"])
    assert set(table["kinds"]) == set(schemas["LandlordKind"]["enum"])
    assert set(table["categories"]) == set(schemas["HandCategory"]["enum"])
    assert set(table["levels"]) == set(schemas["BotLevel"]["enum"])
