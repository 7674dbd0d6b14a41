"""What README.md says of the service is what the service does."""

from pathlib import Path

from engine.registry import RULESETS
from service.settings import table

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()


def test_the_settings_are_those_of_the_code() -> None:
    _, _, rest = README.partition("<!-- settings: as service/settings.py has them -->\n")
    listed, _, _ = rest.partition("<!-- /settings -->")
    assert listed == table()


def test_the_two_commands_stand_first() -> None:
    first = README.split("```sh\n")[1].split("```")[0]
    assert [line.split("#")[0].strip() for line in first.splitlines()] == ["make run", "make test"]


def test_every_game_has_its_line() -> None:
    for ruleset in RULESETS:
        assert f"| [`{ruleset.id}`](service/web/rules/{ruleset.id}.md) |" in README
