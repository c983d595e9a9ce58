"""What stands just beside what OpenAI refuses in Responses is taken."""

from __future__ import annotations

import pytest

from toolwire.dialects.known_refusal import found_in
from toolwire.dialects.openai_responses.known_refusals import KNOWN_REFUSALS
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request


def found(body: JsonObject) -> list[str]:
    """Return the ids of what is found wrong with a request."""
    request = Request("POST", "https://api.example.invalid/v1/responses", (), dump(body))
    return [one.id for one in found_in(request, KNOWN_REFUSALS)]


def with_item(kind: str, **members: Json) -> JsonObject:
    """Return a request whose input has an item."""
    return {"input": [{"type": kind, **members}]}


@pytest.mark.fast
@pytest.mark.parametrize(
    "body",
    [
        {"max_output_tokens": 16},
        {"max_output_tokens": None},
        {"max_output_tokens": True},
        {"previous_response_id": "resp_1"},
        {"previous_response_id": None},
        {"response_format": None},
        # Taken here, and refused in Chat Completions.
        {"parallel_tool_calls": False},
        {"tools": [], "tool_choice": "auto"},
        with_item("function_call"),
        with_item("function_call", id=None),
        with_item("function_call", id="fc_1"),
        with_item("function_call", id=7),
        with_item("function_call", parsed_arguments=None),
        with_item("function_call_output", id="call_1"),
        with_item("function_call", call_id="x" * 64),
        {"input": [{"type": "function_call"}, {"type": "function_call"}]},
        {"tools": [{"type": "web_search", "parameters": {"type": "string"}}]},
        {"messages": None, "reasoning_effort": None},
        with_item("message", id="msg_1"),
        {"input": "Hello."},
    ],
)
def test_what_stands_beside_it_is_taken(body: JsonObject) -> None:
    """A client that is refused for nothing looks for a mistake of its own."""
    assert found(body) == []
