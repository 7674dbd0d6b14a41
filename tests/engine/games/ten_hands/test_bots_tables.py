"""The three bots that play along: what they see, when they play, and what is shown of them."""

from collections.abc import Callable

import msgspec
import pytest

from engine.bots.ten_hands import BOTS
from engine.games.ten_hands.actions import BotsShownEvent, Details, Move, Outcome, Variant, View
from engine.games.ten_hands.rules import TenHands
from engine.games.ten_hands.scoring import both_scores, compared, places
from engine.games.ten_hands.state import State
from engine.ruleset import Level
from engine.shuffle import HashSource, RandomSource, bot_source
from tests.engine.games.ten_hands.playing import RULES, WITH_BOTS, by_chance, new, steps

BOTH = pytest.mark.parametrize("variant", Variant)
GAMES = 30

Seen = list[tuple[View, int]]
"""What a bot was shown, and the first number of its random source."""


def noting(seen: Seen) -> Callable[[View, int, RandomSource], Move]:
    """A player by chance that notes what it was shown."""

    def choose(view: View, seat: int, source: RandomSource) -> Move:
        first = source.below(1 << 32)
        seen.append((view, first))
        return by_chance(view, seat, HashSource(b"%d:" % first))

    return choose


def over(variant: Variant, seed: str, rules: TenHands = RULES) -> State:
    *_, last = steps(variant, seed, rules)
    return last.after


@BOTH
def test_every_bot_plays_the_whole_deck_and_never_falls_behind_the_player(variant: Variant) -> None:
    for number in range(GAMES):
        for step in steps(variant, f"deck {number}"):
            for table in step.after.bots:
                assert table.drawn >= step.after.mine.drawn
                assert table.drawn - step.after.mine.drawn <= 4
                assert table.is_over or not step.after.mine.is_over


def test_in_classic_a_bot_banks_its_next_hand_when_the_player_has_banked_one() -> None:
    for step in steps(Variant.CLASSIC, "with me"):
        assert {len(table.hands) for table in step.after.bots} == {len(step.after.mine.hands)}


def test_in_oregon_a_bot_makes_five_moves_at_most_for_one_of_the_player() -> None:
    for number in range(GAMES):
        for step in steps(Variant.OREGON, f"five {number}"):
            for before, after in zip(step.before.bots, step.after.bots, strict=True):
                assert after.decisions - before.decisions <= 5


@BOTH
def test_a_game_that_is_played_again_asks_no_bot(variant: Variant) -> None:
    asked: Seen = []
    rules = TenHands(dict.fromkeys(Level, noting(asked)))
    played = list(steps(variant, "again", rules))
    once = len(asked)
    state = new(variant, "again", again := rules.as_played(played[-1].after))
    for step in played:
        state, events = again.apply(state, 0, step.action)
        assert (state, events) == (step.after, step.events)
    assert len(asked) == once > 0


@BOTH
def test_a_bot_sees_its_own_table_as_a_player_would(variant: Variant) -> None:
    seen: dict[Level, Seen] = {level: [] for level in Level}
    rules = TenHands({level: noting(views) for level, views in seen.items()})
    state = over(variant, "sees", rules)
    for level, (view, _) in ((level, view) for level, views in seen.items() for view in views):
        assert view.bots is None
        known = msgspec.json.encode(view).decode()
        dealt = 54 - view.cards_left
        assert all((f'"{card}"' in known) == (place < dealt) for place, card in enumerate(state.deck)), level
    assert [len(views) for views in seen.values()] == [table.decisions for table in state.bots]


@BOTH
def test_the_chances_of_the_bots_are_those_of_seats_1_to_3_at_their_own_moves(variant: Variant) -> None:
    seen: list[Seen] = [[], [], []]
    over(variant, "chances", TenHands(dict(zip(Level, map(noting, seen), strict=True))))
    for seat, views in enumerate(seen, 1):
        assert [first for _, first in views] == [
            bot_source(b"chances", seat, move).below(1 << 32) for move in range(len(views))
        ]


