"""What Anthropic refuses by a header, and what it takes that looks like it."""

from __future__ import annotations

import pytest

from toolwire.dialects.anthropic_messages.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.known_refusal import found_in
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Headers, Request

URL = "https://api.anthropic.com/v1/messages?beta=true"
VERSION = ("Anthropic-Version", "2023-06-01")
WORDS: JsonObject = {"role": "user", "content": "Hello."}


def found(headers: Headers, url: str = URL, /, **members: Json) -> list[str]:
    """Return the ids of what is found wrong with a request."""
    body = dump({"model": "m", "max_tokens": 2048, "messages": [WORDS], **members})
    request = Request("POST", url, headers, body)
    return [one.id for one in found_in(request, KNOWN_REFUSALS)]


def test_a_version_is_wanted() -> None:
    """A header's name is the same in capitals."""
    assert found((("content-type", "application/json"),)) == ["no_version"]
    assert found((VERSION,)) == []


def test_bedrock_and_vertex_have_it_in_the_body_or_not_at_all() -> None:
    """A recording without any headers tells nothing either."""
    headers = (("content-type", "application/json"),)
    assert found(headers, anthropic_version="bedrock-2023-05-31") == []
    assert found(headers, "https://x/model/anthropic.claude/invoke") == []
    assert found(()) == []


@pytest.mark.parametrize(
    ("beta", "ids"), [("interleaved-thinking-2025-05-14", []), ("x", ["thinking_budget"])]
)
def test_between_calls_thinking_may_take_more(beta: str, ids: list[str]) -> None:
    """Then the budget is of all answers of a turn."""
    thinking: JsonObject = {"type": "enabled", "budget_tokens": 4096}
    assert found((VERSION, ("anthropic-beta", beta)), thinking=thinking) == ids


@pytest.mark.parametrize("choice", ["auto", "none"])
def test_a_choice_that_forces_nothing_needs_no_tools(choice: str) -> None:
    """Anthropic answered both (aakshintala/fiber#132)."""
    assert found((VERSION,), tool_choice={"type": choice}) == []


def test_four_marks_are_taken() -> None:
    """Those of tools, of the system prompt and of messages count together."""
    mark: JsonObject = {"cache_control": {"type": "ephemeral"}}
    block: JsonObject = {"type": "text", "text": "Hello.", **mark}
    tools: list[Json] = [{"name": "a", **mark}]
    system: list[Json] = [block, block]
    for content, ids in (([block], []), ([block, block], ["cache_marks"])):
        messages: list[Json] = [{"role": "user", "content": [*content]}]
        assert found((VERSION,), tools=tools, system=system, messages=messages) == ids


def test_the_last_message_may_be_empty() -> None:
    """Of the assistant's own, which it goes on from."""
    last: JsonObject = {"role": "assistant", "content": ""}
    assert found((VERSION,), messages=[WORDS, last]) == []


def test_a_call_is_the_assistants() -> None:
    """Only what the user says has none."""
    call: JsonObject = {"type": "tool_use", "id": "a", "name": "f", "input": {}}
    for role, ids in (("user", ["call_of_user"]), ("assistant", [])):
        messages: list[Json] = [WORDS, {"role": role, "content": [call]}]
        assert found((VERSION,), messages=messages) == ids
