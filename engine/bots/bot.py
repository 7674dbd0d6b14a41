"""What a bot is: a pure function of what its seat may see and of a random source."""

from typing import Protocol, TypeVar

from engine.ruleset import Action, Level, StateView
from engine.shuffle import RandomSource

__all__ = ["Bot", "Level"]

V_contra = TypeVar("V_contra", bound=StateView, contravariant=True)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class Bot(Protocol[V_contra, A_co]):
    """A player. The same view, seat and random source give the same action on any machine."""

    def __call__(self, view: V_contra, seat: int, source: RandomSource) -> A_co:
        """A legal action of a seat whose turn it is; `view` is that seat's."""
