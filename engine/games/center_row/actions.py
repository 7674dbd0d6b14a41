"""All that a player of center row may know: the actions, the events, the view of the table and the details of a result."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from engine import ruleset
from engine.cards import Card, Cards
from engine.poker import HAND_CARDS, JudgedHand
from engine.ruleset import Action, Event, Seat


class Stage(StrEnum):
    """What is going on at the table."""

    EXCHANGE = "exchange"
    BUILD = "build"
    OVER = "over"


PhaseNumber = Annotated[int, Meta(ge=0, le=2, description="The number of a phase, from 0.")]
PerSeat = tuple[int, ...]
Taken = Annotated[Card, Meta(description="The card of the center row that is taken into the hand.")]
Given = Annotated[Card, Meta(description="The card of the hand that lies face up in its place.")]
Hand = Annotated[Cards, Meta(min_length=HAND_CARDS, max_length=HAND_CARDS)]


# -- actions -------------------------------------------------------------------------------------------
class Exchange(Action, frozen=True, tag="center-row.exchange"):
    """Take a card of the center row for one held before, which everybody sees."""

    take: Taken
    give: Given


class Pass(Action, frozen=True, tag="center-row.pass"):
    """Keep the cards this turn. Turns that are left stay."""


class Build(Action, frozen=True, tag="center-row.build"):
    """Put the locked cards together as hands, in secret until everybody has."""

    hands: Annotated[
        tuple[Hand, ...],
        Meta(
            min_length=2,
            max_length=3,
            description="As many hands of five locked cards as the game has, in any order, no card in two of them.",
        ),
    ]


Move = Exchange | Pass | Build


# -- how it went -------------------------------------------------------------------------------------------
class Comparison(Struct, frozen=True):
    """One hand of every seat compared: the strongest of each, or the next strongest of each."""

    hands: Annotated[tuple[JudgedHand, ...], Meta(description="The hand of each seat, in seat order.")]
    points: Annotated[PerSeat, Meta(description="What it brings to each seat, in seat order.")]


class Details(ruleset.Details, frozen=True, tag="center-row"):
    """How the hands compared."""

    comparisons: Annotated[
        tuple[Comparison, ...], Meta(description="The strongest hands first; empty where the game ended before the show.")
    ]


class Options(ruleset.Options, frozen=True):
    """None: the number of seats sets the shape of the game."""


# -- events --------------------------------------------------------------------------------------------
class DealtHand(Struct, frozen=True):
    """The cards dealt to a seat in a phase."""

    seat: Seat
    cards: Annotated[Cards | None, Meta(description="Lowest first. Null where the reader may not know them.")]


class DealtEvent(Event, frozen=True, tag="center-row.dealt"):
    """A phase begins: cards to each seat, of which it sees its own only, and the center row face up."""

    phase: PhaseNumber
    first: Annotated[Seat, Meta(description="Who has the first turn of the phase.")]
    hands: Annotated[tuple[DealtHand, ...], Meta(description="Of each seat, in seat order.")]
    center: Annotated[Cards, Meta(description="The center row, from place to place.")]


class ExchangedEvent(Event, frozen=True, tag="center-row.exchanged"):
    """A seat exchanged a card with the center row."""

    take: Taken
    give: Given


class PassedEvent(Event, frozen=True, tag="center-row.passed"):
    """A seat kept its cards for a turn."""


class LockedEvent(Event, frozen=True, tag="center-row.locked"):
    """A phase is over: every hand is locked, and the center row is discarded."""

    phase: PhaseNumber
    discarded: Annotated[Cards, Meta(description="The center row as it was.")]


class BuiltEvent(Event, frozen=True, tag="center-row.built"):
    """A seat has built its hands."""

    hands: Annotated[
        tuple[Cards, ...] | None,
        Meta(description="As the player put them. Null for everybody else, who see them in the show."),
    ]


class ShownEvent(Event, frozen=True, tag="center-row.shown"):
    """Everybody has built; the hands are shown and compared."""

    comparisons: Annotated[tuple[Comparison, ...], Meta(description="The strongest hands first.")]
    scores: Annotated[PerSeat, Meta(description="The points of each seat, in seat order.")]


# -- the view ------------------------------------------------------------------------------------------
class TurnTaken(Struct, frozen=True):
    """One turn: an exchange, or a pass."""

    phase: PhaseNumber
    seat: Seat
    take: Annotated[Card | None, Meta(description="The card taken; null for a pass.")]
    give: Annotated[Card | None, Meta(description="The card given; null for a pass.")]


class Pile(Struct, frozen=True):
    """The cards that a seat holds, or has locked, and what is known of them."""

    cards: Annotated[Cards | None, Meta(description="All of them, lowest first. Null where the reader may not know them.")]
    known: Annotated[
        Cards,
        Meta(description="Those that everybody knows, lowest first: taken in the open, or shown when all had built."),
    ]
    unknown: Annotated[int, Meta(ge=0, description="How many there are beyond those.")]


class SeatCards(Struct, frozen=True):
    """The cards of a seat."""

    seat: Seat
    hand: Annotated[Pile, Meta(description="What it holds in this phase and may give.")]
    locked: Annotated[Pile, Meta(description="What it kept of the phases before and will build from.")]
    built: Annotated[bool, Meta(description="Whether it has built its hands.")]


class View(ruleset.StateView, frozen=True, kw_only=True, tag="center-row"):
    """The table of a center-row game as one seat, or a spectator, may see it."""

    stage: Stage
    phase: Annotated[PhaseNumber, Meta(description="The number of this phase, from 0; of the last one after it.")]
    phases: Annotated[int, Meta(ge=2, le=3, description="How many phases the game has.")]
    first: Annotated[Seat, Meta(description="Who had the first turn of this phase.")]
    turn: Annotated[Seat | None, Meta(description="Whose turn it is to exchange or pass; null after the last phase.")]
    turns_left: Annotated[PerSeat, Meta(description="The turns that each seat has left in this phase, in seat order.")]
    center: Annotated[Cards, Meta(description="The center row, from place to place; empty after the last phase.")]
    discarded: Annotated[Cards, Meta(description="The center rows of the phases that are over, as they were discarded.")]
    undealt: Annotated[int, Meta(ge=0, description="How many cards are left for the phases to come.")]
    turns: Annotated[tuple[TurnTaken, ...], Meta(description="All turns of the game so far, in order.")]
    seats: Annotated[tuple[SeatCards, ...], Meta(description="The cards of each seat, in seat order.")]
    hands_to_build: Annotated[int, Meta(ge=2, le=3, description="How many hands each seat builds in the end.")]
    own_hands: Annotated[
        tuple[JudgedHand, ...] | None,
        Meta(description="The hands that the reader has built, strongest first; null before that, and for a spectator."),
    ]
    comparisons: Annotated[
        tuple[Comparison, ...], Meta(description="How the hands compared, the strongest first; empty before the show.")
    ]
    scores: Annotated[PerSeat, Meta(description="The points of each seat, in seat order; all 0 before the show.")]
