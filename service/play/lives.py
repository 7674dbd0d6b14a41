"""How long things are kept."""

from dataclasses import dataclass

from service.play.shapes import GameStatus


@dataclass(frozen=True)
class Lives:
    """How long a game is kept after its last change, by its status, and how long an answer; in milliseconds."""

    waiting_ms: int
    active_ms: int
    finished_ms: int
    answer_ms: int

    def of(self, status: GameStatus) -> int:
        """The life of a game of this status."""
        if status is GameStatus.WAITING:
            return self.waiting_ms
        return self.active_ms if status is GameStatus.ACTIVE else self.finished_ms
