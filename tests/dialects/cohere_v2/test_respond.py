"""What the reference responder of v2 has that others do not."""

from __future__ import annotations

import pytest

from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall
from toolwire.io.json_text import object_of, parse
from toolwire.model.exchange import Mode

LANE = LANES["cohere-v2"]


def test_the_stream_has_the_documented_order() -> None:
    """Start, plan, then each call opened, filled and ended, then the end and its marker."""
    reading = LANE.answered(Answer("First.", (PlannedCall("b", {}),) * 2), Mode.STREAMING)
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


@pytest.mark.parametrize("mode", Mode)
def test_ids_are_the_name_and_a_token(mode: Mode) -> None:
    """Ids carry the tool's name as the documented ones do."""
    answer = Answer(calls=(PlannedCall("a", {}), PlannedCall("b", {})))
    ids = [(call.id or "").rpartition("_") for call in LANE.answered(answer, mode).reply.tool_calls]
    assert [(name, len(token)) for name, _, token in ids] == [("a", 12), ("b", 12)]
