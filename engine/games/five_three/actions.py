"""All that a player of five-three may know: the actions, the events, the view of the table and the details of a result."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine import ruleset
from engine.cards import Card, Cards
from engine.poker import JudgedHand
from engine.ruleset import Action, Event, Seat

SEATS: Final = 2
FIVE_POINTS: Final = 2
"""For the stronger 5-card hand."""
THREE_POINTS: Final = 1
"""For the stronger 3-card hand."""
MOST_ROUNDS: Final = 20
"""Of which a game remembers the outcome. Past 13 rounds even a game to 20 points is in rounds that decide a tie."""


class Phase(StrEnum):
    """What is going on at the table: a turn of the draft, the answer to an offer, the build, or nothing any more."""

    TURN = "turn"
    CHOICE = "choice"
    BUILD = "build"
    OVER = "over"


class TurnAction(StrEnum):
    """What a turn of the draft is used for; each player uses each of them once a round."""

    RESERVE = "reserve"
    DISCARD = "discard"
    OFFER_THREE = "offer_three"
    OFFER_SETS = "offer_sets"


RoundNumber = Annotated[int, Meta(ge=0, description="The number of a round, from 0.")]
Target = Annotated[int, Meta(ge=1, le=20, description="How many points win the game: 5 by the rules, fewer or more if wished.")]
Starter = Annotated[Seat, Meta(description="Who has the first turn of the round.")]
PerSeat = tuple[int, ...]
OfferedSets = Annotated[
    tuple[Cards, ...],
    Meta(
        description="What the opponent may keep one of: after offer_three three sets of one card, lowest first; after"
        " offer_sets the two sets, in the order in which they were offered, which is how choose_set counts them."
    ),
]
Five = Annotated[Cards, Meta(min_length=5, max_length=5, description="The 5-card hand.")]
Three = Annotated[Cards, Meta(min_length=3, max_length=3, description="The 3-card hand.")]
Pair = Annotated[Cards, Meta(min_length=2, max_length=2)]


# -- actions -------------------------------------------------------------------------------------------
class Reserve(Action, frozen=True, tag="five-three.reserve"):
    """Put 1 card of the hand face down in the Collection."""

    card: Annotated[Card, Meta(description="A card of the hand.")]


class Discard(Action, frozen=True, tag="five-three.discard"):
    """Put 2 cards of the hand face down out of the round."""

    cards: Annotated[Cards, Meta(min_length=2, max_length=2, description="Cards of the hand, in any order.")]


class OfferThree(Action, frozen=True, tag="five-three.offer_three"):
    """Show 3 cards of the hand: the opponent keeps 1 of them, the other 2 stay with the one who offers."""

    cards: Annotated[Cards, Meta(min_length=3, max_length=3, description="Cards of the hand, in any order.")]


class OfferSets(Action, frozen=True, tag="five-three.offer_sets"):
    """Show two sets of 2 cards of the hand: the opponent keeps one set, the other stays with the one who offers."""

    sets: Annotated[
        tuple[Pair, ...],
        Meta(
            min_length=2, max_length=2, description="Two sets of two cards of the hand; choose_set counts them in this order."
        ),
    ]


class ChooseCard(Action, frozen=True, tag="five-three.choose_card"):
    """Keep one of the 3 cards offered."""

    card: Annotated[Card, Meta(description="One of the cards offered.")]


class ChooseSet(Action, frozen=True, tag="five-three.choose_set"):
    """Keep one of the two sets offered."""

    set: Annotated[int, Meta(ge=0, le=1, description="0 for the first set in the order offered, 1 for the second.")]


class Build(Action, frozen=True, tag="five-three.build"):
    """Split the 8 cards of the Collection into the two hands, in secret until both builds are in."""

    five: Five
    three: Three


Draft = Reserve | Discard | OfferThree | OfferSets
Answer = ChooseCard | ChooseSet
Move = Draft | Answer | Build


# -- how it went -------------------------------------------------------------------------------------------
class RoundOutcome(Struct, frozen=True, kw_only=True):
    """What a round came to."""

    round: RoundNumber
    starter: Starter
    five_winner: Annotated[Seat | None, Meta(description="Whose 5-card hand was stronger; null where they were equal.")]
    three_winner: Annotated[Seat | None, Meta(description="Whose 3-card hand was stronger; null where they were equal.")]
    points: Annotated[PerSeat, Meta(description="What the round brought to each seat, in seat order.")]
    scores: Annotated[PerSeat, Meta(description="The score of each seat after the round, in seat order.")]


class ShownHands(Struct, frozen=True):
    """The two hands that a seat built, as they were shown, and what they count as."""

    seat: Seat
    five: Annotated[JudgedHand, Meta(description="The 5-card hand.")]
    three: Annotated[JudgedHand, Meta(description="The 3-card hand.")]


class FinishedRound(RoundOutcome, frozen=True, kw_only=True):
    """A round that is over, with the hands that were shown."""

    hands: Annotated[tuple[ShownHands, ...], Meta(description="Of each seat, in seat order.")]


class Details(ruleset.Details, frozen=True, tag="five-three"):
    """How each round of the game went."""

    rounds: Annotated[
        tuple[RoundOutcome, ...],
        Meta(description=f"The rounds that are over, in order; of more than {MOST_ROUNDS} the last {MOST_ROUNDS}."),
    ]


class Options(ruleset.Options, frozen=True):
    """How long a game of five-three is."""

    target: Target = 5


# -- events --------------------------------------------------------------------------------------------
class DealtHand(Struct, frozen=True):
    """The 6 cards dealt to a seat."""

    seat: Seat
    cards: Annotated[Cards | None, Meta(description="Lowest first. Null where the reader may not know them.")]


class DealtEvent(Event, frozen=True, tag="five-three.dealt"):
    """1 card was set aside unseen, 6 were dealt to each seat, 8 are the draw pile. Each seat sees its own cards only."""

    round: RoundNumber
    starter: Starter
    hands: Annotated[tuple[DealtHand, ...], Meta(description="Of each seat, in seat order.")]


class DrewEvent(Event, frozen=True, tag="five-three.drew"):
    """A turn began: the seat drew the top card of the draw pile."""

    card: Annotated[Card | None, Meta(description="Null where the reader may not know it.")]


class ReservedEvent(Event, frozen=True, tag="five-three.reserved"):
    """A seat put a card face down in its Collection."""

    card: Annotated[Card | None, Meta(description="Null where the reader may not know it.")]


class DiscardedEvent(Event, frozen=True, tag="five-three.discarded"):
    """A seat put 2 cards face down out of the round."""

    cards: Annotated[Cards | None, Meta(description="Lowest first. Null where the reader may not know them.")]


class OfferedEvent(Event, frozen=True, tag="five-three.offered"):
    """A seat offered cards to its opponent, who chooses next."""

    action: Annotated[TurnAction, Meta(description="`offer_three` or `offer_sets`.")]
    sets: OfferedSets


class ChosenEvent(Event, frozen=True, tag="five-three.chosen"):
    """A seat chose from an offer. All the cards are face up in the Collections now."""

    kept: Annotated[Cards, Meta(description="What the seat keeps.")]
    left: Annotated[Cards, Meta(description="What the opponent, who offered, keeps.")]


class BuiltEvent(Event, frozen=True, tag="five-three.built"):
    """A seat's build is in. The hands are the seat's secret until both builds are, and are then shown with the round's end."""

    five: Annotated[Cards | None, Meta(description="The 5-card hand, lowest first. Null where the reader may not know it.")]
    three: Annotated[Cards | None, Meta(description="The 3-card hand, lowest first. Null where the reader may not know it.")]


