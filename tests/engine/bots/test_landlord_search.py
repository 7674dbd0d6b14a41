"""The Expert at landlord: its forward model keeps the rules, its deals fit what was seen, and its work is bounded."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine.bots.bot import Level
from engine.bots.landlord import BOTS, bidding, expert
from engine.bots.landlord.answers import answers
from engine.bots.landlord.deals import deal, likely_deal
from engine.bots.landlord.melds import FAMILY, MELDS, Meld, counted, holds, size
from engine.bots.landlord.playout import Position, after, payoff, playout, reply
from engine.bots.landlord.sight import Table, table_of
from engine.games.landlord.actions import Bid, Kind, Move, Play, PlayedEvent, Reading
from engine.games.landlord.cards import DECK, ORDER, ranks_of
from engine.games.landlord.combos import follows
from engine.games.landlord.state import State
from engine.ruleset import Event
from engine.shuffle import HashSource, RandomSource, shuffled
from tests.engine.games.landlord import positions
from tests.engine.games.landlord.positions import LANDLORD, PASS, by_chance, dealt, play, playing

MOST_TURNS = expert.MOST_TURNS + 8 * 80
"""The budget, and one deal more on which each of eight candidates is played out."""


def choice(state: State) -> Move:
    """What the Expert does whose turn it is."""
    return BOTS[Level.EXPERT](LANDLORD.view(state, state.turn), state.turn, HashSource(b"bot"))


class Dealt(NamedTuple):
    """The card play of a deal."""

    turns: list[tuple[State, Meld | None]]
    """Each position, and what was played there; None for a pass."""
    over: State


def melded(event: Event) -> Meld | None:
    """What was played, in the forward model's form."""
    if not isinstance(event, PlayedEvent):
        return None
    core = next(meld for meld in MELDS[FAMILY[event.kind, event.length]] if meld.place == ORDER[event.rank])
    return core._replace(counts=counted(event.cards), size=len(event.cards))


def first_deal(number: int) -> Dealt:
    """A deal in which one seat plays by chance, and the Skilled in the others."""
    state = dealt(f"deal {number}")
    chance = by_chance(f"deal {number}")
    turns = []
    while not state.settled:
        if state.landlord is None or state.turn == number % 3:
            move = chance(state)
        else:
            move = BOTS[Level.SKILLED](LANDLORD.view(state, state.turn), state.turn, HashSource(b"model"))
        following, happened = LANDLORD.apply(state, state.turn, move)
        if state.landlord is not None:
            turns.append((state, melded(happened[0])))
        state = following
    return Dealt(turns, state)


def landlord_first(state: State) -> tuple[int, ...]:
    """The hands of a deal, the Landlord's first."""
    landlord = state.landlord or 0
    return tuple(counted(state.hands[(landlord + seat) % 3]) for seat in range(3))


@pytest.mark.parametrize("number", range(60))
def test_the_forward_model_comes_to_what_the_rules_come_to(number: int) -> None:
    turns, over = first_deal(number)
    landlord = turns[0][0].landlord or 0
    one, two, three = landlord_first(turns[0][0])
    model = Position((one, two, three), 0, None, 0)
    for state, meld in turns:
        assert payoff(model) is None
        assert (model.hands, model.turn) == (landlord_first(state), (state.turn - landlord) % 3)
        assert (model.trick is None) == (not state.trick)
        model = after(model, meld)
    assert payoff(model) == LANDLORD.scores(over)[landlord] // over.settled[0].bid


def test_a_playout_in_place_is_the_same_as_step_by_step() -> None:
    for number in range(40):
        deck = shuffled(DECK, b"playout", number)
        start = Position((counted(deck[:20]), counted(deck[20:37]), counted(deck[37:])), 0, None, 0)
        there, turns = start, 0
        while payoff(there) is None:
            there = after(there, reply(there.hands, [size(hand) for hand in there.hands], *there[1:4]))
            turns += 1
        assert playout(start) == (payoff(there), turns)


def test_every_answer_that_is_found_keeps_the_rules() -> None:
    for number in range(150):
        deck = shuffled(DECK, b"answers", number)
        hand, other = deck[: 5 + number % 16], deck[34:]
        for meld in (meld for melds in MELDS for meld in melds if holds(counted(other), meld.counts)):
            kind, length = list(FAMILY)[meld.family]
            reading = Reading(kind, DECK_RANKS[meld.place], length)
            legal = {counts_of(ranks) for _, plays in follows(ranks_of(hand), reading) for ranks in plays}
            found = {answer.meld.counts for answer in answers(counted(hand), meld.family, meld.place)}
            assert found <= legal
            assert bool(found) == bool(legal)


