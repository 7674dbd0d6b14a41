"""The cards that a seat can't see, dealt as they may lie."""

from engine.bots.landlord.melds import COUNT, PLACES, UNITS
from engine.bots.landlord.playout import LANDLORD
from engine.bots.landlord.sight import Table
from engine.games.landlord.cards import BITS
from engine.shuffle import RandomSource


def single_cards(counts: int) -> list[int]:
    """Each card as what it adds to a hand."""
    return [UNITS[place] for place in range(PLACES) for _ in range((counts >> BITS * place) & COUNT)]


def drawn(cards: list[int], many: int, source: RandomSource) -> int:
    """So many of the cards, each choice with equal chance, counted by rank. They are brought to the end of the list."""
    last = len(cards)
    taken = 0
    for _ in range(many):
        at = source.below(last)
        last -= 1
        cards[at], cards[last] = cards[last], cards[at]
        taken += cards[last]
    return taken


def deal(table: Table, source: RandomSource) -> tuple[int, int, int]:
    """Three hands that fit all that the seat knows: its own, how many each holds, what the Landlord was shown to take."""
    first, second = (other for other in range(len(table.sizes)) if other != table.seat)
    shown = table.shown if first == LANDLORD else 0
    known = len(single_cards(shown))
    one = shown + drawn(single_cards(table.unseen - shown), table.sizes[first] - known, source)
    hands = {table.seat: table.hand, first: one, second: table.unseen - one}
    return hands[0], hands[1], hands[2]
