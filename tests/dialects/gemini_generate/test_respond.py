"""What the reference responder of Gemini has that others do not: signatures, and a JSON array."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.support.lane import Lane
from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.dialects.gemini_generate.respond import respond
from toolwire.io.json_text import parse
from toolwire.model.exchange import Mode, Request

LANE, ARRAY = LANES["gemini-generate"], LANES["gemini-generate array"]
FORMS = ((LANE, Mode.BLOCKING), (LANE, Mode.STREAMING), (ARRAY, Mode.STREAMING))
every_form = pytest.mark.parametrize(("lane", "mode"), FORMS, ids=["blocking", "sse", "array"])


@every_form
@given(answer=LANE.answers())
def test_every_call_of_a_stream_is_one_piece(lane: Lane, mode: Mode, answer: Answer) -> None:
    """Its deltas are numbered as the calls are; a blocking reply has none."""
    deltas = lane.answered(answer, mode).deltas
    streamed = len(answer.calls) if mode is Mode.STREAMING else 0
    assert [delta.index for delta in deltas] == list(range(streamed))


@every_form
@given(answer=LANE.answers().filter(LANE.echoes))
def test_the_first_call_of_a_message_is_signed(lane: Lane, mode: Mode, answer: Answer) -> None:
    """The signature is in the message to send back, at the first call and nowhere else."""
    message: Any = parse(lane.answered(answer, mode).reply.echo or b"")
    signed = ["thoughtSignature" in part for part in message["parts"] if "functionCall" in part]
    assert signed == [number == 0 for number in range(len(answer.calls))]


@every_form
@pytest.mark.parametrize(
    ("kind", "status", "word"),
    [
        ("invalid_request", 400, "INVALID_ARGUMENT"),
        ("authentication", 401, "UNAUTHENTICATED"),
        ("not_found", 404, "NOT_FOUND"),
        ("rate_limit", 429, "RESOURCE_EXHAUSTED"),
        ("server_error", 500, "INTERNAL"),
    ],
)
def test_a_refusal_is_a_google_error(
    lane: Lane, mode: Mode, kind: str, status: int, word: str
) -> None:
    """Refusals carry code, message and status word, in an array where the stream is one."""
    reading = lane.answered(Answer(refusal=Refusal(status, kind, "No.")), mode)
    assert reading.exchange.response.status == status
    assert reading.mode is Mode.BLOCKING
    error = reading.reply.error
    assert error is not None
    assert (error.message, error.code) == ("No.", word)
    assert error.pointer == ("/0/error" if (lane, mode) == FORMS[2] else "/error")
    lane.wire.check_bodies(reading)


def test_a_stream_sends_text_in_pieces_and_each_call_whole() -> None:
    """Text comes first, each call has an event of its own, the last says stop."""
    answer = Answer("I will look it up.", (PlannedCall("a", {}), PlannedCall("b", {"n": 1})))
    reading = LANE.answered(answer, Mode.STREAMING)
    assert reading.exchange.response.header("Content-Type") == "text/event-stream"
    sent: Any = [event.json for event in reading.events]
    candidates = [message["candidates"][0] for message in sent]
    assert [list(part) for (part,) in (each["content"]["parts"] for each in candidates)] == [
        ["text"],
        ["text"],
        ["functionCall", "thoughtSignature"],
        ["functionCall"],
    ]
    stops = ["finishReason" in candidate for candidate in candidates]
    assert stops == [False, False, False, True]


def test_ids_are_eight_letters_and_digits() -> None:
    """As the real ones are, in lower case."""
    calls = (PlannedCall("a", {}), PlannedCall("a", {}))
    for call in LANE.answered(Answer(calls=calls), Mode.BLOCKING).reply.tool_calls:
        ident = call.id or ""
        assert (len(ident), ident.isalnum(), ident.lower()) == (8, True, ident)


@pytest.mark.parametrize("lane", [LANE, ARRAY], ids=["sse", "array"])
def test_the_lines_of_a_stream_end_as_googles_do(lane: Lane) -> None:
    """CRLF ends every line, of events and of an array, as in every recorded stream."""
    body = lane.answered(Answer("One. Two."), Mode.STREAMING).exchange.response.body
    assert b"\r\n" in body
    assert b"\n" not in body.replace(b"\r\n", b"")


@pytest.mark.parametrize(
    ("model", "ids"),
    [("gemini-2.0-flash", 0), ("gemini-2.5-pro", 0), ("gemini-3.5-flash", 2), ("any-other", 2)],
)
def test_calls_of_older_generations_have_no_ids(model: str, ids: int) -> None:
    """As recorded of both hosts: ids come with the third generation, and `verify` asks by name."""
    url = f"http://127.0.0.1/v1beta/models/{model}:generateContent"
    request = Request("POST", url, (), b'{"contents": []}')
    answer = Answer(calls=(PlannedCall("a", {}), PlannedCall("b", {})))
    message: Any = parse(respond(request, answer).body)
    parts = message["candidates"][0]["content"]["parts"]
    assert sum("id" in part["functionCall"] for part in parts) == ids
