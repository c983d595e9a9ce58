"""What the reference responder of Converse has that others do not."""

from __future__ import annotations

import pytest

from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.dialects.shape import id_shape
from toolwire.io.framing import eventstream
from toolwire.model.exchange import Mode

LANE = LANES["bedrock-converse"]
ONE = PlannedCall("a", {"city": "Tōkyō", "days": 2})
CALLS = Answer(text="Say.", calls=(ONE, PlannedCall("b", {})), reasoning="Hm.")


def test_the_stream_has_the_documented_order() -> None:
    """Only calls are announced; reasoning ends in its signature; usage comes last."""
    reading = LANE.answered(CALLS, Mode.STREAMING)
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


@pytest.mark.parametrize("mode", Mode)
def test_ids_are_those_of_bedrock(mode: Mode) -> None:
    """Twenty-two characters behind `tooluse_`."""
    ids = [call.id or "" for call in LANE.answered(CALLS, mode).reply.tool_calls]
    assert all(id_shape(ident).startswith("tooluse_") and len(ident) == 30 for ident in ids)


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
@pytest.mark.parametrize("mode", Mode)
def test_refusals(refusal: Refusal, kind: str, mode: Mode) -> None:
    """The exception stands in a header, its message in JSON, also where a stream was asked for."""
    reading = LANE.answered(Answer(refusal=refusal), mode)
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, refusal.status)
    assert reading.exchange.response.header("x-amzn-errortype") == kind
    LANE.wire.check_bodies(reading)
    error = reading.reply.error
    assert error is not None
    assert (error.message, error.code, error.pointer) == ("No.", kind, "/message")
