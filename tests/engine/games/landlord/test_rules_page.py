"""The rules page tells every kind with a true example, every reason, and how to send every action."""

import re
from pathlib import Path

import msgspec

from engine.games.landlord.actions import Bid, Kind, Move
from engine.games.landlord.cards import ranks_of
from engine.games.landlord.combos import readings
from tests.engine.games.landlord.positions import PASS, after, by_chance, dealt, play, playing, reason, to_the_end

PAGE = (Path(__file__).parents[4] / "service" / "web" / "rules" / "landlord.md").read_text("utf-8")


def test_the_page_has_an_example_of_every_kind_that_can_be_read_so() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .*? \| `([^`]+)` \|", PAGE, re.MULTILINE)
    assert [kind for kind, _ in rows] == list(Kind)
    for kind, cards in rows:
        assert kind in [reading.kind for reading in readings(ranks_of(cards.split()))]


def test_the_page_has_an_example_of_every_action() -> None:
    examples = [msgspec.json.decode(text, type=Move) for text in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)]
    assert [type(example).__name__ for example in examples] == ["Bid", "Pass", "Play", "Play"]


def test_the_page_explains_every_reason_for_a_refusal() -> None:
    leading = playing("3c 3d 3h 3s 4c", "5c", "5d")
    following = playing("3c 3d 3h 3s 4c", "5c", "5d", trick="4d")
    *_, over = to_the_end(dealt(), by_chance("page"))
    refused = [
        reason(leading, PASS, seat=1),
        reason(leading, Bid(3)),
        reason(after(dealt(), Bid(2)), Bid(2)),
        reason(leading, PASS),
        reason(leading, play("3c 3c")),
        reason(leading, play("5c")),
        reason(leading, play("3c 4c")),
        reason(leading, play("3c", Kind.PAIR)),
        reason(following, play("4c")),
        reason(over, PASS, seat=0),
    ]
    assert re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE, re.MULTILINE) == refused
