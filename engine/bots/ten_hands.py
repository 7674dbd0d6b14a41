"""Who plays ten-hands when nobody does, and against whom it is played: from the view alone.

Classic. The Beginner banks the strongest hand of the pool. The Skilled also reckons what the cards that
stay behind promise for the next hand. The Expert does so too, and tries its best choices with cards that
may come next.

Oregon. The Beginner opens a row as soon as a pair lies there that the turned card doesn't better. The
Skilled holds out for three points, and keeps matching ranks and four cards of a suit together. The Expert
weighs each way to use the turned card by what the next card can make of the row.
"""

from bisect import bisect
from collections.abc import Callable, Iterator
from itertools import combinations
from statistics import fmean
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.bots.bot import Bot, Level
from engine.cards import DECK_54, JOKERS, SUITS, Cards
from engine.games.ten_hands.actions import Bank, ClassicTable, Cover, Move, OpenRow, OregonTable, View
from engine.games.ten_hands.oregon import POINTS, row_points
from engine.poker import HAND_CARDS, category_of, prepare, strength, strength_of
from engine.shuffle import RandomSource

# -- classic -------------------------------------------------------------------------------------------
_RUNGS: Final = (
    "4c 4d 2c 2d Ah, 8c 8d 5c 5d 7h, Tc Td 7c 7d Qh, Qc Qd 5c 5d Ah, Kc Kd 8c 8d Qh, Ac Ad Qc Qd 7h, "
    "Ac 2c 3d 4h 5s, 4c 5c 6d 7h 8s, 6c 7c 8d 9h Ts, 9c Tc Jd Qh Ks, "
    "5c 6c 7c 9c Tc, 3c 6c 7c 8c Kc, 2c 6c 8c 9c Ac, 5c 6c Tc Qc Ac, 5c 9c Jc Kc Ac, "
    "2c 2d 2h 9c 9d, 4c 4d 4h 9c 9d, 8c 8d 8h 4c 4d, Kc Kd Kh 2c 2d"
)
_LADDER: Final = tuple(strength(hand.split()) for hand in _RUNGS.split(", "))
"""Of the hands that the strongest choice brings in a game, about a twentieth lies between each two of these."""
_RUNG: Final = 5
"""What a rung of the ladder is worth, in hundredths of a point: about the chance to beat a bot's hand."""

_JOKER: Final = 12
_ALIKE: Final = 10
_SAME_SUIT: Final = (0, 0, 5, 11, 23, 23)
"""What cards that stay behind promise for the next hand, in hundredths of a point: each Joker, each two of
one rank, and the longest suit by how many cards of it there are."""

_TRIED_CHOICES: Final = 8
_TRIED_DRAWS: Final = 8


class _Choice(NamedTuple):
    """One way to bank a hand."""

    hand: Cards
    kept: Cards
    """What stays in the pool."""
    strength: int

    @property
    def worth(self) -> int:
        """Of the hand, in hundredths of a point."""
        return _RUNG * bisect(_LADDER, self.strength)

    @property
    def promise(self) -> int:
        """Of the hand and of what stays behind, in hundredths of a point."""
        return self.worth + _promise(self.kept)


def _choices(pool: Cards) -> Iterator[_Choice]:
    for hand in combinations(pool, HAND_CARDS):
        yield _Choice(hand, tuple([card for card in pool if card not in hand]), strength(hand))


def _promise(kept: Cards) -> int:
    """What cards that stay behind add to the next hand, in hundredths of a point."""
    return _JOKER * _jokers(kept) + _ALIKE * _two_alike(kept) + _SAME_SUIT[_longest_suit(kept)]


def _jokers(cards: Cards) -> int:
    return sum(card in JOKERS for card in cards)


def _two_alike(cards: Cards) -> int:
    """How many ways there are to choose two cards of one rank; two Jokers are none."""
    ranks = [card[0] for card in cards]
    return (sum(map(ranks.count, ranks)) - len(ranks)) // 2


def _longest_suit(cards: Cards) -> int:
    """The cards of the suit of which there are most, and the Jokers, which go with any."""
    codes = "".join(cards)
    return max(map(codes.count, SUITS)) + _jokers(cards)


def _strongest(pool: Cards) -> Cards:
    return max(combinations(pool, HAND_CARDS), key=strength)


def _most_promising(pool: Cards) -> Cards:
    return max(_choices(pool), key=lambda choice: (choice.promise, choice.strength)).hand


def _tried(pool: Cards, seen: Cards, source: RandomSource) -> Cards:
    """Of the most promising choices the one that does best with cards that may come."""
    choices = sorted(_choices(pool), key=lambda choice: choice.promise)[-_TRIED_CHOICES:]
    unseen = [card for card in DECK_54 if card not in seen]
    draws = [_drawn(unseen, source) for _ in range(_TRIED_DRAWS)]
    return max(choices, key=lambda choice: choice.worth + _prospect(choice.kept, draws)).hand


def _prospect(kept: Cards, draws: list[list[str]]) -> float:
    """What is to be expected of cards that stay behind, by what they promise and by trial, one as much as the other."""
    return fmean([_promise(kept), fmean([_next_worth(kept, draw) for draw in draws])])


