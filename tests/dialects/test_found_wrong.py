"""What is wrong in a request body is found in a body of any form."""

from __future__ import annotations

import pytest

from toolwire.dialects.found_wrong import blocks_of, is_list_of_nothing, messages_of, outside
from toolwire.io.json_text import items_of
from toolwire.model.conversation import Json, JsonObject


def test_messages_and_their_blocks_are_objects() -> None:
    """What is none has no members, and a content that is a text has no blocks."""
    body: JsonObject = {
        "messages": [{"content": [{"text": "Hello"}, "x"]}, {"content": "Hello"}, 1]
    }
    assert [*messages_of(body)] == [*items_of(body["messages"])[:2], {}]
    assert [*blocks_of(body)] == [{"text": "Hello"}, {}]
    assert [*messages_of({"messages": "x"})] == []


@pytest.mark.parametrize(
    ("value", "is_outside"), [(0, False), (1, False), (1.5, True), (-1, True), ("2", False)]
)
def test_a_number_is_outside_its_bounds(value: Json, *, is_outside: bool) -> None:
    """The bounds themselves are taken, and what is no number is its type's matter."""
    assert outside("p", 0, 1)({"p": value}) is is_outside
    assert outside("k", 0, 1)({"p": value}) is False


@pytest.mark.parametrize(
    ("schema", "is_wrong"),
    [
        ({"type": "array"}, True),
        ({"type": "ARRAY"}, True),
        ({"type": ["null", "array"]}, True),
        ({"type": "array", "items": {}}, False),
        ({"type": "object"}, False),
        ({"type": 7}, False),
        ({}, False),
    ],
)
def test_a_list_says_of_what(schema: JsonObject, *, is_wrong: bool) -> None:
    """Whatever the list is of, and however its type is spelled."""
    assert is_list_of_nothing(schema) is is_wrong
