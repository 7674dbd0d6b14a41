"""The contract that every ruleset keeps, whatever its rules: a new one is tested by being registered."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.replay import RECORD_FORMAT, Record, RecordedAction, RecordedSeat, RecordMismatch, verify
from engine.ruleset import CARD_NOT_HELD, NOT_YOUR_TURN, IllegalAction
from engine.shuffle import HashSource, commitment, shuffled
from tests.contract.cases import (
    EVERY_CASE,
    Case,
    Step,
    canonical,
    expanded,
    names_held_cards,
    other_deal,
    other_world,
    played,
    some,
)

FEW = 5_000
"""Legal actions that are few enough to be listed in a test."""


@EVERY_CASE
def test_a_game_ends_with_a_result_for_every_seat(case: Case) -> None:
    for seed in "abc":
        _, _, steps = played(case, seed)
        assert all(case.ruleset.result(step.before) is None for step in steps)
        result = case.ruleset.result(steps[-1].after)
        assert result is not None
        assert len(result.scores) == case.seats
        assert list(result.winners) == sorted(set(result.winners) & set(range(case.seats)))
        assert not (result.draw and result.winners)


@EVERY_CASE
def test_only_the_seats_that_may_act_have_legal_actions(case: Case) -> None:
    _, _, steps = played(case, "turns")
    for step in some(steps):
        to_act = case.ruleset.to_act(step.before)
        assert list(to_act) == sorted(set(to_act))
        for seat in range(case.seats):
            assert (case.ruleset.legal(step.before, seat).count > 0) == (seat in to_act)
            refusal = case.ruleset.why_not(step.before, seat, step.action)
            if seat not in to_act:
                assert refusal is not None
                assert refusal.reason == NOT_YOUR_TURN
    refusal = case.ruleset.why_not(steps[-1].after, 0, steps[-1].action)
    assert refusal is not None
    assert refusal.reason == "game_over"


@EVERY_CASE
def test_an_action_makes_its_own_event_first_and_changes_nothing_else(case: Case) -> None:
    _, _, steps = played(case, "pure")
    for step in some(steps):
        before = case.ruleset.dump(step.before)
        again, events = case.ruleset.apply(step.before, step.seat, step.action)
        assert (again, events) == (step.after, step.events)
        assert case.ruleset.dump(step.before) == before
        assert events[0].seat == step.seat
        assert all(type(event) in case.ruleset.event_types for event in events)


@EVERY_CASE
def test_a_state_is_the_same_after_it_was_saved_and_loaded(case: Case) -> None:
    _, _, steps = played(case, "saved")
    for step in steps:
        assert case.ruleset.load(case.ruleset.dump(step.after)) == step.after


@EVERY_CASE
def test_legal_actions_are_counted_paged_and_sampled_alike(case: Case) -> None:
    _, _, steps = played(case, "legal")
    for step in some(steps):
        legal = case.ruleset.legal(step.before, step.seat)
        if legal.count > FEW:
            first = legal.page(0, 50)
            last = legal.page(legal.count - 50, 100)
            assert len({canonical(case.ruleset, action) for action in (*first, *last)}) == 100
            continue
        listed = list(legal)
        assert len({canonical(case.ruleset, action) for action in listed}) == len(listed) == legal.count
        assert [action for start in range(0, legal.count, 7) for action in legal.page(start, 7)] == listed
        assert legal.page(legal.count, 5) == []
        sample = legal.sample(5, HashSource(b"sample"))
        assert len({canonical(case.ruleset, action) for action in sample}) == min(5, legal.count)
        assert all(action in listed for action in sample)


@EVERY_CASE
def test_every_listed_action_is_accepted(case: Case) -> None:
    _, _, steps = played(case, "listed")
    for step in some(steps):
        legal = case.ruleset.legal(step.before, step.seat)
        for action in legal.sample(40, HashSource(b"listed")):
            assert case.ruleset.why_not(step.before, step.seat, action) is None, action


@EVERY_CASE
def test_the_compact_form_stands_for_exactly_the_legal_actions(case: Case) -> None:
    _, _, steps = played(case, "compact")
    for step in some(steps):
        legal = case.ruleset.legal(step.before, step.seat)
        if legal.count <= FEW:
            listed = {canonical(case.ruleset, action) for action in legal}
            assert {text for choice in legal.choices() for text in expanded(case.ruleset, choice)} == listed


@EVERY_CASE
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_an_action_that_is_not_listed_is_refused(case: Case, data: st.DataObject) -> None:
    """Legal actions with cards exchanged, dropped and doubled are accepted if, and only if, they are listed too."""
    _, _, steps = played(case, data.draw(st.sampled_from(["m", "n", "o"])))
    step = data.draw(st.sampled_from(steps))
    legal = case.ruleset.legal(step.before, step.seat)
    plain = msgspec.to_builtins(data.draw(st.sampled_from(legal.sample(20, HashSource(b"mutated")))))
    mutated = {name: data.draw(_mutations(part, case.ruleset.deck)) for name, part in plain.items() if name != "type"}
    shape = next(shape for shape in case.ruleset.action_types if shape.__struct_config__.tag == plain["type"])
    try:
        action = msgspec.convert(mutated | {"type": plain["type"]}, shape)
    except msgspec.ValidationError:
        return
    refusal = case.ruleset.why_not(step.before, step.seat, action)
    if legal.count <= FEW:
        listed = canonical(case.ruleset, action) in {canonical(case.ruleset, one) for one in legal}
        assert (refusal is None) == (listed and names_held_cards(case, step, action))
    if refusal is None:
        case.ruleset.apply(step.before, step.seat, action)
    else:
        assert refusal.reason
        assert refusal.detail.endswith(".")
        with pytest.raises(IllegalAction):
            case.ruleset.apply(step.before, step.seat, action)


def _mutations(value: object, deck: tuple[str, ...]) -> st.SearchStrategy[object]:
    """Values near a legal one."""
    if isinstance(value, list | tuple):
        parts = list(value)
        return st.one_of(
            st.just(parts),
            st.permutations(parts),
            st.integers(0, max(0, len(parts) - 1)).map(lambda i: parts[:i] + parts[i + 1 :]),
            st.tuples(*(_mutations(part, deck) for part in parts)).map(list),
        )
    if isinstance(value, str) and value in deck:
        return st.one_of(st.just(value), st.sampled_from(deck))
    if isinstance(value, int):
        return st.integers(value - 1, value + 1)
    return st.just(value)


@EVERY_CASE
def test_what_a_seat_can_t_know_does_not_change_a_byte(case: Case) -> None:
    """Views, legal actions, refusals and events in two worlds that differ only in what the seat can't know."""
    _, _, steps = played(case, "secret")
    source = HashSource(b"worlds")
    moved = 0
    for step in some(steps, 60):
        for seat in (*range(case.seats), None):
            names = other_deal(case, step.before, seat, source)
            other = other_world(case, step.before, names)
            moved += case.ruleset.dump(other) != case.ruleset.dump(step.before)
            assert _told(case, step.before, seat) == _told(case, other, seat)
            if seat is not None and seat in case.ruleset.to_act(step.before):
                _same_after(case, step, other, seat)
    assert moved > 0


