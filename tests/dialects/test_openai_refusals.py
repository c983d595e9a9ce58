"""Strict tools are made wrong wherever a format of OpenAI's has its function."""

from __future__ import annotations

import pytest

from toolwire.dialects.openai_refusals import strict_and_open, strict_and_optional
from toolwire.io.pointer import at
from toolwire.model.conversation import JsonObject

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"a": {}, "b": {}},
    "required": ["a"],
    "additionalProperties": False,
}
FUNCTION: JsonObject = {"name": "f", "parameters": SCHEMA}
PLACES = {
    ("tools", 0): {"tools": [FUNCTION, FUNCTION]},
    ("tools", 0, "function"): {"tools": [{"function": FUNCTION}]},
}
EACH = pytest.mark.parametrize(("tool", "right"), PLACES.items())


@EACH
def test_an_open_schema_requires_each_property(
    tool: tuple[str | int, ...], right: JsonObject
) -> None:
    """So that it is wrong for one thing alone."""
    wrong = strict_and_open(tool)(right)
    assert wrong is not None
    properties = SCHEMA["properties"]
    schema = {"type": "object", "properties": properties, "required": ["a", "b"]}
    assert at(wrong, tool) == {**FUNCTION, "strict": True, "parameters": schema}
    assert len(wrong["tools"]) == 1  # type: ignore[arg-type]


@EACH
def test_an_optional_property_stays_optional(
    tool: tuple[str | int, ...], right: JsonObject
) -> None:
    """And others are forbidden."""
    wrong = strict_and_optional(tool)(right)
    assert wrong is not None
    assert at(wrong, tool) == {**FUNCTION, "strict": True, "parameters": SCHEMA}
