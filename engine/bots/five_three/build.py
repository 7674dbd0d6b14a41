"""The build of a five-three Expert: the answer to what a sound opponent builds, who doesn't see everything either.

One card of each Collection is hidden, and is one of four at most, so a seat's plan for the build is a split for each
card that its own may be. Both learn by fictitious play (Brown, 1951): again and again each answers best all that the
other has played so far, and what they have played comes near to an equilibrium. The last answer is the build.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.bots.five_three.match import EQUAL, LOST, WON, Needs, chance
from engine.bots.five_three.sight import Sight
from engine.bots.five_three.splits import Split, undominated
from engine.bots.five_three.worth import worth
from engine.games.five_three.actions import Build
from engine.games.five_three.hands import STRENGTHS3, STRENGTHS5, best_split

_RESERVED: Final = (5, 3, 2, 1)
"""How often the hidden card is the one worth most to the face-up cards, the second, the third and the fourth: between what
was counted of Skilled and of searching players."""
_ANSWERS: Final = 100
"""How often each seat answers the other."""

Payoff = Callable[[Split, Split], int]
"""What the first split is worth to its seat against the second."""


class _Plans(NamedTuple):
    """What a Collection may be, the likeliest hidden card first, and what can be made of it."""

    weights: tuple[int, ...]
    splits: tuple[list[Split], ...]
    """Of each, those splits that are any good."""

    def best(self, totals: dict[Split, int]) -> list[tuple[int, Split]]:
        """For each hidden card its weight and the split with the greatest total."""
        return [(weight, max(splits, key=totals.__getitem__)) for weight, splits in zip(self.weights, self.splits, strict=True)]


def _plans(face_up: Sequence[str], hidden: Sequence[str]) -> _Plans:
    likely = sorted(hidden, key=lambda card: -worth(card, face_up))
    return _Plans(_RESERVED[: len(likely)], tuple([undominated((*face_up, card)) for card in likely]))


def _compared(one: int, other: int) -> int:
    if one == other:
        return EQUAL
    return WON if one > other else LOST


def _learned(mine: _Plans, theirs: _Plans, payoff: Payoff) -> dict[Split, int]:
    """What each split of the seat brings against all that the opponent has played in the end."""
    my_totals = {split: 0 for splits in mine.splits for split in splits}
    their_totals = {split: 0 for splits in theirs.splits for split in splits}
    gains = {(one, other): payoff(one, other) for one in my_totals for other in their_totals}
    for _ in range(_ANSWERS):
        my_answer, their_answer = mine.best(my_totals), theirs.best(their_totals)
        for split in my_totals:
            my_totals[split] += sum([weight * gains[split, other] for weight, other in their_answer])
        for split in their_totals:
            their_totals[split] -= sum([weight * gains[one, split] for weight, one in my_answer])
    return my_totals


def build(seen: Sight, needs: Needs) -> Build:
    """The best split in the end, by the chance to win the match."""
    *face_up, reserved = seen.mine
    mine = _plans(face_up, (reserved, *seen.discarded))
    theirs = _plans(seen.theirs, seen.unseen)

    def payoff(one: Split, other: Split) -> int:
        return chance(needs, (_compared(one[0], other[0]), _compared(one[1], other[1])))

    totals = _learned(mine, theirs, payoff)
    five, three = max(undominated(seen.mine), key=totals.__getitem__)
    worth5 = [int(strength == five) for strength in range(STRENGTHS5)]
    worth3 = [int(strength == three) for strength in range(STRENGTHS3)]
    return Build(*best_split(seen.mine, worth5, worth3))
