"""The game of ten-hands: the player's table, the bots that play along at theirs, and the end."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from engine import poker
from engine.cards import DECK_54, Cards
from engine.fallback import choose
from engine.games.ten_hands import play, scoring
from engine.games.ten_hands import view as views
from engine.games.ten_hands.actions import (
    Bank,
    BankedEvent,
    BotsShownEvent,
    Cover,
    CoveredEvent,
    DealtEvent,
    Details,
    Move,
    OpenedRowEvent,
    OpenRow,
    Options,
    Outcome,
    RecordedBot,
    TurnedEvent,
    Variant,
    View,
)
from engine.games.ten_hands.judge import refuse
from engine.games.ten_hands.legal import legal
from engine.games.ten_hands.oregon import row_points
from engine.games.ten_hands.state import State, Tableau
from engine.ruleset import NOTHING_LEGAL, Event, HandsAnswer, IllegalAction, Legal, Level, Refusal, Ruleset, Score
from engine.shuffle import RandomSource, bot_source, shuffled

Player = Callable[[View, int, RandomSource], Move]
"""Who moves at a bot's table: from that table's view, seat 0 there, and a random source."""


class TenHands(Ruleset[State, Move, Options]):
    """One seat, and three bots that play the same deck at tables of their own."""

    id = "ten-hands"
    title = "Ten Hands"
    summary = "A solitaire: make poker hands of one deck, better ones than the Expert bot makes of it."
    version = 1
    seat_counts = (1,)
    variants = ({"variant": "classic"}, {"variant": "oregon"})
    deck = DECK_54

    options_type = Options
    state_type = State
    action_types = (Bank, Cover, OpenRow)
    event_types = (DealtEvent, TurnedEvent, BankedEvent, CoveredEvent, OpenedRowEvent, BotsShownEvent)
    view_type = View
    details_type = Details
    hands_type = poker.HandRanking
    recorded_bot_type = RecordedBot

    def __init__(self, bots: Mapping[Level, Player]) -> None:
        """`bots` are the opponents, one of each level."""
        self._bots = bots

    # -- a game's life ---------------------------------------------------------------------------------
    def new(self, options: Options, seats: int, seed: bytes) -> tuple[State, tuple[Event, ...]]:
        """As Ruleset says. Raises ValueError unless there is one seat."""
        if seats not in self.seat_counts:
            raise ValueError(f"ten-hands has 1 seat, not {seats}")
        deck = shuffled(self.deck, seed, 0)
        table = play.start(options.variant, deck)
        state = State(options=options, seed=seed, deck=deck, mine=table, bots=(table,) * len(Level))
        return state, tuple(_first_cards(state))

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.mine.is_over else (0,)

    def legal(self, state: State, seat: int) -> Legal[Move]:
        if seat not in self.to_act(state):
            return NOTHING_LEGAL
        return legal(state.variant, state.deck, state.mine)

    def why_not(self, state: State, seat: int, action: Move) -> Refusal | None:
        return self.refuse_out_of_turn(state, seat) or refuse(state.variant, state.deck, state.mine, action)

    def apply(self, state: State, seat: int, action: Move) -> tuple[State, tuple[Event, ...]]:
        refusal = self.refuse_out_of_turn(state, seat)
        if refusal is not None:
            raise IllegalAction(refusal)
        moved = replace(state, mine=play.after(state.variant, state.deck, state.mine, action))
        after = replace(moved, bots=tuple(self._caught_up(moved, level) for level in Level))
        return after, tuple(_events(state, after, action))

    def _caught_up(self, state: State, level: Level) -> Tableau:
        """A bot's table when it has dealt with every card that the player has dealt with.

        It makes a move in classic and five at most in Oregon, where the player opened a row.
        """
        mine, table = state.mine, state.table_of(level)
        while not table.is_over and (mine.is_over or table.drawn < mine.drawn):
            table = play.after(state.variant, state.deck, table, self._move(state, table, level))
        return table

    def _move(self, state: State, table: Tableau, level: Level) -> Move:
        """What a bot does at its table. Its chance is that of a seat behind the player's, one a level."""
        view = views.table(state.variant, state.deck, table)
        seat = 1 + tuple(Level).index(level)

        def asked(lower: Level) -> Move:
            return self._bots[lower](view, 0, bot_source(state.seed, seat, table.decisions))

        return choose(
            self.id,
            {lower: partial(asked, lower) for lower in Level},
            level,
            partial(refuse, state.variant, state.deck, table),
            partial(legal, state.variant, state.deck, table),
        ).action

    def outcome(self, state: State) -> tuple[tuple[int, ...], bool] | None:
        if not state.mine.is_over:
            return None
        outcome = scoring.against(state, Level.EXPERT).outcome
        return (0,) if outcome is Outcome.WON else (), outcome is Outcome.DRAWN

    def scores(self, state: State) -> tuple[Score, ...]:
        return (scoring.score(state),)

    def details(self, state: State) -> Details:
        return Details(bots=tuple(scoring.against(state, level) for level in Level) if state.mine.is_over else ())

    def recorded_bots(self, state: State) -> tuple[RecordedBot, ...]:
        """What each bot did, for the record: Beginner, Skilled, Expert."""
        return tuple(_recorded(state.variant, level, state.table_of(level)) for level in Level)

    def as_played(self, state: State) -> "TenHands":
        return _AsPlayed(state)

    # -- what a seat may know --------------------------------------------------------------------------
    def view(self, state: State, seat: int | None) -> View:  # noqa: ARG002  # all may see the table
        return views.view(state)

    def shown(self, event: Event, seat: int | None) -> Event:  # noqa: ARG002  # nothing in an event is secret
        return event

    def shuffles(self, state: State) -> int:  # noqa: ARG002  # one deck, however the game goes
        return 1

    def refuse_hands(self, hands: tuple[Cards, ...]) -> Refusal | None:
        return poker.refuse_hands(hands)

    def judge_hands(self, hands: tuple[Cards, ...]) -> HandsAnswer:
        return poker.rank_hands(hands)


