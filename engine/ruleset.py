"""What every game is to the rest of the house: the Ruleset, what it refuses with, and what is legal.

A game is a frozen state and pure functions over it. The shell around it knows no game by name: all that
it does, it does through this interface, and one contract suite holds every registered ruleset to it.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.cards import Card, Cards
from engine.shuffle import RandomSource

Score = int | float
"""Whole points, or steps of 0.5 where a ruleset says so; both are exact."""

Seat = Annotated[int, Meta(ge=0, le=3, description="A seat, counted from 0.")]


class Level(StrEnum):
    """How well a bot plays, weakest first.

    `beginner` plays like somebody who has just read the rules: what is alike or high in its own cards, and no look ahead.
    `skilled` goes by a good player's rules of thumb, in a few milliseconds. `expert` tries its moves out on many deals of
    the cards that it can't see, which takes about a tenth of a second a move.
    """

    BEGINNER = "beginner"
    SKILLED = "skilled"
    EXPERT = "expert"


class Action(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """Base of every action. A subclass's tag is `<ruleset>.<verb>`."""


class Event(Struct, frozen=True, tag_field="type"):
    """Base of every event."""

    seat: Annotated[Seat | None, Meta(description="Whose doing it was, counted from 0; null where it was nobody's.")]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a ruleset's options; every field has its default."""


class Details(Struct, frozen=True, tag_field="ruleset"):
    """Base of what a ruleset tells about a result beyond winners and scores."""


class StateView(Struct, frozen=True, tag_field="ruleset"):
    """Base of the table as one seat, or a spectator, may see it. Built field by field, never cut down from a state."""


D = TypeVar("D")


class Result(Struct, Generic[D], frozen=True):
    """How a game ended."""

    winners: Annotated[tuple[Seat, ...], Meta(description="The seats that won, ascending; several share a win.")]
    draw: Annotated[bool, Meta(description="True only for a ten-hands game drawn with the Expert: nobody won or lost.")]
    scores: Annotated[tuple[Score, ...], Meta(description="The score of each seat, in seat order.")]
    details: Annotated[D, Meta(description="What the ruleset tells beyond that.")]


class FieldValues(Struct, frozen=True, omit_defaults=True):
    """The values that one field of an action may take, in exactly one of four forms.

    `one_of`; `choose` and `from`; `groups` and `from`; `any_of`.
    """

    one_of: Annotated[tuple[str | int, ...], Meta(description="Any one of these values.")] | UnsetType = UNSET
    choose: Annotated[int, Meta(ge=1, description="So many different cards of `from`.")] | UnsetType = UNSET
    groups: (
        Annotated[tuple[int, ...], Meta(description="Groups of these sizes of the cards of `from`, no card in two of them.")]
        | UnsetType
    ) = UNSET
    from_: Annotated[Cards, Meta(description="The cards that `choose` or `groups` takes from.")] | UnsetType = msgspec.field(
        default=UNSET, name="from"
    )
    any_of: Annotated[tuple[Cards, ...], Meta(description="Any one of these lists of cards.")] | UnsetType = UNSET


class Choice(Struct, frozen=True):
    """One type of action and what each of its fields may be; every combination of the values is legal."""

    type: Annotated[str, Meta(description="The type of the action.", examples=["landlord.bid"])]
    fields: Annotated[dict[str, FieldValues], Meta(description="Name of a field of the action → what it may be.")]


class Refusal(Struct, frozen=True):
    """Why an action can't be taken: a stable word, a sentence for a person, and the cards concerned.

    It tells nothing that the seat may not know: a card that isn't in the seat's hand is refused in the
    same words, wherever it is.
    """

    reason: str
    detail: str
    cards: Cards = ()


NOT_YOUR_TURN: Final = "not_your_turn"
CARD_NOT_HELD: Final = "card_not_held"
CARD_TWICE: Final = "card_named_twice"


