"""The Skilled of Oregon: a club player's rules of thumb.

Keep what scores most together with what is begun: four cards to a straight flush before all but a full house,
then three, then four of a suit, then matching ranks. Settle a row that the turned card doesn't better and that
scores enough: three points; two where no straight flush is begun; but a full house, no less, where a single
card is missing for a straight flush.

Which cards are gone is not counted, nor how many are still to come.
"""

from typing import Final

from engine.bots.ten_hands.oregon_rows import bits, closest_to_straight_flush
from engine.bots.ten_hands.oregon_table import covering, row_and_turned
from engine.bots.ten_hands.together import longest_suit, two_alike
from engine.cards import Cards
from engine.games.ten_hands.actions import OregonTable
from engine.games.ten_hands.oregon import row_points
from engine.poker import HAND_CARDS

_POINT: Final = 10
_TWO_ALIKE: Final = 2
_FOUR_OF_A_SUIT: Final = 6
_STRAIGHT_FLUSH_BEGUN: Final = (0, 0, 0, 12, 35, 0)
"""How a row is counted: by its points, each two of a rank, a flush that lacks one card, and the cards of a straight flush."""

_ENOUGH: Final = (2, 2, 2, 3, 5, 0)
"""Points with which a row is settled, by its cards of a straight flush."""


def hold_out(table: OregonTable) -> int | None:
    """Which place to cover to keep most together; None to open a row."""
    row, turned = row_and_turned(table)
    kept = [_kept_together(covered) for covered in covering(row, turned)]
    if _kept_together(row) >= max(kept) and row_points(row) >= _ENOUGH[closest_to_straight_flush(bits(row))]:
        return None
    return kept.index(max(kept))


def _kept_together(row: Cards) -> int:
    flush_begun = longest_suit(row) == HAND_CARDS - 1
    straight_flush_begun = _STRAIGHT_FLUSH_BEGUN[closest_to_straight_flush(bits(row))]
    return _POINT * row_points(row) + _TWO_ALIKE * two_alike(row) + _FOUR_OF_A_SUIT * flush_begun + straight_flush_begun
