"""Who plays Oregon, and against whom it is played.

The Beginner takes what lies there, the Skilled keeps together what may become something, and the Expert
weighs chances by the cards that are left; each has its own module.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.bot import Level
from engine.bots.ten_hands.oregon_beginner import take_what_lies_there
from engine.bots.ten_hands.oregon_expert import weigh
from engine.bots.ten_hands.oregon_skilled import hold_out
from engine.games.ten_hands.actions import OregonTable

OREGON: Final[Mapping[Level, Callable[[OregonTable], int | None]]] = MappingProxyType(
    {Level.BEGINNER: take_what_lies_there, Level.SKILLED: hold_out, Level.EXPERT: weigh}
)
"""Which place of the current row a level covers, from 0; None to open a row. Raises ValueError for a table that is over."""
