"""The rule agent of rlcard (`doudizhu-rule-v1`), seated at our table of landlord: an outside player.

It is shown what its own game would show it. Where its answer can't be played here, it passes, or leads its lowest
card. Its own chances come from numpy's global generator, which is set from the random source of the decision.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

from engine.games.landlord.actions import Move, Pass, Play, Reading, View
from engine.games.landlord.cards import DECK, bits, card_bits, ranks_of
from engine.games.landlord.combos import beats, follows, readings
from engine.shuffle import RandomSource

MODEL: Final = "doudizhu-rule-v1"
_NOTHING: Final = "pass"
_SEEDS: Final = 1 << 32
_HEIGHT: Final = {card: place for place, card in enumerate(DECK)}
_LETTER: Final = {card: card[0] for card in DECK}
"""How rlcard writes a rank: as we do, but B and R for the Jokers, which their first letters are."""


def _written(cards: Iterable[str]) -> str:
    """Cards as rlcard writes them: by rank, lowest first."""
    return "".join(_LETTER[card] for card in sorted(cards, key=_HEIGHT.__getitem__))


class RuleAgent:
    """A player with rlcard's rules of thumb. Whoever makes one needs rlcard; so long as it lives it counts its failures."""

    def __init__(self) -> None:
        models: Any = import_module("rlcard.models")
        utils: Any = import_module("rlcard.games.doudizhu.utils")
        self._chance: Any = import_module("numpy.random")
        self._agent: Any = models.load(MODEL).agents[0]
        self._known: Any = utils.CARD_TYPE[0]
        self.decisions = 0
        self.refused = 0
        """Decisions for which its answer could not be played."""

    def __call__(self, view: View, seat: int, source: RandomSource) -> Move:
        """What it plays with the view of its seat; it passes in the bidding, which its game doesn't have."""
        hand = view.seats[seat].cards
        if hand is None or view.landlord is None:
            return Pass()
        self.decisions += 1
        self._chance.seed(source.below(_SEEDS))
        last = view.trick[-1] if view.trick else None
        trick = None if last is None else Reading(last.kind, last.rank, last.length)
        answer = self._answer(view, seat, hand, trick)
        move = None if answer is None else _move(hand, answer, trick)
        if move is None:
            self.refused += 1
            return Play(hand[:1]) if trick is None else Pass()
        return move

    def _answer(self, view: View, seat: int, hand: tuple[str, ...], trick: Reading | None) -> str | None:
        """Cards as it writes them, or `pass`; None where its rules of thumb find nothing or fail."""
        trace = [(laid.seat, _written(laid.cards)) for laid in view.trick] + [(other, _NOTHING) for other in view.passed]
        if trick is not None and trace[len(view.trick) - 1][1] not in self._known:
            return None
        shown = {
            "trace": trace,
            "current_hand": _written(hand),
            "actions": self._actions(hand, trick),
            "landlord": view.landlord,
            "self": seat,
        }
        answer = self._agent.step({"raw_obs": shown})
        return None if answer is None else str(answer)

    def _actions(self, hand: tuple[str, ...], trick: Reading | None) -> list[str]:
        """What beats the trick, as far as its game knows it; its rules of thumb don't look at this when they lead."""
        if trick is None:
            return []
        card_by_bit = card_bits(hand)
        plays = [ranks for _, found in follows(sum(card_by_bit), trick) for ranks in found]
        written = [_written(card_by_bit[bit] for bit in bits(ranks)) for ranks in plays]
        return [_NOTHING, *(cards for cards in dict.fromkeys(written) if cards in self._known)]


def _move(hand: tuple[str, ...], answer: str, trick: Reading | None) -> Move | None:
    """Its answer as an action of ours, or None for one that our rules refuse."""
    if answer == _NOTHING:
        return None if trick is None else Pass()
    left = list(answer)
    cards = []
    for card in hand:
        if _LETTER[card] in left:
            left.remove(_LETTER[card])
            cards.append(card)
    found = readings(ranks_of(cards))
    if left or not found:
        return None
    if trick is None:
        return Play(tuple(cards))
    reading = next((reading for reading in found if beats(reading, trick)), None)
    return None if reading is None else Play(tuple(cards), reading.kind)
