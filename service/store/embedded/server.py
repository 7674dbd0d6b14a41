"""The private server's life: started, watched, started again when it dies, ended."""

import logging
import os
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from service.store.connection import connect
from service.store.embedded import tied
from service.store.embedded.binary import find_binary
from service.store.embedded.errors import EmbeddedError
from service.store.embedded.folder import DataFolder
from service.store.embedded.orphan import end_orphan
from service.store.link import Link, StoreUnavailable

START_SECONDS: Final = 300.0
"""It reads all its games before it answers, which takes a minute or so for a million. One that dies is noticed at once."""

LOOK_SECONDS: Final = 0.01
"""How often a server that starts is asked whether it answers."""

END_SECONDS: Final = 10.0
"""To write what it has and end; after that it is killed."""

FIRST_PAUSE_SECONDS: Final = 0.05
LONGEST_PAUSE_SECONDS: Final = 5.0
STEADY_SECONDS: Final = 60.0
"""The pause before it is started again doubles each time, and is short again once it has run for this long."""

LOG: Final = logging.getLogger(__name__)


class EmbeddedServer:
    """A private server on a data folder, for the process that starts it. It starts once and stops once.

    A thread waits for the server to end, and starts it again at the same address until stop() is called. The owner may
    fork, as gunicorn does: each child calls release(), and can't stop the server then.
    """

    def __init__(self, data_dir: Path) -> None:
        self._folder = DataFolder(data_dir)
        self._starting = threading.Lock()
        """Held while a process is started, and to decide that no more are."""
        self._stopping = threading.Event()
        self._ended = threading.Event()
        """Set once a process has ended."""
        self._last_words = ""
        """Why it ended, as far as is known."""
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: threading.Thread | None = None

    def start(self) -> str:
        """Start the server, wait until it answers, and give its URL.

        A server that a killed service left behind on the folder is ended first; all its games are there again. Raises
        EmbeddedError where no server can be had; nothing is left running then.
        """
        binary = find_binary()
        self._folder.own()
        try:
            url = self._start_watched(binary)
        except OSError as error:
            self.stop()
            raise EmbeddedError(f"No server can be started in the data folder {self._folder.path}: {error}.") from error
        except BaseException:
            self.stop()
            raise
        return url

    def stop(self) -> None:
        """End the server, with all that it has on the disk, and leave the folder to others. Nothing if none runs."""
        with self._starting:
            self._stopping.set()
        if self._watcher is not None:
            if self._process is not None:
                self._process.terminate()
            self._watcher.join(END_SECONDS)
            if self._process is not None:
                self._process.kill()
            self._watcher.join()
        self._folder.leave()

    def release(self) -> None:
        """Let go, in a forked child, of what is the parent's: else the folder stayed in use as long as the child lives."""
        self._folder.release()
        self._watcher = None

    def _start_watched(self, binary: Path) -> str:
        last_address = self._folder.last_address()
        if last_address is not None:
            end_orphan(last_address, END_SECONDS)
        address = self._folder.new_address()
        command = server_command(binary, self._folder.path, address)
        # On Linux the server ends with the thread that started it (see tied.py): this one lives as long as the process.
        self._watcher = threading.Thread(target=self._keep_running, args=(command,), name="embedded-server", daemon=True)
        self._watcher.start()
        url = f"unix://{quote(str(address))}"
        self._wait_for_answer(url, binary.name)
        return url

    def _wait_for_answer(self, url: str, program: str) -> None:
        give_up = time.monotonic() + START_SECONDS
        with closing(connect(url, connections=1)) as client:
            link = Link(client)
            while not self._ended.wait(LOOK_SECONDS):
                try:
                    link.read("PING")
                except StoreUnavailable as error:
                    if time.monotonic() > give_up:
                        raise EmbeddedError(f"{program} does not answer after {START_SECONDS:.0f} s: {error}.") from error
                else:
                    return
        raise EmbeddedError(f"{program} ended when it was started: {self._last_words}")

    def _keep_running(self, command: list[str]) -> None:
        """Run the server over and over until stop() is called. What the watcher does."""
        pause = FIRST_PAUSE_SECONDS
        while True:
            began = time.monotonic()
            self._run(command)
            self._ended.set()
            if self._stopping.wait(pause):
                return
            LOG.warning("The private Redis ended and is started again; the last that is known: %s", self._last_words)
            steady = time.monotonic() - began > STEADY_SECONDS
            pause = FIRST_PAUSE_SECONDS if steady else min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _run(self, command: list[str]) -> None:
        """Run the server once, if it is still wanted, until it ends."""
        try:
            with self._starting, self._folder.log.open("ab") as log:
                if self._stopping.is_set():
                    return
                self._process = subprocess.Popen(  # noqa: S603  # the program and its arguments are ours
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # Ctrl-C is for the service, which needs its server to the end
                    umask=0o077,  # the files hold seeds of games that are being played
                )
            # Only that it ended counts: in gunicorn's arbiter another waitpid may have taken its status away.
            self._process.wait()
            self._last_words = self._folder.last_line_of_log()
        except OSError as error:
            self._last_words = str(error)


def server_command(binary: Path, folder: Path, address: Path) -> list[str]:
    """The command that becomes a server on a folder and listens at a socket, for the process that calls this."""
    options = {
        "--dir": str(folder),
        "--unixsocket": str(address),
        "--unixsocketperm": "700",
        "--port": "0",  # no network
        "--appendonly": "yes",
        "--appendfsync": "everysec",  # a crash of the machine can lose a second, one of the service or server nothing
        "--save": "",  # no snapshots beside that
    }
    python = [sys.executable, "-I", "-S", tied.__file__, str(os.getpid())]
    return [*python, str(binary), *(word for option in options.items() for word in option)]
