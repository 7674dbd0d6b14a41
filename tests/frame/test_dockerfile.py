"""The image: small, without root, with a health check that tells a service that can't serve from one that can."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

Instruction = tuple[str, str]


@pytest.fixture(scope="module")
def instructions(top: Path) -> list[Instruction]:
    """Each instruction and its arguments, in order, without comments."""
    text = re.sub(r"^#.*\n", "", (top / "deploy" / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.strip().partition(" ") for line in lines if line.strip())]


@pytest.fixture(scope="module")
def final(instructions: list[Instruction]) -> list[Instruction]:
    """The instructions of the last stage, its FROM first."""
    starts = [place for place, (word, _) in enumerate(instructions) if word == "FROM"]
    return instructions[starts[-1] :]


def only(instructions: list[Instruction], word: str) -> str:
    [rest] = [rest for name, rest in instructions if name == word]
    return rest


def test_both_stages_start_from_the_same_slim_python_release(instructions: list[Instruction]) -> None:
    bases = {rest.split()[0] for word, rest in instructions if word == "FROM"}
    [base] = bases
    assert re.fullmatch(r"python:3\.1[1-3]-slim-[a-z]+", base)


def test_packages_come_from_the_lock_and_are_never_compiled(instructions: list[Instruction]) -> None:
    [install] = [rest for word, rest in instructions if word == "RUN" and " install " in rest and "pip" in rest.split()[0]]
    assert "--only-binary :all:" in install
    assert install.endswith("--requirement /tmp/requirements.lock")


def test_the_container_runs_without_root(final: list[Instruction]) -> None:
    uid, gid = only(final, "USER").split(":")
    assert int(uid) > 0
    assert int(gid) > 0


def test_it_runs_what_make_run_runs_and_gets_its_signals(final: list[Instruction], top: Path) -> None:
    command = " ".join(json.loads(only(final, "CMD")))
    assert re.search(rf"^run: .*\n\t@\$\(BIN\)/{command}$", (top / "Makefile").read_text(), re.MULTILINE)


def test_all_that_is_copied_is_let_through_and_exists(instructions: list[Instruction], top: Path) -> None:
    allowed = [line[1:] for line in (top / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [rest.split()[0] for word, rest in instructions if word == "COPY" and not rest.startswith("--from")]
    assert sorted(copied) == sorted(allowed)
    assert [path for path in copied if not (top / path).exists()] == []
    assert not any(fnmatch(path, "data*") for path in allowed)


@contextmanager
def answering(status: int) -> Iterator[tuple[int, list[str]]]:
    """A server on a free port that answers everything with one status, and the paths it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port, asked
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(("status", "exit_code"), [(200, 0), (503, 1), (404, 1)])
def test_the_health_check_asks_whether_the_service_is_ready(final: list[Instruction], status: int, exit_code: int) -> None:
    test = json.loads(only(final, "HEALTHCHECK").partition("CMD ")[2])
    with answering(status) as (port, asked):
        ran = subprocess.run(
            [sys.executable, *test[1:]], env=os.environ | {"PORT": str(port)}, capture_output=True, check=False, timeout=20
        )
    assert ran.returncode == exit_code
    assert asked == ["/readyz"]
