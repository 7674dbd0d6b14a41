"""The house rules that the OpenAPI document keeps beyond what a validator or a public linter sees.

    python -m openapi.house_rules [file]        one line for each finding, and status 1 where there are any

The document must be valid: its references are followed without a question.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

from openapi import operation_rules, schema_rules
from openapi.reading import Document

EXPORTED: Final = Path(__file__).with_name("openapi.json")
RULES: Final = (*operation_rules.RULES, *schema_rules.RULES)


def findings(root: dict[str, Any]) -> list[str]:
    """What a document does against the rules, in the order of the rules; empty where it keeps to all."""
    document = Document(root)
    return [finding for rule in RULES for finding in rule(document)]


def main() -> int:
    """Check the file that the command line names, or the exported document."""
    file = Path(sys.argv[1]) if sys.argv[1:] else EXPORTED
    found = findings(json.loads(file.read_text("utf-8")))
    print("\n".join(found) or f"{file.name} keeps the house rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
