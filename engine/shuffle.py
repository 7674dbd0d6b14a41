"""The shuffle that anyone can check: from a seed to a commitment, a deck order, a bot's random numbers.

RULES.md, "Shuffle", is the definition. Everything here is a function of bytes alone, so the same
seed gives the same cards in any language and on any machine.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final, Protocol

SEED_BYTES: Final = 32
MAX_SEED_CODE_POINTS: Final = 128
_WORD: Final = 1 << 32


class RandomSource(Protocol):
    """Where a bot or a sample takes its chances from."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each with equal chance; bound is at least 1."""


class HashSource:
    """Random numbers from SHA-256 of a prefix and a block number, eight big-endian 32-bit words a block."""

    def __init__(self, prefix: bytes) -> None:
        self._words = self._stream(prefix)

    @staticmethod
    def _stream(prefix: bytes) -> Iterator[int]:
        block = 0
        while True:
            digest = sha256(prefix + b"%d" % block).digest()
            for at in range(0, 32, 4):
                yield int.from_bytes(digest[at : at + 4], "big")
            block += 1

    def below(self, bound: int) -> int:
        """As RandomSource says; a word that would favour the small numbers is passed over.

        Raises ValueError for a bound outside 1..2**32.
        """
        if not 1 <= bound <= _WORD:
            msg = f"a bound is 1 to 2**32, not {bound}"
            raise ValueError(msg)
        limit = _WORD // bound * bound
        for word in self._words:
            if word < limit:
                return word % bound
        raise AssertionError  # the stream has no end


def commitment(seed: bytes) -> str:
    """SHA-256 of ``commit:`` and the seed, in lower-case hex: public before the seed is."""
    return sha256(b"commit:" + seed).hexdigest()


def shuffled(deck: tuple[str, ...], seed: bytes, number: int) -> tuple[str, ...]:
    """The deck in dealing order after the game's shuffle of that number (0 for the first).

    Fisher-Yates from the last index down to 1, each swap with a uniform index at or below it.
    """
    source = HashSource(seed + b":shuffle:%d:" % number)
    cards = list(deck)
    for i in range(len(cards) - 1, 0, -1):
        j = source.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def bot_source(seed: bytes, seat: int, move: int) -> HashSource:
    """The random source of a bot in a seat at a move, so that a whole game replays to the same bytes.

    `move` is the number of actions that the game has seen before.
    """
    return HashSource(seed + b":bot:%d:%d:" % (seat, move))


def seed_to_wire(seed: bytes, *, seeded: bool) -> str:
    """The seed as a record shows it: the creator's own string, or 32 bytes in lower-case hex."""
    return seed.decode() if seeded else seed.hex()


def seed_from_wire(text: str, *, seeded: bool) -> bytes:
    """The bytes of a seed as a record shows it. Raises ValueError for hex that is none, or not 32 bytes."""
    if seeded:
        return text.encode()
    seed = bytes.fromhex(text)
    if len(seed) != SEED_BYTES or seed.hex() != text:
        msg = f"a random seed is {SEED_BYTES} bytes in lower-case hex"
        raise ValueError(msg)
    return seed
