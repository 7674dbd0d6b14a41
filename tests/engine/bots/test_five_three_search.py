"""The search of the five-three Expert: its fast model keeps to the rules and plays as the Skilled, and its work is bounded."""

from collections.abc import Callable, Iterator

import pytest

from engine.bots.bot import Level
from engine.bots.five_three import BOTS
from engine.bots.five_three.playout import BIT, Numbers, Round, mask, numbers
from engine.bots.five_three.search import best_of, deal
from engine.bots.five_three.sight import sight
from engine.bots.five_three.skilled import weighed_ways
from engine.games.five_three.actions import ChooseCard, ChooseSet, Draft, OfferSets, Phase, TurnAction
from engine.games.five_three.draft import made, named, turn_action
from engine.games.five_three.readings import DECK
from engine.games.five_three.state import State
from engine.shuffle import HashSource
from tests.engine.games.five_three.playing import FIVE_THREE, Step, after, dealt, played


def steps(phase: Phase, games: int) -> Iterator[Step]:
    """Those in a phase of short matches that are played by chance."""
    for game in range(games):
        for step in played(dealt(f"search {game}", target=1), HashSource(b"%d" % game)):
            if step.before.phase is phase:
                yield step


def modelled(state: State, reader: int | None = None) -> Round:
    """The same round in the fast model, with the seats as they are; for a reader without the other's reserved card."""
    hides = [reader is not None and seat != reader for seat in range(2)]
    players = list(zip(state.players, hides, strict=True))
    return Round(
        [numbers(player.hand) for player in state.players],
        [mask(numbers(player.kept if hide else player.collection)) for player, hide in players],
        [sum([BIT[action] for action in player.unused]) for player in state.players],
    )


def table(round_: Round) -> tuple[list[list[int]], list[int], list[int]]:
    """What lies where, and the actions that are left."""
    return [sorted(hand) for hand in round_.hands], round_.collections, round_.unused


def move_of(action: int, cards: Numbers) -> Draft:
    """The action of the model by the rules."""
    (turn_of,) = [one for one in TurnAction if BIT[one] == action]
    return made(turn_of, tuple([DECK[card] for card in cards]))


def answered(state: State, seat: int, kept: int) -> State:
    """The state after a seat has kept this set of an offer."""
    number = [mask(numbers(offered)) for offered in state.offer].index(kept)
    card = state.offer[number][0]
    return after(state, (seat, ChooseCard(card) if len(state.offer) > 2 else ChooseSet(number)))


def used(state: State, seat: int, move: Draft) -> State:
    """The state after a turn, with an offer answered as the fast model would."""
    after_turn = after(state, (seat, move))
    if after_turn.phase is not Phase.CHOICE:
        return after_turn
    kept = modelled(after_turn).answer(1 - seat, BIT[turn_action(move)], numbers(named(move)))
    return answered(after_turn, 1 - seat, kept)


# -- the fast model --------------------------------------------------------------------------------------------
def test_any_turn_comes_to_the_same_in_the_fast_model_as_by_the_rules() -> None:
    compared = 0
    for step in steps(Phase.TURN, 30):
        assert isinstance(step.action, Draft)
        round_ = modelled(step.before)
        round_.use(step.seat, BIT[turn_action(step.action)], numbers(named(step.action)))
        round_.hands[1 - step.seat] += numbers(step.before.draw_pile[:1])
        assert table(round_) == table(modelled(used(step.before, step.seat, step.action)))
        compared += 1
    assert compared >= 30 * 8


def test_any_answer_comes_to_the_same_in_the_fast_model_as_by_the_rules() -> None:
    for step in steps(Phase.CHOICE, 30):
        kept, *left = sorted(step.before.offer, key=lambda cards: cards != step.before.offer[-1])
        round_ = modelled(step.before)
        round_.keep(step.seat, mask(numbers(kept)), mask(numbers(sum(left, ()))))
        round_.hands[step.seat] += numbers(step.before.draw_pile[:1])
        assert table(round_) == table(modelled(answered(step.before, step.seat, mask(numbers(kept)))))


