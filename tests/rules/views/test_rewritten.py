"""A recorder that sorts the members of JSON wrote it again, and took the times and ids."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from toolwire.jobs.lint.judging import judge
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Severity

USAGE: JsonObject = {"completion_tokens": 2, "prompt_tokens": 4, "total_tokens": 6}
MESSAGE: JsonObject = {"content": "Hello.", "refusal": None, "role": "assistant"}
REPLY: JsonObject = {
    "choices": [{"finish_reason": "stop", "index": 0, "logprobs": None, "message": MESSAGE}],
    "created": 0,
    "id": "chatcmpl-EUab",
    "model": "m",
    "object": "chat.completion",
    "usage": USAGE,
}
SENT = b'{"messages": [{"content": "Hi", "role": "user"}], "model": "m"}'


def answered(reply: JsonObject) -> Exchange:
    """Return an exchange with that reply, as somebody recorded it."""
    headers = (("content-type", "application/json"),)
    request = Request("POST", "/v1/chat/completions", headers, SENT)
    response = Response(200, headers, json.dumps(reply).encode())
    return Exchange(request, response, Evidence(EvidenceLevel.IMPORTED, "made/up one.yaml #1"))


def told(exchange: Exchange) -> list[tuple[str, str, Severity]]:
    """Return what is said of an exchange, gravely or not."""
    return [(one.rule, one.pointer, one.severity) for one in judge(exchange).findings]


def test_a_time_that_a_recorder_took_is_information() -> None:
    """The members are in order, as no vendor writes them."""
    assert told(answered(REPLY)) == [("TC118", "/created", Severity.INFO)]


@pytest.mark.parametrize("first", ["id", "object"])
def test_a_server_that_says_no_time_is_accused(first: str) -> None:
    """Its members are in an order of its own."""
    reply = {first: REPLY[first], **REPLY}
    assert told(answered(reply)) == [("TC118", "/created", Severity.WARNING)]


def test_what_this_run_asked_came_as_it_is() -> None:
    """A server that is tried may sort its members, and has to say a time."""
    live = replace(answered(REPLY), evidence=Evidence(EvidenceLevel.LIVE, "this run"))
    assert told(live) == [("TC118", "/created", Severity.WARNING)]


def test_another_fault_of_such_a_recording_is_found_as_before() -> None:
    """Only the time is the recorder's."""
    nameless = {**REPLY, "created": 1_795_420_800, "model": ""}
    assert told(answered(nameless)) == [("TC118", "/model", Severity.WARNING)]


LINE: JsonObject = {
    "created_at": "1970-01-01T00:00:00Z",
    "done": True,
    "done_reason": "stop",
    "eval_count": 2,
    "message": {"content": "Hello.", "role": "assistant"},
    "model": "m",
    "prompt_eval_count": 4,
    "total_duration": 900_000,
}


def timed(reply: JsonObject, level: EvidenceLevel = EvidenceLevel.IMPORTED) -> list[Severity]:
    """Return how gravely the time of an answer of Ollama's is told of."""
    exchange = answered(reply)
    assert exchange.request is not None
    asked = replace(exchange.request, url="/api/chat")
    evidence = Evidence(level, "made/up one.yaml #1")
    found = judge(replace(exchange, request=asked, evidence=evidence)).findings
    return [one.severity for one in found if one.rule == "TC125"]


def test_a_written_time_that_a_recorder_took_is_information() -> None:
    """The first second of 1970 stands for each time; what else lies before Ollama is a server's."""
    assert timed(LINE) == [Severity.INFO]
    assert timed({**LINE, "created_at": "0001-01-01T00:00:00Z"}) == [Severity.WARNING]
    assert timed({"model": "m", **LINE}) == [Severity.WARNING]
    assert timed(LINE, EvidenceLevel.LIVE) == [Severity.WARNING]


def call(known: str) -> JsonObject:
    """Return a message with one call that has this id."""
    function: JsonObject = {"arguments": '{"city": "Oslo"}', "name": "get_wind"}
    calls: list[Json] = [{"function": function, "id": known, "type": "function"}]
    return {"content": None, "role": "assistant", "tool_calls": calls}


def called_again(before: str, after: str, level: EvidenceLevel) -> list[str]:
    """Return the rules broken by an answer whose call has one id, after a call with another."""
    choice: JsonObject = {"finish_reason": "tool_calls", "index": 0, "message": call(after)}
    messages: list[Json] = [
        {"content": "How windy is it?", "role": "user"},
        call(before),
        {"content": "2 m/s", "role": "tool", "tool_call_id": before},
        {"content": "And now?", "role": "user"},
    ]
    asked = answered({**REPLY, "choices": [choice], "created": 1_795_420_800})
    assert asked.request is not None
    offered: Json = {"function": {"name": "get_wind"}, "type": "function"}
    sent: JsonObject = {"messages": messages, "model": "m", "tools": [offered]}
    request = replace(asked.request, body=json.dumps(sent).encode())
    evidence = Evidence(level, "made/up one.yaml #1")
    found = judge(replace(asked, request=request, evidence=evidence)).findings
    return [one.rule for one in found if one.severity is not Severity.INFO]


@pytest.mark.parametrize(
    ("before", "after", "level", "rules"),
    [
        ("call_REDACTED_1", "call_REDACTED_1", EvidenceLevel.IMPORTED, []),
        ("call_REDACTED_1", "call_REDACTED_1", EvidenceLevel.LIVE, ["TC203"]),
        ("call_REDACTED_one", "call_REDACTED_one", EvidenceLevel.IMPORTED, ["TC203"]),
        ("call_1", "call_1", EvidenceLevel.IMPORTED, ["TC203"]),
    ],
)
def test_counts_of_two_recordings_are_not_compared(
    before: str, after: str, level: EvidenceLevel, rules: list[str]
) -> None:
    """A history that another recording began has the counts of that one."""
    assert called_again(before, after, level) == rules
