"""What an operator may set, and what is said about a value that can't be taken."""

import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.setting_kinds import RateLimit
from service.settings import KINDS, Settings, SettingsError, table, usable_cores, workers_for, written_into

ROOT = Path(__file__).resolve().parents[2]
DAY = 24 * 60 * 60


def refusal(variable: str, value: str) -> str:
    with pytest.raises(SettingsError) as raised:
        Settings.from_environ({variable: value})
    return str(raised.value)


def test_nothing_set_gives_the_defaults() -> None:
    settings = Settings.from_environ({})
    assert settings == Settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.redis_url is None
    assert settings.public_url is None
    assert settings.data_dir == Path("data")
    assert settings.redis_prefix == "cc"
    assert settings.max_body_bytes == 64 * 1024
    assert settings.trusted_proxies == 0
    assert settings.cors_origins == ("*",)


def test_a_waiting_game_lives_a_day_a_running_one_a_week_and_a_finished_one_a_month() -> None:
    settings = Settings()
    assert settings.waiting_life_seconds == DAY
    assert settings.active_life_seconds == 7 * DAY
    assert settings.finished_life_seconds == 30 * DAY
    assert settings.kept_answer_seconds == DAY


def test_unasked_there_is_a_worker_per_core_but_two_on_one_core_and_four_on_many() -> None:
    assert [workers_for(cores) for cores in (1, 2, 3, 4, 64)] == [2, 2, 3, 4, 4]
    assert Settings().workers == workers_for(usable_cores())


@pytest.mark.parametrize(
    ("variable", "value", "expected"),
    [
        ("HOST", "::1", "::1"),
        ("HOST", "cards.example", "cards.example"),
        ("PORT", "0", 0),
        ("PORT", "65535", 65535),
        ("PUBLIC_URL", "https://cards.example/api", "https://cards.example/api"),
        ("WORKERS", "1", 1),
        ("DATA_DIR", "/var/lib/cards", Path("/var/lib/cards")),
        ("REDIS_URL", "rediss://:pass@redis.example:6380/1?ssl_cert_reqs=none", None),
        ("REDIS_URL", "unix:///run/redis.sock", None),
        ("CORS_ORIGINS", "https://a.example, http://localhost:3000", ("https://a.example", "http://localhost:3000")),
        ("CORS_ORIGINS", "*", ("*",)),
        ("RATE_LIMIT_CREATE", "5/second", RateLimit(5, "second")),
        ("RATE_LIMIT_READ", "off", None),
        ("LOG_LEVEL", "WARNING", "warning"),
    ],
)
def test_a_variable_sets_the_field_of_its_name(variable: str, value: str, expected: object) -> None:
    settings = Settings.from_environ({variable: value})
    got = getattr(settings, variable.lower())
    assert got == (value if variable == "REDIS_URL" else expected)


def test_an_empty_variable_leaves_the_default_as_compose_files_rely_on() -> None:
    assert Settings.from_environ({"PORT": "", "PUBLIC_URL": "  "}) == Settings()


def test_variables_of_others_are_nothing_to_us() -> None:
    assert Settings.from_environ({"PATH": "/bin", "PORTS": "x"}) == Settings()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("HOST", "not a host"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "8_000"),
        ("PORT", "٨٠٠٠"),
        ("PORT", "8" * 5000),
        ("PUBLIC_URL", "cards.example"),
        ("PUBLIC_URL", "https://cards.example/"),
        ("PUBLIC_URL", "https://user:word@cards.example"),
        ("PUBLIC_URL", "https://cards.example?x=1"),
        ("WORKERS", "0"),
        ("WORKERS", "65"),
        ("THREADS", "many"),
        ("REDIS_PREFIX", "{cc}"),
        ("REDIS_PREFIX", "a:b"),
        ("MAX_BODY_BYTES", "1023"),
        ("WAITING_LIFE_SECONDS", "59"),
        ("ACTIVE_LIFE_SECONDS", "7d"),
        ("CORS_ORIGINS", "*, https://a.example"),
        ("CORS_ORIGINS", "https://a.example/path"),
        ("RATE_LIMIT_ACT", "0/minute"),
        ("RATE_LIMIT_ACT", "10 per minute"),
        ("RATE_LIMIT_ACT", "10/day"),
        ("TRUSTED_PROXIES", "11"),
        ("LOG_LEVEL", "verbose"),
    ],
)
def test_a_refusal_is_one_line_with_the_variable_the_value_and_what_is_allowed(variable: str, value: str) -> None:
    message = refusal(variable, value)
    assert message.startswith(f"{variable} is {value[:80]!r}; it must be ")
    assert message.endswith(KINDS[variable.lower()].allowed)
    assert "\n" not in message
    assert len(message) < 300


def test_a_wrong_redis_url_is_not_repeated_because_it_may_hold_a_password() -> None:
    message = refusal("REDIS_URL", "redis:/:secret@redis.example")
    assert "secret" not in message
    assert message.startswith("REDIS_URL is not shown")
    assert "redis://" in message


def test_settings_don_t_show_the_redis_url_when_printed() -> None:
    assert "secret" not in repr(Settings(redis_url="redis://:secret@redis.example"))


@given(st.sampled_from(sorted(KINDS)), st.text(min_size=1).filter(str.strip))
def test_any_text_is_taken_or_refused_in_one_line(name: str, text: str) -> None:
    said = ""
    try:
        Settings.from_environ({name.upper(): text})
    except SettingsError as error:
        said = str(error)
    assert said == "" or re.fullmatch(rf"{name.upper()} is .*; it must be .+", said)


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]  # what must fail


def test_a_rate_is_written_as_it_is_set_and_knows_its_seconds() -> None:
    assert str(RateLimit(3000, "minute")) == "3000/minute"
    assert [RateLimit(1, period).seconds for period in ("second", "minute", "hour")] == [1, 60, 3600]


def test_the_table_has_one_row_per_setting_with_its_default() -> None:
    rows = table().splitlines()[2:]
    assert [re.match(r"\| `([A-Z_]+)` \|", row)[1].lower() for row in rows] == [entry.name for entry in fields(Settings)]  # type: ignore[index]  # no match is a failure
    assert all(row.count(" | ") == 3 for row in rows)
    assert "| `PORT` | `8000` | a whole number from 0 to 65535 |" in table()
    assert "| `CORS_ORIGINS` | `*` |" in table()


def test_the_table_is_written_between_its_marks_and_nothing_else_is_touched(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- settings: made -->\nold\n<!-- /settings -->\nz\n")
    subprocess.run([sys.executable, "-m", "service.settings", str(page)], cwd=ROOT, check=True, timeout=20)
    assert page.read_text() == f"a\n<!-- settings: made -->\n{table()}<!-- /settings -->\nz\n"


def test_the_readme_lists_the_settings_as_they_are() -> None:
    readme = (ROOT / "README.md").read_text()
    assert table() in readme, "make settings writes them"
    assert written_into(readme) == readme


def test_every_default_is_a_value_that_could_be_set() -> None:
    defaults = Settings()
    shown = {name: getattr(defaults, name) for name in KINDS if getattr(defaults, name) is not None}
    texts = {name.upper(): ",".join(value) if isinstance(value, tuple) else str(value) for name, value in shown.items()}
    assert Settings.from_environ(texts) == defaults