class IllegalAction(Exception):  # noqa: N818  # the rules' own word; it is the player's mistake, not an error of ours
    """An action that the rules refuse. The state is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


class HandsAnswer(Struct, frozen=True, tag_field="kind"):
    """What hands are by the rules of a game: a ranking where hands compare, readings where they are played."""


A = TypeVar("A", bound=Action)


class Legal(ABC, Generic[A]):
    """Every legal action of one seat in one state, in a fixed order, without making the list.

    Two actions that differ in nothing but the order of cards (or, in landlord, in suits) count once.
    """

    @property
    @abstractmethod
    def count(self) -> int:
        """How many there are, exactly."""

    @abstractmethod
    def at(self, index: int) -> A:
        """Number index of them, 0 <= index < count."""

    @abstractmethod
    def choices(self) -> tuple[Choice, ...]:
        """The compact form: its combinations are exactly these actions."""

    def __iter__(self) -> Iterator[A]:
        """Each one, in order."""
        return (self.at(index) for index in range(self.count))

    def page(self, start: int, limit: int) -> list[A]:
        """At most `limit` of them from number `start` on (from 0); empty past the end."""
        return [self.at(index) for index in range(start, min(start + limit, self.count))]

    def sample(self, size: int, source: RandomSource) -> list[A]:
        """`size` different ones, or all if there are fewer, each set of that size with equal chance.

        Floyd's method: as many draws as actions, whatever the count.
        """
        count = self.count
        if size >= count:
            return list(self)
        chosen: dict[int, None] = {}
        for top in range(count - size, count):
            index = source.below(top + 1)
            chosen[top if index in chosen else index] = None
        return [self.at(index) for index in chosen]


class LegalList(Legal[A]):
    """Legal actions that are few enough to be listed; their compact form comes with them."""

    def __init__(self, actions: Sequence[A], choices: tuple[Choice, ...]) -> None:
        self._actions = actions
        self._choices = choices

    @property
    def count(self) -> int:
        return len(self._actions)

    def at(self, index: int) -> A:
        return self._actions[index]

    def choices(self) -> tuple[Choice, ...]:
        return self._choices


NOTHING_LEGAL: Final[Legal[Any]] = LegalList((), ())
"""Out of turn."""

S = TypeVar("S", bound=Struct)
O = TypeVar("O", bound=Options)  # noqa: E741  # one letter a type, as A and S


class Ruleset(ABC, Generic[S, A, O]):
    """One game. Every method is pure: the same arguments give the same answer, and nothing is changed.

    States are frozen. `seed` is bytes; `seat` counts from 0; `None` for a seat is a spectator.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    version: ClassVar[int]
    """Of the rules: goes up when the same actions would come to another result."""
    seat_counts: ClassVar[tuple[int, ...]]
    """Ascending."""
    variants: ClassVar[tuple[dict[str, Any], ...]] = ({},)
    """Options that between them reach every variant, the shortest games first: what tests go through."""
    deck: ClassVar[tuple[str, ...]]
    """The canonical deck that every shuffle starts from."""

    options_type: type[O]
    state_type: type[S]
    action_types: tuple[type[A], ...]
    event_types: tuple[type[Event], ...]
    view_type: type[StateView]
    details_type: type[Details]
    hands_type: type[HandsAnswer]
    """What judge_hands gives."""
    recorded_bot_type: ClassVar[type[Struct] | None] = None
    """What a record tells of each bot in the rules; None where no bot is part of them."""

    # -- a game's life ---------------------------------------------------------------------------------
    @abstractmethod
    def new(self, options: O, seats: int, seed: bytes) -> tuple[S, tuple[Event, ...]]:
        """The state after shuffle 0 and the first deal, and the events that tell of it."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that may act now, ascending; more than one where they act in secret; none when it is over."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> Legal[A]:
        """What a seat may do; NOTHING_LEGAL where it isn't its turn."""

    @abstractmethod
    def why_not(self, state: S, seat: int, action: A) -> Refusal | None:
        """Why a seat may not take an action, or None where it may. Whose turn it is, is judged first."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: A) -> tuple[S, tuple[Event, ...]]:
        """The state after an action, and its events: its own first, then what it led to.

        Raises IllegalAction with what why_not says.
        """

    @abstractmethod
    def outcome(self, state: S) -> tuple[tuple[int, ...], bool] | None:
        """The winners and whether it is a draw; None until the game is over."""

    @abstractmethod
    def scores(self, state: S) -> tuple[Score, ...]:
        """The score of each seat so far."""

    @abstractmethod
    def details(self, state: S) -> Details:
        """What a result tells beyond winners and scores; of an unfinished game, what is settled so far."""

    # -- what a seat may know --------------------------------------------------------------------------
    @abstractmethod
    def view(self, state: S, seat: int | None) -> StateView:
        """The table as a seat, or a spectator, may see it."""

    @abstractmethod
    def shown(self, event: Event, seat: int | None) -> Event:
        """An event as a seat, or a spectator, may know it while the game goes on."""

    @abstractmethod
    def shuffles(self, state: S) -> int:
        """How many shuffles the game has used."""

    def recorded_bots(self, state: S) -> tuple[Struct, ...]:  # noqa: ARG002  # no bot is part of most rules
        """What the bots that are part of the rules did, for the record, in the order played; none for most rulesets."""
        return ()

    def as_played(self, state: S) -> "Ruleset[S, A, O]":  # noqa: ARG002  # most rules decide nothing by themselves
        """The same rules for playing the game of a state again: where they think, they decide what was decided up to there.

        From the same seed the same actions lead to the same states as before, in no more time than the rules take.
        """
        return self

    # -- hands without a game --------------------------------------------------------------------------
    @abstractmethod
    def refuse_hands(self, hands: tuple[Cards, ...]) -> Refusal | None:
        """Why hands can't be judged, or None where they can: a wrong number of cards, a card twice or of no such deck."""

    @abstractmethod
    def judge_hands(self, hands: tuple[Cards, ...]) -> HandsAnswer:
        """What each hand is, judged alone, so that two may hold the same card. Only for hands that aren't refused."""

    # -- bytes -----------------------------------------------------------------------------------------
    @cached_property
    def _state_decoder(self) -> msgspec.json.Decoder[S]:
        return msgspec.json.Decoder(self.state_type)

    def dump(self, state: S) -> bytes:
        """A state as JSON. Its field `format` says how to read it, now and in every later version."""
        return msgspec.json.encode(state)

    def load(self, data: bytes) -> S:
        """The state of which dump made these bytes. A ruleset whose format has moved on overrides this."""
        return self._state_decoder.decode(data)

    # -- what follows from the above -------------------------------------------------------------------
    def result(self, state: S, given_up_by: int | None = None) -> Result[Any] | None:
        """The result of a game that is over, by its rules or because a seat gave it up; else None.

        With two players the other wins a game that is given up, alone it is lost; the scores stay.
        """
        if given_up_by is not None:
            seats = range(len(self.scores(state)))
            ended = tuple(seat for seat in seats if seat != given_up_by), False
        else:
            over = self.outcome(state)
            if over is None:
                return None
            ended = over
        winners, draw = ended
        return Result(winners=winners, draw=draw, scores=self.scores(state), details=self.details(state))

    def refuse_out_of_turn(self, state: S, seat: int) -> Refusal | None:
        """The refusal of a seat that may not act now, else None."""
        to_act = self.to_act(state)
        if seat in to_act:
            return None
        if not to_act:
            return Refusal(reason="game_over", detail="The game is over.")
        turn = f"seat {to_act[0]}" if len(to_act) == 1 else f"one of the seats {', '.join(map(str, to_act))}"
        return Refusal(reason=NOT_YOUR_TURN, detail=f"It is the turn of {turn}, not of seat {seat}.")


