"""All that is compared: who against whom, over how many deals, and the aim."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final

from bench.strength import matches
from bench.strength.samples import Sample, Times
from engine.games.ten_hands.actions import Variant
from engine.registry import BY_ID, RULESETS
from engine.ruleset import AnyRuleset, Level

STEPS: Final = tuple((stronger, weaker) for weaker, stronger in pairwise(Level))
"""Each level and the one below it."""

STEP: Final = 0.65
"""Aim of a share of decided games between two."""


@dataclass(frozen=True)
class Comparison:
    """One line of the table."""

    game: str
    who: str
    measure: str
    """What the figure is."""
    deals: int
    play: Callable[[int], tuple[Sample, Times]]
    """Plays the deal of a number, in every fair seating."""
    fair: float | None
    """What players of equal strength would come to; None where nobody is compared."""
    aim: float | None
    is_share: bool = True
    is_listed: bool = True
    """False where only the times are of interest."""


def _words(options: dict[str, Any]) -> str:
    return " ".join(map(str, options.values()))


def _steps_of(ruleset: AnyRuleset, options: dict[str, Any], seats: int, deals: int) -> Iterator[Comparison]:
    """A step up, level by level: one player of the stronger among those of the weaker."""
    players = f", {seats} players" if len(ruleset.seat_counts) > 1 else ""
    for stronger, weaker in STEPS:
        others = f"{weaker}" if seats == 2 else f"{seats - 1} {weaker}"  # noqa: PLR2004  # one against one
        yield Comparison(
            f"{ruleset.id} {_words(options)}".strip() + players,
            f"{stronger} v {others}",
            "decided games won" if seats == 2 else "games won",  # noqa: PLR2004
            deals,
            partial(matches.one_among, ruleset.id, options, seats, (stronger, weaker)),
            fair=1 / seats,
            aim=STEP if seats == 2 else None,  # noqa: PLR2004
        )


DEALS: Final = {"five-three": 150, "center-row": 100, "landlord": 60}
"""Seeds of whole games; each is played once in every seating."""


def _whole_games() -> Iterator[Comparison]:
    for ruleset in RULESETS:
        if ruleset.id in DEALS:
            for options in ruleset.variants:
                for seats in ruleset.seat_counts:
                    yield from _steps_of(ruleset, options, seats, DEALS[ruleset.id])


def _landlord() -> Iterator[Comparison]:
    for stronger, weaker in STEPS:
        yield Comparison(
            "landlord, bid of 1",
            f"{stronger} v {weaker}, both roles",
            "stakes gained a deal",
            150,
            partial(matches.stakes, (stronger, weaker)),
            fair=0.0,
            aim=0.5,
            is_share=False,
        )
    for level in reversed(Level):
        yield Comparison(
            "landlord, bid of 1",
            f"{level} v rlcard's rules, both roles",
            "deals won",
            150,
            partial(matches.sides_won_against_rlcard, level),
            fair=0.5,
            aim=0.7 if level is Level.EXPERT else None,
        )


def _ten_hands() -> Iterator[Comparison]:
    for variant, aim in ((Variant.CLASSIC, 0.75), (Variant.OREGON, STEP)):
        for stronger, weaker in STEPS:
            yield Comparison(
                f"ten-hands {variant}",
                f"{stronger} v {weaker}",
                "decks won" if variant is Variant.CLASSIC else "decided decks won",
                200,
                partial(matches.deck_won, variant, (stronger, weaker)),
                fair=0.5,
                aim=aim,
            )
    for level in reversed(Level):
        yield Comparison(
            "ten-hands classic",
            f"{level} v who banks the strongest five",
            "points of 10",
            200,
            partial(matches.classic_points, level, matches.strongest),
            fair=5.0,
            aim=6.0 if level is Level.EXPERT else None,
            is_share=False,
        )
    yield Comparison(
        "ten-hands classic",
        "who knows the deck's order v expert",
        "points of 10, at least",
        20,
        matches.classic_with_the_order_known,
        fair=5.0,
        aim=None,
        is_share=False,
    )
    for level in reversed(Level):
        yield Comparison(
            "ten-hands oregon",
            level,
            "points a deck",
            400,
            partial(matches.oregon_points, level),
            fair=None,
            aim=17.5 if level is Level.EXPERT else None,
            is_share=False,
        )
    yield Comparison(
        "ten-hands oregon",
        "who knows the deck's order",
        "points a deck, at most",
        100,
        matches.oregon_with_the_order_known,
        fair=None,
        aim=None,
        is_share=False,
    )


def _replies() -> Iterator[Comparison]:
    for ruleset in RULESETS:
        for options in ruleset.variants:
            for seats in ruleset.seat_counts:
                players = f", {seats} players" if len(ruleset.seat_counts) > 1 else ""
                yield Comparison(
                    f"{ruleset.id} {_words(options)}".strip() + players,
                    "experts in all other seats",
                    "",
                    10,
                    partial(matches.replies, ruleset.id, options, seats),
                    fair=None,
                    aim=None,
                    is_listed=False,
                )


def every_comparison() -> list[Comparison]:
    """All, game by game in the order of the registry."""
    found = [*_whole_games(), *_landlord(), *_ten_hands(), *_replies()]
    order = list(BY_ID)
    return sorted(found, key=lambda comparison: order.index(comparison.game.split(",")[0].split()[0]))
