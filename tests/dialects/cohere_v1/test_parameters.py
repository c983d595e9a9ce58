"""Parameter definitions and JSON Schema, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.cohere_v1.parameters import definitions_of, schema_of
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Json, JsonObject

PLAIN: tuple[tuple[JsonObject, str], ...] = (
    ({"type": "string"}, "str"),
    ({"type": "integer"}, "int"),
    ({"type": "number"}, "float"),
    ({"type": "boolean"}, "bool"),
    ({"type": "object"}, "Dict"),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, "Dict[str, int]"),
    ({"type": "array"}, "List"),
    ({"type": "array", "items": {"type": "string"}}, "List[str]"),
    (
        {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
        "List[List[float]]",
    ),
    ({"type": ["string", "null"]}, "Optional[str]"),
    ({"type": ["array", "null"], "items": {"type": "string"}}, "Optional[List[str]]"),
    ({}, "Any"),
)


def defined(schema: Json) -> JsonObject:
    """Return the definition of one optional parameter."""
    return object_of(definitions_of({"properties": {"p": schema}})["p"])


def understood(definition: Json) -> Json:
    """Return the schema of one parameter."""
    return object_of(schema_of({"p": definition})["properties"])["p"]


@pytest.mark.parametrize(("schema", "name"), PLAIN)
def test_the_documented_types(schema: JsonObject, name: str) -> None:
    """The documentation's table, and what follows from it, goes both ways without a remark."""
    assert defined(schema) == {"type": name, "required": False}
    assert understood({"type": name}) == schema


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        ({"type": "string", "enum": ["a", "b"]}, "str"),
        ({"type": "object", "properties": {"a": {"type": "integer"}}}, "Dict"),
        ({"type": "object", "additionalProperties": False}, "Dict"),
        ({"type": "array", "items": {"type": "string", "minLength": 1}}, "List[str]"),
        ({"type": "array", "items": {"type": "integer"}, "maxItems": 2}, "List[int]"),
        ({"type": "array", "items": {}}, "List"),
        ({"type": "array", "items": {"enum": [1]}}, "List[Any]"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "Any"),
        ({"type": "null"}, "Any"),
        ({"type": ["string", "integer"]}, "Any"),
        ({"type": ["null", "string"]}, "Any"),
        ({"type": ["string", "null"], "maxLength": 3}, "Optional[str]"),
        ({"enum": ["a"]}, "Any"),
        ({"type": "money"}, "Any"),
    ],
)
def test_what_the_notation_cannot_say_is_described(schema: JsonObject, name: str) -> None:
    """The nearest type is named, the schema stands in the description and is found there."""
    definition = defined({**schema, "description": "What for."})
    assert definition["type"] == name
    assert str(definition["description"]).startswith("What for.\nJSON Schema: {")
    assert understood(definition) == {**schema, "description": "What for."}
    assert understood(defined(schema)) == schema


def test_required_parameters() -> None:
    """Required names are marked one by one; names without a property are lost."""
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": True},
        "required": ["a", "zzz"],
        "additionalProperties": False,
    }
    definitions = definitions_of(schema)
    assert definitions == {
        "a": {"type": "str", "required": True},
        "b": {"type": "Any", "required": False},
    }
    assert schema_of(definitions) == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {}},
        "required": ["a"],
    }


def test_no_parameters() -> None:
    """A tool without parameters has an empty object of them."""
    assert definitions_of({"type": "object", "properties": {}}) == {}
    assert schema_of({}) == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        (" list[ str ] ", {"type": "array", "items": {"type": "string"}}),
        ("dict[str,dict]", {"type": "object", "additionalProperties": {"type": "object"}}),
        ("List[Any]", {"type": "array"}),
        ("Dict[int, str]", {}),
        ("Dict[str]", {}),
        ("List[str", {}),
        ("List[str]]", {"type": "array"}),
        ("Optional[Any]", {}),
        ("Optional[Optional[str]]", {}),
        ("InventoryItem", {}),
        ("string", {}),
        ("", {}),
        ("[", {}),
        ("List[" * 60 + "]" * 60, {}),
        (7, {}),
        (None, {}),
    ],
)
def test_types_of_strangers(name: Json, schema: JsonObject) -> None:
    """Python's newer names are read as well; what is not known allows anything."""
    assert understood({"type": name}) == schema


def test_a_type_nested_too_deeply_is_cut() -> None:
    """Reading stops at a depth nobody means."""
    found = understood({"type": "List[" * 30 + "str" + "]" * 30})
    assert dump(found).count(b"array") == 16


@pytest.mark.parametrize(
    ("description", "schema"),
    [
        ("JSON Schema: {oops", {"type": "string", "description": "JSON Schema: {oops"}),
        ("JSON Schema: [1]", {"type": "string", "description": "JSON Schema: [1]"}),
        ("a JSON Schema: {}", {"type": "string", "description": "a JSON Schema: {}"}),
        ("", {"type": "string", "description": ""}),
        (5, {"type": "string"}),
    ],
)
def test_descriptions_of_strangers(description: Json, schema: JsonObject) -> None:
    """Only a whole last line that is an object is taken for a schema."""
    assert understood({"type": "str", "description": description}) == schema


TEXTS = st.text(max_size=10) | st.sampled_from(["JSON Schema: {}", "x\nJSON Schema: {}", "\n", ""])
SCHEMAS: st.SearchStrategy[JsonObject] = st.recursive(
    st.sampled_from([schema for schema, _ in PLAIN])
    | st.fixed_dictionaries(
        {},
        optional={
            "enum": st.lists(TEXTS, max_size=2),
            "description": TEXTS,
            "minimum": st.integers(),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {"type": st.sampled_from(["array", "object", "string", "null"])},
        optional={
            "items": inner,
            "additionalProperties": inner | st.booleans(),
            "properties": st.dictionaries(TEXTS, inner, max_size=2),
            "anyOf": st.lists(inner, max_size=2),
            "description": TEXTS,
        },
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.text(max_size=4), st.tuples(SCHEMAS, st.booleans()), max_size=3))
def test_every_schema_of_a_parameter_survives(members: dict[str, tuple[JsonObject, bool]]) -> None:
    """Whatever stands in properties and required comes back as it was."""
    schema: JsonObject = {"type": "object", "properties": {k: v for k, (v, _) in members.items()}}
    required: list[Json] = [name for name, (_, needed) in members.items() if needed]
    if required:
        schema["required"] = required
    assert schema_of(object_of(parse(dump(definitions_of(schema))))) == schema


@given(st.text(alphabet="ListDcOponay[], str", max_size=40))
def test_no_type_raises(name: str) -> None:
    """Any text is a type that is read or allows anything."""
    assert isinstance(understood({"type": name}), dict)
