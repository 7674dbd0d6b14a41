"""Where the repository is."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def top() -> Path:
    """The top folder of the checkout."""
    return Path(__file__).resolve().parents[2]
