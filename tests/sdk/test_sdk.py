"""The clients are made anew each time, and who lacks a tool is told which."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openapi.reading import Document
from openapi.sdk import DOCUMENT, EVENTS, NotGenerated, generate_python, generate_types, missing_tools
from tests.sdk.conftest import need_tools
from tests.serving import ROOT


def test_all_three_clients_are_made_of_the_document(clients: Path) -> None:
    assert sorted(part.name for part in clients.iterdir()) == ["python", "types", "typescript"]
    version = json.loads(DOCUMENT.read_text("utf-8"))["info"]["version"]
    assert f'version = "{version}"' in (clients / "python" / "pyproject.toml").read_text("utf-8")
    assert json.loads((clients / "typescript" / "package.json").read_text("utf-8"))["version"] == version


def test_no_client_types_an_answer_as_anything_at_all(python_client: Path) -> None:
    modules = list((python_client / "card_commons_client" / "api").rglob("*.py"))
    assert len(modules) > 25
    assert not [module.name for module in modules if "Any |" in (text := module.read_text("utf-8")) or "| Any" in text]


def test_every_stream_is_told_to_typescript_with_what_its_events_are() -> None:
    document = Document(json.loads(DOCUMENT.read_text("utf-8")))
    streams = [
        found.id for found in document.operations if "text/event-stream" in found.responses.get("200", {}).get("content", {})
    ]
    assert sorted(streams) == sorted(EVENTS)


def test_a_document_that_a_generator_warns_of_is_an_error_too(tmp_path: Path) -> None:
    need_tools()
    root = json.loads(DOCUMENT.read_text("utf-8"))
    root["paths"]["/v1"]["get"]["responses"]["200"]["content"] = {"image/odd": {"schema": {"type": "string"}}}
    odd = tmp_path / "odd.json"
    odd.write_text(json.dumps(root), "utf-8")
    with pytest.raises(NotGenerated, match="Unsupported content_type"):
        generate_python(odd, tmp_path / "python")


def test_a_document_that_a_generator_refuses_is_an_error_that_says_why(tmp_path: Path) -> None:
    need_tools()
    broken = tmp_path / "broken.json"
    broken.write_text('{"openapi": "3.1.0", "paths": {"/x": {"$ref": "#/nowhere"}}}')
    with pytest.raises(NotGenerated, match="openapi-typescript failed or warned"):
        generate_types(broken, tmp_path / "types")


def test_a_machine_without_node_is_told_in_one_sentence_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("node") is None
    said = missing_tools()
    assert said is not None
    assert said.startswith("Node is missing: install Node 20.19 or newer")
    command = [sys.executable, "-m", "openapi.sdk", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", said + "\n")


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_without_node_these_tests_fail_in_ci_and_say_at_a_desk_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="Node is missing: install"):
        need_tools()
