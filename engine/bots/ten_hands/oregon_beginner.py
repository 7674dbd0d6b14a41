"""The Beginner of Oregon: takes the points that can be seen.

The mistakes are a newcomer's. A pair is enough to settle a row for, as soon as the turned card doesn't better
it; a row is worth no more than what it scores now, so that four cards to a flush are broken up as readily as
four cards to nothing; and which cards are gone is no matter.
"""

from engine.bots.ten_hands.oregon_table import covering, row_and_turned
from engine.games.ten_hands.actions import OregonTable
from engine.games.ten_hands.oregon import row_points


def take_what_lies_there(table: OregonTable) -> int | None:
    """Which place to cover for the most points; None to open a row."""
    row, turned = row_and_turned(table)
    points = [row_points(covered) for covered in covering(row, turned)]
    if row_points(row) >= max(points) and row_points(row):
        return None
    return points.index(max(points))
