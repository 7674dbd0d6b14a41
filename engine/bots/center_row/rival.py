"""What the other of two players will show, as far as counting cards tells.

Every card is dealt, and every row lies face up. So in the last phase of two players what is neither one's own nor
in a row is the other's, to the last card; only how it will be put together isn't known. Two ways are likely: the
strongest hand first, as most people do, and what wins most often against the field. With more players who
has which of the hidden cards stays open, and holding builds against guesses at it won no more games than
the field alone.
"""

from functools import partial
from itertools import combinations
from operator import gt
from typing import Final

from engine.bots.center_row.builds import Wins, best_build
from engine.bots.center_row.field import Strengths, chance
from engine.cards import DECK_54, Cards
from engine.games.center_row.actions import View
from engine.poker import HAND_CARDS, strength

_HANDS: Final = 3
_PLACES_THAT_WIN: Final = 2
_TRUST: Final = 0.9
"""In the two ways, against the field: which decides between builds that beat the same of them, and seldom more."""


def rival_cards(view: View, own: Cards) -> Cards:
    """The cards of the other of two players in the last phase and after it, lowest first."""
    seen = {*own, *view.center, *view.discarded}
    return tuple(card for card in DECK_54 if card not in seen)


def wins_against(cards: Cards) -> Wins:
    """How often hands win against a player who has these cards."""
    field = partial(chance, 2)
    likely = strongest_first(cards), best_build(cards, field).hands
    shown = tuple(tuple(sorted(map(strength, hands), reverse=True)) for hands in likely)

    def wins(hands: Strengths) -> float:
        won: int = sum(sum(map(gt, hands, others)) >= _PLACES_THAT_WIN for others in shown)
        return _TRUST * won / len(shown) + (1 - _TRUST) * field(hands)

    return wins


def strongest_first(cards: Cards) -> tuple[Cards, ...]:
    """Three hands out of the cards: the strongest that there is, then the strongest of what is left, and so on."""
    left = cards
    built: list[Cards] = []
    for _ in range(_HANDS):
        best = max(combinations(left, HAND_CARDS), key=strength)
        built.append(best)
        left = tuple(card for card in left if card not in best)
    return tuple(built)
