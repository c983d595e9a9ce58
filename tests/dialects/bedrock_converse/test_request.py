"""Converse requests of strangers, read without judging them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects.bedrock_converse import DIALECT
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

URL = "https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse"


def read(body: Json, url: str = URL) -> Conversation | None:
    """Return the conversation of a request with that body."""
    return DIALECT.read_request(Request("POST", url, (), dump(body)))


def user(*content: Json) -> JsonObject:
    """Return a user message."""
    return {"role": "user", "content": list(content)}


def result(ident: str, *content: Json, **members: Json) -> JsonObject:
    """Return a result block."""
    return {"toolResult": {"toolUseId": ident, "content": list(content), **members}}


def test_everything_a_request_can_hold_is_read() -> None:
    """Blocks that have no neutral meaning are left out, the rest is kept in wire order."""
    use: JsonObject = {"toolUseId": "t1", "name": "add", "input": {"a": 1}}
    served: JsonObject = {**use, "toolUseId": "s1", "type": "server_tool_use"}
    said: Json = [
        {"reasoningContent": {"reasoningText": {"text": "Hm"}}},
        {"text": "Let "},
        {"text": "me."},
        {"toolUse": served},
        {"toolUse": use},
    ]
    spec: JsonObject = {"name": "add", "description": "Add.", "inputSchema": {"json": {}}}
    found = read(
        {
            "system": [{"text": "Be brief."}, {"cachePoint": {"type": "default"}}, {"text": "Ok?"}],
            "messages": [
                user({"text": "2+2?"}, {"image": {"format": "png"}}, {"text": "Now."}),
                {"role": "assistant", "content": said},
                user(
                    result("t1", {"json": {"sum": 4}}, {"text": "four"}),
                    result("t9", status="error"),
                    {"cachePoint": {"type": "default"}},
                    {"text": "Go on."},
                ),
                {"role": "system", "content": [{"text": "Be kind."}]},
                {"role": "tool", "content": []},
            ],
            "toolConfig": {
                "tools": [
                    {"toolSpec": {**spec, "strict": True}},
                    {"systemTool": {"name": "nova_grounding"}},
                    {"cachePoint": {"type": "default"}},
                    {"toolSpec": {"name": "now"}},
                ],
                "toolChoice": {"any": {}},
            },
        }
    )
    assert found == Conversation(
        turns=(
            UserTurn("2+2?\nNow."),
            AssistantTurn(
                "Let me.",
                (ToolCall("add", "t1", {"a": 1}, pointer="/messages/1/content/4/toolUse"),),
            ),
            ResultsTurn(
                (ToolResult("t1", "add", '{"sum":4}\nfour'), ToolResult("t9", None, "", error=True))
            ),
            UserTurn("Go on."),
        ),
        tools=(Tool("add", "Add.", {}, strict=True), Tool("now")),
        choice=ToolChoice(ChoiceMode.REQUIRED),
        system="Be brief.\nOk?\nBe kind.",
    )


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"auto": {}}, ToolChoice(ChoiceMode.AUTO)),
        ({"any": {}}, ToolChoice(ChoiceMode.REQUIRED)),
        ({"tool": {"name": "add"}}, ToolChoice(ChoiceMode.NAMED, "add")),
        ({"tool": {"name": 5}}, None),
        ({"none": {}}, None),
        ("auto", None),
    ],
)
def test_tool_choices_are_read(choice: Json, expected: ToolChoice | None) -> None:
    """The documented three, and nothing else."""
    found = read({"messages": [], "toolConfig": {"tools": [], "toolChoice": choice}})
    assert found is not None
    assert found.choice == expected


@pytest.mark.parametrize(
    ("path", "stream"),
    [("converse", False), ("converse-stream", True), ("converse-stream?x=1", True)],
)
def test_the_path_says_whether_it_streams(path: str, *, stream: bool) -> None:
    """The body says nothing about it."""
    found = read({"messages": []}, f"https://h/model/m/{path}")
    assert found is not None
    assert found.stream is stream


def test_a_search_result_is_text() -> None:
    """What a tool found is read from the result's own content blocks."""
    page: JsonObject = {"source": "s", "title": "t", "content": [{"text": "a"}, {"text": "b"}]}
    found = read({"messages": [user(result("t1", {"searchResult": page}))]})
    assert found is not None
    assert found.turns == (ResultsTurn((ToolResult("t1", None, "a\nb"),)),)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"messages":{}}', b'{"prompt":"x"}', b"\xff"])
def test_what_is_no_converse_request_is_none(body: bytes) -> None:
    """Other formats and broken bodies are not read."""
    assert DIALECT.read_request(Request("POST", URL, (), body)) is None


PIECES = hostile(
    "user assistant text",
    "role content text toolUse toolResult json searchResult toolSpec inputSchema name tools toolChoice tool cachePoint",
    leaves=12,
)


@given(st.lists(PIECES, max_size=3), PIECES, PIECES)
def test_no_request_breaks_the_reader(messages: list[Json], config: Json, system: Json) -> None:
    """Whatever stands where messages, tools and system should be, nothing is raised."""
    roles: list[Json] = [
        {"role": role, "content": item} for item in messages for role in ("user", "assistant")
    ]
    found = read({"messages": [*messages, *roles], "toolConfig": config, "system": system})
    assert isinstance(found, Conversation)
