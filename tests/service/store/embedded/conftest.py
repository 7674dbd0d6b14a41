"""What the tests of the private server share."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from redis import ConnectionError as NoConnection
from redis import Redis

import service
from service.store import connect
from service.store.embedded import EmbeddedServer

PATIENCE_SECONDS = 20
LOOK_SECONDS = 0.02
ROOT = Path(service.__file__).parents[1]


@pytest.fixture
def start() -> Iterator[Callable[[Path], tuple[EmbeddedServer, str]]]:
    """Starts a server on a folder, and gives it with its URL. Those that still run are stopped after the test."""
    with ExitStack() as stack:

        def start_server(folder: Path) -> tuple[EmbeddedServer, str]:
            server = EmbeddedServer(folder)
            stack.callback(server.stop)
            return server, server.start()

        yield start_server


@pytest.fixture
def client_of() -> Iterator[Callable[[str], Redis]]:
    """Makes a client of a URL, closed after the test."""
    with ExitStack() as stack:
        yield lambda url: stack.enter_context(closing(connect(url, connections=1)))


@pytest.fixture
def process_of() -> Callable[..., int]:
    """Waits until a server answers a client, another one than those given, and tells its process id."""

    def ask(client: Redis, *others: int) -> int:
        give_up = monotonic() + PATIENCE_SECONDS
        while monotonic() < give_up:
            with suppress(NoConnection):
                process = int(client.info("server")["process_id"])
                if process not in others:
                    return process
            Event().wait(LOOK_SECONDS)
        raise AssertionError("no server answers")

    return ask


@pytest.fixture
def program() -> Iterator[Callable[[str, Path], "subprocess.Popen[str]"]]:
    """Runs a program in a process of its own, with a folder as its argument; its input and output are pipes."""
    with ExitStack() as stack:

        def run(source: str, folder: Path) -> "subprocess.Popen[str]":
            process = subprocess.Popen(
                [sys.executable, "-c", source, str(folder)], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield run
