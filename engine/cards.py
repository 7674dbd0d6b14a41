"""Cards as they stand on the wire, and the canonical deck of each ruleset.

A card is a two-character code: a rank of ``23456789TJQKA`` and a suit of ``cdhs``, or a Joker,
``BJ`` (black) or ``RJ`` (red).
"""

from typing import Annotated, Final

from msgspec import Meta

SUITS: Final = "cdhs"
RANKS: Final = "23456789TJQKA"
BLACK_JOKER: Final = "BJ"
RED_JOKER: Final = "RJ"
JOKERS: Final = (BLACK_JOKER, RED_JOKER)

CARD_PATTERN: Final = "^([2-9TJQKA][cdhs]|BJ|RJ)$"

Card = Annotated[
    str,
    Meta(
        pattern=CARD_PATTERN,
        max_length=2,  # Python's $ also matches before a line feed at the end
        description="A card: rank 23456789TJQKA and suit cdhs, or BJ or RJ for a Joker.",
        examples=["Td"],
        # the pattern in words, for who tells a client what is allowed
        extra={"must_be": "a card: a rank of 23456789TJQKA and a suit of cdhs, or BJ or RJ for a Joker"},
    ),
]
"""A card code. A plain string at run time; the pattern is checked where a client's JSON is decoded."""

Cards = tuple[Card, ...]


def ranked(ranks: str) -> tuple[str, ...]:
    """All four suits of each rank, in the order of the ranks given and c d h s within a rank."""
    return tuple(rank + suit for rank in ranks for suit in SUITS)


DECK_54: Final = (*ranked(RANKS), *JOKERS)
"""52 cards from 2 to A, then BJ, RJ: the canonical deck of center-row and ten-hands."""
