"""A whole run fails where the document promises an answer that no test got, and a part of one doesn't."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unseen import NEVER, failures

TESTS = """
from tests.checking import check_response

def test_one():
    check_response("GET", "/healthz", 200, {"Content-Type": "application/json"}, b'{"status": "ok"}')

def test_two():
    check_response("GET", "/readyz", 200, {"Content-Type": "application/json"}, b'{"status": "ok"}')
"""


def run(folder: Path, *words: str) -> tuple[int, str]:
    """The exit code and the output of a run of tests of our own in a folder."""
    (folder / "test_ours.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\n")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV"))}
    top = str(Path(__file__).resolve().parents[2])
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.unseen", *words],
        cwd=folder,
        env=kept | {"PYTHONPATH": top, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return ran.returncode, ran.stdout


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n", "2")], ids=["alone", "two workers"])
def test_a_whole_run_fails_and_names_the_answers_that_no_test_got(workers: tuple[str, ...], tmp_path: Path) -> None:
    code, output = run(tmp_path, *workers)
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "2 passed" in output
    assert "getHealth 400: no test got it" in output
    assert "getHealth 200" not in output
    assert "getReadiness 200" not in output
    assert "default" not in output


@pytest.mark.parametrize("words", [("-k", "one"), ("test_ours.py",)], ids=" ".join)
def test_a_run_of_some_tests_decides_nothing(words: tuple[str, ...], tmp_path: Path) -> None:
    code, output = run(tmp_path, *words)
    assert code == pytest.ExitCode.OK
    assert "no test got it" not in output


def test_some_tests_tell_what_they_did_not_get_if_asked(tmp_path: Path) -> None:
    code, output = run(tmp_path, "--unseen", "-k", "one")
    assert code == pytest.ExitCode.OK
    assert "getHealth 200" not in output
    assert "getReadiness 200" in output


def test_all_is_well_where_each_answer_was_seen_or_has_its_reason() -> None:
    assert list(failures({"a 200", "a 418", "a default"}, {"a 200"}, {"a 418": "no teapot"})) == []


def test_a_reason_for_an_answer_that_was_seen_is_out_of_date() -> None:
    (told,) = failures({"a 418"}, {"a 418"}, {"a 418": "no teapot"})
    assert told == "a 418: some test got it, and it is in NEVER"


def test_a_reason_for_an_answer_that_is_not_promised_is_out_of_date() -> None:
    (told,) = failures(set(), set(), {"a 418": "no teapot"})
    assert told == "a 418: is in NEVER, and the document doesn't promise it"


def test_an_answer_that_nobody_documented_by_its_status_is_a_mistake() -> None:
    (told,) = failures({"a default"}, {"a default"}, {})
    assert told == "a default: some test got it, and it is a mistake of ours"


def test_every_reason_is_a_sentence() -> None:
    assert all(reason.endswith(".") for reason in NEVER.values())
