"""Requests: what `encode` writes and what `read_request` makes of a stranger's."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.support.hostile import hostile
from tests.support.wire import Wire
from toolwire.dialects.cohere_v2 import DIALECT
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, items_of, parse
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
from toolwire.model.exchange import Endpoint, Request

ENDPOINT = Endpoint("https://api.cohere.com", "command-r7b-12-2024")
ASK = (UserTurn("Weather?"),)
sent = Wire(DIALECT, ENDPOINT).sent


def read(body: Json | bytes) -> Conversation | None:
    """Read a stranger's request."""
    data = body if isinstance(body, bytes) else dump(body)
    return DIALECT.read_request(Request("POST", "https://h/v2/chat", (), data))


def test_a_request_has_the_documented_shape() -> None:
    """Path, headers and body are those of the v2 reference."""
    tool = Tool("get_weather", "Weather.", {"type": "object", "properties": {}})
    conversation = Conversation(ASK, (tool, Tool("bare")), system="Be short.", stream=True)
    request = DIALECT.encode(conversation, ENDPOINT)
    assert (request.method, request.url) == ("POST", "https://api.cohere.com/v2/chat")
    assert (request.header("accept"), request.header("content-type")) == (
        "text/event-stream",
        "application/json",
    )
    empty: JsonObject = {"type": "object", "properties": {}}
    assert parse(request.body) == {
        "model": "command-r7b-12-2024",
        "messages": [
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": "Weather?"},
        ],
        "stream": True,
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "get_weather",
                    "description": "Weather.",
                    "parameters": empty,
                },
            },
            {"type": "function", "function": {"name": "bare", "parameters": empty}},
        ],
    }


def test_results_go_as_documents() -> None:
    """One tool message a result, with its id and an object; a failure is an error member."""
    results = ResultsTurn(
        (ToolResult("a_1", "a", "18 C"), ToolResult("a_2", "a", "no such city", error=True))
    )
    assert items_of(sent(Conversation((*ASK, results)))["messages"])[1:] == [
        {
            "role": "tool",
            "tool_call_id": "a_1",
            "content": [{"type": "document", "document": {"data": {"content": "18 C"}}}],
        },
        {
            "role": "tool",
            "tool_call_id": "a_2",
            "content": [{"type": "document", "document": {"data": {"error": "no such city"}}}],
        },
    ]


def test_an_echo_goes_back_byte_for_byte() -> None:
    """The received message stands in the request as it came, plan and spaces included."""
    echo = b'{"role":"assistant", "tool_plan":"p",  "tool_calls":[], "x":1.50}'
    turn = AssistantTurn("other", (ToolCall("a"),), echo)
    assert echo in DIALECT.encode(Conversation((*ASK, turn)), ENDPOINT).body


def test_a_composed_turn_has_content_beside_calls() -> None:
    """Text is content; without text there is no content; raw arguments stay as they are."""
    call = ToolCall("a", "a_1", {"x": 1}, raw='{"x": 1}')
    wire = {"id": "a_1", "type": "function", "function": {"name": "a", "arguments": '{"x": 1}'}}
    turns = (*ASK, AssistantTurn("Wait.", (call,)), AssistantTurn(None, (call,)))
    assert items_of(sent(Conversation(turns))["messages"])[1:] == [
        {"role": "assistant", "content": "Wait.", "tool_calls": [wire]},
        {"role": "assistant", "tool_calls": [wire]},
    ]


@pytest.mark.parametrize(
    ("choice", "word"),
    [
        (None, None),
        (ToolChoice(ChoiceMode.AUTO), None),
        (ToolChoice(ChoiceMode.REQUIRED), "REQUIRED"),
        (ToolChoice(ChoiceMode.NONE), "NONE"),
    ],
)
def test_tool_choice(choice: ToolChoice | None, word: str | None) -> None:
    """Required and none have words; auto is what happens without one."""
    assert sent(Conversation(ASK, (Tool("a"),), choice)).get("tool_choice") == word


def test_a_named_choice_cannot_be_said() -> None:
    """There is no named form, so encoding refuses instead of asking for something else."""
    conversation = Conversation(ASK, (Tool("a"),), ToolChoice(ChoiceMode.NAMED, "a"))
    with pytest.raises(ToolwireError, match="cannot name a tool"):
        DIALECT.encode(conversation, ENDPOINT)


@pytest.mark.parametrize(
    ("switches", "strict"),
    [((None, None), None), ((True, True), True), ((False, False), False), ((None, False), None)],
)
def test_strict_is_one_switch(*, switches: tuple[bool | None, ...], strict: bool | None) -> None:
    """The tools agree, or nothing is said."""
    tools = tuple(Tool(f"t{number}", strict=value) for number, value in enumerate(switches))
    assert sent(Conversation(ASK, tools)).get("strict_tools") is strict


