"""What a bot of ten-hands makes of a deck, by the real rules."""

from engine.bots.ten_hands import BOTS
from engine.cards import DECK_54
from engine.games.ten_hands import play
from engine.games.ten_hands import view as views
from engine.games.ten_hands.actions import Variant
from engine.games.ten_hands.state import Tableau
from engine.ruleset import Level
from engine.shuffle import bot_source, shuffled


def played(variant: Variant, level: Level, seed: bytes) -> Tableau:
    """What a bot makes of a deck. A move that the rules refuse would raise IllegalAction."""
    deck = shuffled(DECK_54, seed, 0)
    table = play.start(variant, deck)
    for number in range(50):
        if table.is_over:
            break
        move = BOTS[level](views.table(variant, deck, table), 0, bot_source(seed, 0, number))
        table = play.after(variant, deck, table, move)
    assert table.is_over
    return table
