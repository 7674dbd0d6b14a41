"""The kinds of settings: what a value may be, in words and as a parser."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PERIODS: Final[Mapping[str, int]] = {"second": 1, "minute": 60, "hour": 3600}
"""The seconds of each period that a rate may be given for."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How often one client address may ask: `requests` in any `period` (a word of PERIODS)."""

    requests: int
    period: str

    @property
    def seconds(self) -> int:
        """The length of the period."""
        return PERIODS[self.period]

    def __str__(self) -> str:
        return f"{self.requests}/{self.period}"


@dataclass(frozen=True, slots=True)
class Kind(ABC):
    """What a setting may be, and what it is for."""

    meaning: str
    unset: str | None = field(default=None, kw_only=True)
    """What holds while it isn't set, where the default value itself doesn't tell."""
    secret: bool = field(default=False, kw_only=True)
    """Whether a value may hold a password, so that no error repeats it."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What a value may be, to follow "must be"."""

    @abstractmethod
    def read(self, text: str) -> object:
        """The value of a text that isn't empty. Raises ValueError for one that isn't allowed."""


@dataclass(frozen=True, slots=True)
class Whole(Kind):
    """A whole number within bounds."""

    low: int
    high: int
    unit: str | None = field(default=None, kw_only=True)

    @property
    def allowed(self) -> str:
        unit = f" of {self.unit}" if self.unit else ""
        return f"a whole number{unit} from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        # int() alone would also take 8_000, +8000 and digits of other scripts
        if not re.fullmatch(r"[0-9]{1,12}", text) or not self.low <= int(text) <= self.high:
            raise ValueError
        return int(text)


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """A text that a pattern matches whole; `of` says in words what that is."""

    pattern: str
    of: str

    @property
    def allowed(self) -> str:
        return self.of

    def read(self, text: str) -> str:
        if not re.fullmatch(self.pattern, text):
            raise ValueError
        return text


@dataclass(frozen=True, slots=True)
class Word(Kind):
    """One of a few words, in any case."""

    words: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.words)}"

    def read(self, text: str) -> str:
        return self.words[self.words.index(text.lower())]


@dataclass(frozen=True, slots=True)
class Folder(Kind):
    """A folder, made where it is missing."""

    @property
    def allowed(self) -> str:
        return "the path of a folder"

    def read(self, text: str) -> Path:
        return Path(text)


@dataclass(frozen=True, slots=True)
class Origins(Kind):
    """Origins of web pages; `*` alone is any."""

    @property
    def allowed(self) -> str:
        return "`*`, or origins such as https://play.example with commas between"

    def read(self, text: str) -> tuple[str, ...]:
        if text == "*":
            return ("*",)
        origins = tuple(origin.strip().lower() for origin in text.split(","))
        if not all(re.fullmatch(r"https?://[a-z0-9.\-\[\]:]+", origin) for origin in origins):
            raise ValueError
        return origins


@dataclass(frozen=True, slots=True)
class Rate(Kind):
    """A rate limit, or none."""

    @property
    def allowed(self) -> str:
        return f"a number from 1 to 9999999 and one of {', '.join(f'/{period}' for period in PERIODS)}, or off"

    def read(self, text: str) -> RateLimit | None:
        if text == "off":
            return None
        match = re.fullmatch(r"([1-9][0-9]{0,6})/([a-z]+)", text)
        if not match or match[2] not in PERIODS:
            raise ValueError
        return RateLimit(int(match[1]), match[2])
