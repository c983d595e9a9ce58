"""What both generations of Cohere's Chat API share."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolwire.dialects import cohere
from toolwire.dialects.dialect import Refusal
from toolwire.dialects.facet import known_word
from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import Json, JsonObject, ToolResult
from toolwire.model.exchange import Response
from toolwire.model.reply import Usage, WireError


@given(
    st.builds(ToolResult, st.none(), st.none(), st.text(max_size=30), st.booleans())
    | st.builds(ToolResult, st.none(), st.none(), st.just('{"roll":1}'))
)
@example(ToolResult(None, None, '{"content":"x"}'))
@example(ToolResult(None, None, '{"error":"x"}'))
@example(ToolResult(None, None, '{"a": 1}'))
@example(ToolResult(None, None, '{"a":1e2}'))
@example(ToolResult(None, None, "{"))
def test_a_result_survives_as_an_object(result: ToolResult) -> None:
    """Every text, also one that is JSON itself, comes back out of its object unchanged."""
    document = cohere.document_of(result)
    assert cohere.result_of(None, None, [document]) == result


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("18 C", {"content": "18 C"}),
        ('{"roll":1}', {"roll": 1}),
        ('{ "roll": 1 }', {"content": '{ "roll": 1 }'}),
        ("[1]", {"content": "[1]"}),
        ('{"error":"x"}', {"content": '{"error":"x"}'}),
    ],
)
def test_a_text_that_is_an_object_goes_as_that_object(text: str, document: JsonObject) -> None:
    """Objects are sent as such where their text can be told from them; others are wrapped."""
    assert cohere.document_of(ToolResult(None, None, text)) == document


@pytest.mark.parametrize(
    ("documents", "result"),
    [
        ([], ToolResult("i", "n", "")),
        (["plain"], ToolResult("i", "n", "plain")),
        ([{"content": "a"}, {"b": 1}], ToolResult("i", "n", 'a\n{"b":1}')),
        ([{"error": "no"}], ToolResult("i", "n", "no", error=True)),
        ([{"error": "no", "code": 1}], ToolResult("i", "n", '{"error":"no","code":1}')),
        ([{"error": 1}], ToolResult("i", "n", '{"error":1}')),
        ([{"content": None}], ToolResult("i", "n", '{"content":null}')),
        ([7], ToolResult("i", "n", "7")),
    ],
)
def test_results_of_strangers_are_read(documents: list[Json], result: ToolResult) -> None:
    """Several objects become lines, foreign members stay JSON, only a lone error is a failure."""
    assert cohere.result_of("i", "n", documents) == result


def test_a_result_too_deep_to_write_is_left_out() -> None:
    """A hostile document that can be parsed but not written again gives no text."""
    deep: Json = "1" * 25
    for _ in range(900):
        deep = [deep]
    assert cohere.result_of(None, None, [{"a": deep}]).content == ""


@pytest.mark.parametrize(
    ("holder", "usage"),
    [
        (
            {
                "tokens": {"input_tokens": 3, "output_tokens": 4},
                "billed_units": {"input_tokens": 1},
            },
            Usage(3, 4),
        ),
        ({"billed_units": {"input_tokens": 1.0, "output_tokens": 2.5}}, Usage(1, None)),
        ({"tokens": {}, "billed_units": {"output_tokens": 0}}, Usage(None, 0)),
        ({"tokens": {"input_tokens": True, "output_tokens": "9"}}, None),
        ({"tokens": {"input_tokens": 1e300}}, None),
        ([], None),
        (None, None),
    ],
)
def test_counts(holder: Json, usage: Usage | None) -> None:
    """Tokens win over billed units; numbers that are no counts are none."""
    assert cohere.usage_of(holder) == usage


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"message": "no"}, WireError("no", None, "/message")),
        ({"id": "1", "message": "no", "code": 7}, WireError("no", "7", "/message")),
        ({"error": "no", "type": "t"}, WireError("no", "t", "/error")),
        ({"error": {"message": "no", "code": "c"}}, WireError("no", "c", "/error")),
        ({"error": {}}, WireError("", None, "/error")),
        ({"detail": "no"}, None),
    ],
)
def test_errors(body: JsonObject, error: WireError | None) -> None:
    """The flat message is the documented error; gateways' shapes are read as well."""
    assert cohere.error_in(body, "") == error


def test_an_error_status_always_has_an_error() -> None:
    """A failed response without a readable body has an empty error, a good one none."""
    failed, good = Response(502, (), b"<html>"), Response(200, (), b"{}")
    empty = WireError("", None, "status")
    assert cohere.error_beside(failed, {}, answered=False) == empty
    assert cohere.error_beside(good, {}, answered=False) is None
    told: JsonObject = {"message": "second"}
    error = WireError("second", None, "/message")
    assert cohere.error_beside(failed, told, answered=True) == error
    assert cohere.error_beside(good, told, answered=False) == error
    assert cohere.error_beside(good, told, answered=True) is None


@pytest.mark.parametrize(
    ("holder", "word"),
    [
        ({"id": "1", "message": "x"}, "{message,id}"),
        ({"error": 1}, "{error}"),
        ({"a b": 1, "é": 2}, None),
        ({f"m_{letter}": 1 for letter in "abcdefghijk"}, "{m_a,m_b,m_c,m_d,m_e,m_f,m_g,m_h}"),
        ("x", None),
    ],
)
def test_error_facets_hold_no_values(holder: Json, word: str | None) -> None:
    """Only member names that look like names are shown, and not too many."""
    assert cohere.error_facet(holder) == word


def test_stop_facets_hold_no_strange_words() -> None:
    """A stop word is shown when it looks like one."""
    assert [known_word(w, cohere.STOP) for w in ("TOOL_CALL", "<b>", "x" * 99)] == [
        "TOOL_CALL",
        "other",
        "other",
    ]


def test_a_refusal_is_the_flat_object() -> None:
    """The status and the message are the refusal's, and the id looks like a UUID."""
    response = cohere.refused(Refusal(429, "rate_limit", "Slow down."))
    body = object_of(parse(response.body))
    assert (response.status, body["message"]) == (429, "Slow down.")
    assert [len(part) for part in str(body["id"]).split("-")] == [8, 4, 4, 4, 12]
