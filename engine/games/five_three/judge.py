"""Why an action is refused: the one place that says what the rules allow; legal.py lists the same."""

from engine.games.five_three.actions import (
    Answer,
    Build,
    ChooseCard,
    ChooseSet,
    Discard,
    Draft,
    Move,
    OfferSets,
    OfferThree,
    Phase,
    Reserve,
)
from engine.games.five_three.draft import named, turn_action
from engine.games.five_three.state import Player, State
from engine.ruleset import Refusal, refuse_cards


def refuse(state: State, seat: int, action: Move) -> Refusal | None:
    """Why a seat, whose turn it is, may not take an action; None where it may."""
    player = state.players[seat]
    match state.phase, action:
        case Phase.TURN, Reserve() | Discard() | OfferThree() | OfferSets():
            return _refuse_draft(player, action)
        case Phase.CHOICE, ChooseCard() | ChooseSet():
            return _refuse_answer(state.offer, action)
        case Phase.BUILD, Build(five, three):
            return _refuse_build(player.collection, five + three)
    return _refuse_in_phase(state, player, action)


def _refuse_draft(player: Player, action: Draft) -> Refusal | None:
    kind = turn_action(action)
    if kind in player.used:
        return Refusal("action_already_used", f"You have used {kind} in this round; {_left(player)}.")
    return refuse_cards(named(action), player.hand)


def _refuse_answer(offer: tuple[tuple[str, ...], ...], action: Answer) -> Refusal | None:
    offered = sum(offer, ())
    sets_offered = len(offer[0]) > 1
    match action:
        case ChooseSet() if not sets_offered:
            return Refusal("not_offered", f"You are offered three cards, not two sets: {_what_to_choose(offer)}.")
        case ChooseCard() if sets_offered:
            return Refusal("not_offered", f"You are offered two sets, not three cards: {_what_to_choose(offer)}.")
        case ChooseCard(card) if card not in offered:
            return Refusal("card_not_offered", f"{card} is not offered to you: {_what_to_choose(offer)}.", (card,))
        case _:
            return None


def _refuse_build(collection: tuple[str, ...], cards: tuple[str, ...]) -> Refusal | None:
    return refuse_cards(cards, collection, f"your Collection, which is {' '.join(collection)}")


def _refuse_in_phase(state: State, player: Player, action: Move) -> Refusal:
    """The refusal of what belongs to another phase than this one."""
    verb = str(action.__struct_config__.tag).partition(".")[2]
    match state.phase:
        case Phase.TURN:
            instead = f"it is your turn in the draft, and {_left(player)}"
        case Phase.CHOICE:
            instead = f"answer the offer first: {_what_to_choose(state.offer)}"
        case _:
            instead = f"the draft is over, so build a 5-card and a 3-card hand of {' '.join(player.collection)}"
    return Refusal("not_in_this_phase", f"You can't {verb} now; {instead}.")


def _left(player: Player) -> str:
    unused = player.unused
    return f"{', '.join(unused)} {'is' if len(unused) == 1 else 'are'} left"


def _what_to_choose(offer: tuple[tuple[str, ...], ...]) -> str:
    if len(offer[0]) == 1:
        return f"choose_card takes {' or '.join(sum(offer, ()))}"
    first, second = offer
    return f"choose_set takes 0 for {' '.join(first)} or 1 for {' '.join(second)}"
