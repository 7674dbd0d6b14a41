"""Every answer that the document promises is one that some test gets: a whole run fails where it isn't so.

The workers of pytest-xdist count together. A run of some tests alone decides nothing; `--unseen` tells then too what
none of them got. What no test can get stands in NEVER with its reason, and is not to be got.
"""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.checking import exported

SEEN: Final = "answers seen"
DEFAULT: Final = " default"
"""How an answer ends that is for mistakes of ours: no test may get one, of any operation."""

NEVER: Final[dict[str, str]] = {}
"""`operationId status` → why no test can get it."""


def failures(promised: set[str], seen: set[str], never: dict[str, str]) -> Iterator[str]:
    """What is wrong with the answers that the tests of a whole run got, each as `operationId status`; sorted."""
    for answer in sorted(promised):
        listed = answer in never or answer.endswith(DEFAULT)
        if listed and answer in seen:
            yield f"{answer}: some test got it, and " + (
                "it is a mistake of ours" if answer.endswith(DEFAULT) else "it is in NEVER"
            )
        elif not listed and answer not in seen:
            yield f"{answer}: no test got it; give it a test, or a reason in NEVER"
    for answer in sorted(set(never) - promised):
        yield f"{answer}: is in NEVER, and the document doesn't promise it"


def is_whole(config: pytest.Config) -> bool:
    """Whether a run is of all tests."""
    option = config.option
    chosen = (option.file_or_dir, option.keyword, option.markexpr, option.deselect, option.ignore, option.ignore_glob)
    return not any((*chosen, option.collectonly, getattr(option, "lf", False), option.maxfail))


def found(config: pytest.Config) -> list[str]:
    """What is wrong with the answers of a run that was whole; nothing is of any other."""
    promised, seen = exported().promised(), exported().seen
    return list(failures(_named(promised), _named(seen), NEVER)) if is_whole(config) else []


def _named(answers: set[tuple[str, str]]) -> set[str]:
    return {f"{operation_id} {code}" for operation_id, code in answers}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--unseen", action="store_true", help="list the documented answers that no test got")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Beside the workers: take over what a worker's tests have seen; one that died tells nothing."""
    exported().seen.update((operation, code) for operation, code in getattr(node, "workeroutput", {}).get(SEEN, []))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker: hand over what its tests have seen. Beside them: a run that went well so far fails where not all is seen."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[SEEN] = sorted(exported().seen)
    elif session.exitstatus == pytest.ExitCode.OK and found(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    """Tell it."""
    wrong = found(config) if exitstatus == pytest.ExitCode.OK else []
    if wrong:
        terminalreporter.section("answers of the document", red=True)
        terminalreporter.write_line("\n".join(wrong))
    if config.getoption("unseen"):
        terminalreporter.section("documented answers that no test got")
        terminalreporter.write_line("\n".join(sorted(_named(exported().promised() - exported().seen))))
