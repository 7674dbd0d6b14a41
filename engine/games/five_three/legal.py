"""Every legal action of a seat, without making the list: what judge.py allows, each set of cards once."""

from engine.games.five_three.actions import Build, ChooseCard, ChooseSet, Move, Phase, TurnAction
from engine.games.five_three.draft import CARDS_TAKEN, WAYS, made
from engine.games.five_three.hands import SPLITS
from engine.games.five_three.state import State
from engine.ruleset import Choice, FieldValues, Legal, LegalList, card_values


def _draft_choice(action: TurnAction, hand: tuple[str, ...]) -> Choice:
    if action is TurnAction.RESERVE:
        fields = {"card": card_values(hand)}
    elif action is TurnAction.OFFER_SETS:
        fields = {"sets": FieldValues(groups=(2, 2), from_=hand)}
    else:
        fields = {"cards": FieldValues(choose=CARDS_TAKEN[action], from_=hand)}
    return Choice(f"five-three.{action}", fields)


class LegalTurn(Legal[Move]):
    """A turn of the draft: each unused action with each choice of its cards; two sets in either order count once."""

    def __init__(self, hand: tuple[str, ...], unused: tuple[TurnAction, ...]) -> None:
        self._hand = hand
        self._ways = [(action, WAYS[action, len(hand)]) for action in unused]

    @property
    def count(self) -> int:
        return sum([len(ways) for _, ways in self._ways])

    def at(self, index: int) -> Move:
        left = index
        for action, ways in self._ways:
            if left < len(ways):
                return made(action, tuple([self._hand[place] for place in ways[left]]))
            left -= len(ways)
        raise IndexError(index)

    def choices(self) -> tuple[Choice, ...]:
        return tuple([_draft_choice(action, self._hand) for action, _ in self._ways])


class LegalBuild(Legal[Move]):
    """The build: every way to split the 8 cards of a Collection into 5 and 3."""

    def __init__(self, collection: tuple[str, ...]) -> None:
        self._collection = collection

    @property
    def count(self) -> int:
        return len(SPLITS)

    def at(self, index: int) -> Move:
        return Build(*self._split(index))

    def choices(self) -> tuple[Choice, ...]:
        """One for each split, since what is in one hand can't be in the other."""
        return tuple([self._choice(*self._split(index)) for index in range(self.count)])

    def _split(self, index: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        five, three = SPLITS[index]
        cards = self._collection
        return tuple([cards[place] for place in five]), tuple([cards[place] for place in three])

    @staticmethod
    def _choice(five: tuple[str, ...], three: tuple[str, ...]) -> Choice:
        return Choice("five-three.build", {"five": FieldValues(any_of=(five,)), "three": FieldValues(any_of=(three,))})


def _answers(offer: tuple[tuple[str, ...], ...]) -> Legal[Move]:
    if len(offer[0]) == 1:
        cards = sum(offer, ())
        choice = Choice("five-three.choose_card", {"card": card_values(cards)})
        return LegalList([ChooseCard(card) for card in cards], (choice,))
    sets = range(len(offer))
    choice = Choice("five-three.choose_set", {"set": FieldValues(one_of=tuple(sets))})
    return LegalList([ChooseSet(number) for number in sets], (choice,))


def legal(state: State, seat: int) -> Legal[Move]:
    """What a seat may do whose turn it is."""
    player = state.players[seat]
    match state.phase:
        case Phase.TURN:
            return LegalTurn(player.hand, player.unused)
        case Phase.CHOICE:
            return _answers(state.offer)
        case _:
            return LegalBuild(player.collection)
