"""The draft: what each of the four actions does, how offers are answered, and what is refused."""

from itertools import permutations

import msgspec
import pytest

from engine.games.five_three.actions import (
    ChooseCard,
    ChooseSet,
    ChosenEvent,
    Discard,
    DiscardedEvent,
    DrewEvent,
    Move,
    OfferedEvent,
    OfferSets,
    OfferThree,
    Phase,
    Reserve,
    ReservedEvent,
    TurnAction,
)
from engine.ruleset import NOT_YOUR_TURN, IllegalAction
from tests.engine.games.five_three.playing import DRAFT, FIVE_THREE, after, build, cards, dealt, drafted, refused, sets


def test_every_turn_starts_with_drawing_the_top_card_of_the_draw_pile() -> None:
    before = dealt()
    state, events = FIVE_THREE.apply(before, 0, Reserve("RJ"))
    assert events[-1] == DrewEvent(seat=1, card="Ah")
    assert "Ah" in state.players[1].hand
    assert state.draw_pile == before.draw_pile[1:]


def test_a_reserved_card_goes_from_the_hand_to_the_collection() -> None:
    state, events = FIVE_THREE.apply(dealt(), 0, Reserve("RJ"))
    assert events[0] == ReservedEvent(seat=0, card="RJ")
    assert state.players[0].hand == cards("Ts Jc Jd Qc Ac As")
    assert state.players[0].collection == ("RJ",)


def test_discarded_cards_are_out_of_the_round() -> None:
    state, events = FIVE_THREE.apply(dealt(), 0, Discard(cards("Jd Ts")))
    assert events[0] == DiscardedEvent(seat=0, cards=cards("Ts Jd"))
    assert state.players[0].hand == cards("RJ Jc Qc Ac As")
    assert state.players[0].collection == ()


def test_of_three_cards_the_opponent_keeps_one_and_the_one_who_offered_the_other_two() -> None:
    offer = OfferThree(cards("As Ts RJ"))
    state, events = FIVE_THREE.apply(dealt(), 0, offer)
    assert events == (OfferedEvent(seat=0, action=TurnAction.OFFER_THREE, sets=(("RJ",), ("Ts",), ("As",))),)
    assert FIVE_THREE.to_act(state) == (1,)
    state, events = FIVE_THREE.apply(state, 1, ChooseCard("Ts"))
    assert events[0] == ChosenEvent(seat=1, kept=cards("Ts"), left=cards("RJ As"))
    assert [player.kept for player in state.players] == [cards("RJ As"), cards("Ts")]


def test_of_two_sets_the_opponent_keeps_one_and_the_one_who_offered_the_other() -> None:
    state, events = FIVE_THREE.apply(dealt(), 0, sets("As Ts", "Jd RJ"))
    assert events == (OfferedEvent(seat=0, action=TurnAction.OFFER_SETS, sets=(cards("Ts As"), cards("RJ Jd"))),)
    state, events = FIVE_THREE.apply(state, 1, ChooseSet(1))
    assert events[0] == ChosenEvent(seat=1, kept=cards("RJ Jd"), left=cards("Ts As"))
    assert [player.kept for player in state.players] == [cards("Ts As"), cards("RJ Jd")]


def test_whoever_chose_has_the_next_turn_and_draws_only_then() -> None:
    offered = after(dealt(), (0, OfferThree(cards("As Ts RJ"))))
    assert (offered.phase, len(offered.players[1].hand)) == (Phase.CHOICE, 6)
    state, events = FIVE_THREE.apply(offered, 1, ChooseCard("Ts"))
    assert events[1:] == (DrewEvent(seat=1, card="Ah"),)
    assert (state.phase, FIVE_THREE.to_act(state), len(state.players[1].hand)) == (Phase.TURN, (1,), 7)


def test_choose_set_counts_the_sets_in_the_order_in_which_they_were_offered() -> None:
    one, other = after(dealt(), (0, sets("As Ts", "Jd RJ"))), after(dealt(), (0, sets("Jd RJ", "As Ts")))
    assert after(one, (1, ChooseSet(0))) == after(other, (1, ChooseSet(1)))


