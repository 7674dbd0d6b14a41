"""Who plays classic, and against whom it is played.

The Beginner banks the best hand that a newcomer sees. The Skilled also counts what the kept cards promise for the
next hand. The Expert tries the most promising choices on cards that may come, and plays for the places that can
still be won from a Skilled.
"""

from engine.bots.bot import Level
from engine.bots.ten_hands.classic_beginner import best_seen
from engine.bots.ten_hands.classic_expert import best_tried
from engine.bots.ten_hands.classic_pool import Choice, Codes, most_promising, strongest
from engine.bots.ten_hands.classic_worth import BY_CATEGORY, code
from engine.cards import DECK_54, Cards
from engine.games.ten_hands.actions import Bank, ClassicTable
from engine.shuffle import RandomSource


def bank(level: Level, table: ClassicTable, cards_left: int, source: RandomSource) -> Bank:
    """The hand that a level banks, with so many cards of the deck still face down."""
    if level is Level.BEGINNER:
        return Bank(best_seen(table.pool))
    pool = _codes(table.pool)
    if not cards_left:
        choice = strongest(pool)
    elif level is Level.SKILLED:
        choice = most_promising(pool, BY_CATEGORY)
    else:
        choice = _searched(table, source)
    return Bank(_cards(choice.hand, table.pool))


def _searched(table: ClassicTable, source: RandomSource) -> Choice:
    hands = [hand.cards for hand in table.hands]
    seen = {*table.pool, *(card for hand in hands for card in hand)}
    unseen = [code(card) for card in DECK_54 if card not in seen]
    return best_tried(_codes(table.pool), [*map(_codes, hands)], unseen, source)


def _codes(cards: Cards) -> Codes:
    return tuple(map(code, cards))


def _cards(codes: Codes, pool: Cards) -> Cards:
    """The cards of the pool with these numbers, in the order dealt; both Jokers have one number."""
    left = list(codes)
    cards: list[str] = []
    for card in pool:
        if code(card) in left:
            left.remove(code(card))
            cards.append(card)
    return tuple(cards)
