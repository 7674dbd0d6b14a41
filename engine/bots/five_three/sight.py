"""What a seat of five-three knows of the cards in the round: the same for the bots of every level."""

from typing import NamedTuple

from engine.games.five_three.actions import ChooseCard, ChooseSet, CurrentOffer, Phase, SeatCards, TurnAction, View
from engine.games.five_three.readings import DECK


class Sight(NamedTuple):
    """The table from a seat whose turn it is."""

    hand: tuple[str, ...]
    """The own hand, lowest first."""
    mine: tuple[str, ...]
    """The own Collection, in the order kept, the reserved card last."""
    discarded: tuple[str, ...]
    """The own discards, lowest first."""
    theirs: tuple[str, ...]
    """The face-up cards of the opponent's, in the order kept."""
    unseen: tuple[str, ...]
    """What may be in the opponent's hand, reserved or discarded by the opponent, in the draw pile or aside; lowest first,
    the Joker last."""
    unused: tuple[TurnAction, ...]
    """The own actions that are left, in the order of the rules."""
    their_unused: tuple[TurnAction, ...]
    """The same of the opponent."""
    their_hand: int
    """How many cards the opponent has in the hand."""
    draw_pile: int
    """How many cards are still to be drawn."""
    offer: CurrentOffer | None
    """What is to be answered."""
    building: bool
    """Whether the draft is over."""


def sight(view: View, seat: int) -> Sight:
    """What a seat knows by its own view. Raises ValueError for a view that isn't its own."""
    own, other = view.seats[seat], view.seats[1 - seat]
    if own.hand is None or own.discarded is None:
        raise ValueError(f"the view is not that of seat {seat}")
    mine = own.kept if own.reserved is None else (*own.kept, own.reserved)
    offered = sum(view.offer.sets, ()) if view.offer else ()
    seen = {*own.hand, *mine, *own.discarded, *other.kept, *offered}
    return Sight(
        hand=own.hand,
        mine=mine,
        discarded=own.discarded,
        theirs=other.kept,
        unseen=tuple([card for card in DECK if card not in seen]),
        unused=_unused(own),
        their_unused=_unused(other),
        their_hand=other.hand_count,
        draw_pile=view.draw_pile,
        offer=view.offer,
        building=view.phase is Phase.BUILD,
    )


def _unused(cards: SeatCards) -> tuple[TurnAction, ...]:
    return tuple([action for action in TurnAction if action not in cards.used])


def answer(offer: CurrentOffer, number: int) -> ChooseCard | ChooseSet:
    """The action that keeps set `number`, from 0, of an offer."""
    return ChooseSet(number) if offer.action is TurnAction.OFFER_SETS else ChooseCard(offer.sets[number][0])
