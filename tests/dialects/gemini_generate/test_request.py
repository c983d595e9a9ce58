"""Strangers' requests are read into neutral terms."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.gemini_generate import DIALECT
from toolwire.dialects.gemini_generate.schema import fits_parameters, to_json_schema
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    ChoiceMode,
    Json,
    JsonObject,
    ResultsTurn,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Request

URL = "https://host.invalid/v1beta/models/gemini-test:generateContent"


def read(body: Json, url: str = URL) -> Any:
    """Read a request made of a JSON value."""
    return DIALECT.read_request(Request("POST", url, (), dump(body)))


def contents(*entries: Json) -> JsonObject:
    """Return a request body with these contents."""
    return {"contents": list(entries)}


def test_snake_case_and_old_spellings_are_read() -> None:
    """snake_case members, a tools object, lower-case modes and role `function` are read."""
    conversation = read(
        {
            "contents": [
                {"role": "user", "parts": [{"text": "Time?"}]},
                {"role": "model", "parts": [{"function_call": {"name": "now"}}]},
                {
                    "role": "function",
                    "parts": [{"function_response": {"name": "now", "response": {"t": 1}}}],
                },
            ],
            "tools": {
                "function_declarations": [
                    {"name": "now", "parameters_json_schema": {"type": "object"}}
                ]
            },
            "tool_config": {
                "function_calling_config": {"mode": "any", "allowed_function_names": ["now"]}
            },
            "system_instruction": {"parts": {"text": "Be brief."}},
        },
        "https://host.invalid/v1beta/models/gemini-test:streamGenerateContent",
    )
    user, said, results = conversation.turns
    assert user == UserTurn("Time?")
    assert [(c.name, c.id, c.arguments, c.raw) for c in said.calls] == [("now", None, {}, None)]
    assert said.calls[0].pointer == "/contents/1/parts/0/functionCall"
    assert results == ResultsTurn((ToolResult(None, "now", '{"t":1}'),))
    assert conversation.tools[0].parameters == {"type": "object"}
    assert conversation.choice == ToolChoice(ChoiceMode.NAMED, "now")
    assert conversation.system == "Be brief."
    assert conversation.stream is True


@pytest.mark.parametrize(
    ("response", "content", "error"),
    [
        ({"output": "18 C"}, "18 C", False),
        ({"output": {"t": 18}}, '{"t":18}', False),
        ({"error": "gone"}, "gone", True),
        ({"error": {"code": 5}}, '{"code":5}', True),
        ({"result": [1, 2]}, '{"result":[1,2]}', False),
        ({}, "{}", False),
        ("not an object", "{}", False),
    ],
)
def test_results_are_output_error_or_the_whole_object(
    *, response: Json, content: str, error: bool
) -> None:
    """`output` and `error` are words of the API, any other object is the output."""
    part = {"functionResponse": {"id": "a1", "name": "find", "response": response}}
    (turn,) = read(contents({"role": "user", "parts": [part]})).turns
    assert turn.results == (ToolResult("a1", "find", content, error),)


def test_contents_of_one_side_in_a_row_are_one_turn() -> None:
    """Replies put back chunk by chunk and results put back one by one belong together."""
    call = {"functionCall": {"name": "find", "args": {"q": 1}}}
    answer = {"functionResponse": {"name": "find", "response": {"output": "x"}}}
    turns = read(
        contents(
            {"role": "model", "parts": [{"text": "Let me "}, {"text": "t", "thought": True}]},
            {"role": "model", "parts": [{"text": "look."}, call]},
            {"role": "model", "parts": [call]},
            {"role": "user", "parts": [answer]},
            {"role": "user", "parts": [answer, {"text": "and now?"}, {"text": " go"}]},
        )
    ).turns
    said, results, user = turns
    assert (said.text, len(said.calls)) == ("Let me look.", 2)
    assert len(results.results) == 2
    assert user == UserTurn("and now? go")


@pytest.mark.parametrize(
    ("config", "choice"),
    [
        ({}, None),
        ({"mode": "MODE_UNSPECIFIED"}, None),
        ({"mode": 7}, None),
        ({"mode": "AUTO", "allowedFunctionNames": ["a"]}, ToolChoice(ChoiceMode.AUTO)),
        ({"mode": "VALIDATED"}, ToolChoice(ChoiceMode.AUTO)),
        ({"mode": "none"}, ToolChoice(ChoiceMode.NONE)),
        ({"mode": "ANY"}, ToolChoice(ChoiceMode.REQUIRED)),
        ({"mode": "ANY", "allowedFunctionNames": ["a", "b"]}, ToolChoice(ChoiceMode.REQUIRED)),
        ({"mode": "ANY", "allowedFunctionNames": ["a"]}, ToolChoice(ChoiceMode.NAMED, "a")),
    ],
)
def test_modes_are_read_as_choices(config: JsonObject, choice: ToolChoice | None) -> None:
    """ANY with one name is a named choice; what says nothing is no choice."""
    request = {"contents": [], "toolConfig": {"functionCallingConfig": config}}
    assert read(request).choice == choice


def test_a_gemini_schema_becomes_json_schema() -> None:
    """Upper-case types, `nullable`, string counts and nested schemas are converted."""
    converted = to_json_schema(
        {
            "type": "OBJECT",
            "properties": {
                "type": {"type": "STRING", "nullable": True, "enum": ["a"]},
                "tags": {"type": "ARRAY", "items": {"type": "INTEGER"}, "maxItems": "3"},
                "any": {"anyOf": [{"type": "NUMBER"}], "nullable": True},
                "free": {"type": "TYPE_UNSPECIFIED", "nullable": False},
                "odd": True,
            },
            "required": ["type"],
            "propertyOrdering": ["tags"],
        }
    )
    assert converted == {
        "type": "object",
        "properties": {
            "type": {"type": ["string", "null"], "enum": ["a", None]},
            "tags": {"type": "array", "items": {"type": "integer"}, "maxItems": 3},
            "any": {"anyOf": [{"type": "number"}, {"type": "null"}]},
            "free": {},
            "odd": True,
        },
        "required": ["type"],
        "propertyOrdering": ["tags"],
    }


def test_a_schema_deeper_than_can_be_walked_is_no_schema_of_googles() -> None:
    """It goes as JSON Schema, and nothing breaks over it."""
    schema: JsonObject = {"type": "string"}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"x": schema}}
    assert not fits_parameters(schema)
    assert fits_parameters({"type": "object", "properties": {"x": {"type": "string"}}})


def test_a_schema_deeper_than_can_be_read_is_left_out() -> None:
    """A tool whose schema nests without reason is kept, its schema is not."""
    depth = 800
    schema = b'{"type":"ARRAY","items":' * depth + b"{}" + b"}" * depth
    body = b'{"contents":[],"tools":[{"functionDeclarations":[{"name":"a","parameters":%s}]}]}'
    request = Request("POST", URL, (), body % schema)
    assert [tool.name for tool in DIALECT.read_request(request).tools] == ["a"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b'{"contents":"x"}', b"\xff"])
def test_bodies_of_another_kind_are_none(body: bytes) -> None:
    """What is not JSON, or has no contents, is no generateContent request."""
    assert DIALECT.read_request(Request("POST", URL, (), body)) is None


KEYS = (
    "contents parts role text functionCall functionResponse name args id response output error "
    "tools functionDeclarations function_declarations parameters parametersJsonSchema type "
    "items properties anyOf nullable toolConfig functionCallingConfig mode allowedFunctionNames "
    "systemInstruction"
)
HOSTILE = hostile("model user ANY OBJECT", KEYS, leaves=25)


@given(st.dictionaries(st.sampled_from(KEYS.split()), HOSTILE, max_size=5), HOSTILE)
def test_reading_never_raises(members: Any, value: Json) -> None:
    """Any value may stand where a member is expected."""
    read({"contents": value, **members})
