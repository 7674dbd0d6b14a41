"""Rules of thumb: what a hand leads, and what it answers. The Skilled plays by them, the Expert tries plays out with them.

A hand is split into the plays that it takes to get rid of it (split.py). Beating a trick is worth what it
takes off the cost of the hand, and the lead. Low plays are led first, unless the hand is as good as out.
"""

from collections.abc import Iterable
from typing import Final

from engine.bots.landlord.answers import TAKES, Answer, answers
from engine.bots.landlord.melds import BOMB, BOMBS, FAMILIES, MELDS, THE_ROCKET, Meld, highest
from engine.bots.landlord.split import estimate, split

_TURN: Final = 100
"""A whole turn, and a sure chance. This and all that follows in hundredths of a turn, changed by hand as the costs were."""
_LEAD: Final = 60
"""What it is worth to lead the next trick,"""
_URGENT_LEAD: Final = 150
"""and when somebody is about to go out."""
ABOUT_TO_GO_OUT: Final = 3
"""Cards that an opponent holds then, or plays that a hand of one's own makes."""
_TO_BEAT_A_PARTNER: Final = 75
"""What it has to gain to beat a partner's trick; any other is beaten for any gain."""
_GOOD_ENOUGH: Final = 40
"""What a partner's play may cost, a king at most, to be left alone in any case."""
CARD: Final = 3
"""What the lead of a play is worth for each of its cards: long ones are seldom beaten."""

Ranked = list[tuple[int, Meld]]
"""What plays are worth, in hundredths of a turn, and the plays; in no order."""


def is_sure(meld: Meld, others: Iterable[int]) -> bool:
    """Whether none of these hands can beat a play, but with a bomb or the rocket."""
    family, place = meld.family, meld.place
    for hand in others:  # noqa: SIM110  # a loop takes half the time of any() here, and all playouts ask
        if highest(hand, family) > place:
            return False
    return True


def leads(hand: int, fewest: int, others: tuple[int, ...]) -> Ranked:
    """What a hand may lead to get rid of itself: what wins anyway if at most one play is left then, else the hardest first.

    `fewest` is how many cards the opponent with the fewest holds; `others` are hands that hold all that others may.
    """
    melds = split(hand).melds
    if len(melds) <= ABOUT_TO_GO_OUT:
        sure = [meld for meld in melds if meld.family >= BOMB or is_sure(meld, others)]
        if len(melds) - len(sure) <= 1 < len(melds):
            return [(-meld.cost, meld) for meld in sure]
    if fewest > ABOUT_TO_GO_OUT:
        return [(meld.cost + CARD * meld.size, meld) for meld in melds]
    return _careful_leads(melds, fewest, others)


def _careful_leads(melds: tuple[Meld, ...], fewest: int, others: tuple[int, ...]) -> Ranked:
    """Leads against an opponent who is about to go out: nothing of as many cards as are left there, or the highest."""
    ranked = []
    for meld in melds:
        cards = meld.size
        if cards == fewest and not is_sure(meld, others):
            ranked.append((-_URGENT_LEAD - meld.cost, meld))
        else:
            ranked.append((meld.cost + CARD * cards, meld))
    return ranked


def follows(hand: int, trick: Meld, fewest: int, *, partners: bool, others: tuple[int, ...]) -> Ranked:
    """The answers that are worth it, of a hand that can't go out with one; empty to pass."""
    if partners and (trick.cost <= _GOOD_ENOUGH or is_sure(trick, others)):
        return []
    found = answers(hand, trick.family, trick.place)
    if not found:
        return []
    before = estimate(hand)[0]
    enough = _TO_BEAT_A_PARTNER if partners else 0
    urgent = fewest <= ABOUT_TO_GO_OUT
    return [(worth, answer.meld) for answer in found if (worth := gain(answer, before, urgent=urgent, others=others)) >= enough]


def gain(answer: Answer, before: int, *, urgent: bool, others: tuple[int, ...]) -> int:
    """What an answer takes off the cost of a hand, which was `before`, and what its chance to lead is worth."""
    left, plays, meld = answer
    lead = _URGENT_LEAD if urgent or plays <= ABOUT_TO_GO_OUT else _LEAD
    cost = meld.cost
    if cost > 0 and not is_sure(meld, others):
        lead = lead * (_TURN - cost) // _TURN
    return before - left + lead


def last_play(hand: int, cards: int, trick: Meld | None) -> Meld | None:
    """The play that gets rid of a whole hand of so many cards, where there is one."""
    if trick is None:
        melds = split(hand).melds
        return melds[0] if len(melds) == 1 else None
    if cards not in _SIZES[trick.family]:
        return None
    found = answers(hand, trick.family, trick.place)
    return next((answer.meld for answer in found if answer.meld.counts == hand), None)


def _sizes(family: int) -> tuple[int, int, int]:
    many, each = TAKES[family]
    return (MELDS[family][0].size + many * each, THE_ROCKET.size, BOMBS[0].size)


_SIZES: Final = tuple(map(_sizes, range(len(FAMILIES))))
"""By family: how many cards beat its plays."""
