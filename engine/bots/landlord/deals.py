"""The cards that a seat can't see, dealt as they may lie, and as they lie more likely after what was played."""

from bisect import bisect
from itertools import accumulate
from typing import Final

from engine.bots.landlord.melds import COUNT, PLACES, UNITS
from engine.bots.landlord.playout import LANDLORD
from engine.bots.landlord.sight import Table
from engine.bots.landlord.split import estimate
from engine.games.landlord.cards import BITS
from engine.shuffle import RandomSource

_POOL: Final = 8
"""Deals of which one is chosen."""
_STEP: Final = 10
"""In hundredths of a turn: for each that is broken up more a deal is less likely by an eleventh."""


def _chances() -> tuple[int, ...]:
    """What a deal counts in the choice, by steps more broken up than in the best of the pool; 0 last.

    A quarter as steep as fits the play of the Skilled best, since others break up hands for less. Of the true deal and
    seven by chance the true one is chosen 45 times in 100 when the Skilled play, and 7 when the Beginner does (geometric
    means of 651 and 956 positions; as steep as fits best 59 and below 1, and 12 without any preference).
    """
    chances = [1 << 24]
    while chances[-1]:
        chances.append(chances[-1] * 10 // 11)
    return tuple(chances)


_CHANCES: Final = _chances()


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


def likely_deal(table: Table, source: RandomSource) -> tuple[int, int, int]:
    """One of a few such deals, the likelier the less the others would have broken up by what they played.

    A 5 is hardly led by who holds another one, nor by who could lead a straight with it.
    """
    played = [(seat, counts) for seat, counts in enumerate(table.played) if counts and seat != table.seat]
    if not played:
        return deal(table, source)
    pool = [deal(table, source) for _ in range(_POOL)]
    broken = [_broken_up(hands, played) for hands in pool]
    least = min(broken)
    chances = list(accumulate(_CHANCES[min((more - least) // _STEP, len(_CHANCES) - 1)] for more in broken))
    return pool[bisect(chances, source.below(chances[-1]))]


def _broken_up(hands: tuple[int, int, int], played: list[tuple[int, int]]) -> int:
    """What hands cost now less what they cost with the cards that their seats played; but for what those plays cost."""
    return sum([estimate(hands[seat])[0] - estimate(hands[seat] + counts)[0] for seat, counts in played])
