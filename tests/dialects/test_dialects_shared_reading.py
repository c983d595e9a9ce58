"""What several formats read alike: definitions, arguments, results, histories, events, errors."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import arguments, definition, errors, events, history, result
from toolwire.dialects.count import count_of
from toolwire.dialects.dialect import Recognition
from toolwire.dialects.part import OpenPart, OpenParts
from toolwire.dialects.responder import drawn, pieces, token, token_count
from toolwire.dialects.sighting import elsewhere, members_of, path_of
from toolwire.io.json_text import dump, object_of, parse, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.reply import ABSENT, WireError

TOOL = Tool("f", "Does f.", {"type": "object"}, strict=True)


def test_definitions_come_back_as_they_went() -> None:
    """Members a tool does not have are not written, and what is written is read again."""
    for tool in (TOOL, Tool("f"), Tool("f", strict=False)):
        sent = object_of(parse(dump(definition.nested(tool))))
        assert definition.tool_of(sent["function"]) == tool
    assert definition.definition_of(Tool("f")) == {"name": "f"}


def test_definitions_with_a_schema_always_have_one() -> None:
    """Where every tool needs a schema an empty one is sent, and `strict` is left out."""
    assert definition.nested_with_schema(Tool("f", strict=True)) == {
        "type": "function",
        "function": {"name": "f", "parameters": {"type": "object", "properties": {}}},
    }


@pytest.mark.parametrize("hostile", [None, [], "f", {}, {"name": 1}, {"name": None}])
def test_a_definition_without_a_name_is_none(hostile: Json) -> None:
    """What has no name cannot be called."""
    assert definition.tool_of(hostile) is None


def test_strict_can_be_said_elsewhere() -> None:
    """A switch of the request replaces the definition's own member, also by nothing."""
    members: JsonObject = {"name": "f", "strict": True, "parameters": "x", "description": 1}
    assert definition.tool_of(members) == Tool("f", strict=True)
    assert definition.tool_of(members, switch=False) == Tool("f", strict=False)
    assert definition.tool_of(members, switch=None) == Tool("f")


def test_arguments_are_text_or_values() -> None:
    """Text is parsed and kept, broken text keeps its reason, other values stay what they are."""
    assert arguments.arguments_of('{"a":1}') == ({"a": 1}, '{"a":1}', None)
    assert arguments.arguments_of({"a": 1}) == ({"a": 1}, None, None)
    value, raw, problem = arguments.arguments_of('{"a":')
    assert (value, raw) == (None, '{"a":')
    assert problem
    assert arguments.text_of(ToolCall("f", raw='{ "a":1}')) == '{ "a":1}'
    assert arguments.text_of(ToolCall("f", arguments={"a": 1})) == '{"a":1}'


@given(content=st.text(max_size=20), failed=st.booleans())
def test_results_survive_as_text(content: str, *, failed: bool) -> None:
    """Content and failure come back, unless a good content is the failure form itself."""
    sent = ToolResult("i", "f", content, error=failed)
    assert result.result_of("i", "f", result.content_of(sent)) == sent


@pytest.mark.parametrize("text", ['{"error":', '{"error":"x","code":1}', '{"error" :"x"}', "no"])
def test_only_a_lone_error_is_a_failure(text: str) -> None:
    """Texts that only begin like a failure are contents."""
    assert result.result_of(None, None, text) == ToolResult(None, None, text)


def test_errors_that_are_no_text_are_written() -> None:
    """A structured error is a failure as well."""
    assert result.result_of(None, None, '{"error":{"a":1}}').content == '{"a":1}'


def _result(message: JsonObject, names: Mapping[str, str | None]) -> ToolResult:
    identity = string_of(message.get("id"))
    return ToolResult(identity, names.get(identity or ""), string_of(message.get("content")) or "")


def _calls(message: JsonObject, pointer: str) -> tuple[ToolCall, ...]:
    called = string_of(message.get("call"))
    return () if called is None else (ToolCall("f", called, pointer=pointer),)


FORM = history.MessageForm(string_of, _calls, _result, system=("system", "developer"))


def test_histories_become_turns() -> None:
    """Results in a row are one turn and know their tool; strangers are left out."""
    messages: list[Json] = [
        {"role": "system", "content": "be"},
        {"role": "user"},
        7,
        {"role": "assistant", "content": "well", "call": "1"},
        {"role": "tool", "id": "1", "content": "a"},
        {"role": "tool", "id": "2"},
        {"role": "critic", "content": "no"},
        {"role": "developer", "content": "brief"},
        {"role": "tool", "content": "last"},
    ]
    assert tuple(history.turns_of(messages, FORM)) == (
        UserTurn(""),
        AssistantTurn("well", (ToolCall("f", "1", pointer="request/messages/3"),)),
        ResultsTurn((ToolResult("1", "f", "a"), ToolResult("2", None, ""))),
        ResultsTurn((ToolResult(None, None, "last"),)),
    )
    assert history.system_of(messages, FORM) == "be\nbrief"
    assert history.system_of(messages[1:2], FORM) is None


