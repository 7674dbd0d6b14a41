"""What lies on an Oregon table, and what covering can make of it."""

from engine.cards import Card, Cards
from engine.games.ten_hands.actions import OregonTable


def row_and_turned(table: OregonTable) -> tuple[Cards, Card]:
    """The current row and the turned card. Raises ValueError for a table that is over."""
    if table.turned is None:
        raise ValueError("the game is over")
    return table.rows[-1].cards, table.turned


def covering(row: Cards, turned: Card) -> list[Cards]:
    """The row with each of its cards covered, from left to right."""
    return [(*row[:place], turned, *row[place + 1 :]) for place in range(len(row))]
