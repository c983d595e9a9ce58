"""Conversation to Converse request: shape, address, byte-true echo, and what cannot be said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.wire import Wire
from toolwire.dialects.bedrock_converse import DIALECT
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
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint

HOST = "https://bedrock-runtime.us-east-1.amazonaws.com"
ENDPOINT = Endpoint(HOST, "us.amazon.nova-micro-v1:0")
TOOL = Tool("add", "Add.", {"type": "object", "properties": {"a": {"type": "number"}}})
CALL = ToolCall("add", "tooluse_1", {"a": 1})
HISTORY: tuple[Turn, ...] = (
    UserTurn("2+2?"),
    AssistantTurn(None, (CALL, replace(CALL, id="tooluse_2"))),
    ResultsTurn(
        (ToolResult("tooluse_1", "add", "4"), ToolResult("tooluse_2", "add", "no", error=True))
    ),
)
body = Wire(DIALECT, ENDPOINT).sent


def ask(*turns: Turn, **members: object) -> Conversation:
    """Return a conversation of these turns, or of one question."""
    return Conversation(turns or (UserTurn("2+2?"),), **members)  # type: ignore[arg-type] # by name


def test_the_path_says_model_and_mode() -> None:
    """Ids are percent-encoded as botocore does, and nothing is signed here."""
    blocking = DIALECT.encode(ask(), ENDPOINT)
    assert (blocking.method, blocking.url) == (
        "POST",
        f"{HOST}/model/us.amazon.nova-micro-v1%3A0/converse",
    )
    assert blocking.headers == (
        ("content-type", "application/json"),
        ("accept", "application/json"),
    )
    streamed = DIALECT.encode(ask(stream=True), ENDPOINT)
    assert streamed.url == f"{blocking.url}-stream"
    assert streamed.header("accept") == "application/vnd.amazon.eventstream"
    assert streamed.body == blocking.body


def test_an_endpoint_replaces_paths_headers_and_members() -> None:
    """Headers of the endpoint win, null takes a member out."""
    endpoint = Endpoint(
        "https://proxy.example.invalid",
        "m/1",
        path="/bedrock/model/{model}/converse",
        headers=(("Accept", "*/*"), ("x-team", "a")),
        extra={"inferenceConfig": {"maxTokens": 9}, "system": None},
    )
    request = DIALECT.encode(ask(system="Be brief.", stream=True), endpoint)
    assert request.url == "https://proxy.example.invalid/bedrock/model/m%2F1/converse-stream"
    assert request.headers == (
        ("content-type", "application/json"),
        ("accept", "*/*"),
        ("x-team", "a"),
    )
    assert Wire(DIALECT, endpoint).sent(ask(system="Be brief.")) == {
        "messages": [{"role": "user", "content": [{"text": "2+2?"}]}],
        "inferenceConfig": {"maxTokens": 9},
    }
    other = replace(endpoint, stream_path="/{model}/flow")
    assert DIALECT.encode(ask(stream=True), other).url.endswith("/m%2F1/flow")


def test_tools_are_specs_with_a_json_schema() -> None:
    """A tool without parameters still has a schema, which the API requires."""
    sent = body(ask(tools=(Tool("now"), replace(TOOL, strict=True)), system="Be brief."))
    empty: JsonObject = {"type": "object", "properties": {}}
    assert sent["system"] == [{"text": "Be brief."}]
    assert sent["toolConfig"] == {
        "tools": [
            {"toolSpec": {"name": "now", "inputSchema": {"json": empty}}},
            {
                "toolSpec": {
                    "name": "add",
                    "description": "Add.",
                    "inputSchema": {"json": TOOL.parameters},
                    "strict": True,
                }
            },
        ]
    }


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (None, None),
        (ToolChoice(ChoiceMode.AUTO), {"auto": {}}),
        (ToolChoice(ChoiceMode.REQUIRED), {"any": {}}),
        (ToolChoice(ChoiceMode.NAMED, "add"), {"tool": {"name": "add"}}),
    ],
)
@pytest.mark.parametrize("parallel", [None, False])
def test_every_tool_choice_has_its_form(
    choice: ToolChoice | None, expected: Json, *, parallel: bool | None
) -> None:
    """There is no parallel switch: it is not sent, and reads back as not said."""
    asked = ask(tools=(TOOL,), choice=choice, parallel=parallel)
    config = body(asked)["toolConfig"]
    assert isinstance(config, dict)
    assert config.get("toolChoice") == expected
    found = DIALECT.read_request(DIALECT.encode(asked, ENDPOINT))
    assert found is not None
    assert (found.choice, found.parallel) == (choice, None)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (ask(tools=(TOOL,), choice=ToolChoice(ChoiceMode.NONE)), "tool choice of 'none'"),
        (ask(choice=ToolChoice(ChoiceMode.NONE)), "tool choice of 'none'"),
        (ask(choice=ToolChoice(ChoiceMode.AUTO)), "toolConfig needs at least one tool"),
        (ask(*HISTORY), "toolConfig needs at least one tool"),
        (ask(*HISTORY[:2]), "toolConfig needs at least one tool"),
        (ask(UserTurn("Go on."), UserTurn("Now.")), "two messages in a row of one role"),
    ],
)
def test_what_the_api_cannot_say_is_refused(asked: Conversation, why: str) -> None:
    """No choice of none, no history with calls without the tools that were offered, and no one role twice in a row."""
    with pytest.raises(ToolwireError, match=why):
        DIALECT.encode(asked, ENDPOINT)


def test_results_of_a_turn_are_one_user_message() -> None:
    """A failed tool has a status, and words that follow stand behind the results."""
    sent = body(ask(*HISTORY, UserTurn("Go on."), tools=(TOOL,)))
    assert sent["messages"] == [
        {"role": "user", "content": [{"text": "2+2?"}]},
        {
            "role": "assistant",
            "content": [
                {"toolUse": {"toolUseId": "tooluse_1", "name": "add", "input": {"a": 1}}},
                {"toolUse": {"toolUseId": "tooluse_2", "name": "add", "input": {"a": 1}}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"toolResult": {"toolUseId": "tooluse_1", "content": [{"text": "4"}]}},
                {
                    "toolResult": {
                        "toolUseId": "tooluse_2",
                        "content": [{"text": "no"}],
                        "status": "error",
                    }
                },
                {"text": "Go on."},
            ],
        },
    ]


def test_a_composed_turn_leaves_out_empty_text() -> None:
    """The API refuses an empty text block; arguments that are no object become one."""
    broken = replace(CALL, arguments=None, raw="{", parse_error="cut")
    sent = body(ask(UserTurn("?"), AssistantTurn("", (broken,)), tools=(TOOL,)))
    assert sent["messages"] == [
        {"role": "user", "content": [{"text": "?"}]},
        {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": "tooluse_1", "name": "add", "input": {}}}],
        },
    ]


def test_an_echo_goes_back_byte_for_byte() -> None:
    """Spacing, number spelling and members nobody knows survive."""
    echo = b'[ {"toolUse": {"input": {"n": 1.50}, "toolUseId": "t", "name": "n"}}, {"new": 1E2} ]'
    turns = (UserTurn("?"), AssistantTurn("other", (CALL,), echo))
    request = DIALECT.encode(ask(*turns, tools=(TOOL,)), ENDPOINT)
    assert b'{"role":"assistant","content":' + echo + b"}" in request.body
