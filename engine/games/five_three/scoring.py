"""What a round comes to: who has the stronger hands, the points, who has won, and who starts the next. Whole points."""

from collections.abc import Sequence

from msgspec.structs import asdict

from engine.games.five_three.actions import FIVE_POINTS, SEATS, THREE_POINTS, FinishedRound, RoundOutcome, ShownHands
from engine.games.five_three.hands import judge, strength3, strength5
from engine.games.five_three.state import Settled, Split


def settle(starter: int, builds: Sequence[Split], scores: Sequence[int]) -> Settled:
    """A round with these builds, in seat order, after which the scores are higher by its points than those given."""
    five_winner = _stronger([strength5(build.five) for build in builds])
    three_winner = _stronger([strength3(build.three) for build in builds])
    added = zip(scores, points(five_winner, three_winner), strict=True)
    return Settled(starter, five_winner, three_winner, tuple(before + more for before, more in added))


def _stronger(strengths: Sequence[int]) -> int | None:
    first, second = strengths
    return None if first == second else int(second > first)


def points(five_winner: int | None, three_winner: int | None) -> tuple[int, ...]:
    """What a round brings to each seat, in seat order; equal hands score for both."""
    return tuple(
        FIVE_POINTS * (five_winner in (seat, None)) + THREE_POINTS * (three_winner in (seat, None)) for seat in range(SEATS)
    )


def winner(target: int, last: Settled) -> int | None:
    """Who has won with this round, None where the game goes on.

    With both at the target or past it, the round's 5-card hands decide, then its 3-card hands, else another round.
    """
    there = [seat for seat, score in enumerate(last.scores) if score >= target]
    if len(there) < SEATS:
        return there[0] if there else None
    return last.three_winner if last.five_winner is None else last.five_winner


def next_starter(last: Settled) -> int:
    """Who starts the round after this one: the seat with more points, or the one that did not start this one."""
    first, second = last.scores
    return (last.starter + 1) % SEATS if first == second else int(second > first)


def outcomes(settled: Sequence[Settled], rounds: int) -> tuple[RoundOutcome, ...]:
    """What the last of that many rounds came to, in order."""
    return tuple(_outcome(number, round_) for number, round_ in enumerate(settled, rounds - len(settled)))


def _outcome(number: int, settled: Settled) -> RoundOutcome:
    return RoundOutcome(
        round=number,
        starter=settled.starter,
        five_winner=settled.five_winner,
        three_winner=settled.three_winner,
        points=points(settled.five_winner, settled.three_winner),
        scores=settled.scores,
    )


def finished(number: int, settled: Settled, builds: Sequence[Split]) -> FinishedRound:
    """What a round came to, by its number from 0, with the builds that were shown, in seat order."""
    hands = tuple(ShownHands(seat, judge(build.five), judge(build.three)) for seat, build in enumerate(builds))
    return FinishedRound(**asdict(_outcome(number, settled)), hands=hands)
