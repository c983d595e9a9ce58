"""A request of the wrong form is refused in words that name the deepest place that is wrong."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.serve.wrong_request import wrong_form
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request

_TEXT: JsonObject = {"type": "text", "text": 7}
_RESULT: JsonObject = {"type": "tool_result", "tool_use_id": "a", "content": [_TEXT]}


def said(dialect: str, body: JsonObject) -> str:
    """Return in which words a request is refused."""
    refusal = wrong_form(load_dialect(dialect), Request("POST", "", (), dump(body)), body)
    assert refusal is not None
    return refusal.message


@pytest.mark.parametrize(
    ("content", "place"),
    [
        # a text or a list; of what the list may hold, a result; of that, a text or a list; a text
        ([_RESULT], "messages/0/content/0/content/0/text"),
        ([_TEXT], "messages/0/content/0/text"),
        ([{"type": "text", "text": "x"}, _RESULT], "messages/0/content/1/content/0/text"),
        (7, "messages/0/content"),
    ],
)
def test_what_is_deepest_within_alternatives_is_named(content: JsonObject, place: str) -> None:
    """Each alternative has alternatives of its own, and the one that was meant is wrong furthest within."""
    body: JsonObject = {
        "model": "m",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": content}],
    }
    assert said("anthropic-messages", body).startswith(f"{place}: ")


def test_the_body_itself_is_named_where_a_member_is_missing() -> None:
    """Nothing stands deeper."""
    assert said("openai-chat", {"messages": [{"role": "user", "content": "Hello."}]}) == (
        'The body: "model" is a required property'
    )
