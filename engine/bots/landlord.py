"""Who plays landlord when nobody does: from the view alone, the same for the same view, seat and chances.

A hand is split into the plays that it takes to get rid of it. Each has a cost in hundredths of a turn:
about 100 for one that will hardly win a trick, below 0 for one that regains the lead. The lower the sum,
the better the hand. A bot plays what lowers that sum most, counting in what the lead is worth, and
leaves a partner's trick alone. The three levels are one player: nothing tells them apart yet.
"""

from collections import Counter
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.bots.bot import Bot, Level
from engine.bots.landlord_hands import Option, cost, priced, split, without
from engine.games.landlord.actions import SEATS, Bid, Move, Pass, Phase, Play, Reading, View
from engine.games.landlord.cards import DECK, card_bits, ranks_of
from engine.games.landlord.combos import follows, higher, readings
from engine.shuffle import RandomSource

_TURN: Final = 100
"""A whole turn, and a sure chance."""
_BIDS: Final = ((3, 280), (2, 340), (1, 400))
"""What a hand may cost at most for a bid, the highest first."""
_LEAD: Final = 60
"""What it is worth to lead the next trick,"""
_URGENT_LEAD: Final = 150
"""and when somebody is about to go out."""
_ABOUT_TO_GO_OUT: Final = 3
"""Cards that an opponent holds then, or plays that a hand of one's own makes."""
_TO_BEAT_A_PARTNER: Final = 75
"""What it has to gain to beat a partner's trick; any other is beaten for any gain."""
_EXTRAS_WEIGHED: Final = 4
"""Choices of extra cards that are weighed for a triplet or four, the lowest ones."""
_CARD: Final = 3
"""What the lead of a play is worth for each of its cards: long ones are seldom beaten."""


class _Table(NamedTuple):
    """What a seat that has to play reckons with."""

    ranks: int
    """Of its own hand."""
    unseen: int
    """The ranks of the cards that others may hold."""
    fewest: int
    """The fewest cards that an opponent holds."""
    trick: Reading | None
    """What is to be beaten."""
    partners: bool
    """Whether that is the partner's."""


def _table(view: View, seat: int, hand: tuple[str, ...]) -> _Table:
    seen = {*hand, *(card for other in view.seats for card in other.played)}
    opponents = [other for other in range(SEATS) if other != seat and view.landlord in (seat, other)]
    last = view.trick[-1] if view.trick else None
    return _Table(
        ranks=ranks_of(hand),
        unseen=ranks_of(card for card in DECK if card not in seen),
        fewest=min(view.seats[other].count for other in opponents),
        trick=Reading(last.kind, last.rank, last.length) if last else None,
        partners=last is not None and last.seat not in opponents,
    )


def _sure(reading: Reading, unseen: int) -> bool:
    """Whether nobody can beat it, but with a bomb or the rocket."""
    return not any(not core.ranks & ~unseen for core in higher(reading))


def _answers(table: _Table, trick: Reading) -> Iterator[Option]:
    """What beats a trick; of the choices of extra cards only the lowest."""
    weighed = Counter[Reading]()
    for kind, plays in follows(table.ranks, trick):
        for play in sorted(plays):
            reading = next(reading for reading in readings(play) if reading.kind is kind)
            weighed[reading] += 1
            if weighed[reading] <= _EXTRAS_WEIGHED:
                yield priced(play, reading)


def _gain(table: _Table, answer: Option, before: int) -> int:
    """What it gains to beat the trick with this, in hundredths of a turn; `before` is the cost of the hand."""
    left = split(without(table.ranks, answer.ranks))
    urgent = table.fewest <= _ABOUT_TO_GO_OUT or len(left) <= _ABOUT_TO_GO_OUT
    chance = _TURN if _sure(answer.reading, table.unseen) else min(_TURN, _TURN - answer.cost)
    lead = (_URGENT_LEAD if urgent else _LEAD) * chance // _TURN
    return before - cost(left) + lead


def _follow(table: _Table, trick: Reading, source: RandomSource) -> Option | None:
    """What to beat the trick with, or None to pass: a last play, else what gains most and enough."""
    answers = list(_answers(table, trick))
    last = next((answer for answer in answers if answer.ranks == table.ranks), None)
    if last is not None or (table.partners and _sure(trick, table.unseen)):
        return last
    before = cost(split(table.ranks))
    enough = _TO_BEAT_A_PARTNER if table.partners else 0
    gains = [(_gain(table, answer, before), answer) for answer in answers]
    return _one_of_the_best([(gain, answer) for gain, answer in gains if gain >= enough], source)


def _lead(table: _Table, source: RandomSource) -> Option | None:
    """What to lead: what wins anyway if one play at most is left then, else what is hardest to get rid of."""
    plays = split(table.ranks)
    sure = [play for play in plays if _sure(play.reading, table.unseen)]
    if len(plays) - len(sure) <= 1 < len(plays):
        return sure[0]
    return _one_of_the_best([(_lead_gain(play, table.fewest, sure=play in sure), play) for play in plays], source)


def _lead_gain(play: Option, fewest: int, *, sure: bool) -> int:
    size = play.ranks.bit_count()
    if size == fewest <= _ABOUT_TO_GO_OUT and not sure:
        return -_URGENT_LEAD - play.cost
    return play.cost + _CARD * size


def _one_of_the_best(weighed: list[tuple[int, Option]], source: RandomSource) -> Option | None:
    """One of those with the greatest gain, each with equal chance; None if there are none."""
    if not weighed:
        return None
    most = max(gain for gain, _ in weighed)
    best = [play for gain, play in weighed if gain == most]
    return best[source.below(len(best))]


def _bid(view: View, hand: tuple[str, ...]) -> Bid | Pass:
    costs = cost(split(ranks_of(hand)))
    points = next((points for points, most in _BIDS if costs <= most), 0)
    return Bid(points) if points > (view.bid or 0) else Pass()


def choose(view: View, seat: int, source: RandomSource) -> Move:
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    hand = view.seats[seat].cards
    if hand is None:
        raise ValueError(f"the view is not that of seat {seat}")
    if view.phase is Phase.BIDDING:
        return _bid(view, hand)
    table = _table(view, seat, hand)
    chosen = _lead(table, source) if table.trick is None else _follow(table, table.trick, source)
    if chosen is None:
        return Pass()
    return Play(tuple(card for bit, card in card_bits(hand).items() if bit & chosen.ranks), chosen.reading.kind)


BOTS: Final[MappingProxyType[Level, Bot[View, Move]]] = MappingProxyType(dict.fromkeys(Level, choose))
