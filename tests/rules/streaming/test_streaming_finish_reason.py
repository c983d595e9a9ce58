"""Ends of choices whose reasons are empty, marks of ends in quotes, and texts in the delta of a chat."""

from __future__ import annotations

import re

import pytest

from tests.rules.views.test_told_again import live
from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.scenarios import clean


def found(name: str, exchange: Exchange) -> dict[str, str]:
    """Return what is found, by rule, at warning or above."""
    seen = judge(load_dialect(name).decode(live(exchange)))
    return {one.rule: one.message for one in seen if one.severity in {"error", "warning"}}


@pytest.mark.parametrize("name", ["chatml", "openai-chat"])
def test_an_empty_reason_ends_no_choice(name: str) -> None:
    """It is no word, which one rule says; nothing comes behind the end for it."""
    exchange = clean(load_dialect(name), "say_so", Mode.STREAMING)
    empty = raw_body(lambda body: body.replace(b'"finish_reason":null', b'"finish_reason":""'))(
        exchange
    )
    assert empty != exchange
    assert {*found(name, empty)} == {"TC405"}
    never = raw_body(lambda body: body.replace(b'"finish_reason":"stop"', b'"finish_reason":""'))(
        empty
    )
    assert {*found(name, never)} == {"TC405"}


def test_text_behind_the_end_of_a_completion_is_shown_where_it_stands() -> None:
    """A choice of a text completion has no delta."""
    exchange = clean(load_dialect("chatml"), "say_so", Mode.STREAMING)
    ended = raw_body(lambda body: body.replace(b'"finish_reason":null', b'"finish_reason":"stop"'))(
        exchange
    )
    pointers = [
        one.pointer for one in judge(load_dialect("chatml").decode(ended)) if one.rule == "TC909"
    ]
    assert pointers
    assert all(one.endswith("/text") for one in pointers)


def test_a_mark_in_quotes_is_named() -> None:
    """A stream that has none at all is told of otherwise."""
    exchange = clean(load_dialect("openai-chat"), "say_so", Mode.STREAMING)
    quoted = raw_body(lambda body: body.replace(b"data: [DONE]", b'data: "[DONE]"'))(exchange)
    said = "The stream ends with [DONE] in quotes, which readers take for a text."
    assert found("openai-chat", quoted)["TC910"] == said
    none = raw_body(lambda body: body.replace(b"data: [DONE]\n\n", b""))(exchange)
    assert found("openai-chat", none) == {"TC910": "The stream ends without [DONE]."}


def test_a_text_in_the_delta_of_a_chat_is_named() -> None:
    """A text completion has it in `text`, and may have an empty delta beside."""
    exchange = clean(load_dialect("chatml"), "say_so", Mode.STREAMING)
    moved = raw_body(
        lambda body: re.sub(rb'"text":("[^"]*")', rb'"delta":{"content":\1}', body).replace(
            b"text_completion", b"chat.completion.chunk"
        )
    )(exchange)
    said = "The text stands in the delta of a chat's chunk, and this is a text completion."
    assert found("chatml", moved)["TC922"] == said
    beside = raw_body(lambda body: body.replace(b'"text":', b'"delta":{},"text":'))(exchange)
    assert "TC922" not in found("chatml", beside)
