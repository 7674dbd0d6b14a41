"""Who plays center row when nobody does: three levels, each a function of a seat's view and chances.

- *Beginner* sees what is alike in its hand and what is high, and nothing else: no straight, no flush, no use
  for a Joker, no card locked before, no neighbour who waits for the card that it gives.
- *Skilled* plays by rules of thumb: it weighs pairs, suits, runs and Jokers in all that it has, makes the
  exchange that adds most, and builds its strongest hand first, then the strongest of what is left.
- *Expert* searches: every hand that its turns can still reach, by what such cards came to in many games, and
  the build that wins most often against what the others may have, which is seldom the strongest hand first.
"""

from types import MappingProxyType
from typing import Final

from engine.bots.bot import Bot, Level
from engine.bots.center_row import beginner, expert, skilled
from engine.games.center_row.actions import Move, View

BOTS: Final[MappingProxyType[Level, Bot[View, Move]]] = MappingProxyType(
    {Level.BEGINNER: beginner.choose, Level.SKILLED: skilled.choose, Level.EXPERT: expert.choose}
)
"""The player of each level."""
