"""Every legal action of a seat, without making the list: what judge.py allows."""

from math import comb

from engine.cards import Cards
from engine.games.center_row.actions import Build, Exchange, Move, Pass
from engine.poker import HAND_CARDS
from engine.ruleset import Choice, FieldValues, Legal, card_values


class LegalTurns(Legal[Move]):
    """Every exchange, card of the row by card of the row, and the pass last."""

    def __init__(self, center: Cards, hand: Cards) -> None:
        self._center = center
        self._hand = hand

    @property
    def count(self) -> int:
        return len(self._center) * len(self._hand) + 1

    def at(self, index: int) -> Move:
        take, give = divmod(index, len(self._hand))
        return Exchange(self._center[take], self._hand[give]) if take < len(self._center) else Pass()

    def choices(self) -> tuple[Choice, ...]:
        fields = {"take": card_values(self._center), "give": card_values(self._hand)}
        return Choice("center-row.exchange", fields), Choice("center-row.pass", {})


class LegalBuilds(Legal[Move]):
    """Every way to build so many hands out of the locked cards.

    An index says, in mixed base, which cards are left over, and then for each hand which four go with the first
    card that is in no hand yet: so the order of the hands makes no other way.
    """

    def __init__(self, locked: Cards, hands: int) -> None:
        self._locked = locked
        self._hands = hands
        self._left_over = len(locked) - hands * HAND_CARDS

    @property
    def count(self) -> int:
        ways = comb(len(self._locked), self._left_over)
        for hand in range(1, self._hands + 1):
            ways *= comb(hand * HAND_CARDS - 1, HAND_CARDS - 1)
        return ways

    def at(self, index: int) -> Move:
        index, left_over = divmod(index, comb(len(self._locked), self._left_over))
        _, cards = _picked(self._locked, self._left_over, left_over)
        hands: list[Cards] = []
        while cards:
            first, *others = cards
            index, four = divmod(index, comb(len(others), HAND_CARDS - 1))
            picked, cards = _picked(tuple(others), HAND_CARDS - 1, four)
            hands.append((first, *picked))
        return Build(tuple(hands))

    def choices(self) -> tuple[Choice, ...]:
        values = FieldValues(groups=(HAND_CARDS,) * self._hands, from_=self._locked)
        return (Choice("center-row.build", {"hands": values}),)


def _picked(cards: Cards, size: int, index: int) -> tuple[Cards, Cards]:
    """Number index of the ways to pick so many cards, those with the first card first; and the cards that stay."""
    picked: list[str] = []
    stay: list[str] = []
    for place, card in enumerate(cards, 1):
        missing = size - len(picked)
        with_card = comb(len(cards) - place, missing - 1) if missing else 0
        if index < with_card:
            picked.append(card)
        else:
            index -= with_card
            stay.append(card)
    return tuple(picked), tuple(stay)
