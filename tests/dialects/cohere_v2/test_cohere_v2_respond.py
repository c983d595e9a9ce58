"""The reference responder of v2."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.conversation import Conversation, Tool, UserTurn
from harness.dialects.cohere_v2 import DIALECT
from harness.dialects.dialect import Answer, PlannedCall, Refusal
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.json_text import object_of, parse
from harness.reply import Reading

ENDPOINT = Endpoint("https://api.cohere.com", "m1")
ASK = Conversation((UserTurn("Weather?"),), (Tool("a"), Tool("b")))
ONE = PlannedCall("a", {"city": "Tōkyō", "days": 2})
CALLS = Answer(text="First.", calls=(ONE, PlannedCall("b", {})))


def answered(conversation: Conversation, answer: Answer) -> Reading:
    """Encode, respond and decode."""
    request = DIALECT.encode(conversation, ENDPOINT)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), evidence))


def test_the_stream_has_the_documented_order() -> None:
    """Start, plan, then each call opened, filled and ended, then the end and its marker."""
    reading = answered(replace(ASK, stream=True), replace(CALLS, calls=(PlannedCall("b", {}),) * 2))
    assert [event.name for event in reading.events] == [
        "message-start",
        "tool-plan-delta",
        "tool-call-start",
        "tool-call-delta",
        "tool-call-end",
        "tool-call-start",
        "tool-call-delta",
        "tool-call-end",
        "message-end",
        None,
    ]
    assert reading.events[-1].data == "[DONE]"
    parsed = [object_of(parse(event.data)) for event in reading.events[:-1]]
    assert [event.name for event in reading.events[:-1]] == [value["type"] for value in parsed]
    assert [value.get("index") for value in parsed[2:8]] == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("answer", "stop"),
    [
        (Answer(text="Hi."), "COMPLETE"),
        (Answer(text="Hi", cut=True), "MAX_TOKENS"),
        (CALLS, "TOOL_CALL"),
    ],
)
def test_finish_reasons(answer: Answer, stop: str, *, stream: bool) -> None:
    """Each kind of end has its documented word, with a neutral meaning."""
    reading = answered(replace(ASK, stream=stream), answer)
    assert reading.reply.stop == stop
    assert stop in DIALECT.stops
    assert reading.reply.usage is not None
    assert (reading.reply.usage.input or 0) > 0


@pytest.mark.parametrize("stream", [False, True])
def test_ids_are_the_name_and_a_token(*, stream: bool) -> None:
    """Ids carry the tool's name as the documented ones do, and go on through a conversation."""
    asked = replace(ASK, stream=stream)
    first = answered(asked, CALLS).reply.tool_calls
    second = answered(asked, replace(CALLS, turn=len(first))).reply.tool_calls
    assert [(c.id or "").rpartition("_")[0] for c in first] == ["a", "b"]
    assert all(len((c.id or "").rpartition("_")[2]) == 12 for c in first)
    assert {call.id for call in first}.isdisjoint({call.id for call in second})
    again = answered(asked, CALLS)
    assert again.exchange.response == answered(asked, CALLS).exchange.response


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
def test_refusals(status: int) -> None:
    """A refusal is a flat JSON error with its status, also when a stream was asked for."""
    answer = Answer(refusal=Refusal(status, "invalid_request", "No."))
    reading = answered(replace(ASK, stream=True), answer)
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, status)
    assert reading.reply.error is not None
    assert reading.reply.error.message == "No."


def test_a_request_that_is_no_json_is_answered_all_the_same() -> None:
    """The responder decides nothing; refusing is the reference mind's work."""
    request = replace(DIALECT.encode(ASK, ENDPOINT), body=b"{")
    assert DIALECT.respond(request, Answer(text="Hi.")).status == 200
