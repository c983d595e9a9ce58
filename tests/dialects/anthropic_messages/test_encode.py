"""Conversation to request: shape and byte-true echo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.wire import Wire
from toolwire.dialects import load_dialect
from toolwire.io.json_text import raw_slice
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Endpoint

DIALECT = load_dialect("anthropic-messages")
ENDPOINT = Endpoint("https://api.anthropic.com", "claude-haiku-4-5")
TOOL = Tool("add", "Add.", {"type": "object", "properties": {"a": {"type": "number"}}})
EMPTY: JsonObject = {"type": "object", "properties": {}}
body = Wire(DIALECT, ENDPOINT).sent


def ask(*turns: Turn, **members: object) -> Conversation:
    """Return a conversation of these turns, or of one question."""
    return Conversation(turns or (UserTurn("2+2?"),), **members)  # type: ignore[arg-type] # by name


def test_the_request_goes_where_the_sdk_sends_it() -> None:
    """Method, address and headers are those of the API, and no key is among them."""
    request = DIALECT.encode(ask(), ENDPOINT)
    assert (request.method, request.url) == ("POST", "https://api.anthropic.com/v1/messages")
    assert request.headers == (
        ("content-type", "application/json"),
        ("anthropic-version", "2023-06-01"),
    )


def test_an_endpoint_replaces_path_version_and_members() -> None:
    """Paths get the model filled in, headers of the endpoint win, null takes a member out."""
    endpoint = Endpoint(
        "https://bedrock.example.invalid",
        "anthropic.claude-v1:0/x",
        path="/model/{model}/invoke",
        stream_path="/model/{model}/invoke-with-response-stream",
        headers=(("Anthropic-Version", "2026-10-21"),),
        extra={"anthropic_version": "bedrock-2023-05-31", "model": None, "max_tokens": 9},
    )
    request = DIALECT.encode(ask(stream=True), endpoint)
    assert request.url.endswith("/model/anthropic.claude-v1:0%2Fx/invoke-with-response-stream")
    assert request.headers == (
        ("content-type", "application/json"),
        ("anthropic-version", "2026-10-21"),
    )
    assert Wire(DIALECT, endpoint).sent(ask()) == {
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "2+2?"}],
        "anthropic_version": "bedrock-2023-05-31",
    }


def test_a_tool_without_parameters_still_has_a_schema() -> None:
    """The API refuses a tool without input_schema, so an empty object schema is sent."""
    sent = body(ask(tools=(Tool("now"), replace(TOOL, strict=True))))
    assert sent["tools"] == [
        {"name": "now", "input_schema": EMPTY},
        {"name": "add", "description": "Add.", "input_schema": TOOL.parameters, "strict": True},
    ]
    assert sent["max_tokens"] == 1024


@pytest.mark.parametrize(
    ("choice", "parallel", "expected"),
    [
        (None, None, None),
        (ToolChoice(ChoiceMode.AUTO), None, {"type": "auto"}),
        (ToolChoice(ChoiceMode.NONE), None, {"type": "none"}),
        (ToolChoice(ChoiceMode.NONE), False, {"type": "none"}),
        (ToolChoice(ChoiceMode.REQUIRED), None, {"type": "any"}),
        (ToolChoice(ChoiceMode.NAMED, "add"), None, {"type": "tool", "name": "add"}),
        (None, False, {"type": "auto", "disable_parallel_tool_use": True}),
        (None, True, {"type": "auto", "disable_parallel_tool_use": False}),
        (
            ToolChoice(ChoiceMode.NAMED, "add"),
            False,
            {"type": "tool", "name": "add", "disable_parallel_tool_use": True},
        ),
    ],
)
def test_every_tool_choice_has_its_form(
    choice: ToolChoice | None, *, parallel: bool | None, expected: Json
) -> None:
    """The parallel switch sits inside tool_choice, except for none, which has no room for it."""
    sent = body(ask(tools=(TOOL,), choice=choice, parallel=parallel))
    assert sent.get("tool_choice") == expected


def test_a_parallel_switch_without_tools_is_not_sent() -> None:
    """Without tools a tool_choice is refused, and nobody asked for one."""
    assert "tool_choice" not in body(ask(parallel=False))


def test_an_echo_goes_back_byte_for_byte() -> None:
    """Spacing, key order, escapes, number spelling and signatures survive."""
    echo = (
        b'[ {"type":"thinking","thinking":"\\u00e9","signature":"Ab+/=="},'
        b'{"input":{"x":1.50, "b":1e2},"type":"tool_use","id":"toolu_1","name":"add"} ]'
    )
    turns = (
        UserTurn("?"),
        AssistantTurn(None, echo=echo),
        ResultsTurn((ToolResult("toolu_1", None, "3"),)),
    )
    request = DIALECT.encode(ask(*turns, tools=(TOOL,)), ENDPOINT)
    assert raw_slice(request.body, ("messages", 1, "content")) == echo
    body(ask(*turns, tools=(TOOL,)))


def test_results_stand_in_one_user_message_and_first() -> None:
    """All results and the words after them share one message; failures are marked."""
    calls = (ToolCall("add", "t1", {"a": 1}), ToolCall("add", "t2", {}))
    results = ResultsTurn((ToolResult("t1", "add", "1"), ToolResult("t2", "add", "no", error=True)))
    sent = body(ask(UserTurn("?"), AssistantTurn("Wait.", calls), results, UserTurn("And?")))
    messages = sent["messages"]
    assert isinstance(messages, list)
    assert messages[1:] == [
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Wait."},
                {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1}},
                {"type": "tool_use", "id": "t2", "name": "add", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": "1"},
                {"type": "tool_result", "tool_use_id": "t2", "content": "no", "is_error": True},
                {"type": "text", "text": "And?"},
            ],
        },
    ]
