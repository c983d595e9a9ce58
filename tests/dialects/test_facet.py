"""Words that facets of several formats have in common, and what OpenAI's formats share."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from toolwire.dialects import facet, facet_table, openai, paths
from toolwire.dialects.dialect import Refusal
from toolwire.io.json_text import parse
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Fidelity, Mode, Response
from toolwire.model.observation import FACETS
from toolwire.model.reply import ABSENT, Absent, Event, Reading, Reply, Usage, WireError


def reading(
    mode: Mode = Mode.BLOCKING,
    fidelity: Fidelity = Fidelity.WIRE,
    pointer: str = "",
    body: Json | Absent = ABSENT,
) -> Reading:
    """Return a reading with an error at a pointer and two events."""
    evidence = Evidence(EvidenceLevel.IMPORTED, "test")
    exchange = Exchange(None, Response(200, (), b""), evidence, fidelity)
    seen = (Event(0, None, "{", ABSENT), Event(1, None, "{}", {"error": 1}))
    reply = Reply(error=WireError("", None, pointer))
    return Reading(exchange, "d", mode, None, None, body, None, seen, (), reply)


def test_what_a_recording_can_tell() -> None:
    """Dumps do not tell absence, rebuilt streams no framing, and blocking bodies have none."""
    assert facet.tells_absence(reading())
    assert not facet.tells_absence(reading(fidelity=Fidelity.DUMPED))
    assert facet.tells_framing(reading(Mode.STREAMING))
    assert not facet.tells_framing(reading(Mode.STREAMING, Fidelity.REBUILT))
    assert not facet.tells_framing(reading())


@pytest.mark.parametrize(
    ("names", "data", "word"),
    [
        ((), (), "SSE, data only"),
        ((None, None), ("{}", "[DONE]"), "SSE, data only, [DONE]"),
        ((None, "ping"), ("{}", "{}"), "SSE, named events"),
        ((None,) * 8 + ("late",), ("[DONE]",) * 8 + ("{}",), "SSE, data only"),
    ],
)
def test_framing(names: tuple[str | None, ...], data: tuple[str, ...], word: str) -> None:
    """The first events tell whether they are named, the last whether there is an end marker."""
    assert facet.framing([Event(0, n, d) for n, d in zip(names, data, strict=True)]) == word


def calling(call: ToolCall, fidelity: Fidelity = Fidelity.WIRE) -> Reading:
    """Return a reading of a reply that makes one call."""
    return replace(reading(fidelity=fidelity), reply=Reply(tool_calls=(call,)))


def test_ids() -> None:
    """An id shows its place and form; a missing one only where absence can be told."""
    known, without = ToolCall("get_weather", "call_AbCdEf12"), ToolCall("f")
    assert facet_table.id_at("id")(calling(known)) == "id"
    assert facet_table.id_pattern(calling(known)) == "call_[A-Za-z0-9]{8}"
    assert facet_table.id_at("id")(calling(without)) == "absent"
    assert facet_table.id_at("id")(calling(without, Fidelity.DUMPED)) is None
    assert facet_table.id_if_there("id")(calling(without)) is None
    assert facet_table.id_pattern(calling(without)) is None


@pytest.mark.parametrize(
    ("path", "held"),
    [
        ("a", {"b": 1}),
        ("a.*", 1),
        ("l[].k", "x"),
        ("l[0].n", ABSENT),
        ("l[].n", None),
        ("l[k=y|z]", {"k": "y", "n": None}),
        ("l[k=x,n]", ABSENT),
        ("l[n].n", None),
        ("a.b.c", ABSENT),
        ("a[]", ABSENT),
        ("nowhere[]", ABSENT),
    ],
)
def test_paths(path: str, held: Json | Absent) -> None:
    """A path leads to members, to the items of a list, to its first, or to some of them."""
    value: Json = {"a": {"b": 1}, "l": [{"k": "x"}, 7, {"k": "y", "n": None}]}
    assert paths.first_at(path)(value) == held


def test_a_path_leads_to_what_is_meant() -> None:
    """What is not meant is passed over, and the first that is counts."""
    assert paths.first_at("l[]", bool)({"l": [0, {}, 3, 4]}) == 3


def test_every_dialect_states_every_facet() -> None:
    """A table has a row for each key of the matrix, so that none is left out unseen."""
    rows = {row.name for row in fields(facet_table.FacetTable)} - {"shown", "_rows"}
    assert rows == FACETS.keys()


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (ABSENT, "absent"),
        (None, "null"),
        ("", '""'),
        (" {} ", '"{}"'),
        ("null", '"null"'),
        ('{"a":1}', None),
        ({}, "{}"),
        ({"a": 1}, None),
        (0, None),
        ([], None),
    ],
)
def test_no_arguments(value: Json | Absent, word: str | None) -> None:
    """Every way to write that there are none has its word."""
    assert facet.nothing_word(value) == word


def test_words_hold_nothing_strange() -> None:
    """Text beside a call is not shown, and a word of the wire only if it looks like one."""
    assert [facet.text_word(t) for t in (None, "", "secret")] == ["absent", '""', "text"]
    assert [facet.known_word(w) for w in ("tool_calls", "<b>", "x" * 25)] == [
        "tool_calls",
        "other",
        "other",
    ]
    assert facet.members_word({"z": 1, "code": 2, "a b": 3, "message": 4}, ("message", "code")) == (
        "{message,code,z}"
    )


@pytest.mark.parametrize(
    ("mode", "pointer", "holder"),
    [
        (Mode.BLOCKING, "/error", {"a": 1}),
        (Mode.STREAMING, "event[1]/error", {"error": 1}),
        (Mode.STREAMING, "event[0]", None),
        (Mode.STREAMING, "status", None),
    ],
)
def test_holders_of_errors(mode: Mode, pointer: str, holder: Json) -> None:
    """A pointer into an event leads to its payload, a status alone to nothing."""
    assert facet.error_holder(reading(mode, pointer=pointer, body={"a": 1})) == holder


def test_a_broken_body_holds_no_error() -> None:
    """What is not JSON has no members to show."""
    assert facet.error_holder(reading(pointer="status")) is None


@pytest.mark.parametrize(
    ("holder", "word"),
    [
        ({"error": "no"}, "error: text"),
        ({"error": {"code": 1, "message": 2}, "message": 3}, "error{message,code}"),
        ({"message": "no", "object": "error"}, "{message,object}"),
        ({"detail": []}, "detail"),
        ({"error": None}, None),
    ],
)
def test_error_words(holder: JsonObject, word: str | None) -> None:
    """The place of what an error says is shown by its members."""
    assert openai.error_word(holder) == word


def test_usage_has_the_names_of_its_format() -> None:
    """The two counts are named by the format, the total in both alike."""
    value: JsonObject = {"a": 1, "b": True, "total_tokens": 3}
    assert openai.usage_of(value, "a", "b") == Usage(1, None, 3)
    assert openai.usage_of([], "a", "b") is None


@pytest.mark.parametrize(("kind", "code"), [("not_found", "model_not_found"), ("odd", None)])
def test_refusals(kind: str, code: str | None) -> None:
    """A refusal is an error object with its status; an unknown kind is an invalid request."""
    response = openai.refused(Refusal(418, kind, "No."), (("x", "y"),))
    body = parse(response.body)
    assert isinstance(body, dict)
    assert (response.status, response.headers) == (418, (("x", "y"),))
    assert isinstance(body["error"], dict)
    assert (body["error"]["message"], body["error"]["code"]) == ("No.", code)
