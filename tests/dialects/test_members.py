"""The trees of known members: all alternatives together, free-form objects left alone."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, members
from toolwire.dialects.members import Members, closed, known
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError


def made(monkeypatch: pytest.MonkeyPatch, **kinds: JsonObject) -> Members:
    """Build the tree of made-up schemas, by kind."""
    monkeypatch.setattr(members, "schema", lambda _dialect, kind: kinds[kind])
    return known.__wrapped__("any", tuple(kinds))


def inside(found: Members, name: str) -> Members:
    """Return what is known below a member."""
    return found.inside[name]


#: Members that hold what users and models wrote: arguments, schemas, labels.
FREE = frozenset(
    {
        "arguments",
        "args",
        "parameters",
        "input",
        "inputSchema",
        "schema",
        "metadata",
        "output_schema",
    }
)
OBJECT: JsonObject = {"type": "object", "properties": {"x": {"type": "string"}}}


def test_alternatives_are_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A member of any alternative, condition or reference is known."""
    found = made(
        monkeypatch,
        response={
            "type": "object",
            "properties": {"a": {}},
            "allOf": [{"if": {"properties": {"q": {}}}, "then": {"properties": {"b": {}}}}],
            "anyOf": [{"properties": {"c": {}}}, {"$ref": "#/$defs/d"}],
            "oneOf": [{"else": {"properties": {"e": {}}}}],
            "$defs": {"d": {"properties": {"d": {}}}},
        },
    )
    # What a condition asks about is no statement about what there is.
    assert found.names == {"a", "b", "c", "d", "e"}
    assert found.inside == {}


def test_arrays_and_objects_are_gone_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """Members of members and of items are known, and each place has its own value."""
    both: JsonObject = {"type": "object", "properties": {"one": OBJECT, "two": OBJECT}}
    found = made(monkeypatch, response={"type": "array", "items": both})
    assert found.names == frozenset()
    assert found.items is not None
    assert inside(found.items, "one").names == {"x"}
    assert inside(found.items, "one") is not inside(found.items, "two")


@pytest.mark.parametrize(
    "free",
    [
        {"type": "object"},
        {"type": ["object", "null"]},
        {"type": "object", "additionalProperties": True, "properties": {"x": {}}},
        {"type": "object", "additionalProperties": {"type": "string"}, "properties": {"x": {}}},
        {"anyOf": [OBJECT, {"type": "object"}]},
        {},
        {"type": "string"},
    ],
)
def test_free_form_objects_are_left_alone(
    monkeypatch: pytest.MonkeyPatch, free: JsonObject
) -> None:
    """Where any member may stand, none is unknown."""
    found = made(monkeypatch, response={"type": "object", "properties": {"arguments": free}})
    assert found.names == {"arguments"}
    assert found.inside == {}


def test_a_schema_that_goes_in_circles_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A definition that holds itself is gone into once."""
    loop: JsonObject = {"properties": {"next": {"$ref": "#/$defs/loop"}, "v": {}}}
    found = made(monkeypatch, response={"$ref": "#/$defs/loop", "$defs": {"loop": loop}})
    assert found.names == {"next", "v"}
    assert found.inside == {}


def test_kinds_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event of a stream may be a chunk or an error."""
    found = made(
        monkeypatch,
        chunk={"type": "object", "properties": {"a": {}}},
        error={"type": "object", "properties": {"error": OBJECT}},
    )
    assert found.names == {"a", "error"}
    assert inside(found, "error").names == {"x"}


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_has_its_trees(name: str) -> None:
    """Responses, stream events and errors of each dialect have known members."""
    for kinds in (("response",), ("response", "error"), ("chunk", "error"), ("error",)):
        found = known(name, kinds)
        assert found is known(name, kinds)
        assert found.names or found.items is not None


def test_arguments_are_never_gone_into() -> None:
    """What a model fills in is the caller's data, in whatever dialect."""
    seen = 0

    def walk(found: Members, path: tuple[str, ...] = ()) -> None:
        nonlocal seen
        for name, inner in found.inside.items():
            # What OpenAI's moderation says of the input is the service's own.
            assert name not in FREE or path[-1:] == ("moderation",), (*path, name)
            seen += 1
            walk(inner, (*path, name))
        if found.items is not None:
            walk(found.items, (*path, "*"))

    for name in DIALECTS:
        walk(known(name, ("response",)))
        walk(known(name, ("chunk", "error")))
    assert seen > 100


@pytest.mark.parametrize(
    "unknown",
    [
        {"novelty": 1},
        {"choices": [{"index": 0}, {"novelty": 1}]},
        {"choices": [{"delta": {"tool_calls": [{"function": {"novelty": 1}}]}}]},
        {"usage": {"prompt_tokens_details": {"novelty": 1}}},
        {"error": {"novelty": 1}},
    ],
)
def test_one_look_at_a_stream_sees_what_is_unknown(unknown: JsonObject) -> None:
    """Wherever it stands, and in whichever event; what is known passes, and what is no object."""
    judged = closed("openai-chat", ("chunk", "error"))
    call: JsonObject = {"index": 0, "function": {"name": "a", "arguments": "{}"}}
    chunk: JsonObject = {"id": "x", "choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}
    assert judged.is_valid([chunk, {"choices": "none", "usage": None}, chunk])
    assert not judged.is_valid([chunk, chunk, unknown])


def test_one_look_leaves_free_form_objects_alone() -> None:
    """What a model fills in is no member of the format."""
    block: JsonObject = {"type": "tool_use", "id": "x", "name": "a", "input": {"novelty": {"b": 1}}}
    judged = closed("anthropic-messages", ("response",))
    assert judged.is_valid([{"type": "message", "content": [block]}])
    assert not judged.is_valid([{"type": "message", "content": [{**block, "novelty": 1}]}])


def test_an_unknown_kind_is_told() -> None:
    """Asking for what has no schema is a mistake of the caller."""
    with pytest.raises(ToolwireError):
        known("openai-chat", ("poem",))