def test_events_are_numbered_and_an_open_end_is_noted() -> None:
    """The end marker is text, and so is a broken payload; an end inside an event is told."""
    frames = events.sse_frames(b'event: a\ndata: {"b":1}\n\ndata: [DONE]\n\ndata: {"c"')
    read = frames.events
    assert [(e.number, e.name, e.data) for e in read] == [(0, "a", '{"b":1}'), (1, None, "[DONE]")]
    assert [e.json for e in read] == [{"b": 1}, ABSENT]
    assert ([note.pointer for note in frames.broken], frames.whole) == (["event[2]"], False)
    assert events.sse_frames(b"data: 1\n\n")[1:3] == ((), True)


@pytest.mark.parametrize(("end", "whole"), [(b"", True), (b'{"c":1}', True), (b'{"c"', False)])
def test_a_last_line_counts_when_it_is_an_object(end: bytes, *, whole: bool) -> None:
    """Whoever stores bodies tends to drop the last line end; what is cut off is told."""
    frames = events.line_frames(b'{"a":1}\n{"b"\n' + end)
    assert [event.json for event in frames.events[:2]] == [{"a": 1}, ABSENT]
    assert [event.json for event in frames.events[2:]] == ([{"c": 1}] if whole and end else [])
    assert ([note.pointer for note in frames.broken], frames.whole) == (
        [] if whole else ["event[2]"],
        whole,
    )


@pytest.mark.parametrize(
    ("members", "error"),
    [
        ({"error": {"message": "m", "code": 7}}, WireError("m", "7", "p/error")),
        ({"error": {}}, WireError("", None, "p/error")),
        ({"error": "m", "kind": "k"}, WireError("m", "k", "p/error")),
        ({"error": 7}, None),
        ({}, None),
    ],
)
def test_an_error_is_an_object_or_a_text(members: JsonObject, error: WireError | None) -> None:
    """The code of an object is its own, that of a text stands beside it."""
    assert errors.error_member(members, "p", ("code",), ("kind",)) == error


@pytest.mark.parametrize(
    ("members", "code"),
    [
        ({"type": "t", "code": "c"}, "c"),
        ({"type": "t", "code": ""}, "t"),
        ({"type": "t", "code": 0}, "0"),
        ({"type": None, "code": True}, None),
        ({"type": 1.5, "code": ["c"]}, None),
    ],
)
def test_codes(members: JsonObject, code: str | None) -> None:
    """The first member that says something counts, as text; flags and fractions say nothing."""
    assert errors.code_of(members, ("code", "type")) == code


def test_an_error_status_is_an_error_by_itself() -> None:
    """From 400 on there is always an error, if only an empty one."""
    assert errors.status_error(399) is None
    assert errors.status_error(400) == WireError("", None, "status")


def test_counts_are_whole_numbers() -> None:
    """Flags, texts and fractions count nothing."""
    assert [count_of(v) for v in (0, 7, True, 1.0, "1", None)] == [0, 7, None, None, None, None]


def test_parts_are_found_by_their_number() -> None:
    """The last of a number counts, unless the first is to stay; no number is a place as well."""
    parts: OpenParts[str] = OpenParts()
    parts.add("a", 0)
    parts.add("b", 0, first=True)
    parts.add("c", "x")
    assert [parts.find(number) for number in (0, ABSENT, None, 1)] == ["a", "c", "c", None]
    parts.add("d", 0)
    assert (parts.find(0), parts.opened) == ("d", ["a", "b", "c", "d"])


def test_parts_grow_from_their_opening() -> None:
    """Fragments follow what the opening had; a member with neither is None."""
    part = OpenPart("p", {"text": "a", "input": {}})
    assert (part.joined("text"), part.joined("input")) == ("a", None)
    for fragment in ("b", "c"):
        part.grow("text", fragment)
        part.grow("input", fragment)
    assert (part.joined("text"), part.joined("input"), part.joined("x")) == ("abc", "bc", None)
    assert (part.added("text"), part.grow("text", 7), part.added("x")) == ("bc", False, None)


def test_paths_and_members_of_what_is_recognised() -> None:
    """Query, fragment and slashes do not hide a path; only objects have members."""
    assert path_of("https://h/v1/chat/?a=/b#c") == "https://h/v1/chat"
    assert list(map(bytes, (members_of(b'{"a": [1 ]}') or {}).values())) == [b"[1 ]"]
    assert [members_of(text) for text in (b"[]", b"{", b"", b"\xff", b'{"a":' * 9999)] == [None] * 5
    assert elsewhere(Recognition(0.95, "seen")) == Recognition(0.6, "seen, other path")
    assert elsewhere(Recognition(0.3, "seen"), 0.9).confidence == 0.3


@given(st.text(max_size=40), st.integers(1, 9))
def test_fragments_join_to_the_text(text: str, size: int) -> None:
    """Pieces are short, none is empty, and nothing is lost."""
    cut = list(pieces(text, size))
    assert "".join(cut) == text
    assert all(0 < len(piece) <= size for piece in cut)


def test_made_up_ids_follow_from_their_seed() -> None:
    """The same seed gives the same id of the length asked for, another seed another."""
    assert token("a", 24) == token("a", 24) != token("b", 24)
    assert drawn("a", "01", 40) == drawn("a", "01", 40) != drawn("b", "01", 40)
    assert (len(token("a", 24)), len(drawn("a", "01", 40))) == (24, 40)
    assert token("a", 24).isalnum()
    assert set(drawn("a", "01", 40)) <= {"0", "1"}
    assert (token_count({}), token_count("x" * 10)) == (1, 4)
