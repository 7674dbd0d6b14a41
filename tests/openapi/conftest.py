"""The exported document."""

import json
from typing import Any

import pytest

from tests.checking import DOCUMENT


@pytest.fixture(scope="session")
def exported_text() -> str:
    """The file as it is checked in."""
    return DOCUMENT.read_text("utf-8")


@pytest.fixture(scope="session")
def document(exported_text: str) -> Any:
    """The document; not to be changed."""
    return json.loads(exported_text)
