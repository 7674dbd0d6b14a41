"""`--unseen`: tell at the end of a run which answers the document promises and no test got.

All workers of pytest-xdist count together. Some answers no test can get, so that this is to be read and decides nothing.
"""

import pytest

from tests.checking import exported

SEEN = "answers seen"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--unseen", action="store_true", help="list the documented answers that no test got")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker: hand over what its tests have seen."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[SEEN] = sorted(exported().seen)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Beside the workers: take over what a worker's tests have seen; one that died tells nothing."""
    exported().seen.update((operation, code) for operation, code in getattr(node, "workeroutput", {}).get(SEEN, []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell it."""
    if config.getoption("unseen"):
        terminalreporter.section("documented answers that no test got")
        terminalreporter.write_line("\n".join(exported().unseen()))
