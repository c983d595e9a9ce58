"""Requests say what the conversation says, and nothing the server would pass over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolwire.dialects.ollama_chat import DIALECT
from toolwire.dialects.schemas import validator
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint

ENDPOINT = Endpoint("http://localhost:11434", "qwen3:0.6b")
ASKED = Conversation((UserTurn("Hi"),))
SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}


def body(conversation: Conversation, endpoint: Endpoint = ENDPOINT) -> Any:
    """Return the JSON of the encoded request, which satisfies its schema."""
    sent = json.loads(DIALECT.encode(conversation, endpoint).body)
    assert list(validator("ollama-chat", "request").iter_errors(sent)) == []
    return sent


def test_a_plain_request_says_whether_to_stream() -> None:
    """URL, method, content type; `stream` is there even where it is false."""
    request = DIALECT.encode(ASKED, ENDPOINT)
    assert (request.method, request.url) == ("POST", "http://localhost:11434/api/chat")
    assert request.headers == (("content-type", "application/json"),)
    expected = {
        "model": "qwen3:0.6b",
        "messages": [{"role": "user", "content": "Hi"}],
        "stream": False,
    }
    assert json.loads(request.body) == expected
    streamed = Conversation(ASKED.turns, stream=True, system="Be brief.")
    assert body(streamed)["stream"] is True
    assert body(streamed)["messages"][0] == {"role": "system", "content": "Be brief."}


def test_tools_are_nested_and_always_have_parameters() -> None:
    """A tool without parameters gets an empty object; what has no switch is not sent."""
    tools = (Tool("find", "Finds.", SCHEMA, strict=True), Tool("now"))
    conversation = Conversation(
        ASKED.turns, tools, choice=ToolChoice(ChoiceMode.AUTO), parallel=False
    )
    sent = body(conversation)
    assert sent["tools"] == [
        {
            "type": "function",
            "function": {"name": "find", "description": "Finds.", "parameters": SCHEMA},
        },
        {
            "type": "function",
            "function": {"name": "now", "parameters": {"type": "object", "properties": {}}},
        },
    ]
    assert sent.keys() == {"model", "messages", "tools", "stream"}


@pytest.mark.parametrize(
    "choice",
    [
        ToolChoice(ChoiceMode.NONE),
        ToolChoice(ChoiceMode.REQUIRED),
        ToolChoice(ChoiceMode.NAMED, "find"),
    ],
)
def test_a_tool_choice_cannot_be_carried(choice: ToolChoice) -> None:
    """The server would pass over it, so asking for it is an error that says what to do."""
    conversation = Conversation(ASKED.turns, (Tool("find"),), choice)
    with pytest.raises(ToolwireError, match=f"cannot carry .*'{choice.mode}'.*offer only"):
        DIALECT.encode(conversation, ENDPOINT)


def test_calls_go_back_with_object_arguments_and_results_by_name() -> None:
    """Ids go where there are ids; a missing name is taken from the call; errors are content."""
    turns = (
        UserTurn("Hi"),
        AssistantTurn(
            None,
            (
                ToolCall("find", "call_1", {"city": "Paris"}),
                ToolCall("now", None, {}),
                ToolCall("find", "call_2", None, raw="{oops", parse_error="x"),
            ),
        ),
        ResultsTurn(
            (
                ToolResult("call_1", None, "18 C"),
                ToolResult(None, "now", "noon"),
                ToolResult("call_2", "find", "no such city", error=True),
            )
        ),
    )
    assert body(Conversation(turns))["messages"][1:] == [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {"id": "call_1", "function": {"name": "find", "arguments": {"city": "Paris"}}},
                {"function": {"name": "now", "arguments": {}}},
                {"id": "call_2", "function": {"name": "find", "arguments": {}}},
            ],
        },
        {"role": "tool", "content": "18 C", "tool_name": "find", "tool_call_id": "call_1"},
        {"role": "tool", "content": "noon", "tool_name": "now"},
        {
            "role": "tool",
            "content": '{"error":"no such city"}',
            "tool_name": "find",
            "tool_call_id": "call_2",
        },
    ]


def test_an_echo_goes_back_byte_for_byte() -> None:
    """What was received is sent as it was, whatever the turn says beside it."""
    echo = b'{ "content":"a" ,"role":"assistant","n":1.0}'
    turns = (UserTurn("Hi"), AssistantTurn("other", echo=echo), UserTurn("And?"))
    assert b"," + echo + b"," in DIALECT.encode(Conversation(turns), ENDPOINT).body


def test_an_endpoint_can_move_and_add() -> None:
    """Paths, headers and extra members of the endpoint win."""
    endpoint = Endpoint(
        "https://ollama.com",
        "a/b:c",
        path="/x/{model}",
        stream_path="/s/{model}",
        headers=(("Content-Type", "application/json; charset=utf-8"), ("x-a", "1")),
        extra={"think": False, "options": {"seed": 1}},
    )
    request = DIALECT.encode(ASKED, endpoint)
    assert request.url == "https://ollama.com/x/a%2Fb:c"
    assert request.headers == (
        ("content-type", "application/json; charset=utf-8"),
        ("x-a", "1"),
    )
    assert body(ASKED, endpoint)["think"] is False
    assert DIALECT.encode(Conversation(ASKED.turns, stream=True), endpoint).url.endswith(
        "/s/a%2Fb:c"
    )
