"""What a seat knows when it is to play: the view in numbers."""

from typing import Final, NamedTuple

from engine.bots.landlord.melds import BOMB, BY_CARD, FAMILIES, FAMILY, HIGHER, MELDS, Meld, cards_of, counted
from engine.games.landlord.actions import SEATS, Play, View
from engine.games.landlord.cards import DECK, ORDER, ranks_of
from engine.games.landlord.combos import readings

WHOLE_DECK: Final = counted(DECK)


class Table(NamedTuple):
    """A trick in numbers, as the seat that is to play sees it. Seats count from the Landlord, who is 0."""

    seat: int
    hand: int
    out: Meld | None
    """What gets rid of the whole hand now, where it can."""
    sizes: tuple[int, int, int]
    """How many cards each holds."""
    trick: Meld | None
    """What is to be beaten, without its extra cards; None to lead."""
    owner: int
    """Who played that; the seat itself to lead."""
    unseen: int
    """All cards that the two others hold."""
    shown: int
    """Of those, what the Landlord is known to hold."""
    played: tuple[int, int, int]
    """What each has played."""
    landlord_plays: int
    """How often the Landlord has played; 2 stands for more."""
    farmers_played: bool
    """Whether a Farmer has played in this deal."""


def own_cards(view: View, seat: int) -> tuple[str, ...]:
    """The cards of the seat that the view is of. Raises ValueError for another seat's."""
    hand = view.seats[seat].cards
    if hand is None:
        raise ValueError(f"the view is not that of seat {seat}")
    return hand


def table_of(view: View, seat: int, landlord: int) -> Table:
    """The trick of a view in which cards are played."""
    hand = counted(own_cards(view, seat))
    order = tuple((landlord + step) % SEATS for step in range(SEATS))
    played = [view.seats[other].played for other in order]
    shown = set(view.aside or ()).difference(played[0]) if seat != landlord else ()
    last = view.trick[-1] if view.trick else None
    trick = None if last is None else _meld(FAMILY[last.kind, last.length], ORDER[last.rank])
    return Table(
        seat=order.index(seat),
        hand=hand,
        out=_whole(own_cards(view, seat), trick),
        sizes=(view.seats[order[0]].count, view.seats[order[1]].count, view.seats[order[2]].count),
        trick=trick,
        owner=order.index(seat if last is None else last.seat),
        unseen=WHOLE_DECK - hand - sum(map(counted, played)),
        played=(counted(played[0]), counted(played[1]), counted(played[2])),
        shown=sum(BY_CARD[card] for card in shown),
        landlord_plays=_plays(played[0]),
        farmers_played=bool(played[1] or played[2]),
    )


def _whole(cards: tuple[str, ...], trick: Meld | None) -> Meld | None:
    """All cards of a hand as one play, where they are one and may be played on a trick."""
    for reading in readings(ranks_of(cards)):
        meld = _meld(FAMILY[reading.kind, reading.length], ORDER[reading.rank])
        if trick is None or meld in HIGHER[trick.family][trick.place] or BOMB <= meld.family > trick.family:
            return meld._replace(counts=counted(cards), size=len(cards))
    return None


def _plays(played: tuple[str, ...]) -> int:
    """How often the Landlord has played, 2 for more: a view tells the cards alone, and what can be one play counts as one."""
    if not played:
        return 0
    return 1 if readings(ranks_of(played)) else 2


def _meld(family: int, place: int) -> Meld:
    return next(meld for meld in MELDS[family] if meld.place == place)


def play_of(view: View, seat: int, meld: Meld) -> Play:
    """The action that is this play."""
    return Play(cards_of(own_cards(view, seat), meld.counts), FAMILIES[meld.family][0])