DECK_RANKS = tuple(ORDER)


def counts_of(ranks: int) -> int:
    """Ranks in the rules' own form as counts."""
    return sum(((ranks >> 4 * place) & 15).bit_count() << 4 * place for place in range(15))


def test_deals_fit_all_that_a_seat_knows() -> None:
    source = HashSource(b"deals")
    for number in range(6):
        for state, _ in first_deal(number).turns:
            landlord = state.landlord or 0
            table = table_of(LANDLORD.view(state, state.turn), state.turn, landlord)
            for hands in (deal(table, source), likely_deal(table, source)):
                assert hands[table.seat] == counted(state.hands[state.turn])
                assert tuple(map(size, hands)) == tuple(map(size, landlord_first(state)))
                assert sum(hands) == counted(card for hand in state.hands for card in hand)
                assert holds(hands[0], counted(card for card in state.aside if card not in state.played[landlord]))


def after_a_single_5() -> Table:
    """What the next seat knows late in a deal; all that the Landlord has played is a 5, and two are out."""
    hands = ("5d 9d Jc", "7c 7d 9c", "5h Kd 2c")
    held = " ".join(hands).split()
    rest = tuple(card for card in DECK if card not in (*held, "5c"))
    state = replace(playing(*hands), turn=1, landlord_plays=1, aside=(), played=(("5c",), rest, ()))
    return table_of(LANDLORD.view(state, 1), 1, 0)


def with_a_5(deals: Callable[[Table, RandomSource], tuple[int, int, int]]) -> int:
    """Of 200 deals, in how many the Landlord has another 5."""
    table, source = after_a_single_5(), HashSource(b"likely")
    return sum(holds(deals(table, source)[0], counted(["5d"])) for _ in range(200))


def test_who_led_a_single_card_is_dealt_its_like_less_often() -> None:
    assert with_a_5(deal) > 150
    assert with_a_5(likely_deal) < 125


def test_before_the_others_played_all_deals_are_as_likely() -> None:
    table = after_a_single_5()._replace(played=(0, 0, 0))
    assert likely_deal(table, HashSource(b"same")) == deal(table, HashSource(b"same"))


def test_the_search_stops_at_its_budget() -> None:
    for number in range(3):
        for state, _ in first_deal(number).turns[::9]:
            table = table_of(LANDLORD.view(state, state.turn), state.turn, state.landlord or 0)
            assert expert.search(table, HashSource(b"budget"))[1] <= MOST_TURNS


def test_the_search_of_the_richest_hand_stops_at_its_budget() -> None:
    hand = "3c 4c 5c 6c 6d 7c 7d 8c 8d 8h 9c 9d 9h Tc Td Th Jc Jd Qc Kc"
    others = [card for card in DECK if card not in hand.split()]
    state = playing(hand, " ".join(others[:17]), " ".join(others[17:]))
    table = table_of(LANDLORD.view(state, 0), 0, 0)
    assert expert.search(table, HashSource(b"budget"))[1] <= MOST_TURNS


STRONG = "4c 4d 4h 4s 6c 7c 8c 9c Tc Ac Ad Ah 2c 2d 2h BJ RJ"
WEAK = "3c 3d 4c 4h 5d 6c 6s 8c 8d 9h Tc Td Jh Jd Kc Kd As"


def test_the_expert_bids_what_a_hand_brings() -> None:
    state = dealt()
    assert choice(replace(state, hands=(tuple(STRONG.split()), *state.hands[1:]))) == Bid(3)
    assert choice(replace(state, hands=(tuple(WEAK.split()), *state.hands[1:]))) == PASS
    source = HashSource(b"worth")
    assert bidding.expected(counted(STRONG.split()), source) > 200 > -100 > bidding.expected(counted(WEAK.split()), source)


def test_the_expert_goes_out_when_it_can() -> None:
    assert choice(playing("5c 5d", "8c 9d", "8d 9h", trick="4c 4d")) == Play(("5c", "5d"), Kind.PAIR)


def test_the_expert_lets_its_partner_go_out() -> None:
    """Whatever the partner's last card is, it beats a 3."""
    state = replace(playing("Kd Ks Qc", "3c 9c 9d", "Ac"), turn=1, landlord_plays=1)
    assert choice(state) == Play(("3c",), Kind.SINGLE)


def test_the_expert_stops_a_landlord_who_is_about_to_go_out() -> None:
    state = positions.after(playing("Kc 9c", "4c 4d 5d 6h 2c", "5h 6c 7c 8d 9d"), play("Kc"))
    assert choice(state) == Play(("2c",), Kind.SINGLE)
