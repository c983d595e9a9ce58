"""Calls that come again under their ids, and which of them are none of their own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.gemini_generate.messages import EVENTS, call, decode, message, sse
from toolwire.dialects.call_again import joined, left_out
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json
from toolwire.model.reply import UnreadKind

FIRST: Any = {"functionCall": {"id": "1", "name": "f", "args": {"a": 1}}, "thoughtSignature": "cw"}
REST: Any = {"functionCall": {"id": "1", "name": "f", "args": {"b": 2}}}


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
        ({"a": "x"}, {"a": "xy", "b": 2}, {"a": "xy", "b": 2}),
        ({"a": 1}, {"a": 1}, {"a": 1}),
        ({"a": 1}, {"a": 12}, None),
        ({"a": "xy"}, {"a": "x"}, None),
        ({}, "", None),
        (None, {}, None),
    ],
)
def test_parts_are_joined_where_none_contradicts_another(
    before: Json, after: Json, whole: Json
) -> None:
    """A text may go on; any other value is another."""
    assert joined(before, after) == whole


def test_what_came_before_came_in_part_or_whole() -> None:
    """By its arguments."""
    assert left_out({"a": 1}, {"a": 1}, "/0").kind is UnreadKind.TOLD_AGAIN
    assert left_out({"a": 1}, {"b": 1}, "/0").kind is UnreadKind.IN_PARTS


@pytest.mark.parametrize("parts", [(FIRST, REST), (FIRST, FIRST)])
def test_gemini_sends_such_a_call_back_once(parts: tuple[Any, ...]) -> None:
    """With its signature, in both modes."""
    given = {"a": 1} if parts[0] == parts[1] else {"a": 1, "b": 2}
    for reading in (
        decode(dump(message(*parts, stop="STOP"))),
        decode(sse(*map(message, parts), message(stop="STOP")), headers=EVENTS),
    ):
        assert [one.arguments for one in reading.reply.tool_calls] == [given]
        told: Any = parse(reading.reply.echo)
        (part,) = told["parts"]
        assert part == {**FIRST, "functionCall": {"id": "1", "name": "f", "args": given}}
        assert len(reading.reply.unread) == 1


def test_gemini_calls_of_their_own_are_kept() -> None:
    """Without an id, of another tool or with other values."""
    pairs: tuple[tuple[Any, Any], ...] = (
        ({"name": "f", "args": {}}, {"name": "f", "args": {}}),
        ({"id": "1", "name": "f", "args": {}}, {"id": "1", "name": "g", "args": {}}),
        ({"id": "1", "name": "f", "args": {"a": 1}}, {"id": "1", "name": "f", "args": {"a": 2}}),
    )
    for one, other in pairs:
        reading = decode(sse(call(**one), call(**other)), headers=EVENTS)
        assert (len(reading.reply.tool_calls), reading.reply.unread) == (2, ())