@pytest.mark.parametrize("verb", [Discard, OfferThree])
def test_the_order_in_which_cards_are_named_makes_no_other_action(verb: type[Discard | OfferThree]) -> None:
    named = cards("As Ts RJ")[: 2 if verb is Discard else 3]
    assert len({FIVE_THREE.dump(after(dealt(), (0, verb(order)))) for order in permutations(named)}) == 1


def test_the_order_of_the_cards_in_a_set_makes_no_other_offer() -> None:
    assert after(dealt(), (0, sets("As Ts", "Jd RJ"))) == after(dealt(), (0, sets("Ts As", "RJ Jd")))


def test_after_four_turns_each_the_hands_are_empty_and_the_collections_hold_eight_cards() -> None:
    state = drafted()
    assert state.phase is Phase.BUILD
    assert state.draw_pile == ()
    assert [player.hand for player in state.players] == [(), ()]
    assert [player.collection for player in state.players] == [
        cards("RJ Kc Kh Jc Qc Ac As Ks"),
        cards("Qd Ad Ah Tc Jh Qh Td Qs"),
    ]
    assert all(set(player.used) == set(TurnAction) for player in state.players)


def test_the_turns_go_from_one_seat_to_the_other_four_times_each() -> None:
    turns = [seat for seat, move in DRAFT if not isinstance(move, ChooseCard | ChooseSet)]
    assert turns == [0, 1] * 4
    for number, (seat, _) in enumerate(DRAFT):
        assert FIVE_THREE.to_act(drafted(number)) == (seat,)


# -- what is legal -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("actions", "count"),
    [
        pytest.param(0, 7 + 21 + 35 + 105, id="seven cards, nothing used"),
        pytest.param(2, 2, id="one of two sets"),
        pytest.param(3, 21 + 35 + 105, id="seven cards, all but reserve"),
        pytest.param(4, 3, id="one of three cards"),
        pytest.param(5, 4 + 6 + 4, id="four cards, all but the sets"),
        pytest.param(8, 3, id="four cards in two sets"),
        pytest.param(10, 1, id="three cards to offer"),
        pytest.param(12, 56, id="eight cards to split"),
    ],
)
def test_legal_actions_are_each_unused_action_with_each_choice_of_cards(actions: int, count: int) -> None:
    state = drafted(actions)
    (seat, *_) = FIVE_THREE.to_act(state)
    legal = FIVE_THREE.legal(state, seat)
    assert legal.count == len(list(legal)) == count


def test_two_sets_offered_in_either_order_are_listed_once() -> None:
    legal = FIVE_THREE.legal(dealt(), 0)
    offers = [frozenset(map(frozenset, move.sets)) for move in legal if isinstance(move, OfferSets)]
    assert len(offers) == len(set(offers)) == 105


def test_past_the_last_legal_action_there_is_none() -> None:
    legal = FIVE_THREE.legal(dealt(), 0)
    with pytest.raises(IndexError):
        legal.at(legal.count)


def test_the_compact_form_of_a_turn_names_the_unused_actions_and_the_hand() -> None:
    hand = list(dealt().players[0].hand)
    assert msgspec.json.decode(msgspec.json.encode(FIVE_THREE.legal(dealt(), 0).choices())) == [
        {"type": "five-three.reserve", "fields": {"card": {"one_of": hand}}},
        {"type": "five-three.discard", "fields": {"cards": {"choose": 2, "from": hand}}},
        {"type": "five-three.offer_three", "fields": {"cards": {"choose": 3, "from": hand}}},
        {"type": "five-three.offer_sets", "fields": {"sets": {"groups": [2, 2], "from": hand}}},
    ]


