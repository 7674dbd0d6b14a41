"""The table as anyone may see it: all of it lies face up, but for the deck and the bots' tables."""

from msgspec.structs import asdict

from engine.games.ten_hands import scoring
from engine.games.ten_hands.actions import (
    BankedHand,
    BotShown,
    ClassicTable,
    OregonTable,
    Row,
    Variant,
    View,
)
from engine.games.ten_hands.oregon import row_points
from engine.games.ten_hands.state import Cards, State, Tableau
from engine.poker import category_of, strength
from engine.ruleset import Level


def view(state: State) -> View:
    """What the player, and any spectator, may know."""
    shown = bots_shown(state) if state.mine.is_over else None
    return table(state.variant, state.deck, state.mine, shown)


def table(variant: Variant, deck: Cards, tableau: Tableau, bots: tuple[BotShown, ...] | None = None) -> View:
    """One player's table; a bot sees its own in the same way."""
    return View(
        variant=variant,
        cards_left=cards_left(deck, tableau),
        classic=_classic(deck, tableau) if variant is Variant.CLASSIC else None,
        oregon=_oregon(deck, tableau) if variant is Variant.OREGON else None,
        bots=bots,
    )


def cards_left(deck: Cards, tableau: Tableau) -> int:
    """How many cards of the deck are face down at a table."""
    return len(deck) - tableau.drawn - (tableau.turned(deck) is not None)


def banked(cards: Cards) -> BankedHand:
    """A hand with what it counts as."""
    return BankedHand(cards, category_of(strength(cards)))


def row(cards: Cards) -> Row:
    """A row with what it scores as it lies."""
    return Row(cards, row_points(cards))


def _classic(deck: Cards, tableau: Tableau) -> ClassicTable:
    hands = scoring.strongest_first(tableau.hands) if tableau.is_over else tableau.hands
    return ClassicTable(pool=tableau.pool(deck), hands=tuple(map(banked, hands)))


def _oregon(deck: Cards, tableau: Tableau) -> OregonTable:
    return OregonTable(rows=tuple(map(row, tableau.rows)), turned=tableau.turned(deck), covered=tableau.covered)


def bots_shown(state: State) -> tuple[BotShown, ...]:
    """The result against each bot and what it made, of a game that is over: Beginner, Skilled, Expert."""
    return tuple(_shown(state, level) for level in Level)


def _shown(state: State, level: Level) -> BotShown:
    bot = state.table_of(level)
    return BotShown(
        **asdict(scoring.against(state, level)),
        hands=tuple(map(banked, scoring.strongest_first(bot.hands))),
        places=scoring.places(state.mine.hands, bot.hands),
        rows=tuple(map(row, bot.rows)),
    )
