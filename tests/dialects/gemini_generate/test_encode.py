"""Conversations become generateContent requests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from toolwire.dialects.gemini_generate import DIALECT
from toolwire.io.json_text import parse
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Endpoint

HOST = "https://generativelanguage.googleapis.com"
ENDPOINT = Endpoint(HOST, "gemini-test")
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
ASKED = Conversation((UserTurn("Hello?"),))


def body(conversation: Conversation, endpoint: Endpoint = ENDPOINT) -> Any:
    """Return the encoded request body, parsed."""
    return parse(DIALECT.encode(conversation, endpoint).body)


@pytest.mark.parametrize(
    ("stream", "changes", "url"),
    [
        (False, {}, f"{HOST}/v1beta/models/gemini-test:generateContent"),
        (True, {}, f"{HOST}/v1beta/models/gemini-test:streamGenerateContent?alt=sse"),
        (
            False,
            {"path": "/v1/x/models/{model}:generateContent"},
            "/v1/x/models/gemini-test:generateContent",
        ),
        (
            True,
            {"path": "/v1/x/models/{model}:generateContent"},
            "/v1/x/models/gemini-test:streamGenerateContent?alt=sse",
        ),
        (True, {"path": "/p", "stream_path": "/s/{model}"}, "/s/gemini-test"),
        (True, {"path": "/p"}, "/p"),
        (False, {"model": "a b?c"}, "/v1beta/models/a%20b%3Fc:generateContent"),
        # As Google's lists name a model.
        (False, {"model": "models/gemini-test"}, "/v1beta/models/gemini-test:generateContent"),
        (
            True,
            {"model": "models/gemini-test"},
            "/v1beta/models/gemini-test:streamGenerateContent?alt=sse",
        ),
        (True, {"model": "models/x", "path": "/s/{model}"}, "/s/models/x"),
        # Below a publisher, as Vertex AI has it.
        (
            False,
            {"base_url": "https://v.example/v1/projects/p/locations/l/publishers/google"},
            "https://v.example/v1/projects/p/locations/l/publishers/google/models/gemini-test:generateContent",
        ),
    ],
)
def test_the_url_says_model_and_mode(*, stream: bool, changes: dict[str, Any], url: str) -> None:
    """Model and mode are in the path; an endpoint's own paths replace ours."""
    endpoint = replace(ENDPOINT, **changes)
    request = DIALECT.encode(replace(ASKED, stream=stream), endpoint)
    assert request.method == "POST"
    assert request.url == (url if url.startswith("https:") else HOST + url)


@pytest.mark.parametrize(
    ("choice", "config"),
    [
        (ToolChoice(ChoiceMode.AUTO), {"mode": "AUTO"}),
        (ToolChoice(ChoiceMode.NONE), {"mode": "NONE"}),
        (ToolChoice(ChoiceMode.REQUIRED), {"mode": "ANY"}),
        (
            ToolChoice(ChoiceMode.NAMED, "find"),
            {"mode": "ANY", "allowedFunctionNames": ["find"]},
        ),
    ],
)
def test_every_tool_choice_has_its_form(choice: ToolChoice | None, config: JsonObject) -> None:
    """The four neutral choices are written with three modes and a list of names."""
    sent = body(replace(ASKED, choice=choice))
    assert sent["toolConfig"] == {"functionCallingConfig": config}


