"""Calls in a member that the format does not have are one cause; that none came follows from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.misplaced_calls import has_misplaced_calls, is_called

GEMINI = load_dialect("gemini-generate")
RESPONSES = load_dialect("openai-responses")
OFFERED = frozenset({"get_time"})


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("scenario", ["spelt_out", "spelt_alone", "second_call", "chained"])
def test_a_misnamed_call_is_one_cause(scenario: str, mode: Mode) -> None:
    """What a run lacks where calls were written out or thought out is not told besides."""
    exchange = clean(GEMINI, scenario, mode)
    renamed = raw_body(lambda body: body.replace(b"functionCall", b"function_call"))
    reading = GEMINI.decode(renamed(exchange))
    assert has_misplaced_calls(reading)
    assert not has_misplaced_calls(GEMINI.decode(exchange))
    # Drift is told of as such.
    assert {one.rule for one in judge(reading)} - {"TC190"} == {"TC191"}


@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"type": "object", "properties": {}}])
def test_tools_told_in_another_form_are_no_calls(schema: Json) -> None:
    """A tool that takes nothing is told as Chat Completions has it: that is the form's rule, and no call is lost."""
    exchange = clean(RESPONSES, "plain_text", Mode.BLOCKING)
    assert exchange.request is not None
    body, asked = parse(exchange.response.body), parse(exchange.request.body)
    assert isinstance(body, dict)
    assert isinstance(asked, dict)
    tool: dict[str, Json] = {"name": "get_time", "description": "The time.", "parameters": schema}
    asked["tools"] = [{"type": "function", **tool}]
    body["tools"] = [{"type": "function", "function": tool}]
    request = replace(exchange.request, body=dump(asked))
    told = replace(exchange, request=request, response=replace(exchange.response, body=dump(body)))
    reading = RESPONSES.decode(told)
    assert not has_misplaced_calls(reading)
    found = {one.rule for one in judge(reading)}
    assert "TC133" in found
    assert "TC191" not in found


@pytest.mark.parametrize(
    ("taken", "called"),
    [
        ({"type": "object"}, False),
        ({"type": "object", "additionalProperties": False}, False),
        ({"type": "object", "name": "lamp"}, True),
        ({"type": "lamp"}, True),
        ({}, True),
    ],
)
def test_a_schema_without_properties_is_no_call(taken: Json, *, called: bool) -> None:
    """What has a member that no schema has is what a tool was called with."""
    told: Json = {"name": "get_time", "parameters": taken}
    assert is_called(told, OFFERED) is called
    assert is_called([{"type": "function", "function": told}], OFFERED) is called


@pytest.mark.parametrize("mode", Mode)
def test_arguments_in_another_member_are_told_by_both_names(mode: Mode) -> None:
    """A member that says something else, or stands beside the right one, is drift."""
    exchange = clean(GEMINI, "single_call", mode)
    renamed = raw_body(lambda body: body.replace(b'"args"', b'"arguments"'))
    (found,) = (one for one in judge(GEMINI.decode(renamed(exchange))) if one.rule == "TC191")
    message = "The arguments of a call stand in a member that the format does not have."
    assert (found.message, found.expected, found.actual) == (message, "args", "arguments")
    for other in (
        raw_body(lambda body: body.replace(b'"args"', b'"notes"')),
        raw_body(lambda body: body.replace(b'"args":', b'"arguments":{},"args":')),
    ):
        assert "TC191" not in {one.rule for one in judge(GEMINI.decode(other(exchange)))}
