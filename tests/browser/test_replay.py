"""A finished game is looked at again, step by step, and its shuffles are made again in the browser."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from engine.registry import RULESETS
from tests.browser.conftest import NewPage, Watched
from tests.browser.playing import TABLE, created, is_wide, play_to_the_end, sit, violations
from tests.serving import ROOT, Server

BOTS: Final[dict[str, dict[str, Any]]] = {
    "five-three": {"ruleset": "five-three", "options": {"target": 1}, "seats": [{"kind": "bot"}] * 2},
    "center-row": {"ruleset": "center-row", "seats": [{"kind": "bot"}] * 3},
    "classic": {"ruleset": "ten-hands", "seats": [{"kind": "bot"}]},
    "oregon": {"ruleset": "ten-hands", "options": {"variant": "oregon"}, "seats": [{"kind": "bot"}]},
    "landlord": {"ruleset": "landlord", "options": {"deals": 3}, "seats": [{"kind": "bot"}] * 3},
}
VECTORS: Final = json.loads((ROOT / "tests" / "vectors" / "shuffle.json").read_text("utf-8"))


def steps(page: Page) -> int:
    """How many steps the page shows."""
    return int(page.locator("#step").get_attribute("max") or 0) + 1


@pytest.mark.parametrize("name", BOTS)
def test_every_step_is_shown_with_everyones_cards(name: str, new_page: NewPage, server: Server, url: str) -> None:
    page = new_page(360, 740, bypass_csp=True)
    made = created(server, **BOTS[name])
    page.goto(f"{url}/replay/{made.id}")
    page.locator("#player").wait_for()
    record = server.caller.call("GET", f"/v1/games/{made.id}/record").json
    assert steps(page) == len(record["actions"]) + 1
    expect(page.locator(".back")).to_have_count(3 if name == "landlord" else 0)  # the cards aside, until they are taken
    assert violations(page) == []
    page.locator("body").click(position={"x": 2, "y": 2})
    for number in range(2, min(steps(page), 12) + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count")).to_have_text(re.compile(rf"^{number} / "))
        assert not is_wide(page)
    page.locator("#first").click()
    page.locator("#last").click()
    expect(page.locator(TABLE).locator(".result.end")).to_be_visible()
    assert violations(page) == []


def test_the_game_can_be_seen_by_one_seats_eyes(page: Page, server: Server, url: str) -> None:
    made = created(server, **BOTS["landlord"])
    page.goto(f"{url}/replay/{made.id}")
    table = page.locator(TABLE)
    table.locator(".hand [data-card]").first.wait_for()
    assert table.locator("[data-seat='1'] [data-card]").count() == 17
    page.get_by_label("Seen by").select_option("1")
    expect(table.locator("[data-seat='2'] [data-card]")).to_have_count(0)
    expect(table.locator("[data-seat='2'] .back")).to_have_count(10)
    hand = server.caller.call("GET", f"/v1/games/{made.id}/replay?limit=1").json["steps"][0]["states"][1]["seats"][1]["cards"]
    shown = [card.get_attribute("data-card") for card in table.locator(".hand [data-card]").all()]
    assert shown == hand


def test_it_runs_by_itself_and_stops_at_the_end(page: Page, server: Server, url: str) -> None:
    made = created(server, **BOTS["five-three"])
    page.goto(f"{url}/replay/{made.id}")
    page.evaluate("() => { const slow = setInterval; window.setInterval = (work, after) => slow(work, after / 20); }")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator("#count")).to_have_text(f"{steps(page)} / {steps(page)}")
    expect(page.get_by_role("button", name="Run")).to_be_visible()


def test_a_game_that_goes_on_is_not_replayed(page: Page, server: Server, url: str, watched: Watched) -> None:
    watched.expected += ["409"]
    made = created(server, ruleset="five-three")
    page.goto(f"{url}/replay/{made.id}")
    expect(page.locator("#notice")).to_contain_text("still being played")


def findings(page: Page) -> list[str]:
    """What the check says."""
    page.get_by_role("button", name="Check it here").click()
    expect(page.locator("#findings li").first).to_be_visible()
    return [line.inner_text() for line in page.locator("#findings li").all()]


def test_a_game_that_was_played_here_is_fair(page: Page, server: Server, url: str) -> None:
    page.goto(url)
    page.locator("[data-play=center-row]").click()
    page.wait_for_url("**/play/**")
    play_to_the_end(page.locator(TABLE))
    page.get_by_role("link", name="Look at it again").click()
    page.locator("#player").wait_for()
    found = findings(page)
    assert [line[0] for line in found[:3]] == ["✓"] * 3
    assert "saw when the game began" in found[1]
    assert server.port


def test_a_seed_of_the_creators_own_is_named(page: Page, server: Server, url: str) -> None:
    made = created(server, **BOTS["five-three"], seed="Löwenzahn")
    page.goto(f"{url}/replay/{made.id}")
    page.locator("#player").wait_for()
    assert any("chose the seed" in line for line in findings(page))


@pytest.mark.parametrize("kind", ["seed", "commitment", "shuffle", "promise"])
def test_a_doctored_record_is_found_out(kind: str, page: Page, server: Server, url: str) -> None:
    made = created(server, **BOTS["landlord"])
    record = server.caller.call("GET", f"/v1/games/{made.id}/record").json
    match kind:
        case "seed":
            record["seed"] = ("0" if record["seed"][0] != "0" else "1") + record["seed"][1:]
        case "commitment":
            record["commitment"] = record["commitment"][::-1]
        case "shuffle":
            cards = record["shuffles"][1]
            cards[3], cards[40] = cards[40], cards[3]
        case _:
            kept = [{"id": made.id, "ruleset": "landlord", "at": "2026-01-01", "commitment": "ab" * 32}]
            page.add_init_script(f"localStorage.setItem('card-commons.games', {json.dumps(json.dumps(kept))})")
    page.route("**/record", lambda route: route.fulfill(json=record))
    page.goto(f"{url}/replay/{made.id}")
    page.locator("#player").wait_for()
    assert any(line.startswith("✗") for line in findings(page))


def computed(page: Page, url: str, script: str, argument: object) -> Any:
    """What a script makes of an argument, with the page's own check at hand."""
    page.goto(f"{url}/rules/landlord")
    found = page.content()
    folder = re.search(r"\.\./(web/\w+)/", found)
    assert folder is not None
    return page.evaluate(
        f"async (given) => {{ const fair = await import('{url}/{folder[1]}/pages/fairness.js'); {script} }}", argument
    )


