"""Requests of strangers, read without judging them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
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
from toolwire.model.exchange import Request

DIALECT = load_dialect("anthropic-messages")
URL = "https://api.anthropic.com/v1/messages"


def read(body: object, url: str = URL) -> Conversation:
    """Return what is read in a request that is expected to be readable."""
    found = DIALECT.read_request(Request("POST", url, (), dump(body)))
    assert found is not None
    return found


def test_blocks_of_every_kind_become_turns_in_wire_order() -> None:
    """Results of block lists, words after them and calls with their pointers are read."""
    found = read(
        {
            "system": [{"type": "text", "text": "Be"}, {"type": "text", "text": "kind."}],
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "image"}]},
                {"role": "user", "content": "Well?"},
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "Hm", "signature": "s"},
                        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}},
                        {"type": "text", "text": "Let me "},
                        {"type": "text", "text": "see."},
                        {"type": "tool_use", "id": "t1", "name": "look", "input": {"q": 1}},
                    ],
                },
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "tool_result",
                            "tool_use_id": "t1",
                            "content": [
                                {"type": "text", "text": "a"},
                                {"type": "image"},
                                {"type": "text", "text": "b"},
                            ],
                            "is_error": True,
                        },
                        {"type": "tool_result", "tool_use_id": "t9"},
                        {"type": "text", "text": "Go on"},
                    ],
                },
                {"role": "assistant", "content": "Done."},
            ],
        }
    )
    assert found.system == "Be\nkind."
    assert found.turns == (
        UserTurn("Hi"),
        UserTurn("Well?"),
        AssistantTurn(
            "Let me see.", (ToolCall("look", "t1", {"q": 1}, pointer="/messages/2/content/4"),)
        ),
        ResultsTurn((ToolResult("t1", "look", "a\nb", error=True), ToolResult("t9", None, ""))),
        UserTurn("Go on"),
        AssistantTurn("Done."),
    )


def test_server_tools_are_kept_without_parameters() -> None:
    """Typed tools run elsewhere; their names stay known, entries without a name do not."""
    found = read(
        {
            "messages": [],
            "tools": [
                {"type": "web_search_20250305", "name": "web_search", "max_uses": 1},
                {"name": "add", "description": "d", "input_schema": {}, "strict": False},
                {"type": "mcp_toolset", "mcp_server_name": "x"},
            ],
        }
    )
    assert found.tools == (Tool("web_search", builtin=True), Tool("add", "d", {}, strict=False))


@pytest.mark.parametrize(
    ("member", "choice", "parallel"),
    [
        ({"type": "any"}, ToolChoice(ChoiceMode.REQUIRED), None),
        (
            {"type": "tool", "name": "x", "disable_parallel_tool_use": True},
            ToolChoice(ChoiceMode.NAMED, "x"),
            False,
        ),
        ({"type": "auto", "disable_parallel_tool_use": False}, ToolChoice(ChoiceMode.AUTO), True),
        ({"type": "tool"}, None, None),
        ({"type": ["any"], "disable_parallel_tool_use": 1}, None, None),
        ("any", None, None),
    ],
)
def test_tool_choices_are_read_and_strange_ones_left_out(
    member: Json, choice: ToolChoice | None, *, parallel: bool | None
) -> None:
    """A choice this wire does not know says nothing."""
    found = read({"messages": [], "tool_choice": member})
    assert (found.choice, found.parallel) == (choice, parallel)


@pytest.mark.parametrize(
    ("body", "url", "streams"),
    [
        ({"stream": True}, URL, True),
        ({"stream": "true"}, URL, False),
        ({}, "https://b.invalid/model/m/invoke-with-response-stream", True),
        ({}, "https://v.invalid/publishers/anthropic/models/m:streamRawPredict?x=1", True),
        ({}, "https://b.invalid/model/m/invoke", False),
    ],
)
def test_the_mode_is_in_the_body_or_in_the_path(
    body: dict[str, Json], url: str, *, streams: bool
) -> None:
    """Bedrock and Vertex ask for a stream by their path."""
    assert read({"messages": [], **body}, url).stream is streams


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b'{"messages":{}}', b"\xff"])
def test_what_is_no_messages_request_is_none(body: bytes) -> None:
    """Bodies of something else are not guessed at."""
    assert DIALECT.read_request(Request("POST", URL, (), body)) is None


JSON = hostile(
    "user assistant text tool_use tool_result",
    "role content type text id name input tool_use_id",
    leaves=25,
)


@given(st.lists(JSON, max_size=4), JSON, JSON)
def test_hostile_requests_are_read_without_raising(
    messages: list[Json], tools: Json, system: Json
) -> None:
    """Whatever stands where blocks are due, reading ends in a conversation."""
    found = read({"messages": messages, "tools": tools, "tool_choice": tools, "system": system})
    assert len(found.calls()) <= str(messages).count("tool_use")
