"""Why an action is refused, once it is the seat's turn. It says nothing of cards that the seat can't see."""

from itertools import chain

from engine.games.center_row.actions import Build, Exchange, Hand, Move, Stage
from engine.games.center_row.state import State
from engine.ruleset import Refusal, refuse_cards


def judge(state: State, seat: int, action: Move) -> Refusal | None:
    """Why a seat whose turn it is may not take an action, or None where it may."""
    building = state.stage is Stage.BUILD
    match action:
        case Build(hands):
            return _refuse_build(state, seat, hands) if building else _too_early(state)
        case Exchange(take, give) if not building:
            return _refuse_exchange(state, seat, take, give)
        case _ if building:
            return Refusal("not_in_this_phase", "The last phase is over; build your hands now.")
    return None


def _too_early(state: State) -> Refusal:
    left = state.turns_a_phase * state.shape.phases - len(state.turns)
    return Refusal("not_in_this_phase", f"Hands are built when the last phase is over; {left} turns are left till then.")


def _refuse_exchange(state: State, seat: int, take: str, give: str) -> Refusal | None:
    hand = state.hands[seat]
    if take not in state.center:
        row = " ".join(state.center)
        return Refusal("card_not_in_center", f"{take} is not in the center row, which is {row}.", (take,))
    if give in state.locked[seat]:
        return Refusal("card_locked", f"{give} is locked; only {' '.join(hand)} of this phase can be given.", (give,))
    return refuse_cards((give,), hand)


def _refuse_build(state: State, seat: int, hands: tuple[Hand, ...]) -> Refusal | None:
    wanted = state.shape.hands
    if len(hands) != wanted:
        return Refusal("wrong_number_of_hands", f"With {state.seats} seats each builds {wanted} hands, not {len(hands)}.")
    locked = state.locked[seat]
    return refuse_cards(tuple(chain.from_iterable(hands)), locked, f"your locked cards, which are {' '.join(locked)}")
