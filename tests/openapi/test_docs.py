"""/docs: a page for a person, to which every problem leads, and which loads nothing from elsewhere."""

import gzip
import json
import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from engine.registry import RULESETS
from service.api.problems import CODES
from service.app import create_app
from service.settings import Settings
from tests.checking import CheckingClient

LINK = re.compile(r'(?:href|src)="([^"]*)"')
NOBODY = Settings(redis_url="redis://127.0.0.1:1")
"""The page needs no store."""


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    app = create_app(NOBODY)
    app.test_client_class = CheckingClient
    return app.test_client()


@pytest.fixture(scope="module")
def page(client: FlaskClient) -> str:
    return client.get("/docs").get_data(as_text=True)


def links(page: str) -> Iterator[str]:
    """Every address on the page but those of the page itself."""
    return (link for link in LINK.findall(page) if not link.startswith(("#", "data:")))


@pytest.mark.parametrize("code", CODES)
def test_the_type_of_each_problem_leads_to_its_meaning(code: str, page: str) -> None:
    _, _, place = page.partition(f'<div id="{code}">')
    entry, _, _ = place.partition("</div>")
    assert f"<span>{CODES[code].status}</span>" in entry
    assert CODES[code].title.replace("'", "&#39;") in entry
    assert "`" not in entry


def test_it_tells_of_every_ruleset_and_links_its_rules(page: str) -> None:
    for ruleset in RULESETS:
        assert ruleset.title in page
        assert f'href="rules/{ruleset.id}"' in page


def test_every_link_is_relative_and_is_answered(page: str, client: FlaskClient) -> None:
    found = list(links(page))
    assert len(found) > 5
    for link in found:
        assert not link.startswith(("http:", "https:", "/"))
        assert client.get(urljoin("/docs", link)).status_code == 200, link


def test_it_leads_to_the_first_game_of_an_agent(page: str, client: FlaskClient) -> None:
    [told] = [tag["description"] for tag in json.loads(client.get("/openapi.json").data)["tags"] if tag["name"] == "agents"]
    assert "```sh" in told
    assert 'href="#operations-tag-agents"' in page
    assert '"operations-tag"' in client.get("/docs/swagger-ui-bundle.js").get_data(as_text=True), "what it calls a tag's place"


def test_the_document_is_found_beside_the_rest_too(client: FlaskClient) -> None:
    assert client.get("/v1/openapi.json").data == client.get("/openapi.json").data


def test_the_page_may_load_nothing_from_elsewhere_and_run_nothing_inline(client: FlaskClient, page: str) -> None:
    policy = dict(part.strip().split(" ", 1) for part in client.get("/docs").headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert re.search(r"<style|\sstyle=|<script>|\son\w+=", page) is None


def test_requests_may_go_to_the_public_address_too() -> None:
    app = create_app(Settings(redis_url=NOBODY.redis_url, public_url="https://cards.example/base"))
    assert "connect-src 'self' https://cards.example;" in app.test_client().get("/docs").headers["Content-Security-Policy"]


def test_its_files_are_kept_for_ever_under_an_address_that_changes_with_them(page: str, client: FlaskClient) -> None:
    files = [link for link in links(page) if link.startswith("docs/")]
    assert len(files) == 4
    for link in files:
        assert "immutable" in client.get(f"/{link}").headers["Cache-Control"]
        assert client.get(f"/{link}0").headers["Cache-Control"] == "no-cache"


def test_its_files_come_compressed_to_who_takes_that(client: FlaskClient) -> None:
    plain = client.get("/docs/swagger-ui-bundle.js")
    zipped = client.get("/docs/swagger-ui-bundle.js", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert plain.headers["Vary"] == zipped.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(zipped.data) == plain.data
    assert len(zipped.data) < len(plain.data) / 3


def test_what_the_browser_has_is_not_sent_again(client: FlaskClient) -> None:
    etag = client.get("/docs").headers["ETag"]
    again = client.get("/docs", headers={"If-None-Match": etag})
    assert again.status_code == 304
    assert again.data == b""


def test_a_slash_at_the_end_leads_to_the_page(client: FlaskClient) -> None:
    moved = client.get("/docs/")
    assert moved.status_code == 308
    assert moved.headers["Location"] == "../docs"


def test_another_file_is_not_there(client: FlaskClient) -> None:
    for path in ("/docs/page.html", "/docs/..%2F..%2Fapp.py", "/docs/nothing"):
        assert client.get(path).status_code == 404


def test_swagger_ui_asks_nobody_else_whether_the_document_is_valid(client: FlaskClient) -> None:
    assert "validatorUrl: null" in client.get("/docs/page.js").get_data(as_text=True)
