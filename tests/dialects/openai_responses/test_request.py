"""Requests, ours and strangers', to conversations."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.support.hostile import hostile
from toolwire.dialects.openai_responses.request import read_request
from toolwire.io.json_text import dump
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
from toolwire.model.exchange import Request


def asked(**members: Json) -> Conversation:
    """Return what is read in a request with these members."""
    body: JsonObject = {"model": "m", "input": "Hi.", **members}
    conversation = read_request(Request("POST", "https://x.invalid/responses", (), dump(body)))
    assert conversation is not None
    return conversation


def call(identity: str, name: str, arguments: str = "{}") -> JsonObject:
    """Return a call item as a history has it."""
    return {
        "type": "function_call",
        "id": f"fc_{identity}",
        "call_id": identity,
        "name": name,
        "arguments": arguments,
    }


def output(identity: str, value: Json) -> JsonObject:
    """Return the output item of a call."""
    return {"type": "function_call_output", "call_id": identity, "output": value}


def test_a_text_is_one_user_turn() -> None:
    """`input` may be a bare string."""
    assert asked(input="Hello.") == Conversation((UserTurn("Hello."),))


def test_messages_in_every_form() -> None:
    """Easy messages, message items and content parts are read; images are left out."""
    items: list[Json] = [
        {"role": "system", "content": "One."},
        {"role": "developer", "content": [{"type": "input_text", "text": "Two."}]},
        {"role": "user", "content": "a"},
        {
            "type": "message",
            "role": "user",
            "content": [
                {"type": "input_text", "text": "b"},
                {"type": "input_image", "image_url": "data:,"},
                {"type": "input_text", "text": "c"},
            ],
        },
        {"role": "assistant", "content": [{"type": "output_text", "text": "d"}]},
        {"role": "assistant", "content": "e"},
        {"role": "user", "content": [{"type": "input_image", "image_url": "data:,"}]},
    ]
    assert asked(input=items, instructions="Zero.", stream=True) == Conversation(
        (UserTurn("a"), UserTurn("bc"), AssistantTurn("de"), UserTurn("")),
        system="Zero.\nOne.\nTwo.",
        stream=True,
    )


def test_a_history_of_items_is_read_as_turns() -> None:
    """Items in a row are one turn; reasoning and server tools between them do not split it."""
    items: list[Json] = [
        {"role": "user", "content": "q"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "t"}]},
        call("call_1", "f", '{"a": 1}'),
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        call("call_2", "g", "{"),
        output("call_2", [{"type": "input_text", "text": "two"}]),
        output("call_1", '{"error": "broke"}'),
        {"type": "reasoning", "id": "rs_2", "summary": []},
        call("call_3", "f"),
        output("call_3", '{"error": "x", "more": 1}'),
    ]
    first, second, third, fourth, fifth = asked(input=items).turns
    assert first == UserTurn("q")
    assert isinstance(second, AssistantTurn)
    assert second.text == "t"
    assert second.calls[0] == ToolCall(
        "f", "call_1", {"a": 1}, '{"a": 1}', pointer="request/input/3"
    )
    assert (second.calls[1].raw, second.calls[1].arguments) == ("{", None)
    assert second.calls[1].parse_error
    assert third == ResultsTurn(
        (ToolResult("call_2", "g", "two"), ToolResult("call_1", "f", "broke", error=True))
    )
    assert isinstance(fourth, AssistantTurn)
    assert fifth == ResultsTurn((ToolResult("call_3", "f", '{"error": "x", "more": 1}'),))


def test_free_text_tools_are_read() -> None:
    """A custom call keeps its raw input, and its output is a result like any other."""
    items: list[Json] = [
        {"type": "custom_tool_call", "call_id": "call_1", "name": "sql", "input": "SELECT 1"},
        {"type": "custom_tool_call_output", "call_id": "call_1", "output": "1"},
    ]
    said, results = asked(input=items).turns
    pointer = "request/input/0"
    assert said == AssistantTurn(
        None, (ToolCall("sql", "call_1", raw="SELECT 1", pointer=pointer, kind="custom"),)
    )
    assert results == ResultsTurn((ToolResult("call_1", "sql", "1"),))


def test_outputs_alone_go_on_with_a_stored_response() -> None:
    """With previous_response_id the calls are on the server and only outputs are sent."""
    turns = asked(input=[output("call_9", "ok")], previous_response_id="resp_1").turns
    assert turns == (ResultsTurn((ToolResult("call_9", None, "ok"),)),)


def test_tools_of_every_kind() -> None:
    """Functions are read flat, namespaces opened, built-in tools kept under their type."""
    tools: list[Json] = [
        {"type": "function", "name": "f", "description": "d", "parameters": {}, "strict": True},
        {"type": "function", "name": "n", "parameters": None, "strict": None},
        {"type": "custom", "name": "sql", "format": {"type": "text"}},
        {"type": "web_search_preview"},
        {"type": "namespace", "name": "ns", "tools": [{"type": "function", "name": "inner"}]},
        {"type": "function"},
        7,
    ]
    assert asked(tools=tools).tools == (
        Tool("f", "d", {}, strict=True),
        Tool("n"),
        Tool("sql"),
        Tool("web_search_preview", builtin=True),
        Tool("inner"),
    )


def test_a_nested_definition_is_passed_over_as_the_server_does() -> None:
    """OpenAI takes the flat name and no parameters of a tool in the chat shape."""
    nested: JsonObject = {"name": "f", "parameters": {"type": "object"}}
    entry: JsonObject = {"type": "function", "function": nested}
    assert asked(tools=[{**entry, "name": "f"}]).tools == (Tool("f"),)
    assert asked(tools=[entry]).tools == ()


@pytest.mark.parametrize(
    ("written", "choice"),
    [
        ("auto", ToolChoice(ChoiceMode.AUTO)),
        ("none", ToolChoice(ChoiceMode.NONE)),
        ("required", ToolChoice(ChoiceMode.REQUIRED)),
        ("sometimes", None),
        (None, None),
        ({"type": "function", "name": "f"}, ToolChoice(ChoiceMode.NAMED, "f")),
        ({"type": "custom", "name": "sql"}, ToolChoice(ChoiceMode.NAMED, "sql")),
        ({"type": "file_search"}, ToolChoice(ChoiceMode.NAMED, "file_search")),
        ({"type": "function", "function": {"name": "f"}}, None),
        (
            {"type": "allowed_tools", "mode": "required", "tools": []},
            ToolChoice(ChoiceMode.REQUIRED),
        ),
        ({"type": "allowed_tools", "mode": "auto", "tools": []}, ToolChoice(ChoiceMode.AUTO)),
        ([], None),
    ],
)
def test_tool_choices(written: Json, choice: ToolChoice | None) -> None:
    """Every documented form is read; what is none of them is no choice."""
    assert asked(tool_choice=written).choice == choice


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"messages":[]}', b'"input"', b"\xff"])
def test_what_is_no_request_of_this_format_is_none(body: bytes) -> None:
    """Chat bodies and broken ones are not read as an empty conversation."""
    assert read_request(Request("POST", "https://x.invalid/", (), body)) is None


VALUES = hostile(
    "message function_call function_call_output user",
    "type role content text output call_id name arguments",
)


@given(VALUES, VALUES, VALUES)
def test_hostile_requests_are_read_without_raising(items: Json, tools: Json, choice: Json) -> None:
    """Whatever stands where items, tools and choice are due, reading ends in a conversation."""
    conversation = asked(input=items, tools=tools, tool_choice=choice)
    assert all(isinstance(tool.name, str) for tool in conversation.tools)
