"""Request rules raise nothing and end soon, whatever a client sends."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.hostile import ANYTHING, VALUES, misplace
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Finding
from toolwire.rules import RULES, Subject, judge_request
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.proof import exchanges

SCENARIOS = ["single_call", "round_trip", "two_results", "strict_call", "named_choice", "refused"]
TIMES = 3.0


@cache
def _clean(name: str, scenario: str) -> Exchange:
    known = load_dialect(name)
    try:
        return clean(known, scenario, Mode.BLOCKING)
    except ToolwireError:
        # A scenario that this format cannot carry.
        return clean(known, "round_trip", Mode.BLOCKING)


def _judged(name: str, exchange: Exchange, body: Json) -> tuple[Finding, ...]:
    assert exchange.request is not None
    request = replace(exchange.request, body=dump(body))
    return judge_request(load_dialect(name).decode(replace(exchange, request=request)))


def _edited(exchange: Exchange, place: int, new: Json) -> Json:
    assert exchange.request is not None
    body = parse(exchange.request.body)
    misplace(body, place, new)
    return body


@pytest.mark.parametrize("name", DIALECTS)
@given(
    scenario=st.sampled_from(SCENARIOS),
    place=st.integers(0, 10_000),
    new=ANYTHING,
)
@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_value_anywhere_in_a_request_raises_nothing(
    name: str, scenario: str, place: int, new: Json
) -> None:
    """One member replaced by anything, or left out, yields findings and no exception."""
    exchange = _clean(name, scenario)
    for finding in _judged(name, exchange, _edited(exchange, place, new)):
        assert finding.as_json()["rule"] == finding.rule
        assert finding.pointer.startswith("request/")


@pytest.mark.parametrize("name", DIALECTS)
@given(place=st.integers(0, 10_000), new=ANYTHING, number=st.integers(0, 10_000))
@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_value_in_a_faulty_request_raises_nothing(
    name: str, place: int, new: Json, number: int
) -> None:
    """The same, beginning with requests that already break a rule: models that think, and so on."""
    faulty = [
        (rule, mutation)
        for rule in RULES.values()
        if rule.subject is Subject.REQUEST
        for mutation in rule.mutations
        if mutation.dialect == name
    ]
    if not faulty:
        return
    exchange = exchanges.mutated(*faulty[number % len(faulty)])
    for finding in _judged(name, exchange, _edited(exchange, place, new)):
        assert finding.as_json()["rule"] == finding.rule


@pytest.mark.parametrize("name", DIALECTS)
@given(body=VALUES)
@settings(max_examples=examples(50), deadline=None)
def test_a_body_of_anything_raises_nothing(name: str, body: Json) -> None:
    """A request that is no request of the format has no findings, or some, but no exception."""
    list(_judged(name, _clean(name, "single_call"), body))


def _nested(depth: int) -> Json:
    schema: JsonObject = {"type": "object"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}, "anyOf": [schema]}
    return schema


def _deep(depth: int) -> Json:
    value: Json = "end"
    for _ in range(depth):
        value = {"a": [value]}
    return value


@pytest.mark.parametrize("name", ["openai-chat", "anthropic-messages", "bedrock-converse"])
def test_a_schema_that_repeats_itself_ends_soon(name: str) -> None:
    """A schema whose walk doubles at every level is walked to a bound."""
    exchange = _clean(name, "single_call")
    assert exchange.request is not None
    text = exchange.request.body.decode()
    whole = '{"type":"object","properties":{}}'
    # Twelve levels are 4,096 copies of the innermost schema.
    grown = dump(_nested(12)).decode()
    body = parse(
        text.replace(whole, grown).replace('"name":"get_time"', '"name":"get_time","strict":true')
    )
    started = time.process_time()
    assert _judged(name, exchange, body)
    assert time.process_time() - started < TIMES


def test_a_deep_result_ends_soon() -> None:
    """A result nested as deeply as JSON may be is looked through without recursion."""
    exchange = _clean("gemini-generate", "round_trip")
    assert exchange.request is not None
    body = parse(exchange.request.body)
    assert isinstance(body, dict)
    part = body["contents"][2]["parts"][0]["functionResponse"]  # type: ignore[index,call-overload]
    part["response"] = {"output": _deep(400)}  # type: ignore[index,call-overload]
    started = time.process_time()
    assert _judged("gemini-generate", exchange, body) == ()
    assert time.process_time() - started < TIMES


@pytest.mark.parametrize("known", [["a"], {"a": 1}, 1, True, None, "", "a" * 100_000])
def test_ids_of_any_type_are_compared(known: Json) -> None:
    """An id that cannot be looked up is no id; a long one is cut in the finding."""
    call: Json = {"id": known, "type": "function", "function": {"name": "f", "arguments": "{}"}}
    result: Json = {"role": "tool", "tool_call_id": known, "content": "18 C"}
    said: Json = {"role": "assistant", "tool_calls": [call, call]}
    body: Json = {
        "model": "m",
        "messages": [{"role": "user", "content": "Hi"}, said, result, result],
    }
    found = _judged("openai-chat", _clean("openai-chat", "single_call"), body)
    for finding in found:
        assert len(dump(finding.as_json())) < 1_000


@pytest.mark.parametrize(
    "url", ["", "::::", "https://", "https://x/models/%ff%00:generateContent", "x" * 100_000]
)
@pytest.mark.parametrize("name", ["gemini-generate", "openai-chat", "bedrock-converse"])
def test_addresses_of_any_form_are_read(name: str, url: str) -> None:
    """Where a request went says which model it asks for, or nothing."""
    exchange = _clean(name, "round_trip")
    assert exchange.request is not None
    request = replace(exchange.request, url=url)
    assert judge_request(load_dialect(name).decode(replace(exchange, request=request))) == ()
