"""The Expert of Oregon: looks two cards ahead, at the turned one and at each that may come next.

An expectimax of depth two (Michie's name for the search that takes the best move where one chooses and the
average where chance does): each way to use the turned card is followed by each unseen card and the best that
can be done with that one. What lies beyond is reckoned by oregon_rows from the outs of the row. There are at
most 5 places, 48 cards that may come next and 15 rows that each of them can make, so no move weighs more than
720 rows and 5.
"""

from itertools import combinations
from typing import Final

from engine.bots.ten_hands.oregon_outs import Unseen, unseen_but, worth
from engine.bots.ten_hands.oregon_rows import BIT, bits, read
from engine.bots.ten_hands.oregon_table import row_and_turned
from engine.bots.ten_hands.oregon_waiting import new_row
from engine.cards import JOKERS
from engine.games.ten_hands.actions import OregonTable
from engine.poker import HAND_CARDS

_TWO_PLACES: Final = tuple(combinations(range(HAND_CARDS), 2))


def weigh(table: OregonTable) -> int | None:
    """Which place to cover for the most points on the average; None to open a row."""
    cards, turned = row_and_turned(table)
    row = [BIT[card] for card in cards]
    seen = bits((turned, *table.covered, *(card for each in table.rows for card in each.cards)))
    unseen = unseen_but(seen)
    opened = _points(sum(row)) + new_row(unseen.left, unseen.jokers, with_joker=turned in JOKERS)
    covered = _worth_of_covering(row, BIT[turned], seen)
    return None if opened >= max(covered) else covered.index(max(covered))


def _points(row: int) -> int:
    return read(row).points


def _worth_of_covering(row: list[int], turned: int, seen: int) -> list[float]:
    """Of each place, from left to right: points of the row and of all to come, on the average over the next card."""
    settled = [_points(sum(row) ^ card | turned) for card in row]
    nexts = [(card, bit) for card, bit in BIT.items() if not bit & seen]
    totals = [0.0] * len(row)
    for card, bit in nexts:
        unseen = unseen_but(seen | bit)
        opened = new_row(unseen.left, unseen.jokers, with_joker=card in JOKERS)
        for place, held in enumerate(_worth_of_two(row, turned, bit, unseen)):
            totals[place] += max(held, settled[place] + opened)
    return [total / len(nexts) for total in totals] if nexts else [float(points) for points in settled]


def _worth_of_two(row: list[int], turned: int, following: int, unseen: Unseen) -> list[float]:
    """The same where the turned card covers each place, and the following one the best place then."""
    lies = sum(row)
    best = [worth(lies ^ card | following, unseen) for card in row]
    for one, other in _TWO_PLACES:
        both = worth(lies ^ row[one] ^ row[other] | turned | following, unseen)
        best[one] = max(best[one], both)
        best[other] = max(best[other], both)
    return best
