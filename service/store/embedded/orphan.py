"""A server that outlived its service: it is asked to end, so that all that it has is on the disk."""

import os
import signal
import socket
import struct
import sys
from pathlib import Path
from typing import Final

from service.store.embedded.errors import EmbeddedError

CREDENTIALS: Final = struct.Struct("3i")
"""Process, user, group: struct ucred of Linux."""


def end_orphan(address: Path, seconds: float) -> None:
    """End the server that listens at a socket, if there is one, and return when its process is gone.

    One that isn't gone after `seconds` is killed. Raises EmbeddedError where that can't be.
    """
    with socket.socket(socket.AF_UNIX) as orphan:
        try:
            if address.stat().st_uid != os.geteuid():
                return  # somebody else's by now: a folder for temporary files is open to all
            orphan.connect(str(address))
        except OSError:
            return
        orphan.settimeout(seconds)
        if not _ends(orphan, b"SHUTDOWN\r\n"):
            _kill(orphan, address)


def _ends(orphan: socket.socket, command: bytes = b"") -> bool:
    """Whether the server ends in time: when it is gone the kernel closes the connection."""
    try:
        orphan.sendall(command)
        while orphan.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def _kill(orphan: socket.socket, address: Path) -> None:
    """Kill the process that listens, which the kernel knows. What it has answered is written, and isn't lost."""
    if sys.platform == "linux":
        process, _, _ = CREDENTIALS.unpack(orphan.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))
        os.kill(process, signal.SIGKILL)
        if _ends(orphan):
            return
    raise EmbeddedError(f"An earlier server still runs at {address} and does not end.")
