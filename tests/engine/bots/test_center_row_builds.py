"""What the expert of center row knows of cards: the build that wins most often, and what cards promise."""

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from itertools import combinations, pairwise
from operator import gt, mul

import pytest

from engine.bots.center_row.builds import best_build
from engine.bots.center_row.field import Strengths, chance
from engine.bots.center_row.own import own
from engine.bots.center_row.promise import BIT, promise
from engine.bots.center_row.rival import rival_cards, strongest_first, wins_against
from engine.bots.center_row.skilled import usual_build
from engine.bots.center_row.weights import WEIGHTS
from engine.cards import DECK_54, JOKERS, RANKS, SUITS, Cards
from engine.games.center_row.actions import Options
from engine.games.center_row.rules import CenterRow
from engine.games.center_row.state import SHAPES
from engine.poker import HAND_CARDS, strength
from engine.shuffle import bot_source, shuffled


def dealt(number: int, cards: int) -> Cards:
    return shuffled(DECK_54, b"builds", number)[:cards]


def builds(cards: Cards, hands: int) -> Iterator[tuple[Cards, ...]]:
    """Every choice of so many disjoint hands, in each order."""
    if not hands:
        yield ()
        return
    for hand in combinations(cards, HAND_CARDS):
        rest = tuple(card for card in cards if card not in hand)
        for others in builds(rest, hands - 1):
            yield (hand, *others)


def strengths(hands: tuple[Cards, ...]) -> Strengths:
    return tuple(sorted(map(strength, hands), reverse=True))


@pytest.mark.parametrize(("seats", "cards"), [(3, 12), (4, 10)])
def test_no_build_of_two_hands_wins_more_often_than_the_best(seats: int, cards: int) -> None:
    for number in range(3):
        held = dealt(number, cards)
        best = best_build(held, partial(chance, seats))
        assert best.wins == pytest.approx(max(chance(seats, strengths(hands)) for hands in builds(held, 2)))
        assert best.wins == pytest.approx(chance(seats, strengths(best.hands)))


def test_no_build_of_three_hands_found_by_chance_wins_more_often_than_the_best() -> None:
    for number in range(5):
        deal = dealt(number, 30)
        held, other = deal[:15], deal[15:]
        for wins in (partial(chance, 2), wins_against(other)):
            best = best_build(held, wins)
            assert best.wins == pytest.approx(wins(strengths(best.hands)))
            for trial in range(300):
                order = shuffled(held, b"by chance", trial)
                assert wins(strengths((order[:5], order[5:10], order[10:]))) <= best.wins


@pytest.mark.parametrize(("seats", "cards"), [(2, 15), (3, 12), (4, 10)])
def test_the_best_build_wins_more_often_than_the_usual_one(seats: int, cards: int) -> None:
    gains = []
    for number in range(20):
        held = dealt(number, cards)
        usual = usual_build(held)
        gains.append(best_build(held, partial(chance, seats)).wins - chance(seats, strengths(usual)))
    assert min(gains) >= -1e-9
    assert max(gains) > 0.01


def test_three_full_houses_are_built_where_two_that_share_their_cards_leave_a_pair() -> None:
    held = "Ac Ad Ah Kc Kd Kh Qc Qd Qh Jc Jd Td Th 2s 3s"
    best = best_build(tuple(held.split()), partial(chance, 2))
    assert [[card[0] for card in hand[:3]] for hand in best.hands] == [["A"] * 3, ["K"] * 3, ["Q"] * 3]


