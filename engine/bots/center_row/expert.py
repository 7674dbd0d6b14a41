"""Expert: a full search of what the phase can still bring, and the build that wins most often.

Exchanging, it weighs every hand that its turns left in the phase can make of the center row, some hundreds of them,
by what such cards came to in other games: a value fitted to the results of play, as Samuel's checkers program had
it. In the last phase the few that promise most are built out. Then it takes the first step: the exchange, of those
that its aim takes, after which it would stand best if the others took the rest.

It builds what wins most often, by a branch and bound over all builds (builds.py): against the field (field.py),
and with two players against the cards that the other has, which an expert who counts knows (rival.py).
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Final, NamedTuple

from engine.bots.center_row.builds import Wins, best_build
from engine.bots.center_row.field import chance
from engine.bots.center_row.own import Own, own
from engine.bots.center_row.promise import BIT, promise
from engine.bots.center_row.rival import rival_cards, wins_against
from engine.cards import Cards
from engine.games.center_row.actions import Build, Exchange, Move, Pass, Stage, View
from engine.shuffle import RandomSource

BUILT_OUT: Final = 10
"""So many of the hands that promise most are built out in the last phase: about three milliseconds each with two players."""


class _Aim(NamedTuple):
    """What the hand may become by the end of the phase."""

    worth: float
    """By promise or, built out, by the chance to win: the aims of one list are all of one kind."""
    takes: Cards
    gives: Cards


def choose(view: View, seat: int, source: RandomSource) -> Move:  # noqa: ARG001  # its search leaves nothing to chance
    """A legal action of a seat whose turn it is. Raises ValueError for a view that isn't its own."""
    cards = own(view, seat)
    if view.stage is Stage.BUILD:
        return Build(best_build(cards.locked, _judged_by(view, seat, cards)).hands)
    aims = _best_first(_aims(view, cards, view.turns_left[seat]))
    if view.phase == view.phases - 1:
        wins = _judged_by(view, seat, cards)
        aims = _best_first(_built_out(cards, aim, wins) for aim in aims[:BUILT_OUT])
    return _first_step(view, cards, aims[0])


def _judged_by(view: View, seat: int, cards: Own) -> Wins:
    """What builds are held against in the last phase: the field, or one rival whose cards will change no more."""
    if len(view.seats) > 2 or view.turns_left[1 - seat]:  # noqa: PLR2004  # the one table where cards can be counted
        return partial(chance, len(view.seats))
    return wins_against(rival_cards(view, cards.hand + cards.locked))


def _best_first(aims: Iterable[_Aim]) -> list[_Aim]:
    """Of equal aims, those that take fewer cards first."""
    return sorted(aims, key=lambda aim: (-aim.worth, len(aim.takes)))


def _aims(view: View, cards: Own, turns: int) -> Iterator[_Aim]:
    """Every hand that so many turns can make of the center row, while the others leave it alone."""
    seats, phase, held = len(view.seats), view.phase, _bits(cards.hand + cards.locked)
    for number in range(turns + 1):
        kept = [(gives, held - _bits(gives)) for gives in combinations(cards.hand, number)]
        for takes in combinations(view.center, number):
            taken = _bits(takes)
            for gives, rest in kept:
                yield _Aim(promise(seats, phase, rest + taken), takes, gives)


def _bits(cards: Cards) -> int:
    return sum(BIT[card] for card in cards)


def _built_out(cards: Own, aim: _Aim, wins: Wins) -> _Aim:
    kept = tuple(card for card in cards.hand + cards.locked if card not in aim.gives)
    return aim._replace(worth=best_build(kept + aim.takes, wins).wins)


def _first_step(view: View, cards: Own, aim: _Aim) -> Move:
    """The exchange that by itself promises most, of those that lead to the aim; a pass where nothing does better."""
    if not aim.takes:
        return Pass()
    held = _bits(cards.hand + cards.locked)

    def promised(step: tuple[str, str]) -> int:
        take, give = step
        return promise(len(view.seats), view.phase, held + BIT[take] - BIT[give])

    return Exchange(*max(product(aim.takes, aim.gives), key=promised))
