"""The life of the server's process: what gunicorn calls before, beside and after the workers.

`deploy/gunicorn.conf.py` hands these functions to gunicorn under the same names. All but `post_fork` run in
the arbiter, the process that starts the workers and answers nothing itself.
"""

import atexit
import errno
import os
import resource
import shutil
import socket
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, Self

from service.settings import Settings
from service.store.embedded import EmbeddedError, EmbeddedServer

SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108  # looked for, not relied on
"""A folder in memory, where the system has one: what is written there costs no disk."""

OPEN_FILES: Final = 65_536
"""Open files that are enough: every stream that is held is one."""

ABANDONED_AFTER_SECONDS: Final = 0.5
"""How long a worker that has stopped waits for its threads."""

METRICS_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"


class Config(Protocol):
    """The part of gunicorn's configuration that is used here; each process has its own copy."""

    graceful_timeout: int

    def set(self, name: str, value: int) -> None: ...


class Worker(Protocol):
    """The part of a gunicorn worker that is used here."""

    pid: int
    cfg: Config


class Listener(Protocol):
    """The part of a gunicorn socket that is used here."""

    def getsockname(self) -> tuple[str, int]: ...


class Arbiter(Protocol):
    """The part of a gunicorn arbiter that is used here. `companions` is ours: a reload keeps the arbiter only."""

    LISTENERS: list[Listener]
    companions: "Companions"


@dataclass(frozen=True)
class Companions:
    """What lives beside the workers: a private Redis where REDIS_URL names none, and a folder for the metrics.

    The workers learn of both through the environment. Both are stopped when the arbiter ends, unless it is killed;
    gunicorn's own on_exit is not called where two workers fail to start.
    """

    server: EmbeddedServer | None
    metrics: Path

    @classmethod
    def start(cls, settings: Settings) -> Self:
        """Both, started. Raises EmbeddedError where no server can be had; nothing is left then."""
        server = None
        if settings.redis_url is None:
            server = EmbeddedServer(settings.data_dir)
            os.environ["REDIS_URL"] = server.start()
        metrics = new_metrics_folder(settings)
        os.environ[METRICS_VARIABLE] = str(metrics)
        companions = cls(server, metrics)
        atexit.register(companions.stop)
        return companions

    def release(self) -> None:
        """Let go, in a forked worker, of what the arbiter alone holds and stops."""
        atexit.unregister(self.stop)
        if self.server:
            self.server.release()

    def stop(self) -> None:
        """Stop both; nothing of them is left but the games in the data folder."""
        if self.server:
            self.server.stop()
        shutil.rmtree(self.metrics, ignore_errors=True)


def new_metrics_folder(settings: Settings) -> Path:
    """An empty folder for the metrics of all workers.

    In the data folder, where we own one: what a killed service left there is removed. Else among the temporary files.
    """
    if settings.redis_url is not None:
        return Path(tempfile.mkdtemp(prefix="card-commons-metrics-"))
    folder = settings.data_dir.resolve() / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def memory_folder() -> str | None:
    """A folder in memory that this process may write to, or None where there is none."""
    return str(SHARED_MEMORY) if os.access(SHARED_MEMORY, os.W_OK | os.X_OK) else None


def raise_file_limit() -> None:
    """Raise the soft limit on open files, 1,024 or less on many systems, towards the hard one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def refuse_taken_port(host: str, port: int) -> None:
    """End the process with one line where the port is taken; gunicorn itself would try for five seconds."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                sys.exit(f"card-commons: port {port} on {host} is taken; PORT=0 takes any that is free")
            sys.exit(f"card-commons: can't listen on {host} port {port}: {error.strerror}")


def address(listener: Listener) -> str:
    """The address under which a person on this machine reaches a listener."""
    host, port = listener.getsockname()[:2]
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  # read, not bound
    return f"http://[{local}]:{port}" if ":" in local else f"http://{local}:{port}"


def announce(arbiter: Arbiter, settings: Settings) -> None:
    """Print where the service is, where its documentation is, and where the games are kept: one line."""
    url = settings.public_url or address(arbiter.LISTENERS[0])
    kept = "in the Redis of REDIS_URL" if settings.redis_url else f"in {settings.data_dir.resolve()}"
    sys.stdout.write(f"Card Commons answers at {url}, documentation at {url}/docs, games kept {kept}\n")
    sys.stdout.flush()


def when_ready(arbiter: Arbiter, settings: Settings) -> None:
    """Start the companions, once the port is ours and before the first worker, and say so.

    Ends the process with one line where no Redis can be had.
    """
    raise_file_limit()
    try:
        arbiter.companions = Companions.start(settings)
    except EmbeddedError as error:
        sys.exit(f"card-commons: {error}")
    announce(arbiter, settings)


def post_fork(arbiter: Arbiter, worker: Worker) -> None:
    """Let go, in a new worker, of what the arbiter alone holds, and let it give up on slow requests in time.

    The arbiter waits for its workers as long as they wait for their requests, then kills them and speaks of memory.
    """
    arbiter.companions.release()
    worker.cfg.set("graceful_timeout", worker.cfg.graceful_timeout - 1)


def worker_exit(_arbiter: Arbiter, worker: Worker) -> None:
    """End a worker that has stopped, even if one of its threads still waits, as for the rest of a request."""
    if worker.pid == os.getpid():  # gunicorn calls this in the arbiter too, for a worker that has vanished
        end = threading.Timer(ABANDONED_AFTER_SECONDS, os._exit, (0,))
        end.daemon = True
        end.start()


def child_exit(_arbiter: Arbiter, worker: Worker) -> None:
    """Take the gauges of a worker that is gone out of the metrics."""
    # imported late: the library looks at METRICS_VARIABLE once, when it is imported, and workers inherit that
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]  # the library gives it no types
