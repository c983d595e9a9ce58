"""Requests: what `encode` writes and what `read_request` makes of a stranger's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.support.hostile import hostile
from tests.support.wire import Wire
from toolwire.dialects.cohere_v1 import DIALECT
from toolwire.io.json_text import dump, items_of, object_of, parse
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
from toolwire.model.exchange import Endpoint, Request

ENDPOINT = Endpoint("https://api.cohere.com", "command-r7b-12-2024")
ASK = (UserTurn("Weather?"),)
CALL: JsonObject = {"name": "a", "parameters": {"x": 1}}


def sent(*turns: Turn, **members: Any) -> JsonObject:
    """Return the body of an encoded conversation."""
    return Wire(DIALECT, ENDPOINT).sent(Conversation(turns, **members))


def read(body: Json | bytes) -> Conversation | None:
    """Read a stranger's request."""
    data = body if isinstance(body, bytes) else dump(body)
    return DIALECT.read_request(Request("POST", "https://h/v1/chat", (), data))


def test_a_request_has_the_documented_shape() -> None:
    """Path, headers and body are those of the v1 reference."""
    schema: JsonObject = {
        "type": "object",
        "properties": {"day": {"type": "string", "description": "Which."}},
        "required": ["day"],
    }
    conversation = Conversation(
        (UserTurn("Hi"), AssistantTurn("Hello."), UserTurn("Sales?")),
        (Tool("report", "Sales of a day.", schema), Tool("bare")),
        system="Be short.",
        stream=True,
    )
    request = DIALECT.encode(conversation, ENDPOINT)
    assert (request.method, request.url) == ("POST", "https://api.cohere.com/v1/chat")
    assert request.headers == (
        ("content-type", "application/json"),
        ("accept", "application/json"),
    )
    assert parse(request.body) == {
        "model": "command-r7b-12-2024",
        "message": "Sales?",
        "preamble": "Be short.",
        "chat_history": [
            {"role": "USER", "message": "Hi"},
            {"role": "CHATBOT", "message": "Hello."},
        ],
        "tools": [
            {
                "name": "report",
                "description": "Sales of a day.",
                "parameter_definitions": {
                    "day": {"description": "Which.", "type": "str", "required": True}
                },
            },
            {"name": "bare", "description": ""},
        ],
        "stream": True,
    }


def test_the_last_results_stand_beside_an_empty_message() -> None:
    """Earlier results are history; each repeats its call; a failure is an error member."""
    calls = (ToolCall("a", "1", {"x": 1}), ToolCall("a", "2", {"x": 2}), ToolCall("b", "3", {}))
    results = ResultsTurn(
        (
            ToolResult("2", "a", "two"),
            ToolResult("3", "b", '{"deg":3}'),
            ToolResult("1", "a", "no", error=True),
        )
    )
    answered: list[Json] = [
        {"call": {"name": "a", "parameters": {"x": 2}}, "outputs": [{"content": "two"}]},
        {"call": {"name": "b", "parameters": {}}, "outputs": [{"deg": 3}]},
        {"call": {"name": "a", "parameters": {"x": 1}}, "outputs": [{"error": "no"}]},
    ]
    said = {
        "role": "CHATBOT",
        "message": "Wait.",
        "tool_calls": [
            {"name": "a", "parameters": {"x": 1}},
            {"name": "a", "parameters": {"x": 2}},
            {"name": "b", "parameters": {}},
        ],
    }
    turns = (*ASK, AssistantTurn("Wait.", calls), results)
    body = sent(*turns, tools=(Tool("a"),))
    assert (body["message"], body["tool_results"]) == ("", answered)
    assert body["chat_history"] == [{"role": "USER", "message": "Weather?"}, said]
    later = sent(*turns, UserTurn("And?"))
    assert (later["message"], "tool_results" in later) == ("And?", False)
    assert later["chat_history"] == [
        {"role": "USER", "message": "Weather?"},
        said,
        {"role": "TOOL", "tool_results": answered},
    ]


def test_results_without_ids_find_their_calls_in_order() -> None:
    """Two equal names are answered first to last, and a result without a call names its own."""
    calls = (ToolCall("a", None, {"x": 1}), ToolCall("a", None, {"x": 2}))
    results = tuple(ToolResult(None, name, "r") for name in ("a", "a", "a", "z"))
    body = sent(*ASK, AssistantTurn(None, calls), ResultsTurn(results), tools=(Tool("a"),))
    asked = [object_of(object_of(entry)["call"]) for entry in items_of(body["tool_results"])]
    assert asked == [
        {"name": "a", "parameters": {"x": 1}},
        {"name": "a", "parameters": {"x": 2}},
        {"name": "a", "parameters": {}},
        {"name": "z", "parameters": {}},
    ]


def test_an_echo_goes_back_byte_for_byte_and_its_calls_are_answered() -> None:
    """The received entry stands in the history as it came; its results know its calls."""
    echo = b'{"role":"CHATBOT", "message":"",  "tool_calls":[{"name":"a","parameters":{"x":1.50}}]}'
    turns = (*ASK, AssistantTurn(None, echo=echo), ResultsTurn((ToolResult(None, None, "r"),)))
    request = DIALECT.encode(Conversation(turns), ENDPOINT)
    assert echo in request.body
    (result,) = items_of(object_of(parse(request.body))["tool_results"])
    assert object_of(result)["call"] == {"name": "a", "parameters": {"x": 1.5}}


