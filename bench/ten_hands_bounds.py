"""What a player who knows the order of the deck could make of it in ten-hands, beside what the bots make.

    python -m bench.ten_hands_bounds 40

Oregon: exact. Classic: the best that a local search finds against given hands, so at least that much can be had; a
better plan may exist.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from statistics import fmean
from typing import Final, NamedTuple

from engine.bots.ten_hands import BOTS
from engine.cards import DECK_54, JOKERS, RANKS, SUITS
from engine.games.ten_hands import play
from engine.games.ten_hands import view as views
from engine.games.ten_hands.actions import HANDS, POOL_CARDS, Cover, Move, OpenRow, Variant
from engine.games.ten_hands.oregon import POINTS, row_points, total
from engine.games.ten_hands.scoring import half_points
from engine.games.ten_hands.state import Tableau
from engine.poker import HAND_CARDS, HandCategory, prepare, strength, strength_of
from engine.ruleset import Level
from engine.shuffle import HashSource, bot_source, shuffled

Deck = tuple[str, ...]
Hands = tuple[Deck, ...]

# -- classic -------------------------------------------------------------------------------------------
SWAPS: Final = 100_000
"""How many swaps of two cards are tried: half a second of work."""
_SPREAD: Final = 1 << 20
"""Steps in which the tolerance of a loss is drawn."""
_TOLERANCE: Final = 1.2
"""How much may be lost by a swap at first, on the average, in half points; it falls evenly to nothing."""


def classic_bound(deck: Deck, hands_of_opponent: Hands) -> int:
    """Half points of 20 that can be had against hands, given in the order banked: what the best plan found scores.

    It is 10 at least, and a lower bound of what the best plan of all scores.
    """
    return half_points(classic_plan(deck, hands_of_opponent), hands_of_opponent)


def classic_plan(deck: Deck, hands_of_opponent: Hands) -> Hands:
    """Ten hands to bank one after the other: the best found against these hands by swapping cards between hands.

    The search begins with the opponent's own hands. Every plan in which a hand has only cards that are dealt by then
    can be played, and swaps lead from any such plan to any other. A swap that loses a little is taken too, at first
    more than later (threshold accepting, Dueck and Scheuer, 1990).
    """
    search = _Search(deck, hands_of_opponent)
    best, plan = search.value, tuple(search.owner)
    source = HashSource(b"plan:" + "".join(deck).encode())
    for left in range(SWAPS, 0, -1):
        loss = _TOLERANCE * left / SWAPS * source.below(_SPREAD) / _SPREAD * 2
        search.swap(source.below(len(deck)), source.below(len(deck)), loss)
        if search.value > best:
            best, plan = search.value, tuple(search.owner)
    return tuple(tuple(card for card, owner in zip(deck, plan, strict=True) if owner == hand) for hand in range(HANDS))


class _Search:
    """A plan that swaps change: for each card of the deck the hand it goes to, HANDS where it goes to none."""

    def __init__(self, deck: Deck, hands_of_opponent: Hands) -> None:
        self._codes = [prepare(card) for card in deck]
        self._against = sorted(map(strength, hands_of_opponent))
        owners = {card: hand for hand, cards in enumerate(hands_of_opponent) for card in cards}
        self.owner = [owners.get(card, HANDS) for card in deck]
        self._strengths = [self._strength(hand) for hand in range(HANDS)]
        self.value = self._value()

    def swap(self, one: int, other: int, loss: float) -> None:
        """Let two places of the deck change their hands, unless that can't be or loses more than that."""
        owner, before = self.owner, (self.value, list(self._strengths))
        if owner[one] == owner[other] or not (_is_dealt(one, owner[other]) and _is_dealt(other, owner[one])):
            return
        owner[one], owner[other] = owner[other], owner[one]
        for hand in {owner[one], owner[other]} - {HANDS}:
            self._strengths[hand] = self._strength(hand)
        self.value = self._value()
        if self.value < before[0] - loss:
            owner[one], owner[other] = owner[other], owner[one]
            self.value, self._strengths = before

    def _strength(self, hand: int) -> int:
        return strength_of([code for code, owner in zip(self._codes, self.owner, strict=True) if owner == hand])

    def _value(self) -> float:
        """Half points; and a little for how near the places come that are lost, so that the search has a slope."""
        mine = sorted(self._strengths)
        pairs = [*zip(mine, self._against, strict=True)]
        near = sum(min(mine / theirs, 1) for mine, theirs in pairs)
        return near + sum((mine > theirs) + (mine >= theirs) for mine, theirs in pairs)


def _is_dealt(place: int, hand: int) -> bool:
    """Whether a place of the deck lies in the pool, unless it was banked, when a hand is banked."""
    return hand >= HANDS - 1 or place < POOL_CARDS + HAND_CARDS * hand


# -- Oregon --------------------------------------------------------------------------------------------
_RUNS: Final = tuple(("A" + RANKS)[low : low + HAND_CARDS] for low in range(len(RANKS) + 2 - HAND_CARDS))
"""The ranks of each straight."""


class _Plan(NamedTuple):
    """The best that can be made of the rest of a deck."""

    points: int
    ends: tuple[int, ...]
    """After which card, by its place in the deck, each row is settled."""


