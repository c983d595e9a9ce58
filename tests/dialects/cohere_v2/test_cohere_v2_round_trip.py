"""What v2 has beyond what holds for every dialect: the plan and the thoughts of a message."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.support.lanes import LANES
from toolwire.dialects import Answer
from toolwire.model.exchange import Mode

LANE = LANES["cohere-v2"]


@given(answer=LANE.answers(), mode=st.sampled_from(Mode))
def test_plan_and_thoughts_go_back_apart(answer: Answer, mode: Mode) -> None:
    """Words beside calls are the echo's plan, thoughts are parts of its content."""
    message = json.loads(LANE.answered(answer, mode).reply.echo or b"")
    assert message.get("tool_plan") == (answer.text if answer.calls else None)
    parts = message.get("content") or ()
    thoughts = [part["thinking"] for part in parts if part["type"] == "thinking"]
    assert thoughts == ([answer.reasoning] if answer.reasoning else [])