def _told(case: Case, state: object, seat: int | None) -> bytes:
    """All that the engine tells a seat of a state."""
    view = case.ruleset.view(state, seat)
    if seat is None:
        return msgspec.json.encode(view)
    legal = case.ruleset.legal(state, seat)
    listed = legal.page(0, 30)
    refusals = [case.ruleset.why_not(state, seat, action) for action in _claims(case, listed)]
    return msgspec.json.encode([view, legal.count, listed, legal.choices(), refusals])


def _claims(case: Case, listed: list[object]) -> list[object]:
    """For each action, the same with its first card exchanged for each card of the deck in turn."""
    claims: list[object] = []
    for action in listed[:3]:
        text = msgspec.json.encode(action).decode()
        held = next((card for card in case.ruleset.deck if f'"{card}"' in text), None)
        texts = [text.replace(f'"{held}"', f'"{card}"', 1) for card in case.ruleset.deck] if held else []
        claims.extend(msgspec.json.decode(claim, type=type(action)) for claim in texts)
    return claims


def _same_after(case: Case, step: Step, other: object, seat: int) -> None:
    """An action that both worlds allow gives the seat the same event of its own."""
    if seat != step.seat:
        return
    _, events = case.ruleset.apply(other, seat, step.action)
    assert case.ruleset.shown(events[0], seat) == case.ruleset.shown(step.events[0], seat)


@EVERY_CASE
def test_a_card_that_is_not_held_is_refused_alike_wherever_it_is(case: Case) -> None:
    _, _, steps = played(case, "held")
    for step in some(steps):
        texts = set()
        for action in _claims(case, [step.action]):
            refusal = case.ruleset.why_not(step.before, step.seat, action)
            if refusal is not None and refusal.reason == CARD_NOT_HELD and len(refusal.cards) == 1:
                texts.add(refusal.detail.replace(refusal.cards[0], "??"))
        assert len(texts) <= 1


