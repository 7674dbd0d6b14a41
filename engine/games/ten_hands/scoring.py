"""What the tables score against each other. Classic counts in half points, so that every score is exact."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from engine.games.ten_hands.actions import HANDS, AgainstBot, Outcome, Variant
from engine.games.ten_hands.oregon import total
from engine.games.ten_hands.state import Cards, State, Tableau
from engine.poker import strength
from engine.ruleset import Level, Score

_HALF_POINTS: Final = MappingProxyType({Outcome.WON: 2, Outcome.DRAWN: 1, Outcome.LOST: 0})
"""Of a place."""


def strongest_first(hands: Iterable[Cards]) -> list[Cards]:
    """Hands in the order in which they are compared; equal ones stay in their order."""
    return sorted(hands, key=strength, reverse=True)


def compared(score: Score, bot_score: Score) -> Outcome:
    """How the player did, with a higher score the better."""
    if score == bot_score:
        return Outcome.DRAWN
    return Outcome.WON if score > bot_score else Outcome.LOST


def places(hands: Iterable[Cards], bot_hands: Iterable[Cards]) -> tuple[Outcome, ...]:
    """Whose hand is stronger, from both's strongest to both's weakest. Raises ValueError for unequal numbers of hands."""
    strengths = sorted(map(strength, hands), reverse=True)
    bot_strengths = sorted(map(strength, bot_hands), reverse=True)
    return tuple(compared(mine, theirs) for mine, theirs in zip(strengths, bot_strengths, strict=True))


def half_points(hands: Iterable[Cards], bot_hands: Iterable[Cards]) -> int:
    """What hands score against a bot's: of 20, two for each place with the stronger hand and one for an equal one."""
    return sum(_HALF_POINTS[outcome] for outcome in places(hands, bot_hands))


def points(halves: int) -> Score:
    """Half points as a score: a whole number where it is one, else with .5."""
    return halves / 2 if halves % 2 else halves // 2


def both_scores(variant: Variant, mine: Tableau, bot: Tableau) -> tuple[Score, Score]:
    """The player's score and a bot's, of two tables that are over."""
    if variant is Variant.OREGON:
        return total(mine.rows), total(bot.rows)
    halves = half_points(mine.hands, bot.hands)
    return points(halves), points(2 * HANDS - halves)


def against(state: State, level: Level) -> AgainstBot:
    """The result against one bot, of a game that is over."""
    score, bot_score = both_scores(state.variant, state.mine, state.table_of(level))
    return AgainstBot(level=level, outcome=compared(score, bot_score), score=score, bot_score=bot_score)


def score(state: State) -> Score:
    """The player's: classic, points against the Expert, 0 until the game is over; Oregon, the total of the rows as they lie."""
    if state.variant is Variant.OREGON:
        return total(state.mine.rows)
    return against(state, Level.EXPERT).score if state.mine.is_over else 0
