"""Every legal move at a table: what judge.py allows."""

from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import Final

from engine.games.ten_hands.actions import POOL_CARDS, Bank, Cover, Move, OpenRow, Variant
from engine.games.ten_hands.state import Cards, Tableau
from engine.poker import HAND_CARDS
from engine.ruleset import Choice, FieldValues, Legal, LegalList, card_values

_PICKS: Final = MappingProxyType({size: tuple(combinations(range(size), HAND_CARDS)) for size in (POOL_CARDS - 1, POOL_CARDS)})
"""By the size of the pool (9 in the last round), the places of each choice of 5 cards."""

_OPEN_ROW: Final = Choice(type="ten-hands.open_row", fields={})


def legal(variant: Variant, deck: Cards, tableau: Tableau) -> Legal[Move]:
    """What may be done at a table that isn't over."""
    return LegalBanks(tableau.pool(deck)) if variant is Variant.CLASSIC else _with_turned_card(tableau.rows[-1])


class LegalBanks(Legal[Move]):
    """Every choice of 5 cards of the pool, in the order of their places there."""

    def __init__(self, pool: Cards) -> None:
        self._pool = pool

    @property
    def count(self) -> int:
        return comb(len(self._pool), HAND_CARDS)

    def at(self, index: int) -> Move:
        return Bank(tuple([self._pool[place] for place in _PICKS[len(self._pool)][index]]))

    def choices(self) -> tuple[Choice, ...]:
        cards = FieldValues(choose=HAND_CARDS, from_=self._pool)
        return (Choice(type="ten-hands.bank", fields={"cards": cards}),)


def _with_turned_card(row: Cards) -> Legal[Move]:
    """Cover each card of the current row, from left to right; or open a row."""
    cover = Choice(type="ten-hands.cover", fields={"card": card_values(row)})
    return LegalList((*map(Cover, row), OpenRow()), (cover, _OPEN_ROW))