class RoundOverEvent(Event, frozen=True, tag="five-three.round_over"):
    """Both builds are in: the hands are shown, and the round is scored."""

    outcome: Annotated[FinishedRound, Meta(description="What the round came to, and the hands of both seats.")]


# -- the view ------------------------------------------------------------------------------------------
class BuiltHands(Struct, frozen=True):
    """A Collection split into the two hands."""

    five: Annotated[Cards, Meta(description="The 5-card hand, lowest first.")]
    three: Annotated[Cards, Meta(description="The 3-card hand, lowest first.")]


class CurrentOffer(Struct, frozen=True):
    """The offer that waits for an answer."""

    seat: Annotated[Seat, Meta(description="Who offers; the other seat chooses.")]
    action: Annotated[
        TurnAction, Meta(description="`offer_three`, answered with choose_card, or `offer_sets`, with choose_set.")
    ]
    sets: OfferedSets


class SeatCards(Struct, frozen=True, kw_only=True):
    """The cards of a seat in this round, as far as the reader may know them."""

    seat: Seat
    hand_count: Annotated[int, Meta(ge=0, le=7, description="How many cards are in the hand.")]
    hand: Annotated[Cards | None, Meta(description="The hand, lowest first. Null where the reader may not know it.")]
    used: Annotated[tuple[TurnAction, ...], Meta(description="The actions that the seat has used in this round, in order.")]
    reserved: Annotated[
        Card | None,
        Meta(
            description="The card that lies face down in the Collection. Null before there is one (`used` says whether"
            " there is), and where the reader may not know it; when the game is over everybody may."
        ),
    ]
    kept: Annotated[Cards, Meta(description="The cards face up in the Collection, in the order kept.")]
    discarded: Annotated[
        Cards | None,
        Meta(description="The cards that the seat has discarded, lowest first. Null where the reader may not know them."),
    ]
    built: Annotated[bool, Meta(description="Whether the seat's build is in.")]
    build: Annotated[
        BuiltHands | None,
        Meta(
            description="The seat's build. Null before it is in, and where the reader may not know it; when the game is"
            " over everybody may."
        ),
    ]


class View(ruleset.StateView, frozen=True, kw_only=True, tag="five-three"):
    """The table of a five-three game as one seat, or a spectator, may see it."""

    phase: Phase
    target: Target
    round: RoundNumber
    starter: Starter
    turn: Annotated[
        Seat | None,
        Meta(
            description="Who acts, or chooses from the offer; null in the build, which is for both, and when the game is over."
        ),
    ]
    draw_pile: Annotated[int, Meta(ge=0, le=8, description="How many cards are left in the draw pile.")]
    seats: Annotated[tuple[SeatCards, ...], Meta(description="The cards of each seat, in seat order.")]
    offer: Annotated[CurrentOffer | None, Meta(description="The offer to be answered; null where there is none.")]
    scores: Annotated[PerSeat, Meta(description="The score of each seat after the rounds that are over, in seat order.")]
    last_round: Annotated[
        FinishedRound | None,
        Meta(description="The round that was over last, with the hands that were shown; null before the first is."),
    ]
