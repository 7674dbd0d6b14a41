"""What a seat may know of the other's cards, and what nobody may."""

import msgspec
import pytest

from engine.games.five_three.actions import BuiltEvent, ChooseSet, DealtEvent, DiscardedEvent, DrewEvent, ReservedEvent
from engine.ruleset import Event
from engine.shuffle import HashSource
from tests.engine.games.five_three.playing import BUILDS, DRAFT, FIVE_THREE, after, cards, dealt, drafted, played

EVERYONE = (0, 1, None)


def events_of(seat: int, number: int) -> tuple[Event, ...]:
    """The events of one action of DRAFT."""
    assert DRAFT[number][0] == seat
    _, events = FIVE_THREE.apply(drafted(number), *DRAFT[number])
    return events


def told(value: object) -> str:
    return msgspec.json.encode(value).decode()


def test_a_hand_is_seen_by_its_owner_only_and_the_others_see_how_many_cards_it_has() -> None:
    view = FIVE_THREE.view(dealt(), 1)
    assert [seen.hand for seen in view.seats] == [None, dealt().players[1].hand]
    assert [seen.hand_count for seen in view.seats] == [7, 6]
    assert [seen.hand for seen in FIVE_THREE.view(dealt(), None).seats] == [None, None]


def test_a_deal_and_a_draw_are_seen_by_whoever_got_the_cards() -> None:
    state = after(drafted(), *enumerate(BUILDS[:1]))
    _, events = FIVE_THREE.apply(state, 1, BUILDS[1])
    deal = next(event for event in events if isinstance(event, DealtEvent))
    draw = next(event for event in events if isinstance(event, DrewEvent))
    for reader in EVERYONE:
        seen = FIVE_THREE.shown(deal, reader)
        assert isinstance(seen, DealtEvent)
        assert [hand.cards is not None for hand in seen.hands] == [reader == 0, reader == 1]
    assert [FIVE_THREE.shown(draw, reader) == draw for reader in EVERYONE] == [True, False, False]
    assert FIVE_THREE.shown(draw, 1) == DrewEvent(seat=0, card=None)


def test_a_reserved_card_is_known_to_its_owner_only_until_the_builds_are_shown() -> None:
    event = events_of(0, 0)[0]
    assert [FIVE_THREE.shown(event, reader) for reader in EVERYONE] == [
        event,
        ReservedEvent(seat=0, card=None),
        ReservedEvent(seat=0, card=None),
    ]
    for actions in (1, len(DRAFT)):
        views = [FIVE_THREE.view(drafted(actions), reader).seats[0] for reader in EVERYONE]
        assert [seen.reserved for seen in views] == ["RJ", None, None]
        assert all("reserve" in seen.used for seen in views)
    over = after(dealt(target=1), *DRAFT, *enumerate(BUILDS))
    assert [FIVE_THREE.view(over, reader).seats[0].reserved for reader in EVERYONE] == ["RJ", "RJ", "RJ"]


def test_discards_are_known_to_whoever_discarded_them_even_when_the_game_is_over() -> None:
    event = events_of(0, 6)[0]
    assert event == DiscardedEvent(seat=0, cards=cards("Ts Jd"))
    assert FIVE_THREE.shown(event, 1) == FIVE_THREE.shown(event, None) == DiscardedEvent(seat=0, cards=None)
    for state in (drafted(7), after(dealt(target=1), *DRAFT, *enumerate(BUILDS))):
        views = [FIVE_THREE.view(state, reader).seats[0] for reader in EVERYONE]
        assert [seen.discarded for seen in views] == [cards("Ts Jd"), None, None]


def test_offers_and_kept_cards_are_seen_by_everyone() -> None:
    for seat, number in ((1, 1), (0, 2), (0, 3), (1, 4)):
        event = events_of(seat, number)[0]
        assert all(FIVE_THREE.shown(event, reader) == event for reader in EVERYONE)
    for reader in EVERYONE:
        offer = FIVE_THREE.view(drafted(2), reader).offer
        assert offer is not None
        assert (offer.seat, offer.action, offer.sets) == (1, "offer_sets", (cards("Kc Kh"), cards("Ad Ah")))
        view = FIVE_THREE.view(after(drafted(2), (0, ChooseSet(0))), reader)
        assert (view.offer, view.seats[0].kept, view.seats[1].kept) == (None, cards("Kc Kh"), cards("Ad Ah"))


def test_of_a_build_the_other_seat_learns_only_that_it_is_in() -> None:
    state, (event,) = FIVE_THREE.apply(drafted(), 0, BUILDS[0])
    assert FIVE_THREE.shown(event, 0) == event
    assert FIVE_THREE.shown(event, 1) == FIVE_THREE.shown(event, None) == BuiltEvent(seat=0, five=None, three=None)
    for reader in EVERYONE:
        seen = FIVE_THREE.view(state, reader).seats[0]
        assert (seen.built, seen.build is not None) == (True, reader == 0)
    other = after(drafted(), (0, FIVE_THREE.legal(drafted(), 0).at(7)))
    assert other != state
    for reader in (1, None):
        assert told(FIVE_THREE.view(other, reader)) == told(FIVE_THREE.view(state, reader))


def test_when_both_builds_are_in_everyone_sees_both() -> None:
    _, events = FIVE_THREE.apply(after(drafted(), (0, BUILDS[0])), 1, BUILDS[1])
    assert all(FIVE_THREE.shown(events[1], reader) == events[1] for reader in EVERYONE)
    assert all(
        f'"{card}"' in told(events[1]) for card in (*BUILDS[0].five, *BUILDS[0].three, *BUILDS[1].five, *BUILDS[1].three)
    )


def test_the_card_set_aside_is_known_to_nobody_at_any_time() -> None:
    state = dealt(target=1)
    aside = "Kd"
    for step in played(state, HashSource(b"aside")):
        if step.after.round > 0:
            break
        assert aside not in FIVE_THREE.dump(step.after).decode()
        assert all(aside not in told(FIVE_THREE.view(step.after, reader)) for reader in EVERYONE)
        assert all(aside not in told(event) for event in step.events)


@pytest.mark.parametrize("reader", EVERYONE)
def test_a_view_holds_no_card_of_the_draw_pile_and_no_hidden_card_of_another_seat(reader: int | None) -> None:
    for number in range(len(DRAFT) + 1):
        state = drafted(number)
        text = told(FIVE_THREE.view(state, reader))
        hidden = set(state.draw_pile)
        for seat, player in enumerate(state.players):
            if seat != reader:
                hidden.update(player.hand, player.discarded, filter(None, [player.reserved]))
        assert not [card for card in hidden if f'"{card}"' in text]