def test_the_browser_shuffles_as_everybody_else(page: Page, url: str) -> None:
    cases = [one for one in VECTORS if one["input"]["what"] == "shuffle"]
    assert len(cases) > 5
    made = computed(
        page,
        url,
        "return Promise.all(given.map(async ({ ruleset, seed, n }) => {"
        " const bytes = fair.seedBytes({ seed: seed.text ?? seed.hex, seeded: 'text' in seed });"
        " return { commitment: await fair.commitment(bytes), cards: await fair.shuffled(ruleset, bytes, n) }; }));",
        [one["input"] for one in cases],
    )
    assert made == [{name: one["expect"][name] for name in ("commitment", "cards")} for one in cases]


def test_the_browser_knows_each_deck(page: Page, url: str) -> None:
    decks = computed(
        page,
        url,
        "return Promise.all(given.map((id) => fair.shuffled(id, new Uint8Array([1]), 0)));",
        [ruleset.id for ruleset in RULESETS],
    )
    assert [sorted(deck) for deck in decks] == [sorted(ruleset.deck) for ruleset in RULESETS]


def test_a_lost_seat_leads_to_a_replay_too(page: Page, server: Server, url: str) -> None:
    made = created(server, ruleset="five-three")
    table = sit(page, url, made)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(table.locator(".result.end h2")).to_have_text("You lost")
    page.get_by_role("link", name="Look at it again").click()
    expect(page.locator("#count")).to_have_text("1 / 2")
    page.locator("#last").click()
    expect(page.locator(TABLE).locator(".log")).to_contain_text("Gave up")
