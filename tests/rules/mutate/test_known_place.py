"""Places of a document that its schema knows."""

from __future__ import annotations

from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.known_place import known_places

SCHEMA: JsonObject = {
    "properties": {
        "said": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/parts"}]},
        "unsaid": {"$ref": "#/$defs/text"},
    },
    "if": {"properties": {"never looked at": True}},
    "then": {"properties": {"then": {"type": "null"}}},
    "$defs": {
        "text": {"type": "string"},
        "parts": {"type": "array", "items": {"properties": {"text": {"$ref": "#/$defs/text"}}}},
    },
}


def test_members_are_known_be_they_there_or_not() -> None:
    """Behind references, in branches and conditions, in each element of a list."""
    found = {one.path: one.schema for one in known_places(SCHEMA, {"said": [{}, {"text": "Hi"}]})}
    inside = {("said", 0, "text"), ("said", 1, "text")}
    assert set(found) == {("said",), *inside, ("unsaid",), ("then",)}
    assert found["unsaid",]["type"] == "string"


def test_a_schema_that_refers_to_itself_ends_with_the_document() -> None:
    """It is followed as deep as the document goes, and a reference to itself alone a few times."""
    schema: JsonObject = {
        "$ref": "#/$defs/node",
        "$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}}},
    }
    paths = {one.path for one in known_places(schema, {"next": {"next": {}}})}
    assert paths == {("next",) * depth for depth in (1, 2, 3)}
    loop: JsonObject = {"$ref": "#/$defs/loop", "$defs": {"loop": {"$ref": "#/$defs/loop"}}}
    assert list(known_places(loop, {})) == []
