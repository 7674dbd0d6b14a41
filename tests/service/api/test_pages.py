"""The pages for a person: what they are answered with, and that they load nothing from elsewhere. No store is needed."""

import gzip
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from engine.registry import RULESETS
from service.api.markdown import rendered
from service.api.pages import WEB, digest, files, languages
from service.app import create_app
from service.settings import Settings
from tests.checking import CheckingClient

SOME_ID: Final = "5x0cV1lJmLrVwyU3vTq3xg"
PAGES: Final = ("/", f"/play/{SOME_ID}", f"/replay/{SOME_ID}", f"/embed/{SOME_ID}", *(f"/rules/{one.id}" for one in RULESETS))
LINK: Final = re.compile(r'(?:href|src)="([^"#]+)[^"]*"')
IMPORT: Final = re.compile(r"""(?:from|import|URL\()\s*\(?["'](\.[^"']+\.(?:js|css))["']""")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    app = create_app(Settings(redis_url="redis://127.0.0.1:1", public_url="https://cards.example/commons"))
    app.test_client_class = CheckingClient
    return app.test_client()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_may_load_its_own_files_only_and_runs_nothing_inline(path: str, client: FlaskClient) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self' https://cards.example"
    assert policy["frame-ancestors"] == ("*" if path.startswith("/embed") else "'none'")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert re.search(r"<style|\sstyle=|<script>|\son\w+=", answer.text) is None


def links(client: FlaskClient) -> Iterator[tuple[str, str]]:
    """Every address on every page, with the page's own."""
    for path in PAGES:
        for link in LINK.findall(client.get(path).text):
            if not link.startswith("data:"):
                yield path, link


def test_every_link_is_relative_and_is_answered(client: FlaskClient) -> None:
    found = list(links(client))
    assert len(found) > 20
    for path, link in found:
        assert not link.startswith(("http:", "https:", "/")), (path, link)
        assert client.get(urljoin(path, link)).status_code == 200, (path, link)


def test_every_file_that_a_script_names_is_there(client: FlaskClient) -> None:
    scripts = [name for name in files() if name.endswith(".js")]
    assert len(scripts) > 10
    named = [(name, one) for name in scripts for one in IMPORT.findall(files()[name].data.decode())]
    assert len(named) > 15
    for name, one in named:
        address = urljoin(f"/web/{digest()}/{name}", one)
        assert client.get(address).status_code == 200, (name, one)


def test_the_script_for_other_sites_leads_to_the_table(client: FlaskClient) -> None:
    answer = client.get("/embed.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    [table] = IMPORT.findall(answer.text)
    assert client.get(urljoin("/embed.js", table)).content_type == "text/javascript; charset=utf-8"


def test_files_are_kept_for_ever_under_the_digest_of_them_all(client: FlaskClient) -> None:
    name = "table/table.css"
    now = client.get(f"/web/{digest()}/{name}")
    assert now.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    other = client.get(f"/web/0123456789ab/{name}")
    assert other.headers["Cache-Control"] == "no-cache"
    assert other.data == now.data
    assert client.get(f"/web/{digest()}/{name}", headers={"If-None-Match": now.headers["ETag"]}).status_code == 304


def test_files_are_compressed_for_who_takes_that(client: FlaskClient) -> None:
    address = f"/web/{digest()}/table/table.js"
    plain, zipped = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip"})
    assert plain.headers["Vary"] == zipped.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(zipped.data) == plain.data
    assert len(zipped.data) < len(plain.data) / 2


@pytest.mark.parametrize(
    "path",
    [
        "/play/short",
        f"/play/{SOME_ID}x/y",
        "/play/" + "a" * 65,
        f"/embed/{SOME_ID}%0A",
        "/replay/..%2f..%2fetc%2fpasswd",
        "/rules/poker",
        f"/web/{digest()}/table/../pages/home.html",
        f"/web/{digest()}/pages/home.html",
        f"/web/{digest()}/%2e%2e/settings.py",
        f"/web/{digest()}//etc/passwd",
        f"/web/{digest()}/rules/landlord.md",
        f"/web/{digest()}/",
        f"/web/{digest()}",
    ],
)
def test_what_is_no_page_is_a_problem(path: str, client: FlaskClient) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json is not None
    assert answer.json["code"] == "route_not_found"


@pytest.mark.parametrize("path", [path for path in PAGES if path != "/"])
def test_a_slash_at_the_end_leads_back(path: str, client: FlaskClient) -> None:
    answer = client.get(f"{path}/")
    assert answer.status_code == 308
    assert urljoin(f"{path}/", answer.headers["Location"]) == path


def test_a_page_is_sent_once_to_who_has_it(client: FlaskClient) -> None:
    first = client.get("/")
    assert client.get("/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert client.head("/").headers["Content-Length"] == str(len(first.data))
    assert client.post("/").status_code == 405


def test_each_game_stands_on_the_first_page(client: FlaskClient) -> None:
    page = client.get("/").text
    for ruleset in RULESETS:
        assert f'data-play="{ruleset.id}"' in page
        assert f'href="./rules/{ruleset.id}"' in page


@pytest.mark.parametrize("ruleset", [one.id for one in RULESETS])
def test_the_rules_are_all_on_their_page(ruleset: str, client: FlaskClient) -> None:
    text = (WEB / "rules" / f"{ruleset}.md").read_text("utf-8")
    page = client.get(f"/rules/{ruleset}").text
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    assert len(re.findall(r"<h\d", page)) == len(headings)
    assert page.count("<tr>") == sum(
        1 for line in text.splitlines() if line.startswith("|") and not re.match(r"^\|[-: |]+$", line)
    )
    for place in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{place}"' in page, place


def test_no_html_in_the_rules_is_taken_for_ours() -> None:
    html = rendered("# A & <b>\n\n<script>alert(1)</script> [x](javascript:alert(1))")
    assert "<script" not in html
    assert "<b>" not in html
    assert 'href="javascript' not in html
    assert '<h1 id="a-b">' in html


def test_languages_are_files(client: FlaskClient) -> None:
    assert languages()[0] == "en"
    assert set(languages()) == {file.stem for file in (WEB / "texts").glob("??.js")}
    told = client.get(f"/web/{digest()}/texts/languages.js").text
    assert re.findall(r"'(\w+)'", told) == list(languages())
    assert len(languages()) >= 2
