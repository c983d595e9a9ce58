"""What stands just beside what OpenAI refuses in Chat Completions is taken."""

from __future__ import annotations

import pytest

from toolwire.dialects.known_refusal import found_in
from toolwire.dialects.openai_chat.known_refusals import KNOWN_REFUSALS
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request

_TOOL: JsonObject = {"type": "function", "function": {"name": "get_tide"}}


def found(body: JsonObject) -> list[str]:
    """Return the ids of what is found wrong with a request."""
    request = Request("POST", "https://api.example.invalid/v1/chat/completions", (), dump(body))
    return [one.id for one in found_in(request, KNOWN_REFUSALS)]


def called(name: str) -> JsonObject:
    """Return a request whose history has a call of a name."""
    function: JsonObject = {"name": name, "arguments": "{}"}
    call: JsonObject = {"id": "c1", "type": "function", "function": function}
    return {"messages": [{"role": "assistant", "tool_calls": [call]}]}


@pytest.mark.fast
@pytest.mark.parametrize(
    "body",
    [
        {"stream": True, "stream_options": {"include_usage": True}},
        {"stream_options": None},
        {"store": True, "metadata": {"run": "1"}},
        {"metadata": {}},
        {"max_tokens": 1},
        {"max_tokens": None},
        {"max_tokens": True},
        {"temperature": 2},
        {"temperature": "3"},
        {"stop": ["a", "b", "c", "d"]},
        {"stop": "a text of many letters"},
        {"tools": [_TOOL], "tool_choice": "auto", "parallel_tool_calls": False},
        {"tool_choice": None, "parallel_tool_calls": None},
        {"tools": [_TOOL] * 128},
        called("get-tide_2"),
    ],
)
def test_what_stands_beside_it_is_taken(body: JsonObject) -> None:
    """A client that is refused for nothing looks for a mistake of its own."""
    assert found(body) == []


@pytest.mark.fast
@pytest.mark.parametrize(
    ("content", "wrong"),
    [("Answer in JSON.", []), ("A Json object, please.", []), ("An object.", ["json_unsaid"])],
)
def test_the_word_may_stand_anywhere_in_the_messages(content: Json, wrong: list[str]) -> None:
    """OpenAI looks for it in any spelling."""
    messages: list[Json] = [{"role": "system", "content": content}, {"role": "user", "content": ""}]
    wanted: JsonObject = {"response_format": {"type": "json_object"}, "messages": messages}
    assert found(wanted) == wrong


@pytest.mark.fast
@pytest.mark.parametrize("name", ["", "get tide", "functions.get_tide", "flod\u00e9"])
def test_a_call_is_named_as_a_tool_may_be(name: str) -> None:
    """A name from another model may have what OpenAI takes in none."""
    assert found(called(name)) == ["misnamed_call"]