def test_the_hands_that_a_rival_is_likely_to_show_are_beaten_in_two_places() -> None:
    own, rival = "Ac Ad Ah Kc Kd Kh Qc Qd Qh 9c 9d 8d 8h 2s 3s", "2c 4c 6c 8c Tc 3c 5d 5h 7d 7h Jd Js 4s 6h Th"
    wins = wins_against(tuple(rival.split()))
    best = best_build(tuple(own.split()), wins)
    shown = strengths(strongest_first(tuple(rival.split())))
    assert sum(map(gt, strengths(best.hands), shown)) >= 2
    assert best.wins > 0.9 > wins(tuple(strength - 1 for strength in shown))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_stronger_hands_never_win_less_often(seats: int) -> None:
    hands = sorted(strength(dealt(number, HAND_CARDS)) for number in range(60))
    for other in hands[::6]:
        rest = (other,) * (SHAPES[seats].hands - 1)
        for below, above in pairwise(hands):
            assert chance(seats, (below, *rest)) <= chance(seats, (above, *rest)) + 1e-9
            assert chance(seats, (*rest, below)) <= chance(seats, (*rest, above)) + 1e-9


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chance_to_win_lies_between_never_and_always(seats: int) -> None:
    for number in range(60):
        assert 0 < chance(seats, (strength(dealt(number, HAND_CARDS)),) * SHAPES[seats].hands) < 1


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_than_two_players_the_weaker_hand_counts_for_more(seats: int) -> None:
    pair, full_house = (strength(cards.split()) for cards in ("Kc Kd 9h 5s 3c", "Kc Kd Kh 9s 9c"))
    fours = strength(["Ac", "Ad", "Ah", "As", "2c"])
    assert chance(seats, (full_house, full_house)) > chance(seats, (fours, pair))


def test_two_players_know_all_cards_of_each_other_in_the_last_phase() -> None:
    rules = CenterRow()
    state, _ = rules.new(Options(), 2, b"count")
    for move in range(18):
        seat = state.turn
        (action,) = rules.legal(state, seat).sample(1, bot_source(b"count", seat, move))
        state, _ = rules.apply(state, seat, action)
        if move >= 11:
            view = rules.view(state, 1)
            cards = own(view, 1)
            assert set(rival_cards(view, cards.hand + cards.locked)) == set(state.hands[0] + state.locked[0])


def test_each_card_has_a_bit_of_its_own() -> None:
    assert sorted(BIT.values()) == [1 << place for place in range(len(DECK_54))]


def counted(seats: int, phase: int, cards: Cards) -> int:
    """What cards promise, by counting them one by one."""
    weights = WEIGHTS[seats][phase]
    jokers = sum(card in JOKERS for card in cards)
    ranks = Counter(card[0] for card in cards if card not in JOKERS)
    suits = [{card[0] for card in cards if card[1] == suit} for suit in SUITS]
    runs = ["A2345", *(RANKS[low : low + 5] for low in range(9))]

    def steps(step: tuple[int, int, int], held: Collection[str], *, in_a_run: bool) -> int:
        most = max(len(set(run) & set(held)) for run in runs) if in_a_run else len(held)
        return (0, 0, 0, *step)[min(most + jokers, 5)]

    total: int = steps(weights.straight, ranks, in_a_run=True) + jokers * weights.joker
    for suit in filter(None, suits):
        total += steps(weights.flush, suit, in_a_run=False) + steps(weights.straight_flush, suit, in_a_run=True)
        total += max(len(suit) + jokers - 5, 0) * weights.beyond_flush
    two, three, four = (sum(count >= least for count in ranks.values()) for least in (2, 3, 4))
    products = (two, three, four, two * two, three * three, two * three, two * four, three * four)
    total += sum(map(mul, products, weights.alike))
    total += sum(RANKS.index(rank) * sum(weights.heights[:count]) for rank, count in ranks.items())
    return total


@pytest.mark.parametrize(("seats", "phase"), [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1)])
def test_what_cards_promise_is_the_weighted_sum_of_their_counts(seats: int, phase: int) -> None:
    for number in range(30):
        held = dealt(number, SHAPES[seats].dealt * (phase + 1))
        assert promise(seats, phase, sum(map(BIT.__getitem__, held))) == counted(seats, phase, held)


def test_what_cards_promise_does_not_depend_on_which_suit_is_which() -> None:
    turned = str.maketrans("cdhs", "hscd")
    for number in range(50):
        held = dealt(number, 10)
        other = [card if card in JOKERS else card.translate(turned) for card in held]
        assert promise(2, 1, sum(map(BIT.__getitem__, held))) == promise(2, 1, sum(map(BIT.__getitem__, other)))


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("9c 9d 9h 9s Kd", "9c 9d 9h 8s Kd"),
        ("9c 9d 9h Ks Kd", "9c 9d 7h Ks Kd"),
        ("9c 9d 5h Ks Kd", "9c 9d 5h Ks 2d"),
    ],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_promise_more_where_they_are_more(seats: int, more: str, less: str) -> None:
    assert promise(seats, 0, sum(BIT[card] for card in more.split())) > promise(
        seats, 0, sum(BIT[card] for card in less.split())
    )
