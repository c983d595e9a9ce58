"""What a correct server refuses by the body alone: answers that nobody asked for."""

from __future__ import annotations

import pytest

from toolwire.dialects.refusal import refusal_of_body
from toolwire.model.conversation import Json, JsonObject

PAIRS: list[tuple[JsonObject, JsonObject]] = [
    (
        {"type": "computer_call", "id": "cu_1", "call_id": "c1"},
        {"type": "computer_call_output", "call_id": "c1"},
    ),
    (
        {"type": "shell_call", "call_id": "c1"},
        {"type": "shell_call_output", "call_id": "c1", "output": []},
    ),
    (
        {"type": "apply_patch_call", "call_id": "c1"},
        {"type": "apply_patch_call_output", "call_id": "c1", "status": "completed"},
    ),
    (
        {"type": "local_shell_call", "id": "l1", "call_id": "c1"},
        {"type": "local_shell_call_output", "id": "c1", "output": ""},
    ),
    (
        {"type": "mcp_approval_request", "id": "m1"},
        {"type": "mcp_approval_response", "approval_request_id": "m1", "approve": True},
    ),
    (
        {"type": "tool_search_call", "call_id": "c1", "execution": "client"},
        {"type": "tool_search_output", "call_id": "c1", "tools": []},
    ),
]


def is_refused(*items: Json, **members: Json) -> bool:
    """Return whether the reference refuses an input with these items."""
    body: JsonObject = {"model": "m", "input": [*items], **members}
    return refusal_of_body("openai-responses", body) is not None


@pytest.mark.parametrize(("asked", "answered"), PAIRS)
def test_what_answers_needs_what_asked(asked: JsonObject, answered: JsonObject) -> None:
    """Together they are taken; alone, or for another kind of question, the answer is refused."""
    assert not is_refused(asked, answered)
    assert is_refused(answered)
    assert is_refused({**asked, "type": "reasoning"}, answered)
    assert not is_refused(answered, previous_response_id="resp_1")


@pytest.mark.parametrize(("name", "is_taken"), [("gemini-generate", False), ("openai-chat", True)])
def test_two_tools_of_one_name_are_refused_where_the_vendor_does(
    name: str, *, is_taken: bool
) -> None:
    """Google and AWS refuse them in words of their own; OpenAI takes them."""
    tool: JsonObject = {"name": "get_weather"}
    google: JsonObject = {"tools": [{"functionDeclarations": [tool, tool]}]}
    openai: JsonObject = {"tools": [{"type": "function", "function": tool}] * 2}
    body = google if name == "gemini-generate" else openai
    assert (refusal_of_body(name, body) is None) == is_taken


def test_two_tools_of_two_names_are_taken() -> None:
    """An entry that names nothing, such as a cache point, is no tool."""
    tools: list[Json] = [{"toolSpec": {"name": one}} for one in ("a", "b")]
    sent: JsonObject = {"toolConfig": {"tools": [*tools, {"cachePoint": {}}, {"cachePoint": {}}]}}
    assert refusal_of_body("bedrock-converse", sent) is None
    doubled: JsonObject = {"toolConfig": {"tools": [*tools, *tools]}}
    assert refusal_of_body("bedrock-converse", doubled) is not None
