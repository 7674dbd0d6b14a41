"""The service as a person starts it: its own process, its own Redis, real HTTP."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.calling import OverHttp

ROOT = Path(__file__).resolve().parents[1]
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
SECONDS = 60
"""Longer than anything here takes; what hangs is ended."""


class Server:
    """A running service. It is started and ended by the id of its own process group only."""

    def __init__(self, data: Path, *, covered: bool = True, **settings: str) -> None:
        self.data = data
        self.covered = covered
        self.settings = settings
        self.start()

    def start(self, port: int = 0) -> None:
        """Start it and wait for the line that says where it is."""
        coverage = {name: value for name, value in os.environ.items() if self.covered and name.startswith("COV")}
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.data), **coverage, **self.settings}
        environment |= {"PORT": str(port), "DATA_DIR": str(self.data / "data"), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(  # our own service
            [sys.executable, "-m", "service"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = ADDRESS.search(line)
        assert found is not None, f"the service did not start: {line!r}"
        self.port = int(found[1])
        self.caller = OverHttp(self.port)

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"service" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def kill(self) -> None:
        """End the service at once, as a crash would: its Redis with it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self._reap()

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        if self.process.poll() is None:
            self.process.terminate()
        self._reap()

    def _reap(self) -> None:
        self.process.wait(SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
