"""Who plays five-three when nobody does, from the view of a seat alone.

- Beginner: looks at the own cards only, keeps high cards and pairs, offers what it likes least, and builds the strongest
  5-card hand whatever that leaves for the other.
- Skilled: rules of thumb for what a card is worth to whom; the order of the actions, how to cut an offer and how
  to answer one; and beats in the build what the face-up cards of the opponent can make.
- Expert: plays every promising action out on many deals of the unseen cards, and builds as in an equilibrium,
  with an eye on the score of the match.
"""

from types import MappingProxyType
from typing import Final

from engine.bots.bot import Bot, Level
from engine.bots.five_three import beginner, expert, skilled
from engine.games.five_three.actions import Move, View

BOTS: Final[MappingProxyType[Level, Bot[View, Move]]] = MappingProxyType(
    {Level.BEGINNER: beginner.choose, Level.SKILLED: skilled.choose, Level.EXPERT: expert.choose}
)
