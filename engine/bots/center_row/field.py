"""How often a build wins: its hands against those that others have had in that place.

The hands of a seat are compared place by place, strongest with strongest, so a hand is as good as it is rare
to be beaten in its place. With two players, two places of three decide. With more, each builds two hands,
and points that are level are decided by the weakest: so the weaker hand counts for more than the stronger.
"""

from bisect import bisect_right
from types import MappingProxyType
from typing import Final

from engine.poker import strength

Strengths = tuple[int, ...]
"""What the hands of a build are worth, strongest first."""

_FIELD: Final = {
    2: (
        """
        AcAdAhQhQs 6c6d6h6sAc 9c9d9h9sQd JcJdJhJsAc KcKdKhKs8h AcAdAhAsTh Ac5c3c2cBJ 8c7c6c4cBJ
        9s7s6sBJRJ JsTs9s7sRJ QsTs9s8sRJ KcQcTc9cRJ QsJsTsBJRJ AcKcQcTcBJ KsQsJsTsBJ
        """,
        """
        Kd6d5d4d2d 4c4d4hKdKh 6d6h6sAdAs 8c8d8hThTs 9c9d9sKhKs TdThTsAhAs QcQhQs5d5h KdKhKs2d2s
        KcKhKsQcQh AcAhAsJcJs 2c2d2h2sKs 5c5d5h5sKh 8c8d8h8s9c TcTdThTs7d KcKdKhKs7h
        """,
        """
        AhKdJs6s3h 5c5hJd9s2d 8c8sAdQsJs QhQsKs9s8h 6c6s4h4s2s ThTs4d4h5d QdQsJdJhTd 2c2d2hQdJc
        5c5h5s7sBJ 7c7h7sQhTc TcThTs7c4h KcKdKhTd6c Ad9d5d2dBJ 7c7d7hJdJh JdJhJsTdTh
        """,
    ),
    3: (
        """
        7c7d7h6h6s TcThTs8d8s QcQdQh8c8h KcKdKhJhJs AcAdAhJdJh 3c3d3h3sAd 6c6d6h6sQh 8c8d8h8sKh
        TcTdThTsAs QcQdQhQsAc AcAdAhAsQd 6d5d4d3dRJ Td9d6dBJRJ QhJhTh8hBJ AcQcTcBJRJ
        """,
        """
        8d8s2h2s7s JcJd8h8sAs KhKsJdJhAs 4c4h4sQs7h KcKhKsQc7s AsKdQdJsTs AsKsTs7sRJ 4d4h4s2d2s
        5c5d5hKcKs 7d7h7s9d9h 8d8h8sAdAh TcThTs9c9h JcJdJsAhAs KdKhKsTdTs 3c3d3h3sKd
        """,
    ),
    4: (
        """
        Td5d3d2dBJ 5d5h5sKdKh 9c9h9s8c8h JdJhJsQdQh KdKhKs9c9d AcAdAsJcJh 3c3d3h3sKc 5c5d5h5sAd
        8c8d8h8sBJ 9c9d9h9sAd JcJdJhJsKs KcKdKhKsTd AcAdAhAsKc 8c6c5c4cBJ JsTs9s8sBJ
        """,
        """
        3c3hTh7h6h 7d7sJs9s6s JcJsKh7s4h 5h5s4c4hJs ThTs4h4sJs KcKd5h5sTd 2d2h2sAs6s 5c5d5s9h2d
        7c7d7sAsTs TcTdTsKcQd 6s5h2sBJRJ 2c2d2hBJRJ 6d6h6s7d7s TcTdTs7c7s AdAhAsThTs
        """,
    ),
}
"""By the number of seats, then by place, strongest first: fifteen hands, weakest first, that cut those of
some thousands of games into sixteen equal parts. Half of the hands were built by skilled bots, half by experts."""

_PARTS: Final = 16
ABOVE_ALL: Final = 1 << 27
"""More than the strength of any hand."""


def _cuts(hands: str) -> tuple[int, ...]:
    ordered = [strength([hand[at : at + 2] for at in range(0, len(hand), 2)]) for hand in hands.split()]
    return (0, *ordered, ABOVE_ALL)


_CUTS: Final = MappingProxyType({seats: tuple(map(_cuts, places)) for seats, places in _FIELD.items()})


def chance(seats: int, hands: Strengths) -> float:
    """The chance to win with these hands against the field, 0 to 1.

    With two seats, two places of three win. With more, the formulas are fitted to what builds of every
    strength won against hands of the field: off by two hundredths on the whole, by eight at most.
    """
    match seats:
        case 2:
            first, second, third = (_ahead(2, place, hand) for place, hand in enumerate(hands))
            return first * second + first * third + second * third - 2 * first * second * third
        case 3:
            first, last = (_ahead(3, place, hand) for place, hand in enumerate(hands))
            return last * (0.577 * last + first * (0.637 - 0.150 * last))
        case _:
            first, last = (_ahead(4, place, hand) for place, hand in enumerate(hands))
            return last * (0.243 * last * last + first * (0.504 + 0.409 * last * last))


def _ahead(seats: int, place: int, hand: int) -> float:
    """The chance that a hand is ahead of another seat's in its place, 0 for the strongest."""
    cuts = _CUTS[seats][place]
    above = bisect_right(cuts, hand)
    below = cuts[above - 1]
    return (above - 1 + (hand - below) / (cuts[above] - below)) / _PARTS
