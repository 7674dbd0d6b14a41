"""Skilled: a good club player's rules of thumb.

The worth of cards is a guess at the hands that they may become: what is alike counts most, then what is
of one suit, then what is close in rank; a Joker goes with all of it. It makes the exchange that adds most
to the worth of all that it has, and passes where none adds anything. Of all builds it takes the one whose
hands are of the highest categories in sum: a full house and a straight before four of a kind and a pair.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from types import MappingProxyType
from typing import Final

from engine.bots.center_row.builds import best_build
from engine.bots.center_row.field import ABOVE_ALL, Strengths
from engine.bots.center_row.own import own
from engine.cards import JOKERS, RANKS, Cards
from engine.games.center_row.actions import Build, Exchange, Move, Pass, Stage, View
from engine.poker import HAND_CARDS, HandCategory, category_of
from engine.shuffle import RandomSource

_PLACES: Final = MappingProxyType({category: place for place, category in enumerate(reversed(HandCategory))})
"""The categories, numbered from the weakest."""
_ALIKE: Final = (0, 0, 120, 300, 480)
"""The worth of so many cards of one rank, but for their height."""
_SUITED: Final = (0, 0, 0, 30, 110, 250)
"""The worth of so many cards of one suit; more than five are as good as five."""
_IN_A_ROW: Final = (0, 0, 10, 30, 80, 160)
"""The worth of so many ranks out of five that follow each other."""
_JOKER: Final = 150
"""A Joker's own worth, beyond that of the suit and the straight that it completes."""


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is; equally good exchanges have equal chances.

    Raises ValueError for a view that isn't its own.
    """
    hand, locked = own(view, seat)
    if view.stage is Stage.BUILD:
        return Build(usual_build(locked))
    worths = {(take, give): _worth(_swapped(hand, take, give) + locked) for take, give in product(view.center, hand)}
    best = max(worths.values())
    if best <= _worth(hand + locked):
        return Pass()
    equals = [swap for swap, worth in worths.items() if worth == best]
    return Exchange(*equals[source.below(len(equals))])


def _swapped(hand: Cards, take: str, give: str) -> Cards:
    return tuple(take if card == give else card for card in hand)


def usual_build(cards: Cards) -> tuple[Cards, ...]:
    """The build of some cards with the highest categories in sum, and of such the strongest first hand; strongest first."""
    return best_build(cards, _categories).hands


def _categories(strengths: Strengths) -> float:
    return sum(_PLACES[category_of(one)] for one in strengths) + strengths[0] / ABOVE_ALL


def _worth(cards: Cards) -> int:
    plain = [card for card in cards if card not in JOKERS]
    jokers = len(cards) - len(plain)
    ranks = Counter(RANKS.index(card[0]) for card in plain)
    suits = Counter(card[1] for card in plain)
    alike = sum(_ALIKE[count] + count * rank for rank, count in ranks.items())
    suited = sum(_SUITED[min(count + jokers, HAND_CARDS)] for count in suits.values())
    return alike + suited + _in_a_row(ranks, jokers) + jokers * _JOKER


def _in_a_row(ranks: Iterable[int], jokers: int) -> int:
    """The worth of the best straight that there may be."""
    held = set(ranks)
    most = max(len(held.intersection(range(low, low + HAND_CARDS))) for low in range(len(RANKS) - HAND_CARDS + 1))
    return _IN_A_ROW[min(most + jokers, HAND_CARDS)]
