"""The reference responder against the decoder and the schemas."""

from __future__ import annotations

import pytest

from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.io.json_text import object_of
from toolwire.model.exchange import Mode

LANE = LANES["anthropic-messages"]


def test_ids_are_shaped_like_the_real_ones() -> None:
    """A prefix and twenty-four letters and digits, as the facets tell it."""
    call = PlannedCall("add", {})
    reading = LANE.answered(Answer(calls=(call, call)), Mode.BLOCKING)
    ids = [each.id or "" for each in reading.reply.tool_calls]
    assert all(ident.startswith("toolu_01") and len(ident) == 30 for ident in ids)
    assert LANE.wire.dialect.facets(reading)["id_pattern"] == "toolu_[A-Za-z0-9]{24}"


def test_a_stream_has_the_documented_events() -> None:
    """Named events, one ping, an empty first fragment, then several fragments of arguments."""
    call = PlannedCall("add", {"numbers": [1, 2, 3], "unit": "apples"})
    reading = LANE.answered(
        Answer(text="Now", calls=(call, PlannedCall("add", {}))), Mode.STREAMING
    )
    assert all(e.name == object_of(e.json)["type"] for e in reading.events)  # type: ignore[arg-type] # ours are JSON
    kinds = [e.name for e in reading.events]
    assert kinds[:3] == ["message_start", "content_block_start", "ping"]
    assert kinds[-2:] == ["message_delta", "message_stop"]
    assert kinds.count("ping") == 1
    assert kinds.count("content_block_start") == kinds.count("content_block_stop") == 3
    fragments = [d.arguments for d in reading.deltas if isinstance(d.arguments, str)]
    assert fragments[0] == ""
    assert fragments[-1] == ""
    assert len(fragments) > 4


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (Refusal(400, "invalid_request", "No."), "invalid_request_error"),
        (Refusal(401, "authentication", "No."), "authentication_error"),
        (Refusal(404, "not_found", "No."), "not_found_error"),
        (Refusal(429, "rate_limit", "No."), "rate_limit_error"),
        (Refusal(500, "server_error", "No."), "api_error"),
        (Refusal(529, "server_error", "No."), "overloaded_error"),
    ],
)
@pytest.mark.parametrize("mode", Mode)
def test_refusals_have_the_documented_body(refusal: Refusal, kind: str, mode: Mode) -> None:
    """Status, type, message and request id, as JSON in either mode."""
    reading = LANE.answered(Answer(refusal=refusal), mode)
    response, error = reading.exchange.response, reading.reply.error
    assert error is not None
    assert (response.status, error.code, error.message) == (refusal.status, kind, "No.")
    assert response.header("content-type") == "application/json"
    assert (response.header("retry-after") is not None) is (refusal.kind == "rate_limit")
    assert object_of(reading.body)["request_id"] == response.header("request-id")  # type: ignore[arg-type] # ours is JSON
    LANE.wire.check_bodies(reading)
