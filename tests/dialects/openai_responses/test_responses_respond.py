"""The reference responder of Responses."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest

from harness.conversation import ChoiceMode, Conversation, JsonObject, Tool, ToolChoice, UserTurn
from harness.dialects.dialect import Answer, PlannedCall, Refusal
from harness.dialects.openai_responses import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.json_text import items_of, object_of, parse
from harness.reply import ABSENT, Reading

ENDPOINT = Endpoint("https://api.example.invalid/v1", "m1")
ASK = Conversation((UserTurn("Weather?"),), (Tool("a", "A.", {"type": "object"}), Tool("b")))
ONE = PlannedCall("a", {"city": "Tōkyō", "days": 2})
CALLS = Answer(text="First.", calls=(ONE, PlannedCall("b", {})))


def answered(conversation: Conversation, answer: Answer) -> Reading:
    """Encode, respond and decode."""
    request = DIALECT.encode(conversation, ENDPOINT)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), evidence))


def payloads(reading: Reading) -> list[JsonObject]:
    """Return the parsed payloads of a stream."""
    return [event.json for event in reading.events if isinstance(event.json, dict)]


def faults(reading: Reading) -> list[str]:
    """Return what the schemas have against the bodies of a reading."""
    bodies = [("request", reading.request), *(("chunk", e) for e in payloads(reading))]
    if reading.body is not ABSENT:
        kind = "error" if reading.exchange.response.status >= 400 else "response"
        bodies.append((kind, reading.body))  # type: ignore[arg-type] # JSON by now
    return [
        f"{kind}: {error.message}"
        for kind, body in bodies
        for error in validator(DIALECT.name, kind).iter_errors(body)
    ]


@pytest.mark.parametrize("stream", [False, True])
def test_the_answer_comes_as_asked(*, stream: bool) -> None:
    """Blocking and streamed replies say the same, with documented ids and headers."""
    reading = answered(replace(ASK, stream=stream), CALLS)
    reply = reading.reply
    assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
    assert (reply.text, reply.stop, reply.model) == ("First.", "completed", "m1")
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
    assert (reply.complete, reply.unread, faults(reading)) == (True, (), [])


def test_both_modes_say_the_same() -> None:
    """The last event carries the blocking body, but for what depends on the request's size."""
    blocking, streaming = (answered(replace(ASK, stream=s), CALLS) for s in (False, True))
    body = object_of(parse(blocking.exchange.response.body))
    last = object_of(payloads(streaming)[-1]["response"])
    assert body.keys() == last.keys()
    calls = [[c for c in items_of(b["output"]) if "name" in object_of(c)] for b in (body, last)]
    assert calls[0] == calls[1]
    assert streaming.reply.echo is not None
    assert parse(streaming.reply.echo) == last["output"]


def test_the_stream_has_the_documented_order() -> None:
    """Events are numbered from 0, named, and every item is opened, grown and finished."""
    reading = answered(replace(ASK, stream=True), CALLS)
    sent = payloads(reading)
    assert [p["sequence_number"] for p in sent] == list(range(len(sent)))
    assert [event.name for event in reading.events] == [p["type"] for p in sent]
    runs = [str(kind).removeprefix("response.") for kind, _ in groupby(p["type"] for p in sent)]
    call = [
        "output_item.added",
        "function_call_arguments.delta",
        "function_call_arguments.done",
        "output_item.done",
    ]
    assert runs == [
        "created",
        "in_progress",
        "output_item.added",
        "content_part.added",
        "output_text.delta",
        "output_text.done",
        "content_part.done",
        "output_item.done",
        *call,
        *call,
        "completed",
    ]
    added = [object_of(p["item"]) for p in sent if p["type"] == "response.output_item.added"]
    assert [(i["status"], i.get("arguments", "")) for i in added] == [("in_progress", "")] * 3
    assert object_of(sent[0]["response"])["usage"] is None


