"""Hands judged the slow and obvious way: the Joker is tried as every card, and each reading is looked at as a player would.

It shares nothing with the engine but the codes of cards, so that the two can be compared.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

RANKS = "0TJQKA"
"""0 is a Joker that stands for nothing."""

STRONGEST_FIRST = {
    5: ["royal_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind", "two_pair", "pair", "high_card"],
    3: ["straight_flush", "three_of_a_kind", "flush", "straight", "pair", "high_card"],
}
FROM_ROWS = {"royal_flush", "straight_flush", "flush", "straight"}
"""Where a Joker may be wild."""


class Reading(NamedTuple):
    """A reading, of which the greater is the stronger."""

    level: int
    ranks: list[int]
    """Those that come more often first, then from the highest down."""
    without_joker: bool
    category: str
    stands_for: str
    """The card that the Joker counts as; empty where there is none that is wild."""


def best_reading(cards: Sequence[str]) -> Reading:
    """The strongest reading of five or three cards."""
    return max(_readings(cards))


def _readings(cards: Sequence[str]) -> Iterator[Reading]:
    yield _reading(["0*" if card == "RJ" else card for card in cards], "")
    if "RJ" not in cards:
        return
    for rank in "TJQKA":
        for suit in "cdhs":
            stand_in = rank + suit
            if stand_in not in cards:
                reading = _reading([stand_in if card == "RJ" else card for card in cards], stand_in)
                if reading.category in FROM_ROWS:
                    yield reading


def _reading(cards: list[str], stands_for: str) -> Reading:
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(counts.elements(), key=lambda rank: (counts[rank], rank), reverse=True)
    category = _category(cards, ranks, sorted(counts.values(), reverse=True))
    return Reading(-STRONGEST_FIRST[len(cards)].index(category), ranks, not stands_for, category, stands_for)


def _category(cards: list[str], ranks: list[int], counts: list[int]) -> str:
    one_suit = len({card[1] for card in cards}) == 1
    straight = 0 not in ranks and ranks == list(range(ranks[0], ranks[0] - len(cards), -1))
    what_it_may_be = {
        "royal_flush": straight and one_suit and len(cards) == 5,
        "straight_flush": straight and one_suit,
        "straight": straight,
        "flush": one_suit and 0 not in ranks,
        "four_of_a_kind": counts[0] == 4,
        "full_house": counts[:2] == [3, 2],
        "three_of_a_kind": counts[0] == 3,
        "two_pair": counts[:2] == [2, 2],
        "pair": counts[0] == 2,
    }
    return next((category for category, is_it in what_it_may_be.items() if is_it), "high_card")