def _drawn(cards: list[str], source: RandomSource) -> list[str]:
    """Up to 5 of these cards, each choice with equal chance."""
    left = list(cards)
    return [left.pop(source.below(len(left))) for _ in range(min(HAND_CARDS, len(left)))]


def _next_worth(kept: Cards, draw: list[str]) -> int:
    """Of the strongest hand out of these, in hundredths of a point."""
    codes = map(prepare, (*kept, *draw))
    return _RUNG * bisect(_LADDER, max(map(strength_of, combinations(codes, HAND_CARDS))))


def _bank(level: Level, table: ClassicTable, cards_left: int, source: RandomSource) -> Bank:
    pool = table.pool
    if level is Level.BEGINNER or not cards_left:
        return Bank(_strongest(pool))
    if level is Level.SKILLED:
        return Bank(_most_promising(pool))
    banked = (card for hand in table.hands for card in hand.cards)
    return Bank(_tried(pool, (*pool, *banked), source))


# -- oregon --------------------------------------------------------------------------------------------
_CARD_LEFT: Final = 0.2
"""What each card that is left brings on the average, in points,"""
_NEW_ROW: Final = 0.6
"""and a new row with no card after it,"""
_SHORT_ROW: Final = (0, 0, 0.06, 0.2, 0.45)
"""and one that is short, by its cards."""

_HOLD_OUT: Final = 3
"""Points of a row with which the Skilled opens the next one."""
_POINT: Final = 10
_FOUR_OF_A_SUIT: Final = 6
"""How the Skilled counts a row, against 2 for each two cards of one rank."""


def _covering(row: Cards, turned: str) -> list[Cards]:
    """The row with each of its cards covered, from left to right."""
    return [(*row[:place], turned, *row[place + 1 :]) for place in range(len(row))]


def _open_at_a_pair(table: OregonTable) -> int | None:
    """Which place to cover for the most points; None to open a row."""
    row, turned = _row_and_turned(table)
    points = [row_points(covered) for covered in _covering(row, turned)]
    if row_points(row) >= max(points) and row_points(row):
        return None
    return points.index(max(points))


def _hold_out(table: OregonTable) -> int | None:
    """Which place to cover to keep most together; None to open a row."""
    row, turned = _row_and_turned(table)
    covered = _covering(row, turned)
    place = max(range(len(row)), key=lambda place: _kept_together(covered[place]))
    now, then = row_points(row), row_points(covered[place])
    return None if then < now or then == now >= _HOLD_OUT else place


def _kept_together(row: Cards) -> int:
    suited = _longest_suit(row) == HAND_CARDS - 1
    return _POINT * row_points(row) + 2 * _two_alike(row) + _FOUR_OF_A_SUIT * suited


def _weigh(table: OregonTable) -> int | None:
    """Which place to cover for the most points on the average, one card ahead; None to open a row."""
    row, turned = _row_and_turned(table)
    seen = {*table.covered, turned, *(card for each in table.rows for card in each.cards)}
    unseen = [prepare(card) for card in DECK_54 if card not in seen]
    values = [_value(tuple(map(prepare, covered)), unseen) for covered in _covering(row, turned)]
    if row_points(row) + _to_come(len(unseen) + 1) >= max(values):
        return None
    return values.index(max(values))


def _value(row: tuple[int, ...], unseen: list[int]) -> float:
    """Points of a row and of all that is to come, on the average: of now, or with the next card where that is more."""
    stop = _points(row) + _to_come(len(unseen))
    if not unseen:
        return stop
    after_next = _to_come(len(unseen) - 1)
    fours = [(*row[:place], *row[place + 1 :]) for place in range(HAND_CARDS)]
    best = [max([_points((*four, card)) for four in fours]) for card in unseen]
    return fmean([max(stop, points + after_next) for points in best])


def _points(row: tuple[int, ...]) -> int:
    return POINTS[category_of(strength_of(row))]


def _to_come(cards: int) -> float:
    """Points that so many cards bring with a new row, on the average."""
    return _SHORT_ROW[cards] if cards < HAND_CARDS else _NEW_ROW + _CARD_LEFT * (cards - HAND_CARDS)


def _row_and_turned(table: OregonTable) -> tuple[Cards, str]:
    """The current row and the turned card. Raises ValueError for a table that is over."""
    if table.turned is None:
        raise ValueError("the game is over")
    return table.rows[-1].cards, table.turned


_OREGON: Final[MappingProxyType[Level, Callable[[OregonTable], int | None]]] = MappingProxyType(
    {Level.BEGINNER: _open_at_a_pair, Level.SKILLED: _hold_out, Level.EXPERT: _weigh}
)


def _use(level: Level, table: OregonTable) -> Cover | OpenRow:
    place = _OREGON[level](table)
    return OpenRow() if place is None else Cover(table.rows[-1].cards[place])


# -- both ----------------------------------------------------------------------------------------------
def _player(level: Level) -> Bot[View, Move]:
    def choose(view: View, seat: int, source: RandomSource) -> Move:  # noqa: ARG001  # there is one seat
        """A legal move at a table that isn't over."""
        if view.classic is not None:
            return _bank(level, view.classic, view.cards_left, source)
        if view.oregon is None:
            raise ValueError("a view shows the table of one variant")
        return _use(level, view.oregon)

    return choose


BOTS: Final[MappingProxyType[Level, Bot[View, Move]]] = MappingProxyType({level: _player(level) for level in Level})
