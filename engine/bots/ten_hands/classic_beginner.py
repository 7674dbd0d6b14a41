"""The Beginner in classic: banks the best hand that a newcomer sees, and never looks ahead.

A newcomer sees first what matches, and with three of a kind or better is content. Else comes a flush, where a Joker
may take one place, and at last a straight: one of plain cards, that no doubled rank hides. That a Joker fills a
straight as well, and that two Jokers go together, is overlooked.
"""

from itertools import combinations
from typing import Final

from engine.cards import JOKERS, Cards
from engine.poker import HAND_CARDS, HandCategory, category_of, strength

_CONTENT: Final = (HandCategory.THREE_OF_A_KIND, HandCategory.FULL_HOUSE, HandCategory.FOUR_OF_A_KIND)


def best_seen(pool: Cards) -> Cards:
    """The strongest hand of the pool that a newcomer sees."""
    ranks = [card[0] for card in pool if card not in JOKERS]
    doubled = {rank for rank in ranks if ranks.count(rank) > 1}
    return max(combinations(pool, HAND_CARDS), key=lambda hand: _as_seen(hand, doubled))


def _as_seen(hand: Cards, doubled: set[str]) -> tuple[bool, bool, int]:
    """A hand as a newcomer ranks it: what makes content first, and what is overlooked last."""
    worth = strength(hand)
    category = category_of(worth)
    return category in _CONTENT, not _is_overlooked(hand, category, doubled), worth


def _is_overlooked(hand: Cards, category: HandCategory, doubled: set[str]) -> bool:
    """Whether a newcomer doesn't see what a hand is, in a pool in which these ranks are doubled."""
    jokers = sum(card in JOKERS for card in hand)
    match category:
        case HandCategory.STRAIGHT:
            return jokers > 0 or any(card[0] in doubled for card in hand)
        case HandCategory.FLUSH | HandCategory.STRAIGHT_FLUSH | HandCategory.ROYAL_FLUSH:
            return jokers > 1
        case _:
            return False
