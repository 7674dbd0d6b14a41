"""The game of five-three: the deal, the draft, the build, and the end of a round."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine import poker
from engine.cards import Cards
from engine.games.five_three import hands as judged
from engine.games.five_three import legal, scoring
from engine.games.five_three import view as views
from engine.games.five_three.actions import (
    MOST_ROUNDS,
    SEATS,
    Build,
    BuiltEvent,
    ChooseCard,
    ChooseSet,
    ChosenEvent,
    DealtEvent,
    DealtHand,
    Details,
    Discard,
    DiscardedEvent,
    Draft,
    DrewEvent,
    Move,
    OfferedEvent,
    OfferSets,
    OfferThree,
    Options,
    Phase,
    Reserve,
    ReservedEvent,
    RoundOverEvent,
    View,
)
from engine.games.five_three.draft import named, turn_action
from engine.games.five_three.judge import refuse
from engine.games.five_three.readings import DECK
from engine.games.five_three.state import Player, Settled, Split, State
from engine.ruleset import NOTHING_LEGAL, Event, HandsAnswer, IllegalAction, Legal, Refusal, Ruleset
from engine.shuffle import shuffled

HAND_CARDS: Final = 6

_PLACE: Final = {card: place for place, card in enumerate((DECK[-1], *DECK[:-1]))}
"""The Joker is below a 10."""

Change = tuple[State, tuple[Event, ...]]
"""The next state, and what happened."""


class FiveThree(Ruleset[State, Move, Options]):
    """Two seats, and as many rounds as it takes to reach the target."""

    id = "five-three"
    title = "Five-Three"
    summary = "Draft eight cards by reserving, discarding and offering, then split them into a 5-card and a 3-card hand."
    version = 1
    seat_counts = (SEATS,)
    variants = ({"target": 1}, {"target": 5})
    deck = DECK

    options_type = Options
    state_type = State
    action_types = (Reserve, Discard, OfferThree, OfferSets, ChooseCard, ChooseSet, Build)
    event_types = (
        DealtEvent,
        DrewEvent,
        ReservedEvent,
        DiscardedEvent,
        OfferedEvent,
        ChosenEvent,
        BuiltEvent,
        RoundOverEvent,
    )
    view_type = View
    details_type = Details
    hands_type = poker.HandRanking

    def new(self, options: Options, seats: int, seed: bytes) -> Change:
        """As Ruleset says. Raises ValueError unless there are two seats."""
        if seats not in self.seat_counts:
            raise ValueError(f"five-three has {SEATS} seats, not {seats}")
        return _deal(options, seed)

    def to_act(self, state: State) -> tuple[int, ...]:
        match state.phase:
            case Phase.OVER:
                return ()
            case Phase.BUILD:
                return tuple([seat for seat, player in enumerate(state.players) if player.build is None])
            case _:
                return (state.turn,)

    def legal(self, state: State, seat: int) -> Legal[Move]:
        return legal.legal(state, seat) if seat in self.to_act(state) else NOTHING_LEGAL

    def why_not(self, state: State, seat: int, action: Move) -> Refusal | None:
        return self.refuse_out_of_turn(state, seat) or refuse(state, seat, action)

    def apply(self, state: State, seat: int, action: Move) -> Change:
        refused = self.why_not(state, seat, action)
        if refused is not None:
            raise IllegalAction(refused)
        match action:
            case ChooseCard(card):
                return _choose(state, seat, state.offer.index((card,)))
            case ChooseSet(number):
                return _choose(state, seat, number)
            case Build(five, three):
                return _build(state, seat, Split(_sorted(five), _sorted(three)))
            case _:
                return _use_turn(state, seat, action)

    def outcome(self, state: State) -> tuple[tuple[int, ...], bool] | None:
        return None if state.winner is None else ((state.winner,), False)

    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def details(self, state: State) -> Details:
        over = state.round + (state.winner is not None)
        return Details(rounds=scoring.outcomes(state.settled, over))

    def view(self, state: State, seat: int | None) -> View:
        return views.view(state, seat)

    def shown(self, event: Event, seat: int | None) -> Event:
        return views.shown(event, seat)

    def shuffles(self, state: State) -> int:
        return state.round + 1

    def refuse_hands(self, hands: tuple[Cards, ...]) -> Refusal | None:
        return judged.refuse_hands(hands)

    def judge_hands(self, hands: tuple[Cards, ...]) -> HandsAnswer:
        return judged.rank_hands(hands)


# -- the deal ------------------------------------------------------------------------------------------
def _deal(  # noqa: PLR0913  # all that outlives a round
    options: Options,
    seed: bytes,
    *,
    number: int = 0,
    starter: int = 0,
    settled: tuple[Settled, ...] = (),
    last_builds: tuple[Split, ...] = (),
) -> Change:
    """The round of that number, with its first turn begun. The first card of the deck is set aside, and not kept."""
    deck = iter(shuffled(DECK, seed, number)[1:])
    hands = [_sorted([next(deck) for _ in range(HAND_CARDS)]) for _ in range(SEATS)]
    state = State(
        options=options,
        seed=seed,
        round=number,
        starter=starter,
        draw_pile=tuple(deck),
        players=tuple(map(Player, hands)),
        settled=settled,
        last_builds=last_builds,
    )
    dealt = tuple(DealtHand(seat, hand) for seat, hand in enumerate(hands))
    return _go_on(state, DealtEvent(seat=None, round=number, starter=starter, hands=dealt))


def _sorted(cards: Iterable[str]) -> tuple[str, ...]:
    """Lowest first, so that the order in which a player names cards makes no difference."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


