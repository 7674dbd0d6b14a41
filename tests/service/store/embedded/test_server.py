"""The private server: what it keeps, who may start it, and what becomes of it when somebody dies."""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import ConnectionError as NoConnection
from redis import Redis

from service.store import Change, Store
from service.store.embedded import EmbeddedError, EmbeddedServer

Start = Callable[[Path], tuple[EmbeddedServer, str]]
ClientOf = Callable[[str], Redis]
ProcessOf = Callable[..., int]
MakeChange = Callable[..., Change]


def test_games_outlive_the_service(tmp_path: Path, start: Start, client_of: ClientOf, change: MakeChange) -> None:
    server, url = start(tmp_path)
    Store(client_of(url)).create("g", change(b"created", table=b"the table"))
    server.stop()
    _, url = start(tmp_path)
    game, log = Store(client_of(url)).read_log("g", 0, 9)
    assert game is not None
    assert (game.table, log) == (b"the table", [b"created"])


def test_what_was_answered_outlives_a_killed_server(
    tmp_path: Path, start: Start, client_of: ClientOf, process_of: ProcessOf, change: MakeChange
) -> None:
    _, url = start(tmp_path)
    client = client_of(url)
    store = Store(client)
    store.create("g", change())
    for version in range(1, 20):
        assert store.commit("g", version, change())
    killed = process_of(client)
    os.kill(killed, signal.SIGKILL)
    process_of(client, killed)
    game = store.read("g")
    assert game is not None
    assert game.version == 20


def test_a_server_that_dies_is_started_again_at_the_same_address_each_time(
    tmp_path: Path, start: Start, client_of: ClientOf, process_of: ProcessOf, caplog: pytest.LogCaptureFixture
) -> None:
    _, url = start(tmp_path)
    client = client_of(url)
    killed: list[int] = []
    for _ in range(4):
        killed.append(process_of(client, *killed))
        os.kill(killed[-1], signal.SIGKILL)
    process_of(client, *killed)
    told = [record.message for record in caplog.records if record.name.startswith("service.store")]
    assert len(told) == 4
    assert all("is started again" in message for message in told)


def test_a_stopped_server_is_not_started_again(
    tmp_path: Path, start: Start, client_of: ClientOf, process_of: ProcessOf
) -> None:
    server, url = start(tmp_path)
    client = client_of(url)
    process = process_of(client)
    server.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with pytest.raises(NoConnection):
        client.ping()


def test_to_stop_twice_or_before_the_start_does_nothing(tmp_path: Path, start: Start) -> None:
    EmbeddedServer(tmp_path).stop()
    server, _ = start(tmp_path)
    server.stop()
    server.stop()


def test_a_folder_has_one_service_at_a_time(tmp_path: Path, start: Start, client_of: ClientOf) -> None:
    _, url = start(tmp_path)
    second = EmbeddedServer(tmp_path)
    expected = f"The data folder {tmp_path} is in use by another Card Commons service (process {os.getpid()})."
    with pytest.raises(EmbeddedError) as refused:
        second.start()
    assert str(refused.value) == expected
    second.stop()
    assert (tmp_path / "address").exists()
    assert client_of(url).ping()
    with pytest.raises(EmbeddedError):
        EmbeddedServer(tmp_path).start()


def test_a_copy_of_a_folder_in_use_is_another_folder(tmp_path: Path, start: Start, client_of: ClientOf) -> None:
    deep = tmp_path / ("deep" * 40)
    _, url = start(deep)
    client = client_of(url)
    client.set("in", "both")
    shutil.copytree(deep, tmp_path / "copy")
    _, url_of_copy = start(tmp_path / "copy")
    assert client_of(url_of_copy).get("in") == b"both"
    client_of(url_of_copy).set("in", "copy")
    assert client.get("in") == b"both"


def test_it_listens_on_a_socket_in_the_folder_and_on_no_network(tmp_path: Path, start: Start, client_of: ClientOf) -> None:
    _, url = start(tmp_path)
    assert url == f"unix://{tmp_path}/server.sock"
    assert client_of(url).config_get("port") == {"port": "0"}


def test_it_appends_every_change_and_makes_no_snapshots(tmp_path: Path, start: Start, client_of: ClientOf) -> None:
    _, url = start(tmp_path)
    client = client_of(url)
    wanted = {"appendonly": "yes", "appendfsync": "everysec", "save": "", "dir": str(tmp_path)}
    assert {name: client.config_get(name)[name] for name in wanted} == wanted


def test_nobody_else_reads_its_files(tmp_path: Path, start: Start) -> None:
    folder = tmp_path / "data"
    start(folder)
    appended = list(folder.rglob("appendonly*"))
    assert appended != []
    assert all(path.stat().st_mode & 0o077 == 0 for path in (folder, folder / "server.sock", *appended))


@pytest.mark.parametrize("name", ["with space", "100% #1?", "ümläut", "a'b\"c"])
def test_a_folder_may_have_any_name(tmp_path: Path, start: Start, client_of: ClientOf, name: str) -> None:
    _, url = start(tmp_path / name)
    assert client_of(url).ping()


def test_where_the_path_is_too_long_for_a_socket_it_listens_elsewhere(
    tmp_path: Path, start: Start, client_of: ClientOf
) -> None:
    server, url = start(tmp_path / ("long" * 40))
    elsewhere = Path(url.removeprefix("unix://")).parent
    assert elsewhere.is_dir()
    assert elsewhere.stat().st_mode & 0o077 == 0
    assert client_of(url).ping()
    server.stop()
    assert not elsewhere.exists()


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    folder = tmp_path / "file" / "data"
    with pytest.raises(EmbeddedError, match=r"^The data folder .*/file/data can't be written to: Not a directory\.$"):
        EmbeddedServer(folder).start()


def test_a_server_that_ends_when_it_is_started_is_told_with_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "redis-server"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho hello\necho this disk is full\nexit 1\n")
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(program.parent))
    with pytest.raises(EmbeddedError, match=r"^redis-server ended when it was started: this disk is full$"):
        EmbeddedServer(tmp_path / "data").start()
    assert [path.name for path in (tmp_path / "data").iterdir() if path.name not in {"lock", "server.log"}] == []


def test_a_server_that_can_not_be_run_at_all_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere"))
    with pytest.raises(EmbeddedError, match=r"ended when it was started: .*No such file.*nowhere"):
        EmbeddedServer(tmp_path / "data").start()


def test_a_folder_with_something_in_the_way_is_told_and_left_free(tmp_path: Path, start: Start) -> None:
    in_the_way = tmp_path / "address"
    in_the_way.mkdir()
    with pytest.raises(EmbeddedError, match=r"^No server can be started in the data folder .*Is a directory"):
        EmbeddedServer(tmp_path).start()
    in_the_way.rmdir()
    start(tmp_path)


def test_a_folder_whose_files_are_damaged_is_told_and_left_as_it_is(tmp_path: Path, start: Start, client_of: ClientOf) -> None:
    server, url = start(tmp_path)
    client_of(url).set("key", "value")
    server.stop()
    [*logs] = [path for path in tmp_path.rglob("appendonly*") if path.is_file()]
    for log in logs:
        log.write_bytes(b"nonsense\r\n" * 100)
    with pytest.raises(EmbeddedError, match=r"ended when it was started: .+"):
        EmbeddedServer(tmp_path).start()
    assert all(log.read_bytes() == b"nonsense\r\n" * 100 for log in logs)