class _AsPlayed(TenHands):
    """The game with bots that make again the moves which led to their tables, and think of none."""

    def __init__(self, state: State) -> None:
        super().__init__({})
        self._moves = {level: play.moves_of(state.table_of(level)) for level in Level}

    def _move(self, state: State, table: Tableau, level: Level) -> Move:  # noqa: ARG002  # whatever the table is like
        return self._moves[level][table.decisions]


def _recorded(variant: Variant, level: Level, table: Tableau) -> RecordedBot:
    actions = play.moves_of(table)
    if variant is Variant.OREGON:
        return RecordedBot(level=level, actions=actions, rows=table.rows)
    return RecordedBot(level=level, actions=actions, hands=table.hands)


# -- what happened -------------------------------------------------------------------------------------
def _first_cards(state: State) -> Iterator[Event]:
    yield from _dealt(state, 0)
    yield from _turned(state)


def _events(before: State, after: State, action: Move) -> Iterator[Event]:
    table = after.mine
    match action:
        case Bank():
            yield BankedEvent(seat=0, hand=views.banked(table.hands[-1]))
            yield from _dealt(after, before.mine.drawn)
        case Cover(card):
            points = row_points(table.rows[-1])
            yield CoveredEvent(seat=0, card=card, turned=before.deck[before.mine.drawn], points=points)
            yield from _turned(after)
        case _:  # open a row
            yield OpenedRowEvent(seat=0, turned=before.deck[before.mine.drawn])
            yield from _dealt(after, before.mine.drawn + 1)
            yield from _turned(after)
    if table.is_over:
        yield BotsShownEvent(seat=None, bots=views.bots_shown(after))


def _dealt(state: State, first: int) -> Iterator[DealtEvent]:
    """The cards from place `first` of the deck on that lie on the table now, if there are any."""
    drawn = state.mine.drawn
    if first < drawn:
        yield DealtEvent(seat=None, cards=state.deck[first:drawn], cards_left=len(state.deck) - drawn)


def _turned(state: State) -> Iterator[TurnedEvent]:
    """The card turned next, in Oregon unless the deck has run out."""
    card = state.mine.turned(state.deck)
    if card is not None:
        yield TurnedEvent(seat=None, card=card, cards_left=views.cards_left(state.deck, state.mine))
