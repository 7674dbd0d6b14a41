"""openapi/openapi.json is what the code says, valid, the same everywhere, and its examples are true."""

import os
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, Registry
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from openapi.record_examples import record
from service.api.document import EXAMPLES
from service.api.layout import laid_out
from service.api.problems import CODES
from service.app import create_app
from service.settings import Settings
from tests.checking import PROBLEM_SCHEMA

Node = dict[str, Any]
OF_NO_OPERATION = ("route_not_found", "method_not_allowed")
"""Codes that are answered where there is no operation."""


def differences(old: str, new: str) -> str:
    """The first lines in which two texts differ, empty where they don't."""
    found = unified_diff(old.splitlines(), new.splitlines(), "checked in", "now", lineterm="", n=2)
    return "\n".join(line for line, _ in zip(found, range(60), strict=False))


def shown(node: Any) -> Iterator[tuple[Any, Any]]:
    """Each schema of a document that comes with an example, and the example."""
    if isinstance(node, dict):
        if "schema" in node and "example" in node:
            yield node["schema"], node["example"]
        if "value" in node and "summary" in node:
            yield {"$ref": PROBLEM_SCHEMA}, node["value"]
        for part in node.values():
            yield from shown(part)


def test_the_checked_in_document_is_that_of_the_code(exported_text: str) -> None:
    app = create_app(Settings(redis_url="redis://127.0.0.1:1"))
    found = differences(exported_text, app.extensions["card-commons"].document)
    assert not found, f"run `make openapi`\n{found}"


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_command_prints_the_same_document_whatever_the_order_of_sets(seed: str, exported_text: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "service.api.document"]
    printed = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60).stdout.decode()
    assert not differences(exported_text, printed)


def test_it_is_laid_out_for_people(document: Node, exported_text: str) -> None:
    assert exported_text == laid_out(document)
    assert exported_text.endswith("}\n")


def test_it_is_valid_openapi_3_1(document: Node) -> None:
    validate(document, cls=OpenAPIV31SpecValidator)


def test_every_example_keeps_to_its_schema(document: Node) -> None:
    registry = Registry([("urn:openapi", document)])
    examples = list(shown(document))
    assert len(examples) > len(document["paths"])
    for schema, example in examples:
        rooted = {"$ref": "urn:openapi" + schema["$ref"]} if "$ref" in schema else schema
        Draft202012Validator(rooted, registry=registry, validate_formats=True).validate(example)


def test_each_code_that_an_operation_answers_has_an_example(document: Node) -> None:
    told = {code: example["value"]["code"] for code, example in document["components"]["examples"].items()}
    assert told == {code: code for code in CODES if code not in OF_NO_OPERATION}


def test_every_example_in_a_schema_keeps_to_it(document: Node) -> None:
    found = 0
    for schema in document["components"]["schemas"].values():
        for part in (schema, *schema.get("properties", {}).values()):
            for example in part.get("examples", []):
                Draft202012Validator(part).validate(example)
                found += 1
    assert found > 0


def test_the_examples_are_what_the_service_answers_now() -> None:
    found = differences(EXAMPLES.read_text("utf-8"), record())
    assert not found, f"run `make examples openapi`\n{found}"
