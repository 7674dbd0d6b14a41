"""The server as a newcomer starts it: `python -m service`, and what becomes of it."""

import os
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from service.process import address, raise_file_limit, refuse_taken_port, worker_exit
from service.store.embedded import EmbeddedServer

START_SECONDS: Final = 60
STOP_SECONDS: Final = 30
"""Bounds for a loaded machine; each step takes about a second."""

ANNOUNCEMENT: Final = re.compile(r"Card Commons answers at (http://\S+), documentation at \1/docs, games kept in (.+)\n")


@dataclass
class Server:
    """A started server: its process, and the line that it printed."""

    process: subprocess.Popen[str]
    line: str
    url: str = field(init=False)

    def __post_init__(self) -> None:
        announced = ANNOUNCEMENT.fullmatch(self.line)
        assert announced is not None, self.line
        self.url = announced[1]

    def get(self, path: str) -> str:
        """The body of an answer; raises for any other than a 200."""
        with urllib.request.urlopen(self.url + path, timeout=START_SECONDS) as answer:  # noqa: S310  # our own address
            assert answer.status == 200
            body: str = answer.read().decode()
            return body

    def stop(self, with_signal: signal.Signals) -> tuple[int, str]:
        """The exit code and what was printed since the first line, up to the end of the last process."""
        self.process.send_signal(with_signal)
        rest, _ = self.process.communicate(timeout=STOP_SECONDS)
        return self.process.returncode, rest


Start = Callable[..., Server]
SERVICE: Final = (sys.executable, "-m", "service")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A free port and a fresh data folder; nothing else is set, whatever the shell that runs the tests has set."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PATH", "COV", "PYTHON"))}
    return kept | {"PORT": "0", "WORKERS": "1", "DATA_DIR": str(tmp_path / "data")}


