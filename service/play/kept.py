"""Answers that are kept under an idempotency key, so that a request sent twice is done once."""

import zlib
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from service.play.refusals import Refused

DIGEST_BYTES: Final = 16


@dataclass(frozen=True)
class Once:
    """An idempotency key."""

    key: str

    def field(self, token: bytes) -> str:
        """Where the answer is kept: the same key of another seat is another key."""
        return f"{token[:DIGEST_BYTES].hex()}:{self.key}"


def digest(request: bytes) -> bytes:
    """What tells a request from another under the same key."""
    return blake2b(request, digest_size=DIGEST_BYTES).digest()


def keep(request: bytes, etag: str, body: bytes) -> bytes:
    """The bytes to keep: the request's digest, then the answer, compressed."""
    return digest(request) + zlib.compress(etag.encode() + b"\n" + body, 1)


def kept_answer(once: Once, request: bytes, kept: bytes) -> tuple[str, bytes]:
    """The ETag and body of a kept answer. Raises Refused where the key stood for another request."""
    if kept[:DIGEST_BYTES] != digest(request):
        raise Refused("idempotency_key_reused", f"The key {once.key} has been used for another request of this seat.")
    etag, _, body = zlib.decompress(kept[DIGEST_BYTES:]).partition(b"\n")
    return etag.decode(), body
