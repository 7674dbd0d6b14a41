"""How much is measured."""

from collections.abc import Callable
from dataclasses import dataclass

Say = Callable[[str], None]
"""Tells the one who waits what is being done."""


@dataclass(frozen=True, kw_only=True)
class Extent:
    """How much of each."""

    idle_streams: int
    comment_seconds: int
    """In which every idle stream should have one."""
    view_rounds: int
    view_seconds: float
    """Of asking for a view in each round, with streams and without."""
    watchers: int
    delivery_rounds: int
    delivery_moves: int
    """In each round."""
    thinking_watchers: tuple[int, ...]
    """One number after the other."""
    thinking_moves: int
    open_at_stop: int
    stop_rounds: int
