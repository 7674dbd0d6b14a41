"""Games between players, by the real rules and without a server: each deal in every seating that is fair."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from time import process_time
from typing import Any, Final

import msgspec

from bench.rlcard_rule import RuleAgent
from bench.strength.samples import Sample, Times
from bench.ten_hands_bounds import classic_bound, oregon_bound
from engine.games.landlord.actions import Bid, Pass, Phase
from engine.games.ten_hands import scoring
from engine.games.ten_hands.actions import Bank, OpenRow, Variant
from engine.games.ten_hands.oregon import total
from engine.games.ten_hands.rules import TenHands
from engine.games.ten_hands.state import Tableau
from engine.poker import HAND_CARDS, strength
from engine.registry import BOTS, BY_ID
from engine.ruleset import AnyRuleset, Level, Result
from engine.shuffle import RandomSource, bot_source, shuffled

Player = Callable[[Any, int, RandomSource], Any]
"""Who plays a seat: from its view, the seat and a random source."""

LANDLORD: Final = BY_ID["landlord"]
LANDLORD_SEATS: Final = 3


class Timed:
    """A player whose decisions are timed."""

    def __init__(self, name: str, player: Player) -> None:
        self.name = name
        self.seconds: list[float] = []
        self._player = player

    def __call__(self, view: Any, seat: int, source: RandomSource) -> Any:
        """As the player says."""
        began = process_time()
        action = self._player(view, seat, source)
        self.seconds.append(process_time() - began)
        return action


def bot(ruleset: str, level: Level) -> Timed:
    """A built-in player; one that fails ends the measurement."""
    return Timed(level, BOTS[ruleset][level])


def times(*players: Timed) -> Times:
    """Of these players."""
    kept = Times()
    for player in players:
        kept.add(Times({player.name: player.seconds}))
    return kept


def seed(deal: int) -> bytes:
    """The seed of a deal: the same whatever is compared."""
    return b"strength %d" % deal


@cache
def options_of(ruleset: AnyRuleset, words: tuple[tuple[str, Any], ...]) -> Any:
    """Options by name."""
    return msgspec.convert(dict(words), ruleset.options_type)


def whole_game(ruleset: AnyRuleset, options: Any, of: bytes, players: Sequence[Player]) -> Result[Any]:
    """The result of a game between players in seat order. Raises IllegalAction where one errs."""
    state, _ = ruleset.new(options, len(players), of)
    moves = 0
    while to_act := ruleset.to_act(state):
        seat = to_act[0]
        action = players[seat](ruleset.view(state, seat), seat, bot_source(of, seat, moves))
        state, _ = ruleset.apply(state, seat, action)
        moves += 1
    result = ruleset.result(state)
    if result is None:
        raise RuntimeError("nobody is to act in a game that isn't over")
    return result


def one_among(
    ruleset: str, words: Mapping[str, Any], seats: int, levels: tuple[Level, Level], deal: int
) -> tuple[Sample, Times]:
    """One player of the first level in each seat in turn, players of the second in the others.

    With two seats the decided games count; with more each game, a shared win in parts.
    """
    game = BY_ID[ruleset]
    one, others = (bot(ruleset, level) for level in levels)
    scored = of = 0.0
    for place in range(seats):
        players = [one if seat == place else others for seat in range(seats)]
        winners = whole_game(game, options_of(game, tuple(words.items())), seed(deal), players).winners
        if seats > 2 or len(winners) == 1:  # noqa: PLR2004  # of two players who share a win neither was better
            of += 1
            scored += (place in winners) / max(1, len(winners))
    return Sample(scored, of), times(one, others)


def replies(ruleset: str, words: Mapping[str, Any], seats: int, deal: int) -> tuple[Sample, Times]:
    """How long one player waits after each action until it may act again, with experts in all other seats."""
    game = BY_ID[ruleset]
    bots = BOTS[ruleset]
    state, _ = game.new(options_of(game, tuple(words.items())), seats, seed(deal))
    waits = [0.0]
    moves = 0
    while to_act := game.to_act(state):
        seat = to_act[0]
        level = Level.SKILLED if seat == 0 else Level.EXPERT
        began = process_time()
        action = bots[level](game.view(state, seat), seat, bot_source(seed(deal), seat, moves))
        if seat == 0:
            waits.append(0.0)
            began = process_time()
        state, _ = game.apply(state, seat, action)
        waits[-1] += process_time() - began
        moves += 1
    return Sample(0, 0), Times({"an action, answered by experts": waits[1:]})


# -- ten-hands: everybody makes what they can of one deck ----------------------------------------------
def _trivial(view: Any, seat: int, source: RandomSource) -> Any:  # noqa: ARG001  # as every player
    """Stands in for the solitaire's own bots, which nothing is asked of here."""
    return Bank(view.classic.pool[:5]) if view.classic is not None else OpenRow()


