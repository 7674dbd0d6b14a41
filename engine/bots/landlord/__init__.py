"""Who plays landlord when nobody does, from the view of a seat alone.

- *Beginner* looks at one trick at a time: leads its lowest cards, beats whatever it can with the lowest that do, a
  partner's play too, throws bombs early, and bids by its high cards.
- *Skilled* plays by rules of thumb: it splits its hand into few plays, leads the hard ones first, beats a trick for
  what that takes off its hand, leaves a partner's trick alone, and keeps an opponent from going out.
- *Expert* searches: it deals the unseen cards many times as they may lie, seldom so that others would have broken up
  their hands by what they played, tries its best plays out on the same deals with all seats playing by the rules of
  thumb, and bids by what the hand brings on such deals.
"""

from types import MappingProxyType
from typing import Final

from engine.bots.bot import Bot, Level
from engine.bots.landlord import beginner, expert, skilled
from engine.games.landlord.actions import Move, View

BOTS: Final[MappingProxyType[Level, Bot[View, Move]]] = MappingProxyType(
    {Level.BEGINNER: beginner.choose, Level.SKILLED: skilled.choose, Level.EXPERT: expert.choose}
)
"""The player of each level."""