@BOTH
def test_the_bots_are_hidden_until_the_game_is_over_and_then_shown_to_all(variant: Variant) -> None:
    *before, last = steps(variant, "hidden")
    assert all(WITH_BOTS.view(step.before, 0).bots is None for step in (*before, last))
    assert not any(isinstance(event, BotsShownEvent) for step in before for event in step.events)
    shown = last.events[-1]
    assert isinstance(shown, BotsShownEvent)
    for seat in (0, None):
        assert RULES.view(last.after, seat).bots == shown.bots
        assert RULES.shown(shown, seat) == shown
    for bot, table in zip(shown.bots, last.after.bots, strict=True):
        assert sorted(hand.cards for hand in bot.hands) == sorted(table.hands)
        assert tuple(row.cards for row in bot.rows) == table.rows


def test_shown_hands_stand_beside_each_other_as_they_are_compared() -> None:
    view = RULES.view(over(Variant.CLASSIC, "beside"), None)
    assert view.classic is not None
    assert view.bots is not None
    for bot in view.bots:
        alone = [places([mine.cards], [theirs.cards])[0] for mine, theirs in zip(view.classic.hands, bot.hands, strict=True)]
        assert list(bot.places) == alone
        halves = 2 * alone.count(Outcome.WON) + alone.count(Outcome.DRAWN)
        assert 2 * bot.score == halves


@BOTH
def test_the_result_is_told_against_each_bot_and_the_expert_decides(variant: Variant) -> None:
    ended = set()
    for number in range(GAMES):
        state = over(variant, f"ended {number}")
        result = RULES.result(state)
        assert result is not None
        details = result.details
        assert isinstance(details, Details)
        assert [bot.level for bot in details.bots] == list(Level)
        for bot, table in zip(details.bots, state.bots, strict=True):
            assert (bot.score, bot.bot_score) == both_scores(variant, state.mine, table)
            assert bot.outcome == compared(bot.score, bot.bot_score)
        expert = details.bots[-1]
        assert result.winners == ((0,) if expert.outcome is Outcome.WON else ())
        assert result.draw == (expert.outcome is Outcome.DRAWN)
        assert result.scores == (expert.score,)
        ended.add(expert.outcome)
    assert ended == set(Outcome)


@BOTH
def test_a_game_that_is_given_up_is_lost_and_its_score_stays(variant: Variant) -> None:
    step = list(steps(variant, "given up"))[5]
    result = RULES.result(step.before, given_up_by=0)
    assert result is not None
    assert (result.winners, result.draw) == ((), False)
    assert result.scores == RULES.scores(step.before)
    assert result.details == Details(bots=())


@BOTH
def test_a_record_of_the_bots_leads_to_what_they_made(variant: Variant) -> None:
    state = over(variant, "recorded", WITH_BOTS)
    recorded = WITH_BOTS.recorded_bots(state)
    assert [bot.level for bot in recorded] == list(Level)
    for bot in recorded:
        alone = new(variant, "recorded")
        for action in bot.actions:
            alone, _ = RULES.apply(alone, 0, action)
        assert alone.mine.is_over
        told = msgspec.to_builtins(bot)
        made = alone.mine.hands if variant is Variant.CLASSIC else alone.mine.rows
        assert told["hands" if variant is Variant.CLASSIC else "rows"] == made
        assert ("rows" if variant is Variant.CLASSIC else "hands") not in told


@BOTH
def test_a_whole_game_replays_to_the_same_bytes(variant: Variant) -> None:
    again = TenHands(BOTS)
    first = over(variant, "bytes", WITH_BOTS)
    assert WITH_BOTS.dump(first) == again.dump(over(variant, "bytes", again))


def test_who_follows_the_experts_advice_in_oregon_draws_with_it() -> None:
    state = new(Variant.OREGON, "advice", WITH_BOTS)
    for number in range(49):  # as many cards as can be turned
        if not WITH_BOTS.to_act(state):
            break
        advice = BOTS[Level.EXPERT](WITH_BOTS.view(state, 0), 0, HashSource(b"any chance %d:" % number))
        state, _ = WITH_BOTS.apply(state, 0, advice)
    details = WITH_BOTS.details(state)
    assert isinstance(details, Details)
    [against] = [bot for bot in details.bots if bot.level is Level.EXPERT]
    assert (against.outcome, against.score) == (Outcome.DRAWN, against.bot_score)
