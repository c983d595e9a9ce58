"""Conversations to Chat Completions requests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.wire import Wire
from toolwire.dialects.openai_chat import DIALECT
from toolwire.dialects.openai_chat.encode import encode
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request

ENDPOINT = Endpoint("https://api.example.invalid/v1", "some/model")
WEATHER = Tool("get_weather", "Weather.", {"type": "object", "properties": {}}, strict=True)
body = Wire(DIALECT, ENDPOINT).sent
ASK = Conversation((UserTurn("Weather?"),), (WEATHER,))


def test_plain_request() -> None:
    """A question with one tool is sent as the documentation shows it."""
    assert body(replace(ASK, system="Be brief.")) == {
        "model": "some/model",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Weather?"},
        ],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "get_weather",
                    "description": "Weather.",
                    "parameters": {"type": "object", "properties": {}},
                    "strict": True,
                },
            }
        ],
    }


def test_headers_and_address() -> None:
    """The path is appended to the base URL the SDK takes, and no key is written."""
    request = encode(replace(ASK, stream=True), replace(ENDPOINT, headers=(("X-Title", "t"),)))
    assert (request.method, request.url) == (
        "POST",
        "https://api.example.invalid/v1/chat/completions",
    )
    assert dict(request.headers) == {
        "content-type": "application/json",
        "accept": "text/event-stream",
        "x-title": "t",
    }


def test_own_paths_with_the_model_filled_in() -> None:
    """An endpoint may bring its own path, and another one for streams."""
    endpoint = replace(
        ENDPOINT, path="/deployments/{model}/chat/completions?v=1", stream_path="/stream"
    )
    blocking, streaming = encode(ASK, endpoint), encode(replace(ASK, stream=True), endpoint)
    assert blocking.url.endswith("/v1/deployments/some%2Fmodel/chat/completions?v=1")
    assert streaming.url.endswith("/v1/stream")


def test_streams_ask_for_usage_and_extra_members_win() -> None:
    """Members of the endpoint are merged into the body; null takes one of the dialect's out."""
    streamed = body(replace(ASK, stream=True))
    assert streamed["stream"] is True
    assert streamed["stream_options"] == {"include_usage": True}
    extra = replace(ENDPOINT, extra={"reasoning_effort": "none", "stream_options": None})
    merged = Wire(DIALECT, extra).sent(replace(ASK, stream=True))
    assert merged["reasoning_effort"] == "none"
    assert "stream_options" not in merged


@pytest.mark.parametrize(
    ("choice", "written"),
    [
        (ToolChoice(ChoiceMode.AUTO), "auto"),
        (ToolChoice(ChoiceMode.NONE), "none"),
        (ToolChoice(ChoiceMode.REQUIRED), "required"),
        (
            ToolChoice(ChoiceMode.NAMED, "get_weather"),
            {"type": "function", "function": {"name": "get_weather"}},
        ),
    ],
)
def test_tool_choices(choice: ToolChoice, written: Json) -> None:
    """Every tool choice has its documented form."""
    assert body(replace(ASK, choice=choice))["tool_choice"] == written


@pytest.mark.parametrize("parallel", [True, False])
def test_parallel_switch_is_sent_only_when_set(*, parallel: bool) -> None:
    """What the conversation does not say is not in the request."""
    assert body(replace(ASK, parallel=parallel))["parallel_tool_calls"] is parallel
    assert {"parallel_tool_calls", "tool_choice", "stream"}.isdisjoint(body(ASK))


def test_received_assistant_message_goes_back_byte_for_byte() -> None:
    """Key order, spacing, escapes and unknown members of an echo survive."""
    echo = b'{ "tool_calls":[ ], "role":"assistant","n":1.50,"x":"\\u00e9" }'
    request = encode(Conversation((UserTurn("a"), AssistantTurn(None, echo=echo))), ENDPOINT)
    assert echo in request.body


def test_composed_history_and_results() -> None:
    """A composed call, its result and a failed result are written in the documented shape."""
    call = ToolCall("get_weather", "call_1", {"city": "Köln"}, raw=None)
    broken = ToolCall("get_weather", "call_2", None, raw='{"city":', parse_error="cut off")
    custom = ToolCall("calc", "call_3", raw="4 + 4", kind="custom")
    results = (
        ToolResult("call_1", "get_weather", "18 C"),
        ToolResult("call_2", "get_weather", "no such city", error=True),
    )
    turns = (UserTurn("a"), AssistantTurn("Let me see.", (call, broken, custom)))
    messages = body(Conversation((*turns, ResultsTurn(results))))["messages"]
    assert isinstance(messages, list)
    assert messages[1:] == [
        {
            "role": "assistant",
            "content": "Let me see.",
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city":"Köln"}'},
                },
                {
                    "id": "call_2",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": '{"city":'},
                },
                {"id": "call_3", "type": "custom", "custom": {"name": "calc", "input": "4 + 4"}},
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": "18 C"},
        {"role": "tool", "tool_call_id": "call_2", "content": '{"error":"no such city"}'},
    ]


def test_legacy_lane() -> None:
    """The deprecated lane uses functions, function_call and role function throughout."""
    call = ToolCall("get_weather", None, {}, kind="legacy")
    turns = (
        UserTurn("a"),
        AssistantTurn(None, (call,)),
        ResultsTurn((ToolResult(None, "get_weather", "18 C"),)),
    )
    named = ToolChoice(ChoiceMode.NAMED, "get_weather")
    written = body(Conversation(turns, (WEATHER,), named, parallel=False, legacy=True))
    assert written["functions"] == [
        {
            "name": "get_weather",
            "description": "Weather.",
            "parameters": {"type": "object", "properties": {}},
        }
    ]
    assert written["function_call"] == {"name": "get_weather"}
    assert written["messages"] == [
        {"role": "user", "content": "a"},
        {
            "role": "assistant",
            "content": None,
            "function_call": {"name": "get_weather", "arguments": "{}"},
        },
        {"role": "function", "name": "get_weather", "content": "18 C"},
    ]
    assert {"tools", "tool_choice", "parallel_tool_calls"}.isdisjoint(written)
    assert body(replace(ASK, legacy=True, choice=ToolChoice(ChoiceMode.NONE)))["function_call"] == (
        "none"
    )


@pytest.mark.parametrize(
    "conversation",
    [
        replace(ASK, legacy=True, choice=ToolChoice(ChoiceMode.REQUIRED)),
        replace(ASK, legacy=True, turns=(AssistantTurn(None, (ToolCall("a"), ToolCall("b"))),)),
    ],
)
def test_legacy_lane_refuses_what_it_cannot_say(conversation: Conversation) -> None:
    """A forced choice and two calls a message have no legacy form; that is said, not dropped."""
    with pytest.raises(ToolwireError, match="tools API"):
        encode(conversation, ENDPOINT)


def test_same_conversation_same_bytes() -> None:
    """Replay matches requests by their bytes, so encoding is deterministic."""
    first: Request = encode(ASK, ENDPOINT)
    assert first == encode(ASK, ENDPOINT)