@pytest.fixture
def start(top: Path, environment: dict[str, str]) -> Iterator[Start]:
    """Starts servers, each with more settings; all are gone after the test."""
    started: list[subprocess.Popen[str]] = []

    def run(command: tuple[str, ...] = SERVICE, **settings: str) -> Server:
        process = subprocess.Popen(
            command, cwd=top, env=environment | settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        started.append(process)
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
        assert ready, "it printed nothing"
        return Server(process, process.stdout.readline())

    yield run
    for process in started:
        process.terminate()
        process.communicate(timeout=STOP_SECONDS)


@pytest.fixture
def refused(top: Path, environment: dict[str, str]) -> Callable[..., tuple[int, str]]:
    """Starts a server that can't start; gives its exit code and what it printed."""

    def run(*arguments: str, **settings: str) -> tuple[int, str]:
        ran = subprocess.run(
            [*SERVICE, *arguments],
            cwd=top,
            env=environment | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=START_SECONDS,
        )
        return ran.returncode, ran.stdout

    return run


def listens(path: Path) -> bool:
    """Whether a private Redis answers in a data folder."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path / "server.sock")) == 0


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_answers_and_a_signal_ends_all_of_it_without_a_word(
    start: Start, tmp_path: Path, with_signal: signal.Signals
) -> None:
    server = start()
    assert server.get("/readyz")
    assert server.line.endswith(f"games kept in {tmp_path / 'data'}\n")
    assert listens(tmp_path / "data")
    assert server.stop(with_signal) == (0, "")
    assert not listens(tmp_path / "data")


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
def test_a_client_that_never_ends_its_request_does_not_hold_the_end_up(start: Start, with_signal: signal.Signals) -> None:
    server = start()
    assert server.get("/readyz")
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as client:
        client.sendall(b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{")
        assert server.get("/v1")  # by another thread
        code, rest = server.stop(with_signal)
    # on a busy machine it is the arbiter that ends the worker when the time is up, and says so
    assert code == 0
    assert "Traceback" not in rest


def test_nothing_of_the_metrics_is_left_when_it_ends(start: Start, tmp_path: Path) -> None:
    server = start()
    assert (tmp_path / "data" / "metrics").exists()
    server.stop(signal.SIGTERM)
    assert not (tmp_path / "data" / "metrics").exists()


def test_workers_that_fail_to_start_end_the_whole_server(start: Start, tmp_path: Path) -> None:
    nothing = (sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "service.wsgi:nothing")
    server = start(nothing, WORKERS="2")
    server.process.communicate(timeout=STOP_SECONDS)
    assert server.process.returncode != 0
    assert not listens(tmp_path / "data")
    assert not (tmp_path / "data" / "metrics").exists()


def test_gunicorn_with_the_deployed_configuration_is_the_same_server(start: Start) -> None:
    server = start((sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py", "service.wsgi:app"))
    assert server.get("/readyz")
    assert server.stop(signal.SIGTERM) == (0, "")


def test_metrics_count_the_requests_of_every_worker_of_one_that_left_too(start: Start) -> None:
    server = start(WORKERS="2")
    for _ in range(20):
        server.get("/v1")
    server.process.send_signal(signal.SIGTTOU)  # one worker fewer
    assert re.search(
        r'card_commons_request_seconds_count\{operation="service.get_service",status="200"\} 20\.0', server.get("/metrics")
    )
    assert server.stop(signal.SIGTERM) == (0, "")


def test_a_reload_brings_new_workers_that_know_the_same_redis(start: Start) -> None:
    server = start()
    assert server.get("/readyz")
    server.process.send_signal(signal.SIGHUP)
    assert server.get("/readyz")
    assert server.stop(signal.SIGTERM) == (0, "")


def test_after_a_kill_the_port_and_the_data_are_free_for_the_next_start(start: Start) -> None:
    first = start()
    assert first.get("/readyz")
    code, rest = first.stop(signal.SIGKILL)  # and every worker has gone
    assert code == -signal.SIGKILL
    assert "Traceback" not in rest
    second = start(PORT=first.url.rpartition(":")[2])
    assert second.url == first.url
    assert second.get("/readyz")
    assert "card_commons_request_seconds_count{" in second.get("/metrics")


def test_with_redis_url_no_private_redis_is_started_and_its_password_is_not_shown(start: Start, tmp_path: Path) -> None:
    other = EmbeddedServer(tmp_path / "other")
    url = other.start()
    try:
        temporary = tmp_path / "temporary"
        temporary.mkdir()
        server = start(REDIS_URL=url, TMPDIR=str(temporary))
        assert server.get("/readyz")
        assert "card_commons_request_seconds_count{" in server.get("/metrics")
        assert server.line.endswith("games kept in the Redis of REDIS_URL\n")
        assert server.stop(signal.SIGTERM) == (0, "")
        assert not list(temporary.iterdir())
        assert not (tmp_path / "data").exists()
    finally:
        other.stop()


def test_a_taken_port_is_told_in_one_line_and_no_redis_is_started(
    refused: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refused(PORT=str(port)) == (
            1,
            f"card-commons: port {port} on 127.0.0.1 is taken; PORT=0 takes any that is free\n",
        )
    assert not (tmp_path / "data").exists()


def test_an_address_of_another_machine_is_told_in_one_line(refused: Callable[..., tuple[int, str]]) -> None:
    code, said = refused(HOST="192.0.2.1")
    assert code == 1
    assert re.fullmatch(r"card-commons: can't listen on 192\.0\.2\.1 port 0: .+\n", said)


def test_a_wrong_setting_is_told_in_one_line(refused: Callable[..., tuple[int, str]]) -> None:
    assert refused(WORKERS="many") == (2, "card-commons: WORKERS is 'many'; it must be a whole number from 1 to 64\n")


def test_an_argument_is_refused_because_everything_is_set_in_the_environment(refused: Callable[..., tuple[int, str]]) -> None:
    code, said = refused("--port=80")
    assert code == 2
    assert re.fullmatch(r"card-commons: takes no arguments; .+\n", said)


def test_a_data_folder_that_another_service_owns_is_told_in_one_line(
    start: Start, refused: Callable[..., tuple[int, str]]
) -> None:
    start()
    code, said = refused()
    assert code == 1
    assert re.fullmatch(r"card-commons: The data folder .+ is in use by another .+\n", said)


@dataclass
class Gone:
    """A worker that gunicorn no longer finds."""

    pid: int = 0


def test_what_ends_a_stopped_worker_does_not_end_the_arbiter_that_reports_one_gone() -> None:
    before = threading.enumerate()
    worker_exit(None, Gone())  # type: ignore[arg-type]  # of a worker only its process is looked at
    assert threading.enumerate() == before


@dataclass
class Bound:
    """A socket that was bound to an address."""

    name: tuple[str, int]

    def getsockname(self) -> tuple[str, int]:
        return self.name


@pytest.mark.parametrize(
    ("bound", "url"),
    [
        (("127.0.0.1", 8000), "http://127.0.0.1:8000"),
        (("0.0.0.0", 80), "http://127.0.0.1:80"),  # noqa: S104  # nothing is bound
        (("::", 8000), "http://[::1]:8000"),
        (("192.0.2.7", 8000), "http://192.0.2.7:8000"),
    ],
)
def test_the_address_told_is_one_that_a_browser_on_this_machine_can_open(bound: tuple[str, int], url: str) -> None:
    assert address(Bound(bound)) == url


def test_a_free_port_is_not_refused() -> None:
    refuse_taken_port("127.0.0.1", 0)
    refuse_taken_port("::1", 0)


def test_as_many_files_may_be_open_as_the_system_lets_us_up_to_what_is_enough() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
    try:
        raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(hard, 65_536)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
