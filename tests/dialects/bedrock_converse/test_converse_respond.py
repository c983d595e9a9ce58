"""The reference responder of Converse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.conversation import Conversation, Tool, UserTurn
from harness.dialects.bedrock_converse import DIALECT
from harness.dialects.dialect import Answer, PlannedCall, Refusal
from harness.dialects.schemas import validator
from harness.dialects.shape import id_shape
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.framing import eventstream
from harness.json_text import parse
from harness.reply import Reading

ENDPOINT = Endpoint("https://bedrock-runtime.us-east-1.amazonaws.com", "us.amazon.nova-micro-v1:0")
ASK = Conversation((UserTurn("Weather?"),), (Tool("a"), Tool("b")))
ONE = PlannedCall("a", {"city": "Tōkyō", "days": 2})
CALLS = Answer(text="Say.", calls=(ONE, PlannedCall("b", {})), reasoning="Hm.")


def answered(conversation: Conversation, answer: Answer) -> Reading:
    """Encode, respond and decode."""
    request = DIALECT.encode(conversation, ENDPOINT)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), evidence))


def test_the_stream_has_the_documented_order() -> None:
    """Only calls are announced; reasoning ends in its signature; usage comes last."""
    reading = answered(replace(ASK, stream=True), CALLS)
    seen = [
        (event.name, event.json.get("contentBlockIndex"))
        for event in reading.events
        if isinstance(event.json, dict)
    ]
    runs = [pair for number, pair in enumerate(seen) if number == 0 or seen[number - 1] != pair]
    assert runs == [
        ("messageStart", None),
        ("contentBlockDelta", 0),
        ("contentBlockStop", 0),
        ("contentBlockDelta", 1),
        ("contentBlockStop", 1),
        ("contentBlockStart", 2),
        ("contentBlockDelta", 2),
        ("contentBlockStop", 2),
        ("contentBlockStart", 3),
        ("contentBlockDelta", 3),
        ("contentBlockStop", 3),
        ("messageStop", None),
        ("metadata", None),
    ]
    messages = eventstream.decode(reading.exchange.response.body).messages
    assert all(
        message.headers
        == {
            ":event-type": event.name,
            ":content-type": "application/json",
            ":message-type": "event",
        }
        for message, event in zip(messages, reading.events, strict=True)
    )


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("answer", "stop"),
    [
        (Answer(text="Hi."), "end_turn"),
        (Answer(text="Hi", cut=True), "max_tokens"),
        (CALLS, "tool_use"),
    ],
)
def test_stop_reasons(answer: Answer, stop: str, *, stream: bool) -> None:
    """Each kind of end has its documented word, with a neutral meaning, and counts."""
    reading = answered(replace(ASK, stream=stream), answer)
    assert reading.reply.stop == stop
    assert stop in DIALECT.stops
    usage = reading.reply.usage
    assert usage is not None
    assert usage.total == (usage.input or 0) + (usage.output or 0) > 0


@pytest.mark.parametrize("stream", [False, True])
def test_ids_are_those_of_bedrock_and_go_on(*, stream: bool) -> None:
    """Twenty-two characters behind `tooluse_`, the same in every run, never twice."""
    asked = replace(ASK, stream=stream)
    first = answered(asked, CALLS)
    second = answered(asked, replace(CALLS, turn=2)).reply.tool_calls
    ids = [call.id or "" for call in first.reply.tool_calls]
    assert all(id_shape(ident).startswith("tooluse_") and len(ident) == 30 for ident in ids)
    assert not {*ids} & {call.id for call in second}
    assert answered(asked, CALLS).exchange.response == first.exchange.response


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (Refusal(400, "invalid_request", "No."), "ValidationException"),
        (Refusal(403, "authentication", "No."), "AccessDeniedException"),
        (Refusal(404, "not_found", "No."), "ResourceNotFoundException"),
        (Refusal(408, "server_error", "No."), "ModelTimeoutException"),
        (Refusal(424, "server_error", "No."), "ModelErrorException"),
        (Refusal(429, "rate_limit", "No."), "ThrottlingException"),
        (Refusal(500, "server_error", "No."), "InternalServerException"),
        (Refusal(503, "server_error", "No."), "ServiceUnavailableException"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_refusals(refusal: Refusal, kind: str, *, stream: bool) -> None:
    """The exception stands in a header, its message in JSON, also where a stream was asked for."""
    reading = answered(replace(ASK, stream=stream), Answer(refusal=refusal))
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, refusal.status)
    assert reading.exchange.response.header("x-amzn-errortype") == kind
    assert validator(DIALECT.name, "error").is_valid(parse(reading.exchange.response.body))
    error = reading.reply.error
    assert error is not None
    assert (error.message, error.code, error.pointer) == ("No.", kind, "/message")


def test_a_request_that_is_no_json_is_answered_all_the_same() -> None:
    """The responder decides nothing; refusing is the reference mind's work."""
    request = replace(DIALECT.encode(ASK, ENDPOINT), body=b"{")
    assert DIALECT.respond(request, Answer(text="Hi.")).status == 200
