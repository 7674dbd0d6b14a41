"""Sending without giving way.

Python lets other threads run while one calls socket.send. For a socket that never waits that is a few µs, but a thread
that thinks for a bot then keeps Python for 5 ms before it gives it back: an event to 200 watchers would take as long as
200 such turns. So the C library is called by a way that keeps Python.
"""

import ctypes
import os
import socket
from typing import Final

_send: Final = ctypes.PyDLL(None, use_errno=True).send
_send.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int)
_send.restype = ctypes.c_ssize_t


def send(sock: socket.socket, data: bytes) -> int:
    """What socket.send does, of a socket that doesn't block: how many bytes it took. Raises OSError as that does."""
    taken: int = _send(sock.fileno(), data, len(data), 0)
    if taken < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return taken