SOLITAIRE: Final = TenHands(bots=dict.fromkeys(Level, _trivial))


def table_of(variant: Variant, player: Player, of: bytes) -> Tableau:
    """What a player makes of a deck."""
    state, _ = SOLITAIRE.new(options_of(SOLITAIRE, (("variant", variant),)), 1, of)
    while SOLITAIRE.to_act(state):
        action = player(SOLITAIRE.view(state, 0), 0, bot_source(of, 0, state.mine.decisions))
        state, _ = SOLITAIRE.apply(state, 0, action)
    return state.mine


def deck_won(variant: Variant, levels: tuple[Level, Level], deal: int) -> tuple[Sample, Times]:
    """Whether the first level makes more of a deck than the second.

    A deck drawn is not won in classic, where it is half the points, and is left out in Oregon.
    """
    one, other = (bot("ten-hands", level) for level in levels)
    score, against = scoring.both_scores(variant, *(table_of(variant, player, seed(deal)) for player in (one, other)))
    decided = score != against or variant is Variant.CLASSIC
    return Sample(score > against, decided), times(one, other)


def classic_points(level: Level, other: Player, deal: int) -> tuple[Sample, Times]:
    """A level's score of 10 against another player."""
    tables = (table_of(Variant.CLASSIC, player, seed(deal)) for player in (bot("ten-hands", level), other))
    return Sample(scoring.both_scores(Variant.CLASSIC, *tables)[0], 1), Times()


def oregon_points(level: Level, deal: int) -> tuple[Sample, Times]:
    """The total of a level's rows."""
    return Sample(total(table_of(Variant.OREGON, bot("ten-hands", level), seed(deal)).rows), 1), Times()


def strongest(view: Any, seat: int, source: RandomSource) -> Bank:  # noqa: ARG001  # as every player
    """Banks the strongest five cards that there are, each time."""
    return Bank(max(combinations(view.classic.pool, HAND_CARDS), key=strength))


def classic_with_the_order_known(deal: int) -> tuple[Sample, Times]:
    """What can be had of 10 against the Expert by who knows the deck's order, as far as a search finds it."""
    table = table_of(Variant.CLASSIC, bot("ten-hands", Level.EXPERT), seed(deal))
    return Sample(classic_bound(shuffled(SOLITAIRE.deck, seed(deal), 0), table.hands) / 2, 1), Times()


def oregon_with_the_order_known(deal: int) -> tuple[Sample, Times]:
    """The most that can be had of a deck, exactly."""
    return Sample(oregon_bound(shuffled(SOLITAIRE.deck, seed(deal), 0)), 1), Times()


# -- landlord: roles exchanged on one deal -------------------------------------------------------------
def _payoff(landlord: Player, farmers: Player, of: bytes) -> int:
    """What seat 0 gets as the landlord at a bid of 1, in one farmer's stakes; doublings count."""
    state, _ = LANDLORD.new(LANDLORD.options_type(), LANDLORD_SEATS, of)
    for seat, action in enumerate((Bid(1), Pass(), Pass())):
        state, _ = LANDLORD.apply(state, seat, action)
    moves = 0
    while not any(LANDLORD.scores(state)):
        (seat,) = LANDLORD.to_act(state)
        if state.phase is not Phase.PLAY:
            raise RuntimeError("a deal ended without a score")
        player = landlord if seat == 0 else farmers
        action = player(LANDLORD.view(state, seat), seat, bot_source(of, seat, moves))
        state, _ = LANDLORD.apply(state, seat, action)
        moves += 1
    return int(LANDLORD.scores(state)[0])


def _roles(one: Timed, other: Timed, deal: int) -> tuple[int, int]:
    """The payoff of the landlord, with the first as the landlord and as the farmers."""
    return _payoff(one, other, seed(deal)), _payoff(other, one, seed(deal))


def stakes(levels: tuple[Level, Level], deal: int) -> tuple[Sample, Times]:
    """What the first level's side gains over both roles, in stakes a deal: half of what exchanging the roles is worth."""
    one, other = (bot("landlord", level) for level in levels)
    as_landlord, against = _roles(one, other, deal)
    return Sample((as_landlord - against) / 2, 1), times(one, other)


@cache
def _rlcard() -> Player:
    return RuleAgent()


def sides_won_against_rlcard(level: Level, deal: int) -> tuple[Sample, Times]:
    """How many of both roles a level's side wins against rlcard's rule agent."""
    one = bot("landlord", level)
    as_landlord, against = _roles(one, Timed("rlcard", _rlcard()), deal)
    return Sample((as_landlord > 0) + (against < 0), 2), times(one)
