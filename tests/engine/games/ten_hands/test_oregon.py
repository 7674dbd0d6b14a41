"""Oregon: the rows, the turned card, the end, and what is refused."""

import pytest

from engine.games.ten_hands.actions import (
    Bank,
    BotsShownEvent,
    Cover,
    CoveredEvent,
    DealtEvent,
    OpenedRowEvent,
    OpenRow,
    Options,
    OregonTable,
    TurnedEvent,
    Variant,
)
from engine.games.ten_hands.oregon import total
from engine.games.ten_hands.state import State
from tests.engine.games.ten_hands.playing import RULES, covering, new, reason, steps


def table(state: State) -> OregonTable:
    view = RULES.view(state, 0)
    assert view.classic is None
    assert view.oregon is not None
    return view.oregon


def test_the_first_row_is_the_top_five_cards_and_the_next_is_turned() -> None:
    state, events = RULES.new(Options(Variant.OREGON), 1, b"first row")
    deck = state.deck
    assert events == (
        DealtEvent(seat=None, cards=deck[:5], cards_left=49),
        TurnedEvent(seat=None, card=deck[5], cards_left=48),
    )
    assert [row.cards for row in table(state).rows] == [deck[:5]]
    assert table(state).turned == deck[5]
    assert RULES.view(state, 0).cards_left == 48


@pytest.mark.parametrize("place", range(5))
def test_any_card_of_the_current_row_can_be_covered_and_is_out_of_the_game(place: int) -> None:
    state = new(Variant.OREGON)
    deck, card = state.deck, state.deck[place]
    after, events = RULES.apply(state, 0, Cover(card))
    expected = (*deck[:place], deck[5], *deck[place + 1 : 5])
    assert [row.cards for row in table(after).rows] == [expected]
    assert table(after).covered == (card,)
    assert table(after).turned == deck[6]
    covered, turned = events
    assert isinstance(covered, CoveredEvent)
    assert (covered.seat, covered.card, covered.turned, covered.points) == (0, card, deck[5], table(after).rows[0].points)
    assert turned == TurnedEvent(seat=None, card=deck[6], cards_left=47)
    assert reason(after, Cover(card)) == "card_not_in_row"


def test_a_new_row_takes_the_turned_card_and_the_next_four() -> None:
    state = new(Variant.OREGON)
    after, events = RULES.apply(state, 0, OpenRow())
    assert [row.cards for row in table(after).rows] == [state.deck[:5], state.deck[5:10]]
    assert events == (
        OpenedRowEvent(seat=0, turned=state.deck[5]),
        DealtEvent(seat=None, cards=state.deck[6:10], cards_left=44),
        TurnedEvent(seat=None, card=state.deck[10], cards_left=43),
    )


def test_only_the_current_row_can_be_covered() -> None:
    state = new(Variant.OREGON)
    after, _ = RULES.apply(state, 0, OpenRow())
    assert [reason(after, Cover(card)) for card in state.deck[:5]] == ["card_not_in_row"] * 5
    assert [reason(after, Cover(card)) for card in state.deck[5:10]] == [None] * 5


def test_a_card_that_is_not_in_the_row_is_refused_in_the_same_words_wherever_it_is() -> None:
    state = covering(new(Variant.OREGON), 3)
    settled, _ = RULES.apply(state, 0, OpenRow())
    row = settled.mine.rows[-1]
    told = set()
    for card in (*settled.mine.covered, *settled.mine.rows[0], *settled.deck[settled.mine.drawn :]):
        refusal = RULES.why_not(settled, 0, Cover(card))
        assert refusal is not None
        assert refusal.cards == (card,)
        told.add(refusal.detail.replace(card, "??"))
    assert told == {f"?? is not in your current row: cover one of {' '.join(row)}, or open a row."}


def test_there_are_five_cards_to_cover_and_a_row_to_open_at_every_turn() -> None:
    for step in steps(Variant.OREGON, "six"):
        legal = RULES.legal(step.before, 0)
        row = step.before.mine.rows[-1]
        assert list(legal) == [*map(Cover, row), OpenRow()]
        cover, open_row = legal.choices()
        assert (cover.type, cover.fields["card"].one_of) == ("ten-hands.cover", row)
        assert (open_row.type, open_row.fields) == ("ten-hands.open_row", {})


def test_covering_to_the_last_card_ends_the_game_when_the_deck_runs_out() -> None:
    state = covering(new(Variant.OREGON), 48)
    assert RULES.view(state, 0).cards_left == 0
    assert table(state).turned == state.deck[53]
    after, events = RULES.apply(state, 0, Cover(state.mine.rows[-1][0]))
    assert [type(event) for event in events] == [CoveredEvent, BotsShownEvent]
    assert RULES.to_act(after) == ()
    assert table(after).turned is None
    assert [len(row.cards) for row in table(after).rows] == [5]


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_with_fewer_than_five_cards_left_a_new_row_takes_them_all_and_ends_the_game(left: int) -> None:
    state = covering(new(Variant.OREGON), 49 - left)
    after, events = RULES.apply(state, 0, OpenRow())
    assert table(after).rows[-1].cards == state.deck[-left:]
    dealt = [event.cards for event in events if isinstance(event, DealtEvent)]
    assert dealt == ([] if left == 1 else [state.deck[54 - left + 1 :]])
    assert isinstance(events[-1], BotsShownEvent)
    assert RULES.result(after) is not None


def test_opening_a_row_with_exactly_the_last_five_cards_ends_the_game() -> None:
    state = covering(new(Variant.OREGON), 44)
    after, events = RULES.apply(state, 0, OpenRow())
    assert table(after).rows[-1].cards == state.deck[-5:]
    assert isinstance(events[-1], BotsShownEvent)
    assert RULES.to_act(after) == ()


def test_with_six_cards_left_the_game_goes_on_after_a_new_row() -> None:
    state = covering(new(Variant.OREGON), 43)
    after, events = RULES.apply(state, 0, OpenRow())
    assert events[-1] == TurnedEvent(seat=None, card=state.deck[53], cards_left=0)
    assert RULES.to_act(after) == (0,)


def test_the_score_so_far_is_the_total_of_the_rows_as_they_lie() -> None:
    for step in steps(Variant.OREGON, "so far"):
        assert RULES.scores(step.after) == (total(step.after.mine.rows),)
        assert sum(row.points for row in table(step.after).rows) == total(step.after.mine.rows)


def test_no_hands_are_banked_in_oregon() -> None:
    state = new(Variant.OREGON)
    refusal = RULES.why_not(state, 0, Bank(state.deck[:5]))
    assert refusal is not None
    assert refusal.reason == "not_in_this_variant"
    row = " ".join(state.deck[:5])
    assert refusal.detail == f"No hands are banked in oregon: cover one of {row}, or open a row."
