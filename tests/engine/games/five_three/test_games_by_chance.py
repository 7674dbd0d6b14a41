"""What holds in every game, however it is played: hundreds of games, each action by chance from a seed."""

from typing import NamedTuple

import msgspec
import pytest

from engine.games.five_three.actions import Move, Options, Phase
from engine.games.five_three.readings import DECK
from engine.games.five_three.state import State
from engine.replay import RECORD_FORMAT, Record, RecordedAction, RecordedSeat, verify
from engine.shuffle import HashSource, commitment, shuffled
from tests.engine.games.five_three.playing import FIVE_THREE, Step, played

GAMES = 200
VARIANTS = [msgspec.convert(each, Options) for each in FIVE_THREE.variants]


class Game(NamedTuple):
    """A game from its seed to its end."""

    seed: bytes
    first: State
    steps: list[Step]

    @property
    def states(self) -> list[State]:
        """Every state, in order."""
        return [self.first, *(step.after for step in self.steps)]


def game(options: Options, seed: bytes) -> Game:
    first, _ = FIVE_THREE.new(options, 2, seed)
    return Game(seed, first, list(played(first, HashSource(seed))))


@pytest.fixture(scope="module", params=VARIANTS, ids=str)
def games(request: pytest.FixtureRequest) -> list[Game]:
    """Many games of one variant."""
    return [game(request.param, b"game %d" % number) for number in range(GAMES)]


def placed(state: State) -> list[str]:
    """Every card that is somewhere at the table."""
    places = [state.draw_pile, *state.offer]
    for player in state.players:
        places += [player.hand, player.collection, player.discarded]
    return [card for place in places for card in place]


def test_no_card_is_lost_or_doubled_and_the_one_set_aside_stays_away(games: list[Game]) -> None:
    for one in games:
        for state in one.states:
            aside = shuffled(DECK, one.seed, state.round)[0]
            assert sorted((*placed(state), aside)) == sorted(DECK)


def test_a_game_ends_with_a_winner_at_the_target(games: list[Game]) -> None:
    for one in games:
        last = one.steps[-1].after
        outcome = FIVE_THREE.outcome(last)
        assert outcome is not None
        ((winner,), draw) = outcome
        assert not draw
        assert last.scores[winner] >= last.options.target
        assert all(FIVE_THREE.outcome(step.before) is None for step in one.steps)
        assert last.phase is Phase.OVER


def test_a_state_is_the_same_after_it_was_saved_and_loaded(games: list[Game]) -> None:
    for one in games:
        for state in one.states:
            assert FIVE_THREE.load(FIVE_THREE.dump(state)) == state


def test_a_state_never_grows_beyond_2_kilobytes(games: list[Game]) -> None:
    assert max(len(FIVE_THREE.dump(state)) for one in games for state in one.states) < 2_000


def canonical(move: Move) -> object:
    """The same for all actions that differ in the order of cards or of sets only."""
    plain = msgspec.to_builtins(move)
    if "sets" in plain:
        return plain["type"], sorted(sorted(cards) for cards in plain["sets"])
    return [(name, sorted(part) if isinstance(part, tuple | list) else part) for name, part in plain.items()]


def near(move: Move, source: HashSource) -> Move:
    """An action with one of its cards exchanged for any card of the deck."""
    text = msgspec.json.encode(move).decode()
    named = [card for card in DECK if f'"{card}"' in text]
    if not named:
        return move
    old, new = named[source.below(len(named))], DECK[source.below(len(DECK))]
    return msgspec.json.decode(text.replace(f'"{old}"', f'"{new}"'), type=type(move))


def test_an_action_is_accepted_if_and_only_if_it_is_listed(games: list[Game]) -> None:
    source = HashSource(b"near")
    accepted = 0
    for one in games[:40]:
        for step in one.steps:
            for seat in range(2):
                listed = [canonical(move) for move in FIVE_THREE.legal(step.before, seat)]
                for move in (step.action, near(step.action, source), near(step.action, source)):
                    legal = FIVE_THREE.why_not(step.before, seat, move) is None
                    assert legal == (canonical(move) in listed)
                    accepted += legal
    assert accepted > 0


def test_a_record_of_the_actions_leads_to_the_same_result(games: list[Game]) -> None:
    for seed, _, steps in games[:50]:
        last = steps[-1].after
        result = FIVE_THREE.result(last)
        record = Record(
            format=RECORD_FORMAT,
            ruleset=FIVE_THREE.id,
            options=last.options,
            seats=tuple(RecordedSeat(seat, "player", None) for seat in range(2)),
            seed=seed.decode(),
            seeded=True,
            commitment=commitment(seed),
            shuffles=tuple(shuffled(DECK, seed, number) for number in range(FIVE_THREE.shuffles(last))),
            actions=tuple(RecordedAction(seq, step.seat, step.action) for seq, step in enumerate(steps, 1)),
            result=result,
        )
        assert verify(FIVE_THREE, msgspec.json.encode(record)) == result
