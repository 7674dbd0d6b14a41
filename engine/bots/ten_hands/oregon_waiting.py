"""What it is worth to wait, in points of Oregon.

Each card that is turned while a row waits is a card less for the rows to come. That is its price, and the
question of the game is which rows are worth it: an optimal stopping problem, solved backwards from the last
card as Bellman taught. Of what can come of a row only few things matter: by how many points it gains, and
how many of the cards that are left bring the gain, its outs. So the tables below are small; they take it
that the outs stay in the deck until they are hit, and that whoever gives up opens a new row.

Every table ends with the number of cards that are left, 0 to 49, and says the points to be expected beyond
those of opening a new row at the next card.
"""

from itertools import accumulate
from typing import Final

MOST_LEFT: Final = 49
_TO_STRAIGHT_FLUSH: Final = (5, 7, 8, 9, 10)
_MOST_OUTS: Final = 36
_MOST_FIRST: Final = 13
_MOST_THEN: Final = 9

_SHORT_ROW: Final = (0.0, 0.07, 0.19, 0.38, 0.3)
"""Points that a row brings which is opened with the turned card and so many others, the last of the deck."""
_CARD_LEFT: Final = (0.42,) * 20 + (0.36,) * 10 + (0.25,) * 15
"""What each further card adds to that. Where a card costs less one waits longer; these were searched for, one
after the other, with thousands of decks for each."""
_TO_COME: Final = (*_SHORT_ROW[:-1], *accumulate(_CARD_LEFT, initial=_SHORT_ROW[-1]))
_JOKER_LEFT: Final = 0.5
_JOKER_TURNED: Final = 0.725
"""What a Joker among the cards that are left adds, and one that opens the row. Searched for in the same way."""

Chance = list[float]
"""By how many cards are left."""


def new_row(left: int, jokers_left: int, *, with_joker: bool) -> float:
    """Points that a new row and all after it bring, the turned card being taken and `left` more unseen."""
    if left < len(_SHORT_ROW) - 1:
        return _TO_COME[left]
    return _TO_COME[left] + _JOKER_LEFT * jokers_left + _JOKER_TURNED * with_joker


def stop_next(left: int, jokers_left: int) -> float:
    """The same, on the average over the card that will be turned next; 0 where none is left."""
    if left < len(_SHORT_ROW):
        return _TO_COME[left - 1] if left else 0.0
    turned = jokers_left / left
    return _TO_COME[left - 1] + _JOKER_LEFT * (jokers_left - turned) + _JOKER_TURNED * turned


PRICE: Final = (0.0, 0.0, *[_TO_COME[left - 1] - _TO_COME[left - 2] for left in range(2, MOST_LEFT + 1)])
"""Of turning one card, by how many are left before it."""


def _waiting(outs: int, brings: Chance) -> Chance:
    """The worth of waiting for so many outs, by what a hit brings with the cards that are left then."""
    worth = [0.0]
    for left in range(1, MOST_LEFT + 1):
        hit = min(outs / left, 1.0)
        hit_now, wait_on = brings[left - 1] - PRICE[left], worth[-1] - PRICE[left]
        worth.append((hit * hit_now if hit_now > 0 else 0.0) + ((1 - hit) * wait_on if wait_on > 0 else 0.0))
    return worth


def _one_hit(points: int) -> list[Chance]:
    return [_waiting(outs, [float(points)] * MOST_LEFT) for outs in range(_MOST_OUTS + 1)]


def _two_hits(points: int) -> list[list[Chance]]:
    then = ONE_HIT[points][: _MOST_THEN + 1]
    return [[_waiting(first, chance) for chance in then] for first in range(_MOST_FIRST + 1)]


ONE_HIT: Final = {gain: _one_hit(gain) for gain in (1, 2, 3, *_TO_STRAIGHT_FLUSH)}
"""By the points gained and the outs."""

TWO_HITS: Final = {points: _two_hits(points) for points in _TO_STRAIGHT_FLUSH}
"""By the points gained, the cards that help first, and the outs that are left after one of them."""

_THEN_FULL_HOUSE: Final = [2 + chance for chance in ONE_HIT[2][3]]
MORE_ALIKE: Final = {
    1: [_waiting(outs, _THEN_FULL_HOUSE) for outs in range(3)],
    2: ONE_HIT[3],
    3: ONE_HIT[2],
    5: ONE_HIT[2],
}
"""By the points of the row and the outs: of a pair, of two, of three alike and of a full house."""
