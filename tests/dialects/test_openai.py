"""What the reference responders of OpenAI's two formats have in common."""

from __future__ import annotations

import pytest

from tests.support.lane import Lane
from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.model.exchange import Mode

BOTH = ("openai-chat", "openai-responses")
either_format = pytest.mark.parametrize("lane", [LANES[name] for name in BOTH], ids=BOTH)


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        (Mode.BLOCKING, "application/json"),
        (Mode.STREAMING, "text/event-stream; charset=utf-8"),
    ],
)
@either_format
def test_the_answer_comes_as_asked(lane: Lane, mode: Mode, kind: str) -> None:
    """The content type tells the mode, and ids are shaped like the documented ones."""
    reading = lane.answered(Answer(calls=(PlannedCall("a", {}), PlannedCall("b", {}))), mode)
    assert reading.exchange.response.header("Content-Type") == kind
    ids = [call.id or "" for call in reading.reply.tool_calls]
    assert all(len(i) == 29 and i.startswith("call_") and i[5:].isalnum() for i in ids)


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
@pytest.mark.parametrize("mode", Mode)
@either_format
def test_every_kind_of_refusal_has_its_code(
    lane: Lane, mode: Mode, status: int, kind: str, code: str
) -> None:
    """The code is the documented one of that kind, in both modes."""
    error = lane.answered(Answer(refusal=Refusal(status, kind, "No.")), mode).reply.error
    assert error is not None
    assert error.code == code
