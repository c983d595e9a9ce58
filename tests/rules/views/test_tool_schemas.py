"""Validators for strangers' schemas: right, bounded, and closed to the world."""

from __future__ import annotations

import socket
import time

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.views.tool_schemas import tool_schema, type_name

WEATHER: JsonObject = {
    "type": "object",
    "properties": {
        "location": {"type": "string"},
        "days": {"type": "integer"},
        "unit": {"anyOf": [{"type": "string", "enum": ["c", "f"]}, {"type": "null"}]},
    },
    "required": ["location"],
    "additionalProperties": False,
}


def kinds(schema: JsonObject, value: JsonObject) -> list[tuple[str, str]]:
    """Return keyword and path of every breach."""
    return [(breach.keyword, breach.path) for breach in tool_schema(schema).breaches(value)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"location": "Rome"}, []),
        ({"location": "Rome", "days": 2.0, "unit": None}, []),
        ({"location": 1}, [("type", "/location")]),
        ({}, [("required", "")]),
        ({"location": "Rome", "mood": 1}, [("additionalProperties", "")]),
        ({"location": "Rome", "unit": 3}, [("type", "/unit")]),
        ({"location": "Rome", "unit": "k"}, [("anyOf", "/unit")]),
        ({"days": "2"}, [("type", "/days"), ("required", "")]),
    ],
)
def test_breaches_are_told_by_keyword_and_place(
    value: JsonObject, expected: list[tuple[str, str]]
) -> None:
    """A union that no branch's type allows counts as a type error, others as the union."""
    assert sorted(kinds(WEATHER, value)) == sorted(expected)


def test_breaches_name_what_was_expected() -> None:
    """Types, missing names, undeclared names and options are part of the breach."""
    (wrong,) = tool_schema(WEATHER).breaches({"location": "Rome", "unit": 3})
    assert wrong.expected == ["string", "null"]
    (extra,) = tool_schema(WEATHER).breaches({"location": "Rome", "a": 1, "b": 2})
    assert sorted(extra.names) == ["a", "b"]
    (missing,) = tool_schema(WEATHER).breaches({})
    assert missing.names == ("location",)


def test_paths_are_json_pointers() -> None:
    """Keys with slashes and tildes are escaped (RFC 6901)."""
    schema: JsonObject = {"properties": {"a/b~c": {"items": {"type": "string"}}}}
    assert kinds(schema, {"a/b~c": ["x", 1]}) == [("type", "/a~1b~0c/1")]


def test_nullable_is_honoured() -> None:
    """OpenAPI's nullable allows null and nothing else."""
    schema: JsonObject = {"properties": {"a": {"type": "string", "nullable": True}}}
    assert kinds(schema, {"a": None}) == []
    assert kinds(schema, {"a": 1}) == [("type", "/a")]


def test_equal_schemas_share_one_validator() -> None:
    """The corpus repeats its schemas: key order does not make another validator."""
    turned: JsonObject = dict(reversed(list(WEATHER.items())))
    assert tool_schema(WEATHER) is tool_schema(turned)


def _deep(depth: int) -> JsonObject:
    schema: JsonObject = {"type": "string"}
    for _ in range(depth):
        schema = {"properties": {"a": schema}}
    return schema


def _laughs(levels: int) -> JsonObject:
    definitions: JsonObject = {
        f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]}
        for n in range(levels)
    }
    definitions[f"d{levels}"] = {"type": "string"}
    return {"$defs": definitions, "properties": {"a": {"$ref": "#/$defs/d0"}}}


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"$ref": "https://example.invalid/x"}, "outside"),
        ({"$ref": "file:///etc/passwd"}, "outside"),
        ({"$ref": "other.json#/a"}, "outside"),
        ({"$schema": "https://example.invalid/meta"}, "meta-schema"),
        ({"properties": {"a": {"$ref": "#"}}}, "recursive"),
        ({"$dynamicRef": "#x"}, "dynamic"),
        ({"$ref": "#/$defs/none"}, "exist"),
        (_laughs(20), "too large"),
        (_deep(400), "deep"),
        ({"enum": ["x" * 300_000]}, "too large"),
        ({"properties": {"a": {"type": "OBJECT"}}}, "OBJECT"),
        ({"properties": []}, "object"),
        ({"properties": {"a": {"pattern": "(?=a)b"}}}, "regex"),
        ({"properties": {"a": {"pattern": "(a{1000}){1000}"}}}, "regex"),
    ],
)
def test_a_hostile_or_broken_schema_gets_a_reason(
    schema: JsonObject, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No validator is made, nothing is opened, the reason is kept and nothing is found."""

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    made = tool_schema(schema)
    assert made.validator is None
    assert made.reason is not None
    assert reason in made.reason
    assert "\n" not in made.reason
    assert made.breaches({"a": 1}) == ()


def test_definitions_in_the_schema_are_followed() -> None:
    """Schemas made by pydantic refer to their own definitions."""
    schema: JsonObject = {
        "$defs": {"Place": {"type": "object", "required": ["city"]}},
        "properties": {"place": {"$ref": "#/$defs/Place"}},
    }
    assert kinds(schema, {"place": {}}) == [("required", "/place")]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"properties": {"a": {"pattern": "^(a+)+$"}}}, {"a": "a" * 50_000 + "b"}),
        ({"properties": {"a": {"items": {"type": "string"}}}}, {"a": list(range(200_000))}),
        (
            {"properties": {"a": {"items": {"oneOf": [{"type": "string"}] * 50}}}},
            {"a": list(range(2_000))},
        ),
    ],
)
def test_hostile_arguments_cost_little(schema: JsonObject, value: JsonObject) -> None:
    """Patterns run in linear time, and of very many breaches only the first is told."""
    start = time.process_time()
    assert len(tool_schema(schema).breaches(value)) == 1
    assert time.process_time() - start < 1


def test_arguments_that_are_too_deep_are_not_judged() -> None:
    """Depth beyond the validator's gives no finding and no exception."""
    value: Json = 1
    for _ in range(600):
        value = {"a": value}
    assert tool_schema(WEATHER).breaches({"location": "Rome", "days": value}) is not None


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.floats(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["location", "days", "unit", "mood"]), _VALUES, max_size=4))
def test_the_verdict_is_that_of_the_reference_implementation(value: JsonObject) -> None:
    """jsonschema, the slower authority, agrees on which arguments fit."""
    fits = jsonschema.Draft202012Validator(WEATHER).is_valid(value)
    assert (tool_schema(WEATHER).breaches(value) == ()) is fits


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "null"), (True, "boolean"), (1, "integer"), (1.5, "number"), ([], "array")],
)
def test_types_have_their_schema_names(value: Json, name: str) -> None:
    """A boolean is no integer, although Python says so."""
    assert type_name(value) == name
