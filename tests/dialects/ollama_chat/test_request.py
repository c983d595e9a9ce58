"""A stranger's request is read without judging it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.ollama_chat import DIALECT
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Request


def read(body: Any) -> Conversation | None:
    """Read a request with this body."""
    return DIALECT.read_request(Request("POST", "http://localhost:11434/api/chat", (), dump(body)))


@pytest.mark.parametrize("body", [None, [], "x", {}, {"messages": None}, {"messages": {}}])
def test_what_has_no_messages_is_no_request(body: Any) -> None:
    """Other JSON is None, and so is what is no JSON."""
    assert read(body) is None
    assert DIALECT.read_request(Request("POST", "http://h", (), b"{")) is None
    assert DIALECT.read_request(Request("POST", "http://h", (), b"")) is None


def test_a_whole_history_is_read() -> None:
    """Roles, images left out, object and text arguments, results by id, by name and by neither."""
    conversation = read(
        {
            "model": "m",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Hi", "images": ["x"]},
                {
                    "role": "assistant",
                    "content": "",
                    "thinking": "Hm.",
                    "tool_calls": [
                        {"id": "c1", "function": {"name": "a", "arguments": {"n": 1}}},
                        {"function": {"name": "b", "arguments": "{}"}},
                        7,
                    ],
                },
                {"role": "tool", "content": "one", "tool_call_id": "c1"},
                {"role": "tool", "content": '{"error":"two"}', "tool_name": "b"},
                {"role": "tool", "content": '{"error":"x","more":1}'},
                {"role": "tool", "content": '{"error":{"n":1}}'},
                {"role": "tool", "content": '{"error":'},
                "noise",
                {"role": "assistant", "content": "Done."},
                {"role": "tool", "content": 7},
            ],
            "tools": [
                {
                    "type": "function",
                    "function": {"name": "a", "description": "A.", "parameters": {}},
                },
                {"type": "function", "function": {"name": "b"}},
                {"type": "function", "function": {"name": 1}},
                7,
            ],
            "tool_choice": "required",
            "stream": False,
        }
    )
    place = "request/messages/2/tool_calls"
    assert conversation == Conversation(
        turns=(
            UserTurn("Hi"),
            AssistantTurn(
                "",
                (
                    ToolCall("a", "c1", {"n": 1}, pointer=f"{place}/0"),
                    ToolCall("b", None, "{}", pointer=f"{place}/1"),
                ),
            ),
            ResultsTurn(
                (
                    ToolResult("c1", "a", "one"),
                    ToolResult(None, "b", "two", error=True),
                    ToolResult(None, None, '{"error":"x","more":1}'),
                    ToolResult(None, None, '{"n":1}', error=True),
                    ToolResult(None, None, '{"error":'),
                )
            ),
            AssistantTurn("Done."),
            ResultsTurn((ToolResult(None, None, ""),)),
        ),
        tools=(Tool("a", "A.", {}), Tool("b")),
        system="Be brief.",
    )


@pytest.mark.parametrize(
    ("member", "streams"),
    [({}, True), ({"stream": None}, True), ({"stream": True}, True), ({"stream": False}, False)],
)
def test_a_request_streams_unless_it_says_no(member: Any, *, streams: bool) -> None:
    """The server's default is to stream."""
    conversation = read({"messages": [], **member})
    assert conversation is not None
    assert conversation.stream is streams


HOSTILE = hostile(
    'assistant tool user {"error":1e999}',
    "messages role content tool_calls function name arguments id tools parameters tool_name "
    "tool_call_id stream",
    leaves=25,
)


@given(HOSTILE | st.builds(lambda m, t: {"messages": m, "tools": t}, st.lists(HOSTILE), HOSTILE))
def test_reading_never_raises(body: Any) -> None:
    """Any value may stand anywhere in a request."""
    read(body)
