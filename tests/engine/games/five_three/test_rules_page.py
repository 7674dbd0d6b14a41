"""The rules page shows how to send every action."""

import re
from pathlib import Path

import msgspec

from tests.engine.games.five_three.playing import FIVE_THREE

PAGE = (Path(__file__).parents[4] / "service" / "web" / "rules" / "five-three.md").read_text("utf-8")


def test_the_page_has_an_example_of_every_action_and_each_is_one() -> None:
    shapes = {shape.__struct_config__.tag: shape for shape in FIVE_THREE.action_types}
    examples = re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
    tags = [msgspec.json.decode(example)["type"] for example in examples]
    assert tags == list(shapes)
    for tag, example in zip(tags, examples, strict=True):
        assert isinstance(msgspec.json.decode(example, type=shapes[tag]), shapes[tag])
