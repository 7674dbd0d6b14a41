"""`python -m bench.tables.player LOG …`: the example agent, which also writes down what it chose in which turn.

It is put in as a stranger would put in a player of his own: in the place of `choose`.
"""

import json
import sys
from pathlib import Path
from typing import Any

from examples import agent


def main() -> None:
    """Play until stopped; a line of JSON for each choice, before it is sent: game, version of the view, action."""
    example = agent.choose
    with Path(sys.argv.pop(1)).open("a", buffering=1) as log:

        def choose(turn: dict[str, Any]) -> dict[str, Any]:
            action = example(turn)
            log.write(json.dumps([turn["game_id"], turn["view"]["game"]["version"], action]) + "\n")
            return action

        agent.choose = choose
        agent.main()


if __name__ == "__main__":
    main()
