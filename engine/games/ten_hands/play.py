"""How a table goes on: the first cards, and what each move makes of it."""

from msgspec.structs import replace

from engine.games.ten_hands.actions import Bank, Cover, Move, OpenRow, Variant
from engine.games.ten_hands.judge import refuse
from engine.games.ten_hands.state import Cards, Tableau
from engine.poker import HAND_CARDS
from engine.ruleset import IllegalAction


def start(variant: Variant, deck: Cards) -> Tableau:
    """A table before the first move: nothing banked, or in Oregon the first row."""
    return Tableau(hands=(), rows=(deck[:HAND_CARDS],) if variant is Variant.OREGON else (), moves=())


def after(variant: Variant, deck: Cards, tableau: Tableau, move: Move) -> Tableau:
    """The table after a move. Raises IllegalAction with why it can't be made."""
    refusal = refuse(variant, deck, tableau, move)
    if refusal is not None:
        raise IllegalAction(refusal)
    at = tableau.drawn
    match move:
        case Bank(cards):
            hand = tuple([card for card in tableau.pool(deck) if card in cards])
            return replace(tableau, hands=(*tableau.hands, hand))
        case Cover(card):
            *settled, row = tableau.rows
            covered = tuple([deck[at] if there == card else there for there in row])
            return replace(tableau, rows=(*settled, covered), moves=(*tableau.moves, card))
        case _:  # open a row
            return replace(tableau, rows=(*tableau.rows, deck[at : at + HAND_CARDS]), moves=(*tableau.moves, None))


def moves_of(tableau: Tableau) -> tuple[Move, ...]:
    """The moves that led to a table, in order."""
    if tableau.hands:
        return tuple(map(Bank, tableau.hands))
    return tuple(OpenRow() if card is None else Cover(card) for card in tableau.moves)
