"""What cards can be played as, without a game: every kind, of each the highest reading."""

from typing import Annotated

from msgspec import Meta, Struct

from engine.cards import Cards
from engine.games.landlord.actions import MOST_CARDS, Reading
from engine.games.landlord.cards import DECK, ranks_of
from engine.games.landlord.combos import readings
from engine.ruleset import HandsAnswer, Refusal, refuse_hand


class ReadHand(Struct, frozen=True):
    """Cards, and what they can be played as."""

    cards: Annotated[Cards, Meta(description="The cards, in the order in which they came.")]
    readings: Annotated[
        tuple[Reading, ...],
        Meta(description="Of each kind the highest reading, the fewest extra cards first; empty for no combination."),
    ]


class HandReadings(HandsAnswer, frozen=True, tag="readings"):
    """Hands, each read alone."""

    hands: Annotated[tuple[ReadHand, ...], Meta(description="The hands, in the order in which they came.")]


def refuse_hands(hands: tuple[Cards, ...]) -> Refusal | None:
    """Why hands can't be read, or None where they can: 1 to 20 different cards of the deck each."""
    refusals = (refuse_hand(cards, DECK, range(1, MOST_CARDS + 1), f"1 to {MOST_CARDS}") for cards in hands)
    return next(filter(None, refusals), None)


def judge_hands(hands: tuple[Cards, ...]) -> HandReadings:
    """Each hand with all that it can be played as."""
    return HandReadings(tuple(ReadHand(cards, readings(ranks_of(cards))) for cards in hands))