# -- what is refused -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("actions", "move", "reason", "concerned", "says"),
    [
        pytest.param(0, Reserve("Kd"), "card_not_held", "Kd", "Kd is not in your hand", id="aside"),
        pytest.param(0, Reserve("Qs"), "card_not_held", "Qs", "Qs is not in your hand", id="the opponent's"),
        pytest.param(0, Reserve("Td"), "card_not_held", "Td", "Td is not in your hand", id="in the draw pile"),
        pytest.param(0, Discard(cards("As As")), "card_named_twice", "As", "As is named twice", id="twice"),
        pytest.param(0, OfferThree(cards("As Kd Td")), "card_not_held", "Kd Td", "Kd Td are not in", id="two not held"),
        pytest.param(0, sets("As Ts", "Ts Jd"), "card_named_twice", "Ts", "Ts is named twice", id="in both sets"),
        pytest.param(
            0, ChooseSet(0), "not_in_this_phase", "", "reserve, discard, offer_three, offer_sets are left", id="no offer"
        ),
        pytest.param(0, build("RJ Ts Jc Jd Qc", "Ac As Kd"), "not_in_this_phase", "", "your turn in the draft", id="too early"),
        pytest.param(3, Reserve("Ts"), "action_already_used", "", "used reserve in this round", id="used"),
        pytest.param(3, Reserve("9c"), "action_already_used", "", "discard, offer_three, offer_sets are left", id="used first"),
        pytest.param(8, Reserve("Ac"), "action_already_used", "", "; offer_sets is left", id="one is left"),
        pytest.param(
            2, Reserve("Ts"), "not_in_this_phase", "", "choose_set takes 0 for Kc Kh or 1 for Ad Ah", id="answer first"
        ),
        pytest.param(2, ChooseCard("Kc"), "not_offered", "", "offered two sets, not three cards", id="a card of a set"),
        pytest.param(4, ChooseSet(0), "not_offered", "", "offered three cards, not two sets", id="a set of cards"),
        pytest.param(4, ChooseCard("Ts"), "card_not_offered", "Ts", "choose_card takes Tc or Jc or Qc", id="not offered"),
        pytest.param(12, Reserve("RJ"), "not_in_this_phase", "", "build a 5-card and a 3-card hand of RJ Kc", id="too late"),
    ],
)
def test_a_refusal_says_why_and_what_could_be(actions: int, move: Move, reason: str, concerned: str, says: str) -> None:
    state = drafted(actions)
    refusal = refused(state, FIVE_THREE.to_act(state)[0], move)
    assert (refusal.reason, refusal.cards) == (reason, cards(concerned))
    assert says in refusal.detail
    assert refusal.detail.endswith(".")
    with pytest.raises(IllegalAction, match=refusal.detail.split()[0]):
        FIVE_THREE.apply(state, FIVE_THREE.to_act(state)[0], move)


def test_whose_turn_it_is_is_judged_before_what_is_played() -> None:
    for move in (Reserve("9c"), ChooseSet(0), Reserve("Qs")):
        assert refused(dealt(), 1, move).reason == NOT_YOUR_TURN
    assert refused(drafted(2), 1, ChooseSet(0)).reason == NOT_YOUR_TURN


@pytest.mark.parametrize(
    "body",
    [
        '{"type": "five-three.reserve", "card": "1c"}',
        '{"type": "five-three.reserve"}',
        '{"type": "five-three.discard", "cards": ["Tc"]}',
        '{"type": "five-three.discard", "cards": ["Tc", "Td", "Th"]}',
        '{"type": "five-three.offer_three", "cards": ["Tc", "Td"]}',
        '{"type": "five-three.offer_sets", "sets": [["Tc", "Td"]]}',
        '{"type": "five-three.offer_sets", "sets": [["Tc", "Td"], ["Th"]]}',
        '{"type": "five-three.choose_set", "set": 2}',
        '{"type": "five-three.choose_set", "set": -1}',
        '{"type": "five-three.build", "five": ["Tc", "Td", "Th", "Ts"], "three": ["Jc", "Jd", "Jh", "Js"]}',
        '{"type": "five-three.reserve", "card": "Tc", "seat": 0}',
    ],
)
def test_what_has_not_the_form_of_an_action_is_none(body: str) -> None:
    shapes = {shape.__struct_config__.tag: shape for shape in FIVE_THREE.action_types}
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=shapes[msgspec.json.decode(body)["type"]])
