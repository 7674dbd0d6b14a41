"""Which plays are worth a try: those of the rules of thumb first, then others that cost the hand little."""

from typing import Final

from engine.bots.landlord.answers import TAKES, answers, with_extras
from engine.bots.landlord.melds import MELDS, Meld, holds
from engine.bots.landlord.playout import LANDLORD, partners
from engine.bots.landlord.sight import Table
from engine.bots.landlord.split import estimate, split
from engine.bots.landlord.thumb import ABOUT_TO_GO_OUT, CARD, follows, gain, leads

MOST: Final = 8
"""Plays that are tried, a pass included."""
_OTHERS: Final = 3
"""Leads among them that are no play of the best split."""


def candidates(table: Table) -> list[Meld | None]:
    """The plays to try, what the rules of thumb like best first; None is a pass. One alone needs no try."""
    if table.out is not None:
        return [table.out]
    fewest = min(table.sizes[1:]) if table.seat == LANDLORD else table.sizes[LANDLORD]
    if table.trick is None:
        return list[Meld | None](_leads(table, fewest))
    return _answers(table, table.trick, fewest)


def _answers(table: Table, trick: Meld, fewest: int) -> list[Meld | None]:
    """What beats the trick, most worth it first, and a pass: before those if the rules of thumb pass, or else last."""
    before = estimate(table.hand)[0]
    urgent = fewest <= ABOUT_TO_GO_OUT
    others = (table.unseen,)
    found = answers(table.hand, trick.family, trick.place)
    worth = {answer.meld: gain(answer, before, urgent=urgent, others=others) for answer in found}
    best = sorted(worth, key=lambda meld: -worth[meld])[: MOST - 1]
    if follows(table.hand, trick, fewest, partners=partners(table.seat, table.owner), others=others):
        return [*best, None]
    return [None, *best]


def _leads(table: Table, fewest: int) -> list[Meld]:
    """Each play of the best split, then others by what they cost the hand."""
    hand = table.hand
    ranked = leads(hand, fewest, (table.unseen,))
    first = [meld for _, meld in sorted(ranked, key=lambda worth: -worth[0])]
    first += [meld for meld in split(hand).melds if meld not in first]
    more = [meld for melds in MELDS for core in melds if holds(hand, core.counts) for meld in _whole(hand, core)]
    loss = {meld: estimate(hand - meld.counts)[0] - CARD * meld.size for meld in more if meld not in first}
    return first[: MOST - _OTHERS] + sorted(loss, key=lambda meld: loss[meld])[:_OTHERS]


def _whole(hand: int, core: Meld) -> list[Meld]:
    """The core itself, or with its extra cards, where its kind takes some and the hand has them."""
    meld = with_extras(hand, core) if TAKES[core.family][0] else core
    return [] if meld is None else [meld]
