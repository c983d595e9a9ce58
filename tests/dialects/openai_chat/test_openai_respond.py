"""The reference responder of Chat Completions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.conversation import (
    ChoiceMode,
    Conversation,
    Json,
    Tool,
    ToolChoice,
    UserTurn,
)
from harness.dialects.dialect import Answer, PlannedCall, Refusal
from harness.dialects.openai_chat import DIALECT
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Response
from harness.json_text import items_of, object_of, parse
from harness.reply import Absent, Reading

ENDPOINT = Endpoint("https://api.example.invalid/v1", "m1")
ASK = Conversation((UserTurn("Weather?"),), (Tool("a"), Tool("b")))
ONE = PlannedCall("a", {"city": "Tōkyō", "days": 2})
CALLS = Answer(text="First.", calls=(ONE, PlannedCall("b", {})))


def answered(conversation: Conversation, answer: Answer) -> Reading:
    """Encode, respond and decode."""
    request = DIALECT.encode(conversation, ENDPOINT)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), evidence))


def chunks(reading: Reading) -> list[Json]:
    """Return the parsed payloads of a stream."""
    return [event.json for event in reading.events if not isinstance(event.json, Absent)]


@pytest.mark.parametrize("stream", [False, True])
def test_the_answer_comes_as_asked(*, stream: bool) -> None:
    """Blocking and streamed replies say the same, with documented ids and headers."""
    reading = answered(replace(ASK, stream=stream), CALLS)
    reply = reading.reply
    assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
    assert (reply.text, reply.stop, reply.model) == ("First.", "tool_calls", "m1")
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [
        ("a", {"city": "Tōkyō", "days": 2}),
        ("b", {}),
    ]
    first, second = (call.id or "" for call in reply.tool_calls)
    assert first != second
    assert all(len(i) == 29 and i.startswith("call_") and i[5:].isalnum() for i in (first, second))
    kind = "text/event-stream; charset=utf-8" if stream else "application/json"
    assert reading.exchange.response.header("Content-Type") == kind
    assert reply.usage is not None
    assert reply.usage.total == (reply.usage.input or 0) + (reply.usage.output or 0)


def test_stream_has_the_documented_order() -> None:
    """Role, text, opening piece, fragments, finish, usage and the end marker, in that order."""
    reading = answered(replace(ASK, stream=True), Answer(calls=(ONE,)))
    parsed = [object_of(chunk) for chunk in chunks(reading)]
    deltas = [object_of(object_of(c).get("delta")) for p in parsed for c in items_of(p["choices"])]
    assert deltas[0] == {"role": "assistant", "content": None, "refusal": None}
    assert [set(delta) for delta in deltas[1:-1]] == [{"tool_calls"}] * (len(deltas) - 2)
    opening, *fragments = reading.deltas
    assert (opening.index, opening.kind, opening.name, opening.arguments) == (
        0,
        "function",
        "a",
        "",
    )
    assert len(fragments) > 2
    assert all(not fragment.id and not fragment.name for fragment in fragments)
    assert deltas[-1] == {}
    assert parsed[-1]["choices"] == []
    assert parsed[-1]["usage"]
    assert all(chunk["usage"] is None for chunk in parsed[:-1])
    assert reading.events[-1].data == "[DONE]"
    assert len({(str(c["id"]), str(c["created"]), str(c["model"])) for c in parsed}) == 1


def test_usage_chunk_only_when_asked() -> None:
    """Without include_usage no chunk speaks of usage."""
    request = DIALECT.encode(
        replace(ASK, stream=True), replace(ENDPOINT, extra={"stream_options": None})
    )
    assert b"usage" not in DIALECT.respond(request, CALLS).body


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("conversation", "answer", "stop"),
    [
        (ASK, Answer(text="Hi."), "stop"),
        (ASK, Answer(text="Hi", cut=True), "length"),
        (replace(ASK, choice=ToolChoice(ChoiceMode.NAMED, "a")), Answer(calls=(ONE,)), "stop"),
        (replace(ASK, choice=ToolChoice(ChoiceMode.REQUIRED)), Answer(calls=(ONE,)), "tool_calls"),
        (replace(ASK, legacy=True), Answer(calls=(ONE,)), "function_call"),
    ],
)
def test_finish_reasons(
    conversation: Conversation, answer: Answer, stop: str, *, stream: bool
) -> None:
    """Each kind of end has its documented word; a named choice ends in stop."""
    assert answered(replace(conversation, stream=stream), answer).reply.stop == stop
    assert stop in DIALECT.stops


@pytest.mark.parametrize("stream", [False, True])
def test_legacy_answers_use_function_call(*, stream: bool) -> None:
    """A legacy request gets one call without an id, as the deprecated lane has it."""
    (call,) = answered(replace(ASK, legacy=True, stream=stream), CALLS).reply.tool_calls
    assert (call.kind, call.id, call.name) == ("legacy", None, "a")


@pytest.mark.parametrize(
    ("status", "kind", "code"),
    [
        (400, "invalid_request", "invalid_request_error"),
        (401, "authentication", "invalid_api_key"),
        (404, "not_found", "model_not_found"),
        (429, "rate_limit", "rate_limit_exceeded"),
        (500, "server_error", "server_error"),
    ],
)
def test_refusals(status: int, kind: str, code: str) -> None:
    """A refusal is a JSON error with its status, also when a stream was asked for."""
    answer = Answer(refusal=Refusal(status, kind, "No."))
    reading = answered(replace(ASK, stream=True), answer)
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, status)
    assert reading.reply.error is not None
    assert (reading.reply.error.message, reading.reply.error.code) == ("No.", code)
    assert object_of(object_of(parse(reading.exchange.response.body))["error"]).keys() == {
        "message",
        "type",
        "param",
        "code",
    }


def test_ids_go_on_through_a_conversation() -> None:
    """The second turn's ids differ from the first's, and equal requests get equal bytes."""
    first = answered(ASK, CALLS).reply.tool_calls
    second = answered(ASK, replace(CALLS, turn=len(first))).reply.tool_calls
    assert {call.id for call in first}.isdisjoint({call.id for call in second})
    again: Response = answered(ASK, CALLS).exchange.response
    assert again == answered(ASK, CALLS).exchange.response


def test_a_request_that_is_no_json_is_answered_all_the_same() -> None:
    """The responder decides nothing; refusing is the reference mind's work."""
    request = replace(DIALECT.encode(ASK, ENDPOINT), body=b"{")
    assert DIALECT.respond(request, Answer(text="Hi.")).status == 200
