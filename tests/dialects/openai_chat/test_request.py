"""Chat Completions requests to neutral conversations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.openai_chat.request import conversation_of, read_request
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Request

USER: JsonObject = {"role": "user", "content": "a"}
TOOL: JsonObject = {"type": "function", "function": {"name": "get_time"}}


def reading(*messages: Json, **members: Json) -> Conversation:
    """Read a request with these messages and other members."""
    found = read_request(Request("POST", "", (), dump({"messages": messages, **members})))
    assert found is not None
    return found


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"messages":{}}', b"{", b"\xff"])
def test_what_is_no_request_is_none(body: bytes) -> None:
    """Bodies without a list of messages are not conversations."""
    assert read_request(Request("POST", "", (), body)) is None


@pytest.mark.parametrize(
    ("value", "choice"),
    [
        ("auto", ToolChoice(ChoiceMode.AUTO)),
        ("none", ToolChoice(ChoiceMode.NONE)),
        ("required", ToolChoice(ChoiceMode.REQUIRED)),
        ("any", ToolChoice(ChoiceMode.REQUIRED)),
        ("get_time", ToolChoice(ChoiceMode.NAMED, "get_time")),
        ("unknown", None),
        (None, None),
        (7, None),
        ({}, None),
        (
            {"type": "function", "function": {"name": "other"}},
            ToolChoice(ChoiceMode.NAMED, "other"),
        ),
        ({"type": "custom", "custom": {"name": "calc"}}, ToolChoice(ChoiceMode.NAMED, "calc")),
        ({"type": "tool", "name": "get_time"}, ToolChoice(ChoiceMode.NAMED, "get_time")),
        (
            {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [TOOL]}},
            ToolChoice(ChoiceMode.AUTO),
        ),
        (
            {"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": [TOOL]}},
            ToolChoice(ChoiceMode.REQUIRED),
        ),
        (
            {"type": "allowed_tools", "allowed_tools": {"mode": [], "tools": [TOOL]}},
            ToolChoice(ChoiceMode.AUTO),
        ),
    ],
)
def test_tool_choice_forms(value: Json, choice: ToolChoice | None) -> None:
    """Every form seen on the wire is read; what cannot be read is left out."""
    assert reading(USER, tools=[TOOL], tool_choice=value).choice == choice


def test_tools_of_every_kind() -> None:
    """Function tools keep schema and strict, custom ones their name, server tools are left out."""
    found = reading(
        USER,
        tools=[
            {
                "type": "function",
                "function": {
                    "name": "a",
                    "description": "d",
                    "parameters": {"type": "object"},
                    "strict": False,
                },
            },
            {"type": "custom", "custom": {"name": "calc", "description": "d"}},
            {"type": "vendor:web_search"},
            "nonsense",
            {"type": "function", "function": {"name": 7}},
            {"type": "function", "function": {"name": "b", "parameters": "x", "strict": "yes"}},
        ],
    )
    assert found.tools == (
        Tool("a", "d", {"type": "object"}, strict=False),
        Tool("calc", "d"),
        Tool("b"),
    )


def test_content_may_be_text_parts_or_null() -> None:
    """Text parts are joined, other parts passed over, and null is no text."""
    parts: Json = [
        {"type": "text", "text": "a"},
        {"type": "image_url"},
        {"type": "text", "text": "b"},
    ]
    found = reading(
        {"role": "system", "content": "s1"},
        {"role": "developer", "content": [{"type": "text", "text": "s2"}]},
        {"role": "user", "content": parts},
        {"role": "assistant", "content": None},
        {"role": "user", "content": None},
        {"role": "martian", "content": "x"},
        "nonsense",
    )
    assert found.system == "s1\ns2"
    assert found.turns == (UserTurn("ab"), AssistantTurn(None), UserTurn(""))


def test_results_of_one_turn_stand_together() -> None:
    """Consecutive tool messages form one turn, with the names of the calls they answer."""
    call: JsonObject = {
        "id": "c1",
        "type": "function",
        "function": {"name": "a", "arguments": "{}"},
    }
    found = reading(
        USER,
        {"role": "assistant", "content": "", "tool_calls": [call, {**call, "id": "c2"}, 5]},
        {"role": "tool", "tool_call_id": "c1", "content": "one"},
        {"role": "tool", "tool_call_id": "c2", "content": '{"error":"gone"}', "name": "own"},
        {"role": "assistant", "content": "done"},
        {"role": "tool", "tool_call_id": "c9", "content": '{"error":"a","b":1}'},
    )
    said = found.turns[1]
    assert isinstance(said, AssistantTurn)
    assert [(c.id, c.name, c.arguments, c.pointer) for c in said.calls] == [
        ("c1", "a", {}, "request/messages/1/tool_calls/0"),
        ("c2", "a", {}, "request/messages/1/tool_calls/1"),
    ]
    assert found.turns[2] == ResultsTurn(
        (ToolResult("c1", "a", "one"), ToolResult("c2", "own", "gone", error=True))
    )
    assert found.turns[4] == ResultsTurn((ToolResult("c9", None, '{"error":"a","b":1}'),))


def test_legacy_request() -> None:
    """functions, function_call and role function are read as the same neutral things."""
    found = reading(
        USER,
        {"role": "assistant", "content": None, "function_call": {"name": "a", "arguments": "{}"}},
        {"role": "function", "name": "a", "content": "one"},
        functions=[{"name": "a", "parameters": {}}],
        function_call={"name": "a"},
    )
    assert found.legacy
    assert found.tools == (Tool("a", None, {}),)
    assert found.choice == ToolChoice(ChoiceMode.NAMED, "a")
    assert [call.kind for call in found.calls()] == ["legacy"]
    assert found.turns[2] == ResultsTurn((ToolResult(None, "a", "one"),))


def test_switches() -> None:
    """The members stream and parallel_tool_calls are read when they are booleans."""
    found = reading(USER, stream=True, parallel_tool_calls=False)
    assert (found.stream, found.parallel) == (True, False)
    odd = reading(USER, stream="yes", parallel_tool_calls="no")
    assert (odd.stream, odd.parallel) == (False, None)


JSON = hostile("user auto", "role content tool_calls function name type text id messages")
ROLES = st.sampled_from(["user", "assistant", "tool", "function", "system"])


@given(
    st.lists(JSON | st.fixed_dictionaries({"role": ROLES, "content": JSON, "tool_calls": JSON})),
    JSON,
    JSON,
    JSON,
)
def test_any_json_can_be_read(
    messages: list[Json], tools: Json, choice: Json, functions: Json
) -> None:
    """Nothing a stranger writes into a request raises."""
    members: JsonObject = {"tools": tools, "tool_choice": choice, "functions": functions}
    assert conversation_of({"messages": messages, **members}) is not None
