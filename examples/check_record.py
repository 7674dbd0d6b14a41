"""Check a finished game from its seed: `python -m examples.check_record record.json`.

The record is what GET /v1/games/{id}/record answers. The commitment, every shuffle, every action and the
result must follow from the seed by the rules alone.
"""

import json
import sys
from pathlib import Path

from engine.registry import BY_ID
from engine.replay import RecordMismatch, verify


def main(path: str) -> int:
    """Say whether the record holds; 1 where it doesn't."""
    data = Path(path).read_bytes()
    ruleset = BY_ID[json.loads(data)["ruleset"]]
    try:
        result = verify(ruleset, data)
    except RecordMismatch as mismatch:
        print(f"The record does not hold: {mismatch}.")
        return 1
    print(f"The record holds. Winners: {list(result.winners)}, scores: {list(result.scores)}.")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004  # the program and the file
        sys.exit("usage: python -m examples.check_record RECORD.json")
    sys.exit(main(sys.argv[1]))
