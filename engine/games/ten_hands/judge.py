"""What a player may do at a table, and why not. The one place that says what the rules allow; legal.py lists the same."""

from engine.games.ten_hands.actions import Bank, Cover, Move, Variant
from engine.games.ten_hands.state import Cards, Tableau
from engine.ruleset import Refusal, refuse_cards


def refuse(variant: Variant, deck: Cards, tableau: Tableau, move: Move) -> Refusal | None:
    """Why a move can't be made at a table that isn't over, or None where it can."""
    match move:
        case Bank(cards):
            return _refuse_in(variant, Variant.OREGON, tableau, deck) or _refuse_bank(tableau.pool(deck), cards)
        case Cover(card):
            return _refuse_in(variant, Variant.CLASSIC, tableau, deck) or _refuse_cover(tableau.rows[-1], card)
        case _:  # open a row
            return _refuse_in(variant, Variant.CLASSIC, tableau, deck)


def _refuse_in(variant: Variant, where: Variant, tableau: Tableau, deck: Cards) -> Refusal | None:
    """The refusal of a move that the variant does not have."""
    if variant is not where:
        return None
    if variant is Variant.CLASSIC:
        detail = f"There are no rows in classic: bank 5 cards of your pool {_listed(tableau.pool(deck))}."
    else:
        detail = f"No hands are banked in oregon: {_what_to_cover(tableau.rows[-1])}, or open a row."
    return Refusal("not_in_this_variant", detail)


def _refuse_bank(pool: Cards, cards: Cards) -> Refusal | None:
    return refuse_cards(cards, pool, f"your pool: bank 5 of {_listed(pool)}")


def _refuse_cover(row: Cards, card: str) -> Refusal | None:
    if card in row:
        return None
    return Refusal("card_not_in_row", f"{card} is not in your current row: {_what_to_cover(row)}, or open a row.", (card,))


def _what_to_cover(row: Cards) -> str:
    return f"cover one of {_listed(row)}"


def _listed(cards: Cards) -> str:
    return " ".join(cards)
