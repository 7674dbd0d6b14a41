"""The data folder of a private server: who owns it, and where the server in it listens.

- `lock`: locked by the service that owns the folder; its process id stands in it for the message that others get.
  The kernel lets the lock go when the service dies, however it dies.
- `address`: where the server that was started last listens, and the identity of the folder.
- `server.log`: what the server says.
- all else is the server's: its append-only files.
"""

import fcntl
import os
import shutil
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from service.store.embedded.errors import EmbeddedError

FOR_THE_OWNER: Final = 0o700
SOCKET: Final = "server.sock"
END_OF_LOG_BYTES: Final = 4096


class DataFolder:
    """A folder that one service at a time owns."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path.absolute()
        self._lock: int | None = None
        self._socket_folder: Path | None = None

    @property
    def log(self) -> Path:
        """Where the server writes what it says."""
        return self.path / "server.log"

    @property
    def _address(self) -> Path:
        return self.path / "address"

    def own(self) -> None:
        """Make the folder if need be, and own it. Raises EmbeddedError where that can't be."""
        try:
            self.path.mkdir(FOR_THE_OWNER, parents=True, exist_ok=True)
            lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise EmbeddedError(f"The data folder {self.path} can't be written to: {error.strerror}.") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            owner = os.pread(lock, 20, 0).decode().strip()
            os.close(lock)
            if isinstance(error, BlockingIOError):
                raise EmbeddedError(
                    f"The data folder {self.path} is in use by another Card Commons service (process {owner})."
                ) from error
            raise EmbeddedError(f"The data folder {self.path} can't be locked: {error.strerror}.") from error
        os.pwrite(lock, f"{os.getpid():<19}\n".encode(), 0)
        self._lock = lock

    def release(self) -> None:
        """Let go of the lock. A forked child has it too: others can have it when the last of them let go or died."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def leave(self) -> None:
        """Remove what new_address made, and let go of the lock; nothing if the folder isn't owned."""
        if self._lock is None:
            return
        with suppress(OSError):  # an address that stays is found dead by the next
            self._address.unlink()
        if self._socket_folder is not None:
            shutil.rmtree(self._socket_folder, ignore_errors=True)
        self.release()

    def last_address(self) -> Path | None:
        """Where the server that was started last on this folder listens, if it still runs."""
        try:
            address, identity = self._address.read_text().split("\n")
        except (FileNotFoundError, ValueError):
            return None
        # in a copy of the folder the address would be that of the original's server
        return Path(address) if identity == self._identity() else None

    def new_address(self) -> Path:
        """Where the next server may listen: in the folder, or where no socket can be, in a folder with a short name.

        Some 100 bytes are the most for a socket's path, and not every file system takes sockets.
        """
        address = self.path / SOCKET
        if not _takes_socket(address):
            self._socket_folder = Path(tempfile.mkdtemp(prefix="card-commons-"))
            address = self._socket_folder / SOCKET
        self._address.write_text(f"{address}\n{self._identity()}")
        return address

    def _identity(self) -> str:
        """What stays the same when the folder is renamed, and isn't the same in a copy."""
        status = self.path.stat()
        return f"{status.st_dev}:{status.st_ino}"

    def last_line_of_log(self) -> str:
        """The last thing that the server said."""
        with self.log.open("rb") as log:
            log.seek(max(0, log.seek(0, os.SEEK_END) - END_OF_LOG_BYTES))
            lines = log.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")


def _takes_socket(path: Path) -> bool:
    """Whether a socket can be made at a path. What is there is removed."""
    path.unlink(missing_ok=True)
    try:
        with socket.socket(socket.AF_UNIX) as probe:
            probe.bind(str(path))
    except OSError:
        return False
    path.unlink()
    return True