def record(case: Case, seed: str, steps: list[Step]) -> bytes:
    """The record of a game, as the service would write it."""
    last = steps[-1].after
    return msgspec.json.encode(
        Record(
            format=RECORD_FORMAT,
            ruleset=case.ruleset.id,
            options=case.options,
            seats=tuple(RecordedSeat(seat, "player", None) for seat in range(case.seats)),
            seed=seed,
            seeded=True,
            commitment=commitment(seed.encode()),
            shuffles=tuple(shuffled(case.ruleset.deck, seed.encode(), n) for n in range(case.ruleset.shuffles(last))),
            actions=tuple(RecordedAction(seq, step.seat, step.action) for seq, step in enumerate(steps, 1)),
            bots=case.ruleset.recorded_bots(last) or msgspec.UNSET,
            result=case.ruleset.result(last),
        )
    )


@EVERY_CASE
def test_a_record_is_confirmed_from_its_seed_alone(case: Case) -> None:
    for seed in ("r", "s", "t"):
        _, _, steps = played(case, seed)
        assert verify(case.ruleset, record(case, seed, steps)) == case.ruleset.result(steps[-1].after)


@EVERY_CASE
def test_a_record_that_was_changed_anywhere_is_not_confirmed(case: Case) -> None:
    _, _, steps = played(case, "false")
    true = msgspec.json.decode(record(case, "false", steps))
    shuffle = true["shuffles"][0]
    false = [
        {**true, "seed": "another"},
        {**true, "commitment": "0" * 64},
        {**true, "actions": true["actions"][:-1]},
        {**true, "actions": [*true["actions"], true["actions"][-1]]},
        {**true, "shuffles": [[*shuffle[1:], shuffle[0]], *true["shuffles"][1:]]},
        {**true, "shuffles": true["shuffles"][1:]},
        {**true, "bots": [] if true.get("bots") else [{"level": "expert", "actions": []}]},
        {**true, "result": {**true["result"], "scores": [score + 1 for score in true["result"]["scores"]]}},
    ]
    for changed in false:
        with pytest.raises(RecordMismatch):
            verify(case.ruleset, msgspec.json.encode(changed))


@EVERY_CASE
def test_a_game_that_is_played_again_comes_to_the_same_states(case: Case) -> None:
    _, _, steps = played(case, "again")
    for last in (steps[-1], steps[len(steps) // 2]):
        again = case.ruleset.as_played(last.after)
        state, _ = again.new(case.options, case.seats, b"again")
        for step in steps[: steps.index(last) + 1]:
            assert state == step.before
            state, events = again.apply(state, step.seat, step.action)
            assert events == step.events
        assert state == last.after


@EVERY_CASE
def test_a_phase_in_secret_comes_to_the_same_in_either_order(case: Case) -> None:
    """Where several may act at once, who is first changes neither the state nor what any reader is told in the end."""
    together = 0
    for seed in "uvw":
        _, _, steps = played(case, seed)
        for step in steps:
            to_act = case.ruleset.to_act(step.before)
            if len(to_act) < 2:
                continue
            together += 1
            actions = {seat: case.ruleset.legal(step.before, seat).at(0) for seat in to_act}
            first = _all_act(case, step.before, [(seat, actions[seat]) for seat in to_act])
            assert first == _all_act(case, step.before, [(seat, actions[seat]) for seat in reversed(to_act)])
    assert together > 0 or case.ruleset.id in ("landlord", "ten-hands")


def _all_act(case: Case, state: object, acts: list[tuple[int, object]]) -> object:
    for seat, action in acts:
        state, _ = case.ruleset.apply(state, seat, action)
    return state


@EVERY_CASE
def test_what_another_does_in_secret_changes_no_byte_of_ours(case: Case) -> None:
    """While a seat still has to act, it can't tell which action another has taken in a secret phase."""
    for seed in "uvw":
        _, _, steps = played(case, seed)
        for step in steps:
            to_act = case.ruleset.to_act(step.before)
            if len(to_act) < 2:
                continue
            other, mine = to_act[0], to_act[1]
            legal = case.ruleset.legal(step.before, other)
            told = set()
            for index in {0, legal.count // 2, legal.count - 1}:
                after, events = case.ruleset.apply(step.before, other, legal.at(index))
                shown = [case.ruleset.shown(event, mine) for event in events]
                spectator = [case.ruleset.view(after, None), [case.ruleset.shown(event, None) for event in events]]
                told.add(msgspec.json.encode([_told(case, after, mine).decode(), shown, spectator]))
            assert len(told) == 1
