"""What the counts of cards are worth, fitted by least squares.

To each table belong what 7,000 seats (two players) or 14,000 had when the phase was over, in games among skilled and
expert bots, of which the experts made one exchange in ten by chance. Its counts were held against the chance to win,
against the field, of the best build of what the seat had in the end.
"""

from types import MappingProxyType
from typing import Final, NamedTuple


class Weights(NamedTuple):
    """Ten-thousandths of a win; Jokers count with every suit and every straight."""

    flush: tuple[int, int, int]
    """Each suit of which there are three, four, five or more cards."""
    beyond_flush: int
    """Each card beyond five of a suit."""
    straight_flush: tuple[int, int, int]
    """Each suit in which the best straight has three, four, five cards."""
    straight: tuple[int, int, int]
    """The best straight of any suits, of three, four, five cards."""
    alike: tuple[int, int, int, int, int, int, int, int]
    """With a, b, c ranks of which there are at least two, three, four: of a, b, c, aa, bb, ab, ac, bc."""
    heights: tuple[int, int, int, int]
    """Each step in rank above a two: of ranks of which there is at least one, two, three, four."""
    joker: int
    """Each Joker, beyond what it adds elsewhere."""


WEIGHTS: Final = MappingProxyType(
    {
        2: (
            Weights(
                flush=(-411, -1139, -2253),
                beyond_flush=0,
                straight_flush=(633, 1689, 2353),
                straight=(-186, -335, 120),
                alike=(734, -9, 53, -272, -9, 325, 53, 53),
                heights=(67, 66, 0, 85),
                joker=829,
            ),
            Weights(
                flush=(-131, -421, -1008),
                beyond_flush=269,
                straight_flush=(78, 502, 1367),
                straight=(0, 106, 122),
                alike=(219, 1042, 699, 0, -2, -18, 242, 10),
                heights=(51, 67, 20, 7),
                joker=1153,
            ),
            Weights(
                flush=(248, 445, 363),
                beyond_flush=974,
                straight_flush=(-105, -258, 294),
                straight=(26, -160, 162),
                alike=(-375, -383, 1486, -5, -165, 393, 125, 293),
                heights=(46, 4, 98, -12),
                joker=746,
            ),
        ),
        3: (
            Weights(
                flush=(-508, -1381, 0),
                beyond_flush=0,
                straight_flush=(568, 1545, 0),
                straight=(-25, 250, 0),
                alike=(351, 304, 323, 71, 304, 304, 323, 323),
                heights=(57, 46, 24, 32),
                joker=656,
            ),
            Weights(
                flush=(-270, -478, -909),
                beyond_flush=1224,
                straight_flush=(262, 857, 2084),
                straight=(-219, -236, -203),
                alike=(-26, 785, 1423, 59, -73, 99, 27, 394),
                heights=(25, 68, 76, -52),
                joker=514,
            ),
            Weights(
                flush=(76, 135, -25),
                beyond_flush=1031,
                straight_flush=(-62, -183, 1084),
                straight=(614, 518, 662),
                alike=(196, -507, 3713, -45, -468, 642, -501, 642),
                heights=(9, -10, 201, -80),
                joker=567,
            ),
        ),
        4: (
            Weights(
                flush=(-781, -534, -218),
                beyond_flush=0,
                straight_flush=(655, 687, 1856),
                straight=(-158, 124, 835),
                alike=(516, 631, 387, 82, 631, -53, 387, 387),
                heights=(23, 55, 32, 7),
                joker=72,
            ),
            Weights(
                flush=(92, 190, 188),
                beyond_flush=1433,
                straight_flush=(-76, -304, 739),
                straight=(203, 47, 1074),
                alike=(-294, 433, 601, 66, -374, 419, -152, 1529),
                heights=(-4, 14, 105, 32),
                joker=193,
            ),
        ),
    }
)
"""By the number of seats, then by phase, from 0."""
