"""The contract that every bot keeps, of every level in every game: legal, blind to what is hidden, the same anywhere."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from engine.registry import BOTS, RULESETS
from engine.ruleset import Level
from engine.shuffle import HashSource, bot_source
from tests.contract.cases import CASES, EVERY_CASE, MOST_ACTIONS, Case, other_deal, other_world, played, some

ROOT = Path(__file__).resolve().parents[2]


def bots_alone(case: Case, levels: list[Level], seed: bytes) -> tuple[object, list[bytes]]:
    """The last state of a game that bots of these levels play, in turn, and every action; a bot that fails stops it."""
    state, _ = case.ruleset.new(case.options, case.seats, seed)
    actions: list[bytes] = []
    while (to_act := case.ruleset.to_act(state)) and len(actions) < MOST_ACTIONS:
        seat = to_act[0]
        bot = BOTS[case.ruleset.id][levels[seat % len(levels)]]
        action = bot(case.ruleset.view(state, seat), seat, bot_source(seed, seat, len(actions)))
        state, _ = case.ruleset.apply(state, seat, action)
        actions.append(msgspec.json.encode(action))
    return state, actions


def test_every_ruleset_has_a_bot_of_every_level() -> None:
    assert {ruleset.id: list(BOTS[ruleset.id]) for ruleset in RULESETS} == {ruleset.id: list(Level) for ruleset in RULESETS}


@EVERY_CASE
def test_bots_of_every_level_play_whole_games_of_legal_actions(case: Case) -> None:
    mixed = list(Level)
    tables = [[level] for level in Level] if case.seats == 1 else [[Level.BEGINNER], mixed, mixed[::-1]]
    for levels in tables:
        state, _ = bots_alone(case, levels, b"whole games")
        assert case.ruleset.result(state) is not None


@EVERY_CASE
def test_bots_of_every_level_can_go_on_from_wherever_others_have_led(case: Case) -> None:
    """Who plays by chance comes where no bot would."""
    for seed in "gh":
        _, _, steps = played(case, seed)
        for step in some(steps, 20):
            for level, bot in BOTS[case.ruleset.id].items():
                action = bot(case.ruleset.view(step.before, step.seat), step.seat, HashSource(b"anywhere"))
                assert case.ruleset.why_not(step.before, step.seat, action) is None, (level, action)


@EVERY_CASE
def test_what_a_bot_can_t_see_does_not_move_it(case: Case) -> None:
    _, _, steps = played(case, "blind")
    source = HashSource(b"blind")
    moved = 0
    for step in some(steps, 16):
        other = other_world(case, step.before, other_deal(case, step.before, step.seat, source))
        moved += case.ruleset.dump(other) != case.ruleset.dump(step.before)
        for bot in BOTS[case.ruleset.id].values():
            here, there = (
                bot(case.ruleset.view(state, step.seat), step.seat, HashSource(b"same")) for state in (step.before, other)
            )
            assert here == there
    assert moved > 0


def digest(cases: list[Case]) -> str:
    """What a short stretch of play by bots of all levels comes to, of each of these cases in turn."""
    made = hashlib.sha256()
    for case in sorted(cases, key=str):
        for step in some(played(case, "anywhere")[2], 4):
            for level in Level:
                view = case.ruleset.view(step.before, step.seat)
                action = BOTS[case.ruleset.id][level](view, step.seat, HashSource(b"anywhere"))
                made.update(msgspec.json.encode(action))
    return made.hexdigest()


def test_a_bot_moves_alike_in_every_process() -> None:
    """Python gives texts other hashes in each process, and so sets another order: no bot may lean on it."""
    program = "from tests.contract.cases import CASES; from tests.contract.test_bots import digest; print(digest(CASES))"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout.strip()
        for seed in ("1", "2", "3")
    }
    assert told == {digest(CASES)}
