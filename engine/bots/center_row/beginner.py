"""Beginner: collects what is alike, then what is high.

It looks at the cards in its hand as a newcomer does. A card of the center row that is like one in the hand is
taken, the most alike first; else the highest card there, if it is higher than the one given for it. It gives
its lowest card that is like no other. A Joker is a zero to it, so that goes first. In the end it lays its
cards out by rank, the most alike first, and cuts that row into hands: so it breaks a pair for a fifth card,
and never finds a straight or a flush but by chance.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.bots.center_row.own import own
from engine.cards import JOKERS, RANKS, Cards
from engine.games.center_row.actions import Build, Exchange, Move, Pass, Stage, View
from engine.poker import HAND_CARDS
from engine.shuffle import RandomSource

_HEIGHT: Final = {rank: height for height, rank in enumerate(RANKS, start=2)}


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is; equally good cards have equal chances.

    Raises ValueError for a view that isn't its own.
    """
    hand, locked = own(view, seat)
    if view.stage is Stage.BUILD:
        return Build(_cut(locked, view.hands_to_build))
    best = max(_standing(take, (*hand, take)) for take in view.center)
    equals = [take for take in view.center if _standing(take, (*hand, take)) == best]
    take = equals[source.below(len(equals))]
    give = min(hand, key=lambda card: _standing(card, (*hand, take)))
    return Exchange(take, give) if best > _standing(give, (*hand, take)) else Pass()


def _standing(card: str, cards: Sequence[str]) -> tuple[int, int]:
    """What a card is among others: how many are alike with it, then how high it is; a Joker stands below all."""
    if card in JOKERS:
        return 0, 0
    return Counter(other[0] for other in cards)[card[0]], _HEIGHT[card[0]]


def _cut(cards: Cards, hands: int) -> tuple[Cards, ...]:
    row = sorted(cards, key=lambda card: _standing(card, cards), reverse=True)
    return tuple(tuple(row[start : start + HAND_CARDS]) for start in range(0, hands * HAND_CARDS, HAND_CARDS))
