"""What Converse has beyond what holds for every dialect: signatures, and checksummed messages."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.support.lanes import LANES
from toolwire.dialects import Answer
from toolwire.io.framing import eventstream
from toolwire.model.exchange import Mode

LANE = LANES["bedrock-converse"]


@given(answer=LANE.answers(), mode=st.sampled_from(Mode))
def test_thoughts_go_back_with_their_signatures(answer: Answer, mode: Mode) -> None:
    """Reasoning is a block of the echo, signed, and there is none where nothing was thought."""
    content = json.loads(LANE.answered(answer, mode).reply.echo or b"")
    thoughts = [block["reasoningContent"] for block in content if "reasoningContent" in block]
    assert all(thought["reasoningText"]["signature"] for thought in thoughts)
    assert len(thoughts) == (answer.reasoning is not None)


@given(answer=LANE.answers(), data=st.data())
def test_a_cut_inside_a_message_is_unread(*, answer: Answer, data: st.DataObject) -> None:
    """Every sound message is an event, and bytes that are none are told."""
    whole = LANE.answered(answer, Mode.STREAMING)
    body = whole.exchange.response.body
    at = data.draw(st.integers(0, len(body) - 1))
    reading = LANE.wire.cut(whole, at)
    assert len(reading.events) == len(eventstream.decode(body[:at]).messages)
    edges = {message.offset for message in eventstream.decode(body).messages}
    assert bool(reading.reply.unread) >= (at not in edges)
