"""What an operator may set: one frozen object, read from the environment and checked at the start.

Every setting stands once, as a field of Settings: its name in capitals is the variable, and its kind says
what is allowed and what it is for. The parser and the table in README.md are both made from these fields.
"""

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Final, Self, get_type_hints

from service.setting_kinds import Folder, Kind, Origins, Rate, RateLimit, Text, Whole, Word

DAY: Final = 86_400
TEN_YEARS: Final = 3650 * DAY

MIN_WORKERS: Final = 2
MAX_WORKERS_UNASKED: Final = 4
LONGEST_SHOWN: Final = 80
"""Code points of a wrong value that an error repeats."""


class SettingsError(Exception):
    """A setting that can't be taken. The message is one line: the variable, its value, what is allowed."""


def usable_cores() -> int:
    """The cores that this process may run on; all of the machine's where the system doesn't tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_for(cores: int) -> int:
    """A worker per core, at least 2 and at most 4.

    A worker is one Python, so one core's worth. Two even on one core, for a long thought (an expert bot, a
    game of bots alone) then leaves another to answer. Four at most, because a container sees the cores of
    its whole host; beyond that one Redis and the memory (some 50 MB a worker) deserve a decision.
    """
    return min(max(cores, MIN_WORKERS), MAX_WORKERS_UNASKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that an operator may set. Without arguments: the defaults."""

    host: Annotated[
        str, Text("The address to listen on; 0.0.0.0 is every one.", r"[A-Za-z0-9.:\-]+", "a host name or an IP address")
    ] = "127.0.0.1"
    port: Annotated[int, Whole("The port to listen on; 0 takes any that is free.", 0, 65_535)] = 8000
    public_url: Annotated[
        str | None,
        Text(
            "Where clients reach the service, for the links that it gives.",
            r"https?://[^/?#@\s]+(/[^?#\s]*[^/?#\s])?",
            "an address such as https://cards.example, with no slash at its end",
            unset="links are relative",
        ),
    ] = None
    workers: Annotated[int, Whole("Processes that answer requests.", 1, 64, unset="one per core, at least 2, at most 4")] = (
        field(default_factory=lambda: workers_for(usable_cores()))
    )
    threads: Annotated[int, Whole("Requests that one worker answers at a time; a waiting one counts.", 1, 512)] = 16
    data_dir: Annotated[Path, Folder("Where the private Redis keeps its files; unused with REDIS_URL.")] = Path("data")
    redis_url: Annotated[
        str | None,
        Text(
            "The Redis (6.2 or newer) or Valkey that keeps the games.",
            r"(rediss?|unix)://\S+",
            "an address that starts with redis://, rediss:// or unix://",
            unset="a private server, started and stopped with the service",
            secret=True,
        ),
    ] = field(default=None, repr=False)
    # no braces, because the key's own {id} must stay its hash tag on a cluster
    redis_prefix: Annotated[
        str,
        Text("What every key in Redis starts with.", r"[A-Za-z0-9._\-]{1,32}", "1 to 32 of the characters A-Z a-z 0-9 . _ -"),
    ] = "cc"
    max_body_bytes: Annotated[int, Whole("The longest request body.", 1024, 16_777_216, unit="bytes")] = 65_536
    waiting_life_seconds: Annotated[int, Whole("How long a game waits for its players.", 60, TEN_YEARS, unit="seconds")] = DAY
    active_life_seconds: Annotated[
        int, Whole("How long a running game is kept after its last change.", 60, TEN_YEARS, unit="seconds")
    ] = 7 * DAY
    finished_life_seconds: Annotated[
        int, Whole("How long a finished game and its record are kept.", 60, TEN_YEARS, unit="seconds")
    ] = 30 * DAY
    kept_answer_seconds: Annotated[
        int, Whole("How long the answer to an Idempotency-Key is kept.", 60, TEN_YEARS, unit="seconds")
    ] = DAY
    agent_life_seconds: Annotated[int, Whole("How long an agent that isn't seen is kept.", 60, TEN_YEARS, unit="seconds")] = (
        90 * DAY
    )
    cors_origins: Annotated[tuple[str, ...], Origins("Web pages that may call the API from a browser.")] = ("*",)
    rate_limit_create: Annotated[RateLimit | None, Rate("Creating games and agents, per address and worker.")] = RateLimit(
        3000, "minute"
    )
    rate_limit_read: Annotated[RateLimit | None, Rate("Reading, per client address and worker.")] = RateLimit(30_000, "minute")
    rate_limit_act: Annotated[RateLimit | None, Rate("Joining, acting and resigning, per client address and worker.")] = (
        RateLimit(60_000, "minute")
    )
    streams: Annotated[int, Whole("Streams and waiting requests that one worker holds open.", 1, 60_000)] = 10_000
    streams_per_token: Annotated[int, Whole("Of these, those of one token.", 1, 60_000)] = 32
    streams_per_address: Annotated[int, Whole("Of these, those of spectators at one client address.", 1, 60_000)] = 1000
    trusted_proxies: Annotated[
        int, Whole("Proxies in front whose X-Forwarded-* headers are believed, counted from the service.", 0, 10)
    ] = 0
    log_level: Annotated[str, Word("The least serious message that is logged.", ("debug", "info", "warning", "error"))] = "info"

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings that the variables give; one that is missing or empty leaves the default.

        Raises SettingsError for the first, in the order of the fields, that isn't allowed.
        """
        texts = {name: environ.get(name.upper(), "").strip() for name in KINDS}
        given: dict[str, Any] = {name: _read(name, text) for name, text in texts.items() if text}
        return cls(**given)


KINDS: Final[Mapping[str, Kind]] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Settings, include_extras=True).items()
}
"""The kind of every setting, by the name of its field, in order."""


def _read(name: str, text: str) -> object:
    kind = KINDS[name]
    try:
        return kind.read(text)
    except ValueError as error:
        shown = "not shown, for it may hold a password" if kind.secret else repr(text[:LONGEST_SHOWN])
        msg = f"{name.upper()} is {shown}; it must be {kind.allowed}"
        raise SettingsError(msg) from error


def _default(entry: "Field[object]") -> str:
    unset = KINDS[entry.name].unset
    if unset is not None:
        return unset
    value = entry.default
    return f"`{','.join(value) if isinstance(value, tuple) else value}`"


def table() -> str:
    """Every setting as a row of a Markdown table: variable, default, what is allowed, meaning."""
    rows = [
        f"| `{entry.name.upper()}` | {_default(entry)} | {KINDS[entry.name].allowed} | {KINDS[entry.name].meaning} |"
        for entry in fields(Settings)
    ]
    return "\n".join(["| variable | default | allowed | meaning |", "| --- | --- | --- | --- |", *rows, ""])


def written_into(text: str) -> str:
    """A text with the table between its marks, `<!-- settings ... -->` and `<!-- /settings -->`."""
    return re.sub(
        r"(<!-- settings.*? -->\n).*(<!-- /settings -->)", lambda marks: marks[1] + table() + marks[2], text, flags=re.DOTALL
    )


def main() -> None:
    """Write the table into the file that the command line names: `make settings`."""
    page = Path(sys.argv[1])
    page.write_text(written_into(page.read_text()))


if __name__ == "__main__":
    main()