AnyRuleset = Ruleset[Any, Any, Any]


def refuse_hand(cards: Cards, deck: tuple[str, ...], sizes: Container[int], sizes_said: str) -> Refusal | None:
    """The refusal of a hand that can't be judged without a game, else None: its size, its cards, a card named twice."""
    if len(cards) not in sizes:
        return Refusal("wrong_hand_size", f"A hand has {sizes_said} cards, not {len(cards)}.", cards)
    unknown = tuple(dict.fromkeys(card for card in cards if card not in deck))
    if unknown:
        return Refusal("card_not_in_deck", f"{' '.join(unknown)}: no card of this deck.", unknown)
    return _refuse_twice(cards)


def _refuse_twice(named: Cards) -> Refusal | None:
    if len(set(named)) == len(named):
        return None
    double = tuple(dict.fromkeys(card for card in named if named.count(card) > 1))
    are = "is" if len(double) == 1 else "are"
    return Refusal(CARD_TWICE, f"{' '.join(double)} {are} named twice.", double)


def refuse_cards(named: tuple[str, ...], held: tuple[str, ...], where: str = "your hand") -> Refusal | None:
    """The refusal of cards that are named twice or not held, else None. Both are judged by the held cards alone.

    `where` is what the rules call the place of the held cards, and what more there is to say of it.
    """
    if double := _refuse_twice(named):
        return double
    missing = tuple(card for card in named if card not in held)
    if missing:
        are = "is" if len(missing) == 1 else "are"
        return Refusal(CARD_NOT_HELD, f"{' '.join(missing)} {are} not in {where}.", missing)
    return None


def card_values(cards: Sequence[Card]) -> FieldValues:
    """Any one of these cards."""
    return FieldValues(one_of=tuple(cards))
