"""All that a player of landlord may know: the actions, the events, the view of the table and the details of a result."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from engine import ruleset
from engine.cards import Cards
from engine.ruleset import Action, Event, Seat

SEATS: Final = 3
HIGHEST_BID: Final = 3
MOST_CARDS: Final = 20


class Kind(StrEnum):
    """What kind of combination cards are; those with extra cards come after the same without."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLET = "triplet"
    TRIPLET_SINGLE = "triplet_single"
    TRIPLET_PAIR = "triplet_pair"
    STRAIGHT = "straight"
    PAIR_SEQUENCE = "pair_sequence"
    TRIPLET_SEQUENCE = "triplet_sequence"
    TRIPLET_SEQUENCE_SINGLES = "triplet_sequence_singles"
    TRIPLET_SEQUENCE_PAIRS = "triplet_sequence_pairs"
    FOUR_TWO_SINGLES = "four_two_singles"
    FOUR_TWO_PAIRS = "four_two_pairs"
    BOMB = "bomb"
    ROCKET = "rocket"


class Rank(StrEnum):
    """A rank, lowest first: 3 to A, then 2, the Black Joker and the Red Joker."""

    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    TWO = "2"
    BLACK_JOKER = "BJ"
    RED_JOKER = "RJ"


class Phase(StrEnum):
    """What is going on at the table."""

    BIDDING = "bidding"
    PLAY = "play"
    OVER = "over"


Points = Annotated[int, Meta(ge=1, le=HIGHEST_BID, description="A bid, in points.")]
DealNumber = Annotated[
    int, Meta(ge=0, description="The number of a deal, from 0; a deal thrown in is dealt again under its number.")
]
Doubles = Annotated[int, Meta(ge=0, description="How many bombs and rockets were played in the deal, by anyone.")]
PerSeat = tuple[int, ...]
KindOfPlay = Annotated[Kind, Meta(description="The kind that the cards count as.")]
ComparedRank = Annotated[
    Rank, Meta(description="The rank that is compared: of the triplet or the four, of a sequence the top.")
]
Length = Annotated[int, Meta(ge=1, le=12, description="How many ranks are in the sequence; 1 where there is none.")]


# -- actions -------------------------------------------------------------------------------------------
class Bid(Action, frozen=True, tag="landlord.bid"):
    """Bid for the Landlord's place, higher than any bid so far."""

    points: Points


class Pass(Action, frozen=True, tag="landlord.pass"):
    """Don't bid now, or don't play on the trick now. A later turn may still bid or play."""


class Play(Action, frozen=True, tag="landlord.play"):
    """Play a combination: lead a trick, or beat the last play of it."""

    cards: Annotated[Cards, Meta(min_length=1, max_length=MOST_CARDS, description="Cards of the hand, in any order.")]
    kind: Annotated[
        Kind | None,
        Meta(
            description="How the cards are meant, where they can be read as more than one kind. Left out: as the kind"
            " that beats the trick, or when leading as the one with the fewest extra cards."
        ),
    ] = None


Move = Bid | Pass | Play


# -- how it went -------------------------------------------------------------------------------------------
class Reading(Struct, frozen=True):
    """One way to read cards as a combination."""

    kind: KindOfPlay
    rank: ComparedRank
    length: Length


class HandLeft(Struct, frozen=True):
    """What a seat still held when a deal was over."""

    seat: Seat
    cards: Annotated[Cards, Meta(description="Lowest first; empty for the seat that went out.")]


class DealOutcome(Struct, frozen=True, kw_only=True):
    """What a deal came to."""

    deal: DealNumber
    landlord: Annotated[Seat, Meta(description="Who was the Landlord.")]
    bid: Annotated[Points, Meta(description="The winning bid, in points.")]
    doubles: Doubles
    spring: Annotated[
        bool,
        Meta(
            description="Whether the stake was doubled once more, since no Farmer played a card, or the Landlord"
            " none after the first lead."
        ),
    ]
    stake: Annotated[int, Meta(ge=1, description="The bid, doubled for each bomb, rocket and spring; in points.")]
    out: Annotated[Seat, Meta(description="Who played the last card.")]
    points: Annotated[PerSeat, Meta(description="What the deal brought to each seat, in seat order; they add up to 0.")]
    scores: Annotated[PerSeat, Meta(description="The total of each seat after this deal, in seat order.")]


class FinishedDeal(DealOutcome, frozen=True, kw_only=True):
    """A deal that is over, with the hands that were left over, which are shown to all."""

    hands_left: Annotated[tuple[HandLeft, ...], Meta(description="Of each seat, in seat order.")]


class Details(ruleset.Details, frozen=True, tag="landlord"):
    """How each deal of the game went."""

    deals: Annotated[tuple[DealOutcome, ...], Meta(description="The deals that are over, in order.")]


class Options(ruleset.Options, frozen=True):
    """How long a game of landlord is."""

    deals: Annotated[
        int, Meta(ge=3, le=6, multiple_of=3, description="How many deals are played: 6 (Standard) or 3 (Short).")
    ] = 6