@pytest.mark.parametrize(
    ("schema", "key"),
    [
        (CITY, "parameters"),
        ({**CITY, "additionalProperties": False}, "parametersJsonSchema"),
        ({**CITY, "$defs": {}}, "parametersJsonSchema"),
        ({"type": "object", "properties": {}}, "parametersJsonSchema"),
        ({"type": "object", "properties": {"n": {"enum": [1]}}}, "parametersJsonSchema"),
        (
            {"type": "object", "properties": {"n": {"type": "integer", "enum": [1]}}},
            "parametersJsonSchema",
        ),
        (
            {"type": "object", "properties": {"n": {"type": ["string", "null"]}}},
            "parametersJsonSchema",
        ),
        ({"type": "object", "properties": {"n": {"type": "array"}}}, "parametersJsonSchema"),
        (
            {"type": "object", "properties": {"n": {"type": "array", "items": CITY}}},
            "parameters",
        ),
        ({"type": "object", "properties": {"n": {"$ref": "#"}}}, "parametersJsonSchema"),
        ({"type": "object", "properties": {"n": True}}, "parametersJsonSchema"),
        (
            {"type": "object", "properties": {"type": {"type": "string"}}},
            "parameters",
        ),
    ],
)
def test_a_schema_goes_under_the_key_that_takes_it(schema: JsonObject, key: str) -> None:
    """`parameters` is used only for schemas it neither refuses nor changes."""
    (entry,) = body(replace(ASKED, tools=(Tool("find", None, schema),)))["tools"]
    assert entry == {"functionDeclarations": [{"name": "find", key: schema}]}


def test_a_tool_without_parameters_declares_none() -> None:
    """No schema is made up for a tool that has none, and no switch for `strict`."""
    (entry,) = body(replace(ASKED, tools=(Tool("now", "The time.", strict=True),)))["tools"]
    assert entry == {"functionDeclarations": [{"name": "now", "description": "The time."}]}


def test_results_share_one_content_and_tell_failures() -> None:
    """Results go back in one user content, with `output` or `error`, id and name."""
    calls = (ToolCall("find", "a1", {}), ToolCall("find", None, {}))
    results = (
        ToolResult("a1", None, "18 C"),
        ToolResult(None, "find", "no such city", error=True),
    )
    history = (UserTurn("?"), AssistantTurn(None, calls), ResultsTurn(results))
    contents = body(Conversation(history))["contents"]
    assert contents[1] == {
        "role": "model",
        "parts": [
            {"functionCall": {"id": "a1", "name": "find", "args": {}}},
            {"functionCall": {"name": "find", "args": {}}},
        ],
    }
    assert contents[2] == {
        "role": "user",
        "parts": [
            {"functionResponse": {"id": "a1", "name": "find", "response": {"output": "18 C"}}},
            {"functionResponse": {"name": "find", "response": {"error": "no such city"}}},
        ],
    }


def test_an_echo_goes_back_byte_for_byte() -> None:
    """Spacing, key order, number spelling and signature of a received message survive."""
    echo = (
        b'{"role" : "model", "parts":[ {"thoughtSignature":"c2ln","n":1.50,"functionCall":{}} ] }'
    )
    turns_ = (UserTurn("?"), AssistantTurn("ignored", (), echo))
    assert echo in DIALECT.encode(Conversation(turns_), ENDPOINT).body


def test_extra_members_are_merged_as_a_merge_patch() -> None:
    """An endpoint adds members at any depth and takes members out with null."""
    extra = {
        "generationConfig": {"temperature": 0},
        "toolConfig": {"functionCallingConfig": {"streamFunctionCallArguments": True}},
        "systemInstruction": None,
    }
    asked = replace(ASKED, choice=ToolChoice(ChoiceMode.AUTO), system="Be brief.")
    sent = body(asked, replace(ENDPOINT, extra=extra))
    assert sent["generationConfig"] == {"temperature": 0}
    assert sent["toolConfig"]["functionCallingConfig"] == {
        "mode": "AUTO",
        "streamFunctionCallArguments": True,
    }
    assert "systemInstruction" not in sent


def test_no_request_carries_a_key() -> None:
    """Keys are the transport's business: neither URL nor headers hold one."""
    request = DIALECT.encode(ASKED, replace(ENDPOINT, headers=(("x-test", "1"),)))
    assert "key=" not in request.url
    assert request.headers == (("content-type", "application/json"), ("x-test", "1"))
    own = replace(ENDPOINT, headers=(("Content-Type", "application/json; charset=utf-8"),))
    assert DIALECT.encode(ASKED, own).headers == (
        ("content-type", "application/json; charset=utf-8"),
    )
