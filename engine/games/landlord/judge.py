"""How an action is read, or why it is refused. The one place that says what the rules allow; legal.py lists the same."""

from collections import defaultdict
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from engine.games.landlord.actions import HIGHEST_BID, Bid, Kind, Move, Pass, Play, Reading
from engine.games.landlord.cards import ranks_of
from engine.games.landlord.combos import CORES, beats, readings
from engine.games.landlord.state import Laid, State
from engine.ruleset import Refusal, refuse_cards


def judge(state: State, action: Move) -> Reading | Refusal | None:
    """What a play counts as, None for a bid or a pass that is allowed, or the refusal. It is the seat's turn."""
    if isinstance(action, Pass):
        return _refuse_pass(state)
    if isinstance(action, Bid):
        return _refuse_bid(state, action.points)
    return _refuse_in_bidding(state) or read_play(state.hands[state.turn], state.trick, action)


def _refuse_pass(state: State) -> Refusal | None:
    if state.landlord is None or state.trick:
        return None
    return Refusal("must_lead", "You lead the trick and can't pass: play any combination.")


def _refuse_bid(state: State, points: int) -> Refusal | None:
    if state.landlord is not None:
        instead = "play higher cards, or pass" if state.trick else "play any combination"
        return Refusal("not_in_this_phase", f"The bidding is over, seat {state.landlord} is the Landlord: {instead}.")
    if points > state.highest_bid:
        return None
    return Refusal("bid_too_low", f"A bid of {points} is not higher than {state.highest_bid}: {_what_to_bid(state)}.")


def _refuse_in_bidding(state: State) -> Refusal | None:
    if state.landlord is not None:
        return None
    return Refusal("not_in_this_phase", f"Cards are played when the bidding is over: {_what_to_bid(state)}.")


def _what_to_bid(state: State) -> str:
    return f"bid {' or '.join(map(str, higher_bids(state.highest_bid)))}, or pass"


def higher_bids(highest: int) -> range:
    """The bids above the highest so far (0: none), lowest first."""
    return range(highest + 1, HIGHEST_BID + 1)


def read_play(hand: tuple[str, ...], trick: tuple[Laid, ...], play: Play) -> Reading | Refusal:
    """What a play out of a hand counts as on a trick (empty: it leads), or why it is refused."""
    refused = refuse_cards(play.cards, hand)
    if refused is not None:
        return refused
    found = readings(ranks_of(play.cards))
    if not found:
        return _no_combination(play.cards)
    if play.kind is not None:
        named = tuple([reading for reading in found if reading.kind == play.kind])
        if not named:
            return _wrong_kind(play.cards, play.kind, found)
        found = named
    if not trick:
        return found[0]
    last = trick[-1]
    higher = next((reading for reading in found if beats(reading, last.reading)), None)
    return higher or _too_low(play.cards, found, last)


def _kinds_by_size() -> dict[int, list[Kind]]:
    kinds = defaultdict[int, list[Kind]](list)
    for (kind, _), cores in CORES.items():
        kinds[cores[0].plays[0].bit_count()].append(kind)
    return kinds


_KINDS_BY_SIZE: Final = MappingProxyType(dict(_kinds_by_size()))
"""What that many cards can be."""


def _or(kinds: Iterable[Kind]) -> str:
    return " or ".join(kinds)


def _no_combination(cards: tuple[str, ...]) -> Refusal:
    can_be = _or(_KINDS_BY_SIZE.get(len(cards), ()))
    hint = f"; {len(cards)} cards can be {can_be}" if can_be else f", and no combination has {len(cards)} cards"
    return Refusal("not_a_combination", f"{' '.join(cards)} is no combination{hint}.", cards)


def _wrong_kind(cards: tuple[str, ...], kind: Kind, found: tuple[Reading, ...]) -> Refusal:
    can_be = _or(reading.kind for reading in found)
    return Refusal("wrong_kind", f"{' '.join(cards)} is no {kind}; it can be played as {can_be}.", cards)


def _too_low(cards: tuple[str, ...], found: tuple[Reading, ...], last: Laid) -> Refusal:
    sent = f"{_or(reading.kind for reading in found)} {' '.join(cards)}"
    detail = f"{sent} does not beat {last.reading.kind} {' '.join(last.cards)}; {_what_beats(last)}."
    return Refusal("does_not_beat", detail, cards)


def _what_beats(last: Laid) -> str:
    match last.reading.kind:
        case Kind.ROCKET:
            return "nothing does, so pass"
        case Kind.BOMB:
            return "a higher bomb or the rocket does, or pass"
        case kind:
            size = f" of {len(last.cards)} cards" if last.reading.length > 1 else ""
            return f"a higher {kind}{size}, a bomb or the rocket does, or pass"
