"""Conversations to Responses requests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.wire import Wire
from toolwire.dialects.openai_responses import DIALECT
from toolwire.dialects.openai_responses.encode import encode
from toolwire.io.json_text import items_of, object_of, parse
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
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint

ENDPOINT = Endpoint("https://api.example.invalid/v1", "some/model")
WEATHER = Tool("get_weather", "Weather.", {"type": "object", "properties": {}}, strict=True)
body = Wire(DIALECT, ENDPOINT).sent
ASK = Conversation((UserTurn("Weather?"),), (WEATHER,))


def test_plain_request() -> None:
    """Tools are flat, the system prompt is `instructions`, and the server keeps nothing."""
    assert body(replace(ASK, system="Be brief.")) == {
        "model": "some/model",
        "instructions": "Be brief.",
        "input": [{"role": "user", "content": "Weather?"}],
        "tools": [
            {
                "type": "function",
                "name": "get_weather",
                "description": "Weather.",
                "parameters": {"type": "object", "properties": {}},
                "strict": True,
            }
        ],
        "store": False,
    }


def test_what_is_not_said_is_not_sent() -> None:
    """A bare tool has its name only, and no choice, switch or prompt is made up."""
    sent = body(Conversation((UserTurn("a"),), (Tool("now"),)))
    assert sent["tools"] == [{"type": "function", "name": "now"}]
    assert sent.keys() == {"model", "input", "tools", "store"}
    assert "tools" not in body(Conversation((UserTurn("a"),)))


def test_headers_and_address() -> None:
    """The path is appended to the base URL the SDK takes, and no key is written."""
    request = encode(replace(ASK, stream=True), replace(ENDPOINT, headers=(("X-Title", "t"),)))
    assert (request.method, request.url) == ("POST", "https://api.example.invalid/v1/responses")
    assert dict(request.headers) == {
        "content-type": "application/json",
        "accept": "text/event-stream",
        "x-title": "t",
    }
    assert encode(ASK, ENDPOINT).header("accept") == "application/json"


def test_own_paths_with_the_model_filled_in() -> None:
    """An endpoint may bring its own path, and another one for streams."""
    endpoint = replace(ENDPOINT, path="/{model}/responses?api-version=v1", stream_path="/stream")
    blocking, streaming = encode(ASK, endpoint), encode(replace(ASK, stream=True), endpoint)
    assert blocking.url.endswith("/v1/some%2Fmodel/responses?api-version=v1")
    assert streaming.url.endswith("/v1/stream")


def test_extra_members_are_merged_last_and_null_takes_one_out() -> None:
    """A host that keeps conversations can have `store` left out or set."""
    extra: JsonObject = {"store": None, "reasoning": {"effort": "low"}}
    merged = Wire(DIALECT, replace(ENDPOINT, extra=extra)).sent(ASK)
    assert "store" not in merged
    assert merged["reasoning"] == {"effort": "low"}
    assert body(replace(ASK, stream=True))["stream"] is True


@pytest.mark.parametrize(
    ("choice", "written"),
    [
        (ToolChoice(ChoiceMode.AUTO), "auto"),
        (ToolChoice(ChoiceMode.NONE), "none"),
        (ToolChoice(ChoiceMode.REQUIRED), "required"),
        (
            ToolChoice(ChoiceMode.NAMED, "get_weather"),
            {"type": "function", "name": "get_weather"},
        ),
    ],
)
def test_tool_choices(choice: ToolChoice, written: Json) -> None:
    """Every tool choice has its documented form; a named one is flat."""
    assert body(replace(ASK, choice=choice))["tool_choice"] == written


@pytest.mark.parametrize("parallel", [True, False])
def test_parallel_switch(*, parallel: bool) -> None:
    """The switch is a member of its own."""
    assert body(replace(ASK, parallel=parallel))["parallel_tool_calls"] is parallel


def test_received_items_go_back_one_by_one_and_byte_for_byte() -> None:
    """Key order, spacing, number spelling and unknown members of every echoed item survive."""
    reasoning = b'{"type":"reasoning", "id":"rs_1","summary":[ ],"encrypted_content":"g\\u00e9"}'
    call = b'{ "call_id":"call_1","type":"function_call","name":"n","arguments":"{}","x":1.50}'
    turn = AssistantTurn(None, echo=b"[\n " + reasoning + b" ,\n " + call + b"\n]")
    results = ResultsTurn((ToolResult("call_1", "n", "18 C"),))
    request = encode(Conversation((UserTurn("a"), turn, results)), ENDPOINT)
    assert reasoning + b"," + call + b"," in request.body
    kinds = [object_of(i).get("type") for i in items_of(object_of(parse(request.body))["input"])]
    assert kinds == [None, "reasoning", "function_call", "function_call_output"]


@pytest.mark.parametrize("echo", [b"", b"{}", b"[1", b"[" * 100_000])
def test_an_echo_that_is_no_list_of_items_is_refused(echo: bytes) -> None:
    """Half a message would go out otherwise; the error says which and what to do."""
    conversation = Conversation((AssistantTurn(None, echo=echo),))
    with pytest.raises(ToolwireError, match=r"echo of an assistant turn.*what decode gave"):
        encode(conversation, ENDPOINT)


def test_composed_history_and_results() -> None:
    """Composed calls, results and a failed result are items of the documented shape."""
    call = ToolCall("get_weather", "call_1", {"city": "Köln"})
    broken = ToolCall("get_weather", "call_2", None, raw='{"city":', parse_error="cut off")
    custom = ToolCall("calc", "call_3", raw="4 + 4", kind="custom")
    results = (
        ToolResult("call_1", "get_weather", "18 C"),
        ToolResult("call_2", "get_weather", "no such city", error=True),
        ToolResult("call_3", "calc", "8"),
    )
    turns = (UserTurn("a"), AssistantTurn("Let me see.", (call, broken, custom)))
    items = items_of(body(Conversation((*turns, ResultsTurn(results))))["input"])
    assert items[1:] == [
        {"role": "assistant", "content": "Let me see."},
        {
            "type": "function_call",
            "call_id": "call_1",
            "name": "get_weather",
            "arguments": '{"city":"Köln"}',
        },
        {
            "type": "function_call",
            "call_id": "call_2",
            "name": "get_weather",
            "arguments": '{"city":',
        },
        {"type": "custom_tool_call", "call_id": "call_3", "name": "calc", "input": "4 + 4"},
        {"type": "function_call_output", "call_id": "call_1", "output": "18 C"},
        {"type": "function_call_output", "call_id": "call_2", "output": '{"error":"no such city"}'},
        {"type": "custom_tool_call_output", "call_id": "call_3", "output": "8"},
    ]


def test_same_conversation_same_bytes() -> None:
    """Replay matches requests by their bytes, so encoding is deterministic."""
    assert encode(ASK, ENDPOINT) == encode(ASK, ENDPOINT)
