"""Agents at many tables: what was played keeps the promises, and each promise that is broken is found."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bench.servers import TOP
from bench.tables.__main__ import Extent, run
from bench.tables.account import STALL_SECONDS, Account, Played, Span

SMALL = Extent(games=6, breaks=(15, 40, 65), seconds=120)


@pytest.fixture(scope="module")
def account() -> Account:
    """Of six games, with the service restarted and killed, and Redis restarted."""
    return run(SMALL)


def test_no_turn_is_lost_doubled_or_stalled_through_restarts(account: Account) -> None:
    assert account.broken == []
    assert account.at_once == SMALL.games
    assert len(account.outages) == 3
    assert len(account.turns) > SMALL.breaks[-1]
    assert f"| games played to their end | {SMALL.games} of {SMALL.games} |" in account.table()


def test_what_the_players_say_and_what_was_played_are_counted_apart(account: Account) -> None:
    assert {one.game_id for one in account.chosen} == {game.game_id for game in account.games}
    assert len(account.chosen) >= len(account.turns)


def test_an_action_that_was_not_chosen_in_its_turn_is_a_double_move(account: Account) -> None:
    turn = max(account.turns, key=lambda turn: turn.before)  # it has one before it
    earlier = [
        one._replace(version=turn.before - 1) if one.game_id == turn.game_id and turn.before <= one.version < turn.seq else one
        for one in account.chosen
    ]
    assert replace(account, chosen=earlier).doubled == 1
    assert replace(account, chosen=[]).doubled == len(account.turns)


def test_a_turn_that_ran_out_is_lost(account: Account) -> None:
    first, *others = account.games
    late = first._replace(events=[*first.events[:-1], first.events[-1] | {"type": "timed_out"}])
    assert replace(account, games=[late, *others]).broken == ["1 turns or seats were lost"]


def test_a_turn_that_waits_is_a_stall_unless_there_was_no_service(account: Account) -> None:
    first, *others = account.games
    turn = next(turn for turn in account.turns if turn.game_id == first.game_id)
    slow = replace(account, games=[delayed(first, turn.seq), *others])
    [words] = slow.broken
    assert words.startswith("a turn waited")
    away = Span(turn.wait.ended, turn.wait.ended + 2 * STALL_SECONDS)
    assert replace(slow, outages=[away]).broken == []


def delayed(game: Played, seq: int) -> Played:
    """The same game with a long pause before an event."""
    late = [
        event
        | {"at": datetime.fromtimestamp(game.at(event["seq"]) + 2 * STALL_SECONDS * (event["seq"] >= seq), UTC).isoformat()}
        for event in game.events
    ]
    return game._replace(events=late)


def test_a_game_that_is_never_over_is_told(account: Account) -> None:
    assert replace(account, never_over=2).broken == ["2 games were never over"]


def test_time_outside_of_others_is_what_is_left_of_a_span() -> None:
    span = Span(10, 20)
    assert span.without([]) == 10
    assert span.without([Span(0, 5), Span(12, 14), Span(19, 30)]) == 7
    assert span.without([Span(0, 40)]) == 0


def test_games_that_are_over_before_anything_breaks_show_nothing() -> None:
    with pytest.raises(RuntimeError, match="before the service is restarted"):
        run(Extent(games=1, breaks=(100_000, 100_000, 100_000), seconds=60))


def test_a_player_that_is_not_told_where_to_write_does_not_start() -> None:
    command = [sys.executable, "-m", "bench.tables.player", "/dev/null"]
    ran = subprocess.run(command, cwd=TOP, env=os.environ, capture_output=True, text=True, check=False, timeout=30)
    assert ran.returncode == 2
    assert "--name" in ran.stderr
