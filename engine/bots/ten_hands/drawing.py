"""Draws by chance."""

from collections.abc import Iterable
from typing import TypeVar

from engine.shuffle import RandomSource

T = TypeVar("T")


def drawn(number: int, of: Iterable[T], source: RandomSource) -> list[T]:
    """So many of these, in the order drawn; each choice with equal chance."""
    left = list(of)
    for place in range(number):
        other = place + source.below(len(left) - place)
        left[place], left[other] = left[other], left[place]
    return left[:number]