def test_items_of_events_are_those_of_the_end() -> None:
    """Item ids, call ids and indexes agree between the events and the finished response."""
    sent = payloads(answered(replace(ASK, stream=True), CALLS))
    output = items_of(object_of(sent[-1]["response"])["output"])
    done = [p for p in sent if p["type"] == "response.output_item.done"]
    assert [p["item"] for p in done] == output
    for p in sent:
        if "item_id" in p:
            index = p["output_index"]
            assert isinstance(index, int)
            assert object_of(output[index])["id"] == p["item_id"]
    ids = {str(object_of(item)[key]) for item in output for key in ("id", "call_id") if key in item}  # type: ignore[operator] # items are objects
    assert len(ids) == 5


@pytest.mark.parametrize("stream", [False, True])
def test_reasoning_is_an_item_that_can_go_back(*, stream: bool) -> None:
    """It comes first, with a summary, and the echo has its whole encrypted content."""
    reading = answered(replace(ASK, stream=stream), replace(CALLS, reasoning="Let me think."))
    reply = reading.reply
    assert (reply.reasoning, reply.text, faults(reading)) == ("Let me think.", "First.", [])
    assert reply.echo is not None
    thought = object_of(items_of(parse(reply.echo))[0])
    assert thought["type"] == "reasoning"
    assert len(str(thought["encrypted_content"])) == 64
    for payload in payloads(reading):
        if payload["type"] == "response.output_item.added" and payload["output_index"] == 0:
            assert object_of(payload["item"])["encrypted_content"] != thought["encrypted_content"]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("conversation", "answer", "stop"),
    [
        (ASK, Answer(text="Hi."), "completed"),
        (ASK, Answer(text="Hi", cut=True), "incomplete"),
        (replace(ASK, choice=ToolChoice(ChoiceMode.NAMED, "a")), Answer(calls=(ONE,)), "completed"),
    ],
)
def test_stops(conversation: Conversation, answer: Answer, stop: str, *, stream: bool) -> None:
    """Each kind of end has its documented status; a call is no end of its own."""
    reading = answered(replace(conversation, stream=stream), answer)
    assert reading.reply.stop == stop
    assert stop in DIALECT.stops
    assert faults(reading) == []


def test_a_response_repeats_what_was_asked() -> None:
    """Tools, choice and instructions stand in it, and what was not said has its default."""
    asked = replace(ASK, system="Be brief.", parallel=False, choice=ToolChoice(ChoiceMode.REQUIRED))
    body = object_of(parse(answered(asked, CALLS).exchange.response.body))
    assert body["tools"] == [
        {
            "type": "function",
            "description": "A.",
            "parameters": {"type": "object"},
            "strict": None,
            "name": "a",
        },
        {"type": "function", "description": None, "parameters": None, "strict": None, "name": "b"},
    ]
    assert (body["tool_choice"], body["parallel_tool_calls"], body["instructions"]) == (
        "required",
        False,
        "Be brief.",
    )
    assert (body["store"], body["temperature"], body["error"]) == (False, 1.0, None)


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
@pytest.mark.parametrize("stream", [False, True])
def test_refusals(status: int, kind: str, code: str, *, stream: bool) -> None:
    """A refusal is a JSON error with its status, also when a stream was asked for."""
    reading = answered(replace(ASK, stream=stream), Answer(refusal=Refusal(status, kind, "No.")))
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, status)
    assert reading.reply.error is not None
    assert (reading.reply.error.message, reading.reply.error.code) == ("No.", code)
    assert faults(reading) == []


def test_ids_go_on_through_a_conversation() -> None:
    """The second turn's ids differ from the first's, and equal requests get equal bytes."""
    first = answered(ASK, CALLS)
    second = answered(ASK, replace(CALLS, turn=len(first.reply.tool_calls)))
    assert {c.id for c in first.reply.tool_calls}.isdisjoint(
        {c.id for c in second.reply.tool_calls}
    )
    assert first.reply.id != second.reply.id
    assert first.exchange.response == answered(ASK, CALLS).exchange.response


def test_a_request_that_is_no_json_is_answered_all_the_same() -> None:
    """The responder decides nothing; refusing is the reference mind's work."""
    request = replace(DIALECT.encode(ASK, ENDPOINT), body=b"{")
    assert DIALECT.respond(request, Answer(text="Hi.")).status == 200