def test_a_round_is_played_on_by_legal_moves_to_two_collections_of_8() -> None:
    for step in steps(Phase.TURN, 20):
        state, seat = step.before, step.seat
        first, *draws = state.players[seat].hand[0], *state.draw_pile
        round_ = modelled(state)
        round_.hands[seat].remove(*numbers([first]))
        round_.play_on(seat, numbers([first, *draws]))
        while state.phase is Phase.TURN:
            state = used(state, state.turn, move_of(*modelled(state).turn(state.turn)))
        assert table(round_) == table(modelled(state))
        assert [collection.bit_count() for collection in round_.collections] == [8, 8]


def parts(move: Draft) -> set[frozenset[str]]:
    """The cards of a turn in any order, of two sets each for itself."""
    return set(map(frozenset, move.sets)) if isinstance(move, OfferSets) else {frozenset(named(move))}


def test_the_fast_model_takes_a_turn_that_the_skilled_finds_best() -> None:
    for step in steps(Phase.TURN, 30):
        seen = sight(FIVE_THREE.view(step.before, step.seat), step.seat)
        weighed = weighed_ways(seen, seen.unused[0])
        move = move_of(*modelled(step.before, step.seat).turn(step.seat))
        (gain,) = [gain for gain, way in weighed if parts(way) == parts(move)]
        assert gain == max(gain for gain, _ in weighed)


def test_the_fast_model_answers_as_the_skilled() -> None:
    for step in steps(Phase.CHOICE, 30):
        state, seat = step.before, step.seat
        offered = sum(state.offer, ())
        kept = modelled(state, seat).answer(seat, BIT[state.players[1 - seat].used[-1]], numbers(offered))
        move = BOTS[Level.SKILLED](FIVE_THREE.view(state, seat), seat, HashSource(b""))
        assert answered(state, seat, kept) == after(state, (seat, move))


# -- the deals -------------------------------------------------------------------------------------------------
def test_a_deal_puts_every_unseen_card_where_it_may_be() -> None:
    for step in steps(Phase.TURN, 10):
        seen = sight(FIVE_THREE.view(step.before, step.seat), step.seat)
        their = step.before.players[1 - step.seat]
        dealt_cards = deal(seen, HashSource(b"deal"))
        hand, draws, reserved = dealt_cards
        assert len(hand) == len(their.hand)
        assert len(draws) == len(step.before.draw_pile)
        assert len(reserved) == (their.reserved is not None)
        every = [*hand, *draws, *reserved]
        assert len(set(every)) == len(every)
        assert set(every) <= set(numbers(seen.unseen))


def test_nothing_that_a_seat_sees_is_among_what_it_deals_from() -> None:
    for step in steps(Phase.TURN, 10):
        own, their = step.before.players[step.seat], step.before.players[1 - step.seat]
        seen = {*own.hand, *own.collection, *own.discarded, *their.kept}
        assert set(sight(FIVE_THREE.view(step.before, step.seat), step.seat).unseen) == {*DECK} - seen


# -- the search ------------------------------------------------------------------------------------------------
class Trials:
    """Candidates that are worth what they are, give or take a chance that is common to all; counts what it scores."""

    def __init__(self) -> None:
        self.scored = 0
        self._chance = HashSource(b"trials")

    def __call__(self) -> Callable[[int], int]:
        luck = self._chance.below(1000)
        return lambda candidate: self._score(candidate, luck)

    def _score(self, candidate: int, luck: int) -> int:
        self.scored += 1
        return candidate + luck


@pytest.mark.parametrize("candidates", [1, 2, 3, 10, 28, 168])
@pytest.mark.parametrize("trials", [1, 100, 2_000])
def test_the_search_ends_after_its_trials_with_the_best_candidate(candidates: int, trials: int) -> None:
    counted = Trials()
    assert best_of(range(candidates), counted, trials) == candidates - 1
    assert counted.scored <= trials + 2 * candidates + candidates.bit_length()


class CountedChance:
    """Chances, counted."""

    def __init__(self) -> None:
        self.drawn = 0
        self._source = HashSource(b"counted")

    def below(self, bound: int) -> int:
        self.drawn += 1
        return self._source.below(bound)


def test_no_turn_of_an_expert_takes_more_than_its_work() -> None:
    """The first turn has the most ways and the longest rounds to play out: 28 ways, and 7 turns for each of 14 unseen cards."""
    chance = CountedChance()
    BOTS[Level.EXPERT](FIVE_THREE.view(dealt(), 0), 0, chance)
    assert 0 < chance.drawn <= 14 * 250
