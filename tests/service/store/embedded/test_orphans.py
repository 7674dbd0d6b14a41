"""A service that is killed: its folder is free, its server ends, and its games are there for the next."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import ConnectionError as NoConnection
from redis import Redis

from service.store import Change, Store
from service.store.embedded import EmbeddedError, EmbeddedServer
from service.store.embedded.binary import find_binary
from service.store.embedded.folder import DataFolder
from service.store.embedded.orphan import end_orphan
from service.store.embedded.server import server_command

Start = Callable[[Path], tuple[EmbeddedServer, str]]
ClientOf = Callable[[str], Redis]
Program = Callable[[str, Path], "subprocess.Popen[str]"]

SERVICE = """
import os, sys
from pathlib import Path
from redis import Redis
from service.store.embedded import EmbeddedServer

server = EmbeddedServer(Path(sys.argv[1]))
url = server.start()
with Redis.from_url(url) as client:
    process = client.info("server")["process_id"]
ready, tell = os.pipe()
for stops_it_too in (False, True):
    if os.fork() == 0:
        server.release()
        if stops_it_too:
            server.stop()
        os.write(tell, b".")
        os.read(0, 1)  # lives until the test has ended
        os._exit(0)
    os.read(ready, 1)
print(url, process, flush=True)
os.read(0, 1)
"""
"""A service with two workers, of which one calls stop() too. It tells its server's URL and process."""

REAPING = """
import os, signal, sys
from contextlib import suppress
from pathlib import Path
from service.store.embedded import EmbeddedServer

def reap(*_):
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass

signal.signal(signal.SIGCHLD, reap)
server = EmbeddedServer(Path(sys.argv[1]))
print(server.start(), flush=True)
sys.stdin.readline()
server.stop()
print("stopped", flush=True)
"""
"""A process that takes the end of any child for itself, as gunicorn's arbiter does."""


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture
def orphan(tmp_path: Path, client_of: ClientOf, process_of: Callable[..., int]) -> Iterator["subprocess.Popen[bytes]"]:
    """A server on the folder whose service is gone, and which isn't tied to it: as on a system that can't."""
    folder = DataFolder(tmp_path)
    folder.own()
    command = server_command(find_binary(), tmp_path, folder.new_address())
    with subprocess.Popen(command[command.index(str(find_binary())) :], stdout=subprocess.DEVNULL) as process:
        process_of(client_of(f"unix://{tmp_path}/server.sock"))
        folder.release()
        yield process
        process.kill()


def test_a_server_left_behind_is_ended_and_its_games_are_there(
    orphan: "subprocess.Popen[bytes]", tmp_path: Path, start: Start, client_of: ClientOf, change: Callable[..., Change]
) -> None:
    Store(client_of(f"unix://{tmp_path}/server.sock")).create("g", change(table=b"left behind"))
    _, url = start(tmp_path)
    assert orphan.wait(10) == 0
    game = Store(client_of(url)).read("g")
    assert game is not None
    assert game.table == b"left behind"


def test_a_server_left_behind_that_hangs_is_killed(orphan: "subprocess.Popen[bytes]", tmp_path: Path) -> None:
    orphan.send_signal(signal.SIGSTOP)
    end_orphan(tmp_path / "server.sock", seconds=0.2)
    assert orphan.wait(10) == -signal.SIGKILL


@pytest.mark.usefixtures("orphan")
def test_what_another_user_runs_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    somebody_else = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody_else)
    end_orphan(tmp_path / "server.sock", seconds=0.2)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(tmp_path / "server.sock"))
        connection.sendall(b"PING\r\n")
        assert connection.recv(64) == b"+PONG\r\n"


def test_where_no_server_was_left_behind_there_is_none_to_end(tmp_path: Path) -> None:
    end_orphan(tmp_path / "nothing", seconds=0.2)
    with socket.socket(socket.AF_UNIX) as closed:
        closed.bind(str(tmp_path / "closed"))
    end_orphan(tmp_path / "closed", seconds=0.2)


def test_a_killed_service_leaves_its_folder_and_games_to_the_next_though_a_worker_lives(
    program: Program, tmp_path: Path, start: Start, client_of: ClientOf, change: Callable[..., Change]
) -> None:
    service = program(SERVICE, tmp_path)
    url, _ = line(service).split()
    Store(client_of(url)).create("g", change(table=b"of the killed"))
    with pytest.raises(EmbeddedError, match=rf"in use by another Card Commons service \(process {service.pid}\)"):
        start(tmp_path)
    service.kill()
    service.wait(10)
    _, url = start(tmp_path)
    game = Store(client_of(url)).read("g")
    assert game is not None
    assert game.table == b"of the killed"


def test_a_worker_can_not_stop_the_server_of_its_parent(
    program: Program, tmp_path: Path, client_of: ClientOf, process_of: Callable[..., int]
) -> None:
    url, process = line(program(SERVICE, tmp_path)).split()
    assert process_of(client_of(url)) == int(process)


if sys.platform == "linux":

    def test_the_kernel_ends_the_server_of_a_killed_service(program: Program, tmp_path: Path) -> None:
        service = program(SERVICE, tmp_path)
        url, _ = line(service).split()
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(url.removeprefix("unix://"))
            connection.settimeout(10)
            service.kill()
            assert connection.recv(1) == b""


def test_it_makes_no_difference_who_learns_how_the_server_ended(
    program: Program, tmp_path: Path, client_of: ClientOf, process_of: Callable[..., int]
) -> None:
    service = program(REAPING, tmp_path)
    client = client_of(line(service))
    killed = process_of(client)
    os.kill(killed, signal.SIGKILL)
    process_of(client, killed)
    assert service.stdin is not None
    service.stdin.write("stop\n")
    service.stdin.flush()
    assert line(service) == "stopped"
    assert service.wait(10) == 0
    with pytest.raises(NoConnection):
        client.ping()
