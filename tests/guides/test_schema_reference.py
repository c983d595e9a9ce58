"""The reference pages out of JSON Schemas: every member with its type, its default and its meaning."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from docs.extensions.schema_reference import (
    BLOCK,
    SchemaReferenceError,
    markdown,
    replaced,
    undescribed,
)
from tests.support.root import ROOT

PACKAGE = ROOT / "harness" / "toolwire"
#: Schemas of data that no reader writes or reads: the lists of this repository.
OURS = {"attributions", "replies", "withdrawn"}
PUBLIC = [
    path
    for path in sorted(PACKAGE.rglob("schemas/*.schema.json"))
    if path.name.removesuffix(".schema.json") not in OURS
]
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))


def named(path: Path) -> str:
    """Return a schema as tests are named after it."""
    return path.name.removesuffix(".schema.json")


@pytest.mark.parametrize("path", PUBLIC, ids=named)
def test_every_member_has_a_description(path: Path) -> None:
    """A reader learns what a member means: one without words ends the build."""
    document = json.loads(path.read_text(encoding="utf-8"))
    assert undescribed(document) == [], "add a `description`"
    assert document["description"]


@pytest.mark.parametrize("path", PUBLIC, ids=named)
def test_every_schema_has_its_tables_on_a_page(path: Path) -> None:
    """What users write and programs read is in the reference."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert path.relative_to(ROOT).as_posix() in BLOCK.findall(text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_of_reference_names_schemas_that_are_there(page: Path) -> None:
    """No block is left, and each inner link has its place."""
    text = replaced(page.read_text(encoding="utf-8"))
    assert BLOCK.findall(text) == []
    places = set(re.findall(r"^\((\S+)\)=$", text, re.MULTILINE))
    assert set(re.findall(r"\]\(#(\S+?)\)", text)) <= places


def test_members_types_defaults_and_meanings_stand_in_a_row() -> None:
    """A table tells what the schema tells, inner values by their path, definitions by a link."""
    schema = {
        "description": "A thing.",
        "required": ["one"],
        "properties": {
            "one": {"description": "First.", "type": "string", "enum": ["a", "b"]},
            "two": {"description": "Second.", "type": "integer", "minimum": 2, "default": 3},
            "three": {
                "description": "Third.",
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"in": {"description": "Inner.", "type": ["number", "null"]}},
                },
            },
            "four": {"description": "Fourth.", "$ref": "#/$defs/part"},
            "five": {"description": "Fifth.", "$ref": "#/$defs/day"},
        },
        "$defs": {
            "part": {
                "description": "A part.",
                "properties": {"x": {"description": "Any.", "anyOf": [{"const": None}, {"type": "object"}]}},
            },
            "day": {"type": "string", "pattern": "^2", "description": "a day"},
        },
    }  # fmt: skip
    text = markdown(schema, "thing")
    for row in (
        '| `one` (required) | First.<br><small>`"a"` or `"b"`</small> |',
        "| `two` | Second.<br><small>whole number; at least 2; default `3`</small> |",
        "| `three[].in` | Inner.<br><small>number or null</small> |",
        "| `four` | Fourth.<br><small>[part](#thing-part)</small> |",
        "| `five` | Fifth.<br><small>text: a day</small> |",
        "(thing-part)=",
        "| `x` | Any.<br><small>`null`, or object</small> |",
    ):
        assert row in text.splitlines()


def test_a_member_without_words_ends_the_build() -> None:
    """The error names the file's place, wherever the member stands: in a list, a branch, a definition."""
    inner = {"properties": {"dumb": {"type": "string"}}}
    for schema, place in (
        (inner, "/properties/dumb"),
        ({"properties": {"a": {"description": "A.", "items": inner}}}, "/properties/a/items/properties/dumb"),
        ({"allOf": [inner]}, "/allOf/0/properties/dumb"),
        ({"then": inner}, "/then/properties/dumb"),
        ({"$defs": {"d": {"description": "D.", **inner}}}, "/$defs/d/properties/dumb"),
        ({"$defs": {"d": {"properties": {}}}}, "/$defs/d"),
    ):  # fmt: skip
        with pytest.raises(SchemaReferenceError, match=re.escape(place)):
            markdown({"description": "x", **schema}, "x")


def test_a_bound_in_a_branch_is_no_member() -> None:
    """`if` and what a branch says of a member that stands outside need no words of their own."""
    schema = {
        "properties": {"price": {"description": "P.", "type": "object"}},
        "if": {"properties": {"confirmed": {"const": False}}},
        "then": {"properties": {"price": {"required": ["source"]}}},
    }
    assert undescribed(schema) == []