def test_strict_beside_not_strict_cannot_be_said() -> None:
    """A mixture is refused: either promise would be wrong for one of the tools."""
    with pytest.raises(ToolwireError, match="every tool"):
        DIALECT.encode(Conversation(ASK, (Tool("a", strict=True), Tool("b"))), ENDPOINT)


def test_parallel_has_no_switch() -> None:
    """What cannot be switched is not sent, and reads back as not said."""
    request = DIALECT.encode(Conversation(ASK, (Tool("a"),), parallel=False), ENDPOINT)
    found = DIALECT.read_request(request)
    assert found is not None
    assert found.parallel is None


def test_the_endpoint_adds_members_paths_and_headers() -> None:
    """Extra members win, the stream path is for streams, headers replace the dialect's own."""
    endpoint = Endpoint(
        "https://h", "m", "/chat", "/stream", (("Accept", "*/*"),), {"model": "x", "k": 1}
    )
    request = DIALECT.encode(Conversation(ASK, stream=True), endpoint)
    assert (request.url, request.header("accept")) == ("https://h/stream", "*/*")
    assert Wire(DIALECT, endpoint).sent(Conversation(ASK))["model"] == "x"
    assert DIALECT.encode(Conversation(ASK), endpoint).url == "https://h/chat"


def test_a_strangers_request_is_read() -> None:
    """Parts, null content, plain results, text results and two systems are understood."""
    call = {"id": "a_1", "type": "function", "function": {"name": "a", "arguments": "{"}}
    body: JsonObject = {
        "model": "m",
        "messages": [
            {"role": "system", "content": [{"type": "text", "text": "One."}]},
            {"role": "system", "content": "Two."},
            {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "image_url"}]},
            {"role": "assistant", "content": None, "tool_plan": "p", "tool_calls": [call, 3]},
            {"role": "tool", "tool_call_id": "a_1", "content": "plain"},
            {"role": "tool", "tool_call_id": "b_1", "content": [{"type": "text", "text": "t"}, 4]},
            {"role": "tool", "content": [{"type": "document", "document": {"data": "text"}}]},
            {"role": "nobody", "content": "x"},
            "x",
            {"role": "user"},
        ],
        "tools": [{"type": "function", "function": {"name": "a"}}, {"function": {}}, 5],
        "tool_choice": "auto",
        "strict_tools": True,
        "stream": "yes",
    }
    found = read(body)
    assert found == Conversation(
        (
            UserTurn("Hi"),
            AssistantTurn(
                None,
                (
                    ToolCall(
                        "a",
                        "a_1",
                        None,
                        "{",
                        found.calls()[0].parse_error if found else "",
                        "request/messages/3/tool_calls/0",
                    ),
                ),
            ),
            ResultsTurn(
                (
                    ToolResult("a_1", "a", "plain"),
                    ToolResult("b_1", None, "t"),
                    ToolResult(None, None, "text"),
                )
            ),
            UserTurn(""),
        ),
        (Tool("a", strict=True),),
        system="One.\nTwo.",
    )
    assert found.calls()[0].parse_error


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b'{"messages":{}}'])
def test_what_is_no_request_is_none(body: bytes) -> None:
    """Bodies that are not JSON, or have no list of messages, are not read."""
    assert read(body) is None


@given(
    hostile("user assistant tool document", "role content tool_calls document data type", leaves=15)
)
def test_reading_never_raises(messages: Json) -> None:
    """Any messages and tools are read or left out."""
    found = read({"messages": messages, "tools": messages, "tool_choice": messages})
    assert (found is not None) is isinstance(messages, list)


@pytest.mark.parametrize(
    ("data", "content"),
    [
        ({"content": "18 C"}, "18 C"),
        ('{"content": "18 C"}', "18 C"),
        ('{"station": "b3d0"}', '{"station":"b3d0"}'),
        ("18 C", "18 C"),
        ("[18]", "[18]"),
    ],
)
def test_a_document_in_a_text_is_the_object_that_it_is(data: Json, content: str) -> None:
    """Cohere's examples send the JSON of an object; a text that is none is read as it is."""
    function: JsonObject = {"name": "look", "arguments": "{}"}
    call: JsonObject = {"id": "w1", "type": "function", "function": function}
    called: JsonObject = {"role": "assistant", "tool_calls": [call]}
    holder: JsonObject = {"data": data}
    document: JsonObject = {"type": "document", "document": holder}
    result: JsonObject = {"role": "tool", "tool_call_id": "w1", "content": [document]}
    body: JsonObject = {"model": "m", "messages": [called, result]}
    assert validator("cohere-v2", "request").is_valid(body)
    conversation = read(body)
    assert conversation is not None
    assert conversation.turns[-1] == ResultsTurn((ToolResult("w1", "look", content),))