# -- events --------------------------------------------------------------------------------------------
class DealtHand(Struct, frozen=True):
    """The 17 cards dealt to a seat."""

    seat: Seat
    cards: Annotated[Cards | None, Meta(description="Lowest first. Null where the reader may not know them.")]


class DealtEvent(Event, frozen=True, tag="landlord.dealt"):
    """17 cards were dealt to each seat and 3 set aside. Each seat sees its own cards only."""

    deal: DealNumber
    first_bidder: Annotated[Seat, Meta(description="Who bids first.")]
    hands: Annotated[tuple[DealtHand, ...], Meta(description="Of each seat, in seat order.")]


class BidEvent(Event, frozen=True, tag="landlord.bid"):
    """A seat bid."""

    points: Points


class PassedEvent(Event, frozen=True, tag="landlord.passed"):
    """A seat passed, in the bidding or on a trick."""


class ChosenEvent(Event, frozen=True, tag="landlord.chosen"):
    """The bidding is over: the highest bidder is the Landlord, takes the cards aside and leads."""

    landlord: Annotated[Seat, Meta(description="The Landlord.")]
    bid: Annotated[Points, Meta(description="The winning bid, in points.")]
    aside: Annotated[Cards, Meta(description="The 3 cards set aside, shown to all.")]


class ThrownInEvent(Event, frozen=True, tag="landlord.thrown_in"):
    """All three passed without a bid. The cards are dealt again; nobody sees the others' cards."""

    deal: DealNumber


class PlayedEvent(Event, frozen=True, tag="landlord.played"):
    """A seat played a combination."""

    cards: Annotated[Cards, Meta(description="As the player put them.")]
    kind: KindOfPlay
    rank: ComparedRank
    length: Length


class DealOverEvent(Event, frozen=True, tag="landlord.deal_over"):
    """Somebody played the last card, and the deal is scored."""

    outcome: Annotated[FinishedDeal, Meta(description="What the deal came to, and the hands left over.")]


# -- the view ------------------------------------------------------------------------------------------
class BidMade(Struct, frozen=True):
    """One turn of the bidding."""

    seat: Seat
    points: Annotated[Points | None, Meta(description="The bid, in points; null for a pass.")]


class TrickPlay(Struct, frozen=True):
    """One play of the trick that is going on."""

    seat: Seat
    cards: Annotated[Cards, Meta(description="As the player put them.")]
    kind: KindOfPlay
    rank: ComparedRank
    length: Length


class SeatCards(Struct, frozen=True):
    """The cards of a seat: how many are held, which if the reader may know them, and all that it played in this deal."""

    seat: Seat
    count: Annotated[int, Meta(ge=0, le=MOST_CARDS, description="How many cards the seat holds.")]
    cards: Annotated[
        Cards | None,
        Meta(
            description="The cards held, lowest first. Null where the reader may not know them; when the game is over"
            " everybody may."
        ),
    ]
    played: Annotated[Cards, Meta(description="The cards that the seat has played in this deal, in the order played.")]


class View(ruleset.StateView, frozen=True, kw_only=True, tag="landlord"):
    """The table of a landlord game as one seat, or a spectator, may see it."""

    phase: Phase
    deal: DealNumber
    deals: Annotated[int, Meta(ge=3, le=6, description="How many deals the game has.")]
    first_bidder: Annotated[Seat, Meta(description="Who bids first in this deal.")]
    turn: Annotated[Seat | None, Meta(description="Whose turn it is; null when the game is over.")]
    bids: Annotated[tuple[BidMade, ...], Meta(description="The bidding of this deal, in order.")]
    bid: Annotated[
        Points | None,
        Meta(description="The highest bid so far, after the bidding the winning one; null before the first."),
    ]
    landlord: Annotated[Seat | None, Meta(description="The Landlord; null while the bidding goes on.")]
    aside: Annotated[
        Cards | None,
        Meta(description="The 3 cards set aside, which the Landlord took; null while the bidding goes on."),
    ]
    stake: Annotated[
        int,
        Meta(ge=0, description="What each Farmer pays or gets as it stands: the bid, doubled for each bomb and rocket so far."),
    ]
    doubles: Doubles
    seats: Annotated[tuple[SeatCards, ...], Meta(description="The cards of each seat, in seat order.")]
    trick: Annotated[
        tuple[TrickPlay, ...],
        Meta(description="The plays of this trick, in order; the last is to be beaten. Empty when a trick is led."),
    ]
    passed: Annotated[
        tuple[Seat, ...],
        Meta(description="The seats that passed since the last play of the trick, in order; two end the trick."),
    ]
    scores: Annotated[PerSeat, Meta(description="The total of each seat after the deals that are over, in seat order.")]
    last_deal: Annotated[
        FinishedDeal | None,
        Meta(description="The deal that was over last; null before the first is."),
    ]