def oregon_bound(deck: Deck) -> int:
    """The most that the rows of a deck can total: exact."""
    return _oregon_plan(deck).points


def oregon_moves(deck: Deck) -> Iterator[Move]:
    """Moves that reach the most."""
    start = 0
    for end in _oregon_plan(deck).ends:
        if start:
            yield OpenRow()
        yield from _covers(deck[start : end + 1])
        start = end + 1


def _oregon_plan(deck: Deck) -> _Plan:
    """Planned from the end of the deck, for a row that is opened at each place.

    A row that lies on the cards from its first one to the last one used can be any five of them, the last among
    them: of the cards before it all but four must be covered, and one of those always lies there to be covered. A
    row opened sooner can do all that one opened later can, so of all rows of the same points the soonest is best.
    """
    plans = [_Plan(0, ())] * (len(deck) + 1)
    for start in reversed(range(len(deck))):
        rest = deck[start:]
        if len(rest) < HAND_CARDS:
            plans[start] = _Plan(row_points(rest), (len(deck) - 1,))
            continue
        ways = [(points, start + cards) for points, cards in _soonest(rest)]
        plans[start] = max(_Plan(points + plans[end].points, (end - 1, *plans[end].ends)) for points, end in ways)
    return plans[0]


def _soonest(cards: Deck) -> Iterator[tuple[int, int]]:
    """For each number of points that a row on these cards can come to, rising, out of how few of them."""
    best = -1
    for number in range(HAND_CARDS, len(cards) + 1):
        points = most_points(cards[:number])
        if points > best:
            best = points
            yield points, number


def most_points(cards: Deck) -> int:
    """Of any five out of five cards or more; row_points of each selection says the same, slowly."""
    jokers = sum(card in JOKERS for card in cards)
    suits = [{card[0] for card in cards if card[1] == suit} for suit in SUITS]
    ways = [_matching(cards)]
    if any(_has_straight(suit, jokers) for suit in suits):
        ways.append(HandCategory.STRAIGHT_FLUSH)
    if _has_straight(set.union(*suits), jokers):
        ways.append(HandCategory.STRAIGHT)
    if max(map(len, suits)) + jokers >= HAND_CARDS:
        ways.append(HandCategory.FLUSH)
    return max(map(POINTS.__getitem__, ways))


def _matching(cards: Deck) -> HandCategory:
    """The best by matching ranks, where a Joker is a zero."""
    matches = Counter("0" if card in JOKERS else card[0] for card in cards)
    match sorted(matches.values(), reverse=True):
        case [4, *_]:
            return HandCategory.FOUR_OF_A_KIND
        case [3, 2 | 3, *_]:
            return HandCategory.FULL_HOUSE
        case [3, *_]:
            return HandCategory.THREE_OF_A_KIND
        case [2, 2, *_]:
            return HandCategory.TWO_PAIR
        case [2, *_]:
            return HandCategory.PAIR
        case _:
            return HandCategory.HIGH_CARD


def _has_straight(ranks: set[str], jokers: int) -> bool:
    return any(len(ranks.intersection(run)) + jokers >= HAND_CARDS for run in _RUNS)


def _covers(cards: Deck) -> Iterator[Cover]:
    """What is covered, of a row on these cards that is to come to the most points."""
    best = max(_ending(cards), key=row_points)
    row = list(cards[:HAND_CARDS])
    for turned in cards[HAND_CARDS:]:
        place = next(place for place, card in enumerate(row) if card not in best)
        yield Cover(row[place])
        row[place] = turned


def _ending(cards: Deck) -> Iterator[Deck]:
    """Every row of those that lie on these cards at last."""
    *before, last = cards
    if len(cards) <= HAND_CARDS:
        return iter([cards])
    return ((*four, last) for four in combinations(before, HAND_CARDS - 1))


# -- beside the bots -----------------------------------------------------------------------------------
def played(variant: Variant, level: Level, seed: bytes) -> Tableau:
    """What a bot makes of a deck."""
    deck = shuffled(DECK_54, seed, 0)
    table = play.start(variant, deck)
    number = 0
    while not table.is_over:
        move = BOTS[level](views.table(variant, deck, table), 0, bot_source(seed, 0, number))
        table = play.after(variant, deck, table, move)
        number += 1
    return table


def main(decks: int) -> None:
    """Print what the bots make of so many decks on the average, and what could be made of them."""
    seeds = [b"bound %d" % number for number in range(decks)]
    for level in Level:
        hands = [(shuffled(DECK_54, seed, 0), played(Variant.CLASSIC, level, seed).hands) for seed in seeds]
        print(f"classic, a plan against {level}: {fmean(classic_bound(*each) for each in hands) / 2:.2f} of 10 or more")
    for level in Level:
        print(f"oregon, {level}: {fmean(total(played(Variant.OREGON, level, seed).rows) for seed in seeds):.2f} points")
    print(f"oregon, the most there is: {fmean(oregon_bound(shuffled(DECK_54, seed, 0)) for seed in seeds):.2f} points")


if __name__ == "__main__":
    main(int(sys.argv[1]))
