"""All that a player of ten-hands may know: the actions, the events, the view of the table and the details of a result."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from engine import ruleset
from engine.cards import Card, Cards
from engine.poker import HAND_CARDS, HandCategory
from engine.ruleset import Action, Event, Level, Score

HANDS: Final = 10
POOL_CARDS: Final = 10


class Variant(StrEnum):
    """Which of the two games is played."""

    CLASSIC = "classic"
    OREGON = "oregon"


class Outcome(StrEnum):
    """How the player did against a bot."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


CardsLeft = Annotated[int, Meta(ge=0, le=49, description="How many cards of the deck are still face down.")]
RowPoints = Annotated[int, Meta(ge=0, le=10, description="What the row scores as it lies.")]


# -- actions -------------------------------------------------------------------------------------------
class Bank(Action, frozen=True, tag="ten-hands.bank"):
    """Bank a hand: set 5 cards of the pool aside. Classic only."""

    cards: Annotated[
        Cards, Meta(min_length=HAND_CARDS, max_length=HAND_CARDS, description="5 cards of the pool, in any order.")
    ]


class Cover(Action, frozen=True, tag="ten-hands.cover"):
    """Cover a card of the current row with the turned card; the covered card is out of the game. Oregon only."""

    card: Annotated[Card, Meta(description="Which card of the current row is covered.")]


class OpenRow(Action, frozen=True, tag="ten-hands.open_row"):
    """Open a new row with the turned card and the next 4 of the deck, or as many as are left. Oregon only."""


Move = Bank | Cover | OpenRow


# -- how it went ---------------------------------------------------------------------------------------
class BankedHand(Struct, frozen=True):
    """A hand that was banked."""

    cards: Annotated[Cards, Meta(description="Its 5 cards, in the order in which they were dealt.")]
    category: Annotated[HandCategory, Meta(description="What it counts as.")]


class Row(Struct, frozen=True):
    """A row of Oregon."""

    cards: Annotated[Cards, Meta(description="From left to right: 5, or 1 to 4 in a short last row.")]
    points: RowPoints


class AgainstBot(Struct, frozen=True, kw_only=True):
    """The result against one bot."""

    level: Annotated[Level, Meta(description="Which bot.")]
    outcome: Annotated[Outcome, Meta(description="`won` where the player's score is higher, `drawn` where it is the same.")]
    score: Annotated[
        Score,
        Meta(
            description="The player's score. Classic: points out of 10 against this bot, in steps of 0.5. Oregon: the"
            " total of the rows."
        ),
    ]
    bot_score: Annotated[Score, Meta(description="The bot's, in the same way; in classic both add up to 10.")]


class BotShown(AgainstBot, frozen=True, kw_only=True):
    """The result against one bot, with what it made of the deck."""

    hands: Annotated[tuple[BankedHand, ...], Meta(description="Classic: the bot's, strongest first. Empty in Oregon.")]
    places: Annotated[
        tuple[Outcome, ...],
        Meta(
            description="Classic: whose hand is stronger, place by place from both's strongest to both's weakest."
            " Empty in Oregon."
        ),
    ]
    rows: Annotated[tuple[Row, ...], Meta(description="Oregon: the bot's rows, in the order opened. Empty in classic.")]


class Details(ruleset.Details, frozen=True, tag="ten-hands"):
    """The result against each bot."""

    bots: Annotated[
        tuple[AgainstBot, ...],
        Meta(description="Beginner, Skilled, Expert. Empty in a game that was given up before its end."),
    ]


class RecordedBot(Struct, frozen=True, kw_only=True):
    """What a bot did, in a record."""

    level: Annotated[Level, Meta(description="Which bot.")]
    actions: Annotated[tuple[Move, ...], Meta(description="What it did at its table, in order.")]
    hands: Annotated[tuple[Cards, ...], Meta(description="Classic: its hands, in the order banked.")] | UnsetType = UNSET
    rows: Annotated[tuple[Cards, ...], Meta(description="Oregon: its rows, in the order opened.")] | UnsetType = UNSET


class Options(ruleset.Options, frozen=True):
    """Which game is played."""

    variant: Annotated[
        Variant,
        Meta(description="`classic`: bank ten hands out of a pool. `oregon`: build rows card by card."),
    ] = Variant.CLASSIC


# -- events --------------------------------------------------------------------------------------------
class DealtEvent(Event, frozen=True, tag="ten-hands.dealt"):
    """Cards were dealt face up: onto the pool; in Oregon as the first row, or to make a new row up."""

    cards: Annotated[Cards, Meta(description="In the order dealt.")]
    cards_left: CardsLeft


class TurnedEvent(Event, frozen=True, tag="ten-hands.turned"):
    """Oregon: the next card was turned face up, and must be used."""

    card: Annotated[Card, Meta(description="The turned card.")]
    cards_left: CardsLeft


class BankedEvent(Event, frozen=True, tag="ten-hands.banked"):
    """A hand was banked."""

    hand: Annotated[BankedHand, Meta(description="The hand.")]


class CoveredEvent(Event, frozen=True, tag="ten-hands.covered"):
    """Oregon: a card of the current row was covered with the turned card."""

    card: Annotated[Card, Meta(description="The covered card, out of the game now.")]
    turned: Annotated[Card, Meta(description="The turned card, in its place now.")]
    points: RowPoints


class OpenedRowEvent(Event, frozen=True, tag="ten-hands.opened_row"):
    """Oregon: a new row was opened with the turned card; the row before it is settled for good."""

    turned: Annotated[Card, Meta(description="The turned card, the first of the new row.")]


class BotsShownEvent(Event, frozen=True, tag="ten-hands.bots_shown"):
    """The game is over, and what the bots made of the deck is shown."""

    bots: Annotated[tuple[BotShown, ...], Meta(description="Beginner, Skilled, Expert.")]


# -- the view ------------------------------------------------------------------------------------------
class ClassicTable(Struct, frozen=True):
    """What lies on the table in classic."""

    pool: Annotated[
        Cards, Meta(description="The cards to choose from, in the order dealt; when the game is over the 4 that aren't used.")
    ]
    hands: Annotated[
        tuple[BankedHand, ...],
        Meta(description="The player's, in the order banked; when the game is over strongest first, as they are compared."),
    ]


class OregonTable(Struct, frozen=True):
    """What lies on the table in Oregon."""

    rows: Annotated[
        tuple[Row, ...],
        Meta(description="The player's rows, in the order opened. The last is the current one, the others are settled."),
    ]
    turned: Annotated[Card | None, Meta(description="The turned card, which must be used; null when the game is over.")]
    covered: Annotated[Cards, Meta(description="The covered cards, which are out of the game, in the order covered.")]


class View(ruleset.StateView, frozen=True, kw_only=True, tag="ten-hands"):
    """The table of a ten-hands game. All on it lies face up, so a spectator sees what the player sees."""

    variant: Variant
    cards_left: CardsLeft
    classic: Annotated[ClassicTable | None, Meta(description="The table in classic; null in Oregon.")]
    oregon: Annotated[OregonTable | None, Meta(description="The table in Oregon; null in classic.")]
    bots: Annotated[
        tuple[BotShown, ...] | None,
        Meta(
            description="Beginner, Skilled, Expert: the result and what they made. Null until the last card is used; of a"
            " game given up only the record tells."
        ),
    ]
