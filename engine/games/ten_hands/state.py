"""The whole state of a ten-hands game, secrets included. It never grows beyond four tables and one deck."""

from typing import Final

from msgspec import Struct

from engine.cards import DECK_54
from engine.games.ten_hands.actions import HANDS, POOL_CARDS, Options, Variant
from engine.poker import HAND_CARDS
from engine.ruleset import Level

FORMAT: Final = 1
DECK_CARDS: Final = len(DECK_54)

LEVELS: Final = tuple(Level)
"""The bots in the order of their tables: Beginner, Skilled, Expert."""

Cards = tuple[str, ...]


class Tableau(Struct, frozen=True, array_like=True):
    """What one player has made of the deck: the player in the seat, or a bot. Either hands or rows are empty."""

    hands: tuple[Cards, ...]
    """Classic: the banked hands, in the order banked; each in the order dealt."""
    rows: tuple[Cards, ...]
    """Oregon: the rows, in the order opened; the last is the current one. From left to right."""
    moves: tuple[str | None, ...]
    """Oregon: what each turned card was used for, in order: the card that it covered, None where it opened a row."""

    @property
    def decisions(self) -> int:
        """How many moves were made."""
        return len(self.hands) + len(self.moves)

    @property
    def covered(self) -> Cards:
        """Oregon: the cards out of the game, in the order covered."""
        return tuple([card for card in self.moves if card is not None])

    @property
    def drawn(self) -> int:
        """How many cards of the deck lie on this table or are out of the game; in Oregon without the turned card."""
        if self.rows:
            return sum(map(len, self.rows)) + len(self.covered)
        return min(POOL_CARDS + HAND_CARDS * len(self.hands), DECK_CARDS)

    @property
    def is_over(self) -> bool:
        """Whether all hands are banked, or the deck has run out."""
        return self.drawn == DECK_CARDS if self.rows else len(self.hands) == HANDS

    def pool(self, deck: Cards) -> Cards:
        """Classic: the cards to choose from, in the order dealt."""
        banked = {card for hand in self.hands for card in hand}
        return tuple([card for card in deck[: self.drawn] if card not in banked])

    def turned(self, deck: Cards) -> str | None:
        """The turned card; None in classic, and when the deck has run out."""
        return deck[self.drawn] if self.rows and not self.is_over else None


class State(Struct, frozen=True, kw_only=True):
    """A game between two actions."""

    format: int = FORMAT
    """How to read this; other formats are converted when loaded."""
    options: Options
    seed: bytes
    """What the shuffle and the bots' chances come from."""
    deck: Cards
    """All 54 cards in dealing order; every table is dealt from it alike."""
    mine: Tableau
    """The table of the player, seat 0."""
    bots: tuple[Tableau, ...]
    """The tables of Beginner, Skilled and Expert: hidden until the game is over. None is behind the player's."""

    @property
    def variant(self) -> Variant:
        """Which game is played."""
        return self.options.variant

    def table_of(self, level: Level) -> Tableau:
        """The table of a bot."""
        return self.bots[LEVELS.index(level)]
