"""What hands come to: each seat's in order, place by place compared, and who wins. Whole points throughout."""

from collections.abc import Iterable, Iterator

from engine.games.center_row.actions import Comparison
from engine.games.center_row.state import Hands
from engine.poker import judge, strength


def strongest_first(hands: Hands) -> Hands:
    """The hands that a seat built, from its strongest to its weakest."""
    return tuple(sorted(hands, key=strength, reverse=True))


def _ladder(hands: Hands) -> tuple[int, ...]:
    return tuple(sorted(map(strength, hands), reverse=True))


def places(strengths: tuple[int, ...]) -> tuple[int, ...]:
    """The points of each of these hands: one for each of the others that is not stronger.

    So equal hands each score the better place, and the places that they fill are used up.
    """
    return tuple(sum(other <= own for other in strengths) - 1 for own in strengths)


def points(builds: Iterable[Hands]) -> Iterator[tuple[int, ...]]:
    """The points of each seat, comparison by comparison, the strongest hands first."""
    return map(places, zip(*map(_ladder, builds), strict=True))


def totals(builds: tuple[Hands, ...]) -> tuple[int, ...]:
    """The points of each seat over all comparisons."""
    return tuple(map(sum, zip(*points(builds), strict=True)))


def winners(builds: tuple[Hands, ...]) -> tuple[int, ...]:
    """The seats that win, ascending: the most points, then the strongest weakest hand; still level, they share it."""
    reached = [(total, _ladder(hands)[-1]) for total, hands in zip(totals(builds), builds, strict=True)]
    return tuple(seat for seat, result in enumerate(reached) if result == max(reached))


def comparisons(builds: tuple[Hands, ...]) -> tuple[Comparison, ...]:
    """How the hands compared, the strongest first."""
    judged = zip(*(map(judge, strongest_first(hands)) for hands in builds), strict=True)
    return tuple(map(Comparison, judged, points(builds)))