# -- the draft -----------------------------------------------------------------------------------------
def _go_on(state: State, *events: Event) -> Change:
    """The next turn of the draft begins with its draw, if there is one to come."""
    if state.phase is not Phase.TURN:
        return state, events
    seat = state.turn
    card, *rest = state.draw_pile
    player = state.players[seat]
    after = _with(replace(state, draw_pile=tuple(rest)), seat, replace(player, hand=_sorted((*player.hand, card))))
    return after, (*events, DrewEvent(seat=seat, card=card))


def _use_turn(state: State, seat: int, action: Draft) -> Change:
    player, kind, cards = state.players[seat], turn_action(action), named(action)
    hand = tuple([card for card in player.hand if card not in cards])
    player = replace(player, hand=hand, used=(*player.used, kind))
    offer: tuple[tuple[str, ...], ...] = ()
    event: Event
    match action:
        case Reserve(card):
            player, event = replace(player, reserved=card), ReservedEvent(seat=seat, card=card)
        case Discard():
            player = replace(player, discarded=_sorted(cards))
            event = DiscardedEvent(seat=seat, cards=player.discarded)
        case _:
            offer = tuple([_sorted(one) for one in _sets(action)])
            event = OfferedEvent(seat=seat, action=kind, sets=offer)
    return _go_on(replace(_with(state, seat, player), offer=offer), event)


def _sets(offer: OfferThree | OfferSets) -> tuple[tuple[str, ...], ...]:
    """What the opponent may keep one of."""
    return offer.sets if isinstance(offer, OfferSets) else tuple([(card,) for card in _sorted(offer.cards)])


def _choose(state: State, seat: int, number: int) -> Change:
    """The chosen set goes to the seat, what is left to the one who offered, all of it face up."""
    other = (seat + 1) % SEATS
    kept = state.offer[number]
    left = sum(state.offer[:number] + state.offer[number + 1 :], ())
    after = replace(state, offer=())
    for owner, cards in ((seat, kept), (other, left)):
        player = after.players[owner]
        after = _with(after, owner, replace(player, kept=player.kept + cards))
    return _go_on(after, ChosenEvent(seat=seat, kept=kept, left=left))


def _with(state: State, seat: int, player: Player) -> State:
    """The same, but for one seat."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


# -- the build -----------------------------------------------------------------------------------------
def _build(state: State, seat: int, build: Split) -> Change:
    after = _with(state, seat, replace(state.players[seat], build=build))
    event = BuiltEvent(seat=seat, five=build.five, three=build.three)
    builds = tuple([player.build for player in after.players if player.build is not None])
    if len(builds) < SEATS:
        return after, (event,)
    after, ended = _end_round(after, builds)
    return after, (event, *ended)


def _end_round(state: State, builds: tuple[Split, ...]) -> Change:
    """The builds are shown and scored; then comes the next round, or the game is over."""
    last = scoring.settle(state.starter, builds, state.scores)
    settled = (*state.settled, last)[-MOST_ROUNDS:]
    event = RoundOverEvent(seat=None, outcome=scoring.finished(state.round, last, builds))
    winner = scoring.winner(state.options.target, last)
    if winner is not None:
        return replace(state, settled=settled, last_builds=builds, winner=winner), (event,)
    after, dealt = _deal(
        state.options,
        state.seed,
        number=state.round + 1,
        starter=scoring.next_starter(last),
        settled=settled,
        last_builds=builds,
    )
    return after, (event, *dealt)
