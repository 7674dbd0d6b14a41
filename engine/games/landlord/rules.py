"""The game of landlord: the deal, the bidding, the play, and the end of each."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from engine.cards import Cards
from engine.games.landlord import hands as judged
from engine.games.landlord import legal, scoring
from engine.games.landlord import view as views
from engine.games.landlord.actions import (
    HIGHEST_BID,
    SEATS,
    Bid,
    BidEvent,
    ChosenEvent,
    DealOverEvent,
    DealtEvent,
    DealtHand,
    Details,
    Kind,
    Move,
    Options,
    Pass,
    PassedEvent,
    Phase,
    Play,
    PlayedEvent,
    Reading,
    ThrownInEvent,
    View,
)
from engine.games.landlord.cards import DECK
from engine.games.landlord.judge import judge
from engine.games.landlord.state import NO_HANDS, Hands, Laid, Settled, State
from engine.ruleset import NOTHING_LEGAL, Event, HandsAnswer, IllegalAction, Legal, Refusal, Ruleset
from engine.shuffle import shuffled

HAND_CARDS: Final = 17
PASSES_IN_A_ROW: Final = 2
"""End the bidding once there is a bid; without one a third pass throws the deal in."""

_HEIGHT: Final = MappingProxyType({card: place for place, card in enumerate(DECK)})

Change = tuple[State, tuple[Event, ...]]
"""The next state, and what happened."""


class Landlord(Ruleset[State, Move, Options]):
    """Three seats, one of them alone against the two others, for 3 or 6 deals."""

    id = "landlord"
    title = "Landlord"
    summary = "Bid to play alone against two Farmers, then be the first to play out every card."
    version = 1
    seat_counts = (SEATS,)
    variants = ({"deals": 3}, {"deals": 6})
    deck = DECK

    options_type = Options
    state_type = State
    action_types = (Bid, Pass, Play)
    event_types = (
        DealtEvent,
        BidEvent,
        PassedEvent,
        ChosenEvent,
        ThrownInEvent,
        PlayedEvent,
        DealOverEvent,
    )
    view_type = View
    details_type = Details
    hands_type = judged.HandReadings

    def new(self, options: Options, seats: int, seed: bytes) -> Change:
        """As Ruleset says. Raises ValueError unless there are three seats."""
        if seats not in self.seat_counts:
            raise ValueError(f"landlord has {SEATS} seats, not {seats}")
        return _deal(options, seed, shuffle=0)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.phase is Phase.OVER else (state.turn,)

    def legal(self, state: State, seat: int) -> Legal[Move]:
        if seat not in self.to_act(state):
            return NOTHING_LEGAL
        if state.landlord is None:
            return legal.BIDDING[state.highest_bid]
        return legal.LegalPlays(state.hands[seat], state.trick)

    def why_not(self, state: State, seat: int, action: Move) -> Refusal | None:
        judged = self._judge(state, seat, action)
        return judged if isinstance(judged, Refusal) else None

    def apply(self, state: State, seat: int, action: Move) -> Change:
        judged = self._judge(state, seat, action)
        if isinstance(judged, Refusal):
            raise IllegalAction(judged)
        match action, judged:
            case Play(cards), Reading() as reading:
                return _play(state, cards, reading)
            case Bid(points), _:
                return _bid(state, points)
            case _:
                return _pass_bidding(state) if state.landlord is None else _pass_trick(state)

    def _judge(self, state: State, seat: int, action: Move) -> Reading | Refusal | None:
        return self.refuse_out_of_turn(state, seat) or judge(state, action)

    def outcome(self, state: State) -> tuple[tuple[int, ...], bool] | None:
        if state.phase is not Phase.OVER:
            return None
        return scoring.winners(self.scores(state)), False

    def scores(self, state: State) -> tuple[int, ...]:
        return scoring.totals(state.settled)

    def details(self, state: State) -> Details:
        return Details(deals=tuple(scoring.outcome(state.settled, number) for number in range(len(state.settled))))

    def view(self, state: State, seat: int | None) -> View:
        return views.view(state, seat)

    def shown(self, event: Event, seat: int | None) -> Event:
        return views.dealt_to(event, seat) if isinstance(event, DealtEvent) else event

    def shuffles(self, state: State) -> int:
        return state.shuffles

    def refuse_hands(self, hands: tuple[Cards, ...]) -> Refusal | None:
        return judged.refuse_hands(hands)

    def judge_hands(self, hands: tuple[Cards, ...]) -> HandsAnswer:
        return judged.judge_hands(hands)


# -- the deal ------------------------------------------------------------------------------------------
def _sorted(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=_HEIGHT.__getitem__))


def _deal(
    options: Options, seed: bytes, shuffle: int, settled: tuple[Settled, ...] = (), left_over: Hands = NO_HANDS
) -> Change:
    """17 cards to each seat in seat order, the last 3 aside; the first bidder is next."""
    deck = shuffled(DECK, seed, shuffle)
    hands = tuple(_sorted(deck[seat * HAND_CARDS : (seat + 1) * HAND_CARDS]) for seat in range(SEATS))
    number = len(settled)
    state = State(
        options=options,
        seed=seed,
        shuffles=shuffle + 1,
        settled=settled,
        left_over=left_over,
        hands=hands,
        aside=_sorted(deck[SEATS * HAND_CARDS :]),
        bids=(),
        landlord=None,
        turn=number % SEATS,
        trick=(),
        doubles=0,
        landlord_plays=0,
        played=NO_HANDS,
    )
    dealt = tuple(DealtHand(seat, hand) for seat, hand in enumerate(hands))
    return state, (DealtEvent(seat=None, deal=number, first_bidder=number % SEATS, hands=dealt),)


# -- the bidding ---------------------------------------------------------------------------------------
def _bid(state: State, points: int) -> Change:
    event = BidEvent(seat=state.turn, points=points)
    after = replace(state, bids=(*state.bids, points), turn=_left_of(state.turn))
    if points < HIGHEST_BID:
        return after, (event,)
    after, chosen = _choose_landlord(after)
    return after, (event, *chosen)


def _pass_bidding(state: State) -> Change:
    event = PassedEvent(seat=state.turn)
    bids = (*state.bids, 0)
    after = replace(state, bids=bids, turn=_left_of(state.turn))
    if len(bids) <= PASSES_IN_A_ROW or any(bids[-PASSES_IN_A_ROW:]):
        return after, (event,)  # somebody may still bid
    if any(bids):
        after, chosen = _choose_landlord(after)
        return after, (event, *chosen)
    after, dealt = _deal(state.options, state.seed, state.shuffles, state.settled, state.left_over)
    return after, (event, ThrownInEvent(seat=None, deal=state.deal), *dealt)


def _choose_landlord(state: State) -> Change:
    """The highest bidder takes the cards aside, which all see, and leads."""
    seat = state.highest_bidder
    hand = _sorted((*state.hands[seat], *state.aside))
    after = replace(state, landlord=seat, turn=seat, hands=_with(state.hands, seat, hand))
    return after, (ChosenEvent(seat=None, landlord=seat, bid=state.highest_bid, aside=state.aside),)


# -- the play ------------------------------------------------------------------------------------------
def _pass_trick(state: State) -> Change:
    turn = _left_of(state.turn)
    ended = turn == state.trick[-1].seat  # both others passed
    return replace(state, turn=turn, trick=() if ended else state.trick), (PassedEvent(seat=state.turn),)


def _play(state: State, cards: tuple[str, ...], reading: Reading) -> Change:
    seat = state.turn
    hand = tuple([card for card in state.hands[seat] if card not in cards])
    event = PlayedEvent(seat=seat, cards=cards, kind=reading.kind, rank=reading.rank, length=reading.length)
    after = replace(
        state,
        turn=_left_of(seat),
        hands=_with(state.hands, seat, hand),
        trick=(*state.trick, Laid(seat, cards, reading)),
        doubles=state.doubles + (reading.kind in (Kind.BOMB, Kind.ROCKET)),
        landlord_plays=state.landlord_plays + (seat == state.landlord),
        played=_with(state.played, seat, state.played[seat] + cards),
    )
    if hand:
        return after, (event,)
    after, ended = _end_deal(after, seat)
    return after, (event, *ended)


def _end_deal(state: State, out: int) -> Change:
    """A deal that is over is scored; then comes the next deal, or the game is over."""
    deal = Settled(
        landlord=state.highest_bidder,
        bid=state.highest_bid,
        doubles=state.doubles,
        spring=scoring.is_spring(state.highest_bidder, out, state.landlord_plays, state.played),
        out=out,
    )
    settled = (*state.settled, deal)
    event = DealOverEvent(seat=None, outcome=scoring.finished(settled, state.hands))
    if len(settled) == state.options.deals:
        return replace(state, settled=settled, left_over=state.hands, turn=out), (event,)
    after, dealt = _deal(state.options, state.seed, state.shuffles, settled, state.hands)
    return after, (event, *dealt)


def _left_of(seat: int) -> int:
    return (seat + 1) % SEATS


def _with(hands: Hands, seat: int, cards: tuple[str, ...]) -> Hands:
    """The same, but for the cards of one seat."""
    return (*hands[:seat], cards, *hands[seat + 1 :])
