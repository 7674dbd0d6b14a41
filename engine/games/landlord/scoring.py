"""What a deal comes to: the spring, the stake, the points, and the totals of a game. Whole points throughout."""

from collections.abc import Iterable

from msgspec.structs import asdict

from engine.games.landlord.actions import SEATS, DealOutcome, FinishedDeal, HandLeft
from engine.games.landlord.state import Hands, Settled


def is_spring(landlord: int, out: int, landlord_plays: int, played: Hands) -> bool:
    """Whether a deal is a spring.

    It is when the Landlord is out before a Farmer played a card, or a Farmer when the Landlord's first lead
    was all that the Landlord played.
    """
    if out == landlord:
        return not any(played[seat] for seat in range(SEATS) if seat != landlord)
    return landlord_plays == 1


def stake(deal: Settled) -> int:
    """What each Farmer pays or gets: the bid, doubled for each bomb and rocket, and for a spring."""
    return deal.bid << (deal.doubles + deal.spring)


def points(deal: Settled) -> tuple[int, ...]:
    """What a deal brings to each seat, in seat order."""
    each = stake(deal) if deal.out == deal.landlord else -stake(deal)
    return tuple([2 * each if seat == deal.landlord else -each for seat in range(SEATS)])


def totals(deals: Iterable[Settled]) -> tuple[int, ...]:
    """The total of each seat over these deals, in seat order."""
    scores = [0] * SEATS
    for deal in deals:
        scores = [score + won for score, won in zip(scores, points(deal), strict=True)]
    return tuple(scores)


def winners(scores: tuple[int, ...]) -> tuple[int, ...]:
    """All seats with the highest total, ascending; they share the win."""
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def outcome(deals: tuple[Settled, ...], number: int) -> DealOutcome:
    """What a deal came to, by its number from 0."""
    deal = deals[number]
    return DealOutcome(
        deal=number,
        landlord=deal.landlord,
        bid=deal.bid,
        doubles=deal.doubles,
        spring=deal.spring,
        stake=stake(deal),
        out=deal.out,
        points=points(deal),
        scores=totals(deals[: number + 1]),
    )


def finished(deals: tuple[Settled, ...], left_over: Hands) -> FinishedDeal:
    """What the last of these deals came to, with the hands left over from it."""
    hands_left = tuple(HandLeft(seat, cards) for seat, cards in enumerate(left_over))
    return FinishedDeal(**asdict(outcome(deals, len(deals) - 1)), hands_left=hands_left)