@pytest.mark.parametrize("mode", [ChoiceMode.REQUIRED, ChoiceMode.NONE, ChoiceMode.NAMED])
def test_a_tool_choice_cannot_be_said(mode: ChoiceMode) -> None:
    """There is no tool choice, so encoding refuses instead of asking for something else."""
    choice = ToolChoice(mode, "a" if mode is ChoiceMode.NAMED else None)
    with pytest.raises(ToolwireError, match="no tool choice"):
        sent(*ASK, tools=(Tool("a"),), choice=choice)
    assert "tool_choice" not in sent(*ASK, choice=ToolChoice(ChoiceMode.AUTO))


@pytest.mark.parametrize("turns", [(), (*ASK, AssistantTurn("Hi"))])
def test_there_must_be_something_to_ask(turns: tuple[Turn, ...]) -> None:
    """A conversation that ends with the assistant, or is empty, is refused."""
    with pytest.raises(ToolwireError, match="asks with"):
        sent(*turns)


def test_switches_that_do_not_exist_are_not_sent() -> None:
    """Neither strict nor parallel leaves a trace."""
    body = sent(*ASK, tools=(Tool("a", strict=True),), parallel=False)
    assert body["tools"] == [{"name": "a", "description": ""}]
    assert body.keys() == {"model", "message", "tools", "stream"}


def test_the_endpoint_adds_members_paths_and_headers() -> None:
    """Extra members win; a header asks for server-sent events."""
    endpoint = Endpoint(
        "https://h", "m", "/chat", "/s", (("Accept", "text/event-stream"),), {"model": "x"}
    )
    request = DIALECT.encode(Conversation(ASK, stream=True), endpoint)
    assert (request.url, request.header("accept")) == ("https://h/s", "text/event-stream")
    assert object_of(parse(request.body))["model"] == "x"


def test_the_documented_single_step_is_read() -> None:
    """The message is repeated beside results, and the calls stand in the results alone."""
    found = read(
        {
            "message": "Weather?",
            "tools": [{"name": "a", "description": "A.", "parameter_definitions": {}}],
            "tool_results": [{"call": CALL, "outputs": [{"deg": 18}]}],
            "force_single_step": True,
        }
    )
    call = ToolCall("a", None, {"x": 1}, pointer="request/tool_results/0")
    assert found == Conversation(
        (
            UserTurn("Weather?"),
            AssistantTurn(None, (call,)),
            ResultsTurn((ToolResult(None, "a", '{"deg":18}'),)),
        ),
        (Tool("a", "A.", {"type": "object", "properties": {}}),),
    )


def test_a_history_without_the_call_is_completed_from_the_results() -> None:
    """An empty message after a question, with results: the calls are the results' own."""
    history: Json = [{"role": "USER", "message": "Weather?"}]
    results: Json = [{"call": CALL, "outputs": []}]
    found = read({"message": "", "chat_history": history, "tool_results": results})
    assert found is not None
    assert [type(turn).__name__ for turn in found.turns] == [
        "UserTurn",
        "AssistantTurn",
        "ResultsTurn",
    ]


def test_words_after_results_are_a_turn_of_their_own() -> None:
    """A message beside results that the history asks for comes after them."""
    history: Json = [{"role": "CHATBOT", "message": "", "tool_calls": [CALL]}]
    results: Json = [{"call": CALL, "outputs": [{"content": "r"}]}]
    found = read({"message": "And?", "chat_history": history, "tool_results": results})
    assert found is not None
    assert found.turns[1:] == (ResultsTurn((ToolResult(None, "a", "r"),)), UserTurn("And?"))


def test_a_strangers_history_is_read() -> None:
    """System entries join the preamble; odd entries, tools and roles are left out."""
    body: JsonObject = {
        "message": "Go.",
        "preamble": "One.",
        "chat_history": [
            {"role": "SYSTEM", "message": "Two."},
            {"role": "USER"},
            {"role": "CHATBOT", "message": "", "tool_calls": [CALL, 4]},
            {"role": "TOOL", "tool_results": [{"call": CALL, "outputs": ["plain"]}, 5]},
            {"role": "CHATBOT", "message": ""},
            {"role": "nobody"},
            6,
        ],
        "tools": [{"name": "a"}, {"description": "x"}, 7],
        "stream": True,
    }
    call = ToolCall("a", None, {"x": 1}, pointer="request/chat_history/2/tool_calls/0")
    assert read(body) == Conversation(
        (
            UserTurn(""),
            AssistantTurn(None, (call,)),
            ResultsTurn((ToolResult(None, "a", "plain"),)),
            AssistantTurn(""),
            UserTurn("Go."),
        ),
        (Tool("a"),),
        system="One.\nTwo.",
        stream=True,
    )


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b'{"messages":[]}', b'{"message":1}'])
def test_what_is_no_request_is_none(body: bytes) -> None:
    """Bodies that are not JSON, or ask nothing in v1's way, are not read."""
    assert read(body) is None


@given(hostile("USER TOOL", "role message tool_calls tool_results call outputs name", leaves=15))
def test_reading_never_raises(value: Json) -> None:
    """Any history, tools and results are read or left out."""
    body: JsonObject = {"message": "x", "chat_history": value, "tools": value}
    assert read({**body, "tool_results": value}) is not None
    assert read({**body, "tools": [{"name": "a", "parameter_definitions": value}]}) is not None
