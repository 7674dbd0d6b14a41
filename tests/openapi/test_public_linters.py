"""The linters that everybody has find nothing in the document, and would find what is there to be found."""

import json
import os
from pathlib import Path

import pytest
import yaml

from openapi import public_linters
from openapi.public_linters import missing
from tests.checking import DOCUMENT

WARNED_OF = {
    "openapi": "3.1.0",
    "info": {
        "title": "A small document",
        "version": "1",
        "description": "It has an operation of which both linters would only warn.",
        "license": {"name": "MIT", "identifier": "MIT"},
        "contact": {"name": "Nobody"},
    },
    "servers": [{"url": "/"}],
    "tags": [{"name": "all", "description": "The one operation."}],
    "paths": {
        "/": {
            "get": {
                "operationId": "get",
                "summary": "Without a description, and with no answer to what is wrong",
                "tags": ["all"],
                "security": [],
                "responses": {"200": {"description": "All is well."}},
            }
        }
    },
}


@pytest.fixture(autouse=True)
def _tools() -> None:
    """At a desk without Node there is nothing to run; where changes are judged, that is a failure."""
    lacking = missing()
    if lacking is not None:
        assert "CI" not in os.environ, lacking
        pytest.skip(lacking)


def test_the_linters_find_nothing_in_the_document(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["public_linters"])
    assert public_linters.main() == 0, capsys.readouterr().out
    assert capsys.readouterr().out == "openapi.json: spectral and redocly find nothing\n"


def test_what_a_linter_only_warns_of_counts_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.json"
    file.write_text(json.dumps(WARNED_OF))
    monkeypatch.setattr("sys.argv", ["public_linters", str(file)])
    assert public_linters.main() == 1
    spectral, redocly = capsys.readouterr().out.split("redocly:\n")
    assert "operation-description" in spectral
    assert "operation-4xx-response" in redocly


def test_the_sets_of_rules_are_whole_and_nothing_is_ignored() -> None:
    folder = DOCUMENT.parent
    assert yaml.safe_load((folder / "spectral.yaml").read_text()) == {"extends": ["spectral:oas"]}
    assert yaml.safe_load((folder / "redocly.yaml").read_text()) == {"extends": ["recommended-strict"], "telemetry": "off"}
    assert not (folder / ".redocly.lint-ignore.yaml").exists()
