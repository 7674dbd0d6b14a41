"""What cards have in common: the beginnings of hands, as rules of thumb count them."""

from engine.cards import JOKERS, SUITS, Cards


def jokers(cards: Cards) -> int:
    """How many of the cards are Jokers."""
    return sum(card in JOKERS for card in cards)


def two_alike(cards: Cards) -> int:
    """How many ways there are to choose two cards of one rank; two Jokers are none."""
    ranks = [card[0] for card in cards]
    return (sum(map(ranks.count, ranks)) - len(ranks)) // 2


def longest_suit(cards: Cards) -> int:
    """The cards of the suit of which there are most, and the Jokers, which go with any."""
    codes = "".join(cards)
    return max(map(codes.count, SUITS)) + jokers(cards)
