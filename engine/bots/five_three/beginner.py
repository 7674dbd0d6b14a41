"""The Beginner of five-three: somebody who has read the rules once, and looks at the own cards only.

It likes high cards, and cards that pair with others that it has. It uses the actions as they come to mind, with no
thought of what is left for later; hides in the hand what it likes, and so offers what it doesn't, though most of an
offer comes back; keeps what it likes best of an offer, whatever that leaves to the opponent. Of its Collection
it makes the strongest 5-card hand there is, and the rest has to do for three.
"""

from collections.abc import Sequence
from typing import Final

from engine.bots.five_three.sight import Sight, answer, sight
from engine.cards import RED_JOKER
from engine.games.five_three.actions import Build, Draft, Move, TurnAction, View
from engine.games.five_three.draft import CARDS_TAKEN, made
from engine.games.five_three.hands import STRENGTHS3, STRENGTHS5, best_split
from engine.games.five_three.readings import HEIGHT
from engine.shuffle import RandomSource

_JOKER: Final = 6
"""As a rank above the ace, which is 5: a wild card must be good."""
_PAIR: Final = 3
"""What it likes a card better by for being one of a pair, in ranks."""


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    seen = sight(view, seat)
    if seen.building:
        return _build(seen.mine)
    if seen.offer is None:
        return _take_turn(seen, source)
    liked = [sum([_liking(card, seen) for card in kept]) for kept in seen.offer.sets]
    return answer(seen.offer, liked.index(max(liked)))


def _liking(card: str, seen: Sight) -> int:
    """How much it likes a card, in ranks."""
    height = _JOKER if card == RED_JOKER else HEIGHT[card]
    return height + _PAIR * any(other[0] == card[0] for other in (*seen.hand, *seen.mine) if other != card)


def _take_turn(seen: Sight, source: RandomSource) -> Draft:
    """Any action that is left: reserving what it likes best, or discarding or offering what it likes least."""
    action = seen.unused[source.below(len(seen.unused))]
    best_last = sorted(seen.hand, key=lambda card: _liking(card, seen))
    if action is TurnAction.RESERVE:
        best_last.reverse()
    return made(action, tuple(best_last[: CARDS_TAKEN[action]]))


def _build(collection: Sequence[str]) -> Build:
    """The strongest 5-card hand, and of the splits that have it the one with the strongest 3-card hand."""
    return Build(*best_split(collection, range(0, STRENGTHS5 * STRENGTHS3, STRENGTHS3), range(STRENGTHS3)))
