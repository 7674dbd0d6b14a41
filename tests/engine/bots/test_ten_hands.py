"""The bots of ten-hands in both variants."""

import pytest

from engine.bots.ten_hands import BOTS
from engine.games.ten_hands.actions import Variant, View
from engine.ruleset import Level
from engine.shuffle import HashSource
from tests.engine.bots.ten_hands_playing import played


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("level", Level)
def test_the_same_chances_make_the_same_moves(variant: Variant, level: Level) -> None:
    assert played(variant, level, b"same") == played(variant, level, b"same")


@pytest.mark.parametrize("level", Level)
def test_a_view_without_a_table_is_none_of_this_game(level: Level) -> None:
    nothing = View(variant=Variant.OREGON, cards_left=0, classic=None, oregon=None, bots=None)
    with pytest.raises(ValueError, match="table of one variant"):
        BOTS[level](nothing, 0, HashSource(b"none:"))
