"""What prompted calls have beyond what holds for every dialect: they are text, all or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.lanes import LANES
from tests.support.wire import EVIDENCE
from toolwire.dialects import Answer, PlannedCall
from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Exchange, Mode

LANE = LANES["prompted"]
DIALECT = LANE.wire.dialect


@given(LANE.conversations())
def test_a_request_is_ours_where_it_has_tools(conversation: Conversation) -> None:
    """Tools in the prompt are the only sign; what is read has no places, for it is prose."""
    request = LANE.wire.request(conversation)
    assert DIALECT.read_request(request) == conversation
    exchange = Exchange(request, DIALECT.respond(request, Answer(text="x")), EVIDENCE)
    certain = DIALECT.recognise(exchange).confidence
    assert certain == (0.99 if conversation.tools else 0.0)


@given(answer=LANE.answers(), mode=st.sampled_from(Mode))
def test_calls_stand_where_the_text_stands(answer: Answer, mode: Mode) -> None:
    """A call's place is that of the text that holds it."""
    reply = LANE.answered(answer, mode).reply
    assert all(call.pointer == reply.text_pointer for call in reply.tool_calls)


@given(answer=LANE.answers(), mode=st.sampled_from(Mode), data=st.data())
def test_a_cut_reply_has_all_calls_or_none(
    *, answer: Answer, mode: Mode, data: st.DataObject
) -> None:
    """Several calls are one array, which is whole or not there."""
    whole = LANE.answered(answer, mode)
    at = data.draw(st.integers(0, len(whole.exchange.response.body) - 1))
    calls = LANE.wire.cut(whole, at).reply.tool_calls
    assert calls in ((), whole.reply.tool_calls)


@pytest.mark.parametrize("mode", Mode)
def test_a_call_that_was_cut_off_is_neither_call_nor_text(mode: Mode) -> None:
    """A reply the token limit ended inside a call says so, and keeps the words before it."""
    text = 'Let me see.\n{"tool_name": "get_time", "arguments": {"zone": "U'
    reply = LANE.answered(Answer(text=text, cut=True), mode).reply
    assert (reply.text, reply.tool_calls, reply.stop) == ("Let me see.", (), "length")
    assert [problem.reason for problem in reply.unread] == ["The call does not end."]
    alone = LANE.answered(Answer(text=text[12:], cut=True), mode).reply
    assert (alone.text, alone.tool_calls) == (None, ())


def test_reasoning_stays_apart() -> None:
    """What the server keeps apart from the text stays apart from its calls, and goes back."""
    answer = Answer(calls=(PlannedCall("get_time", {}),), reasoning="I think.")
    for mode in Mode:
        reply = LANE.answered(answer, mode).reply
        assert (reply.reasoning, reply.text, len(reply.tool_calls)) == ("I think.", None, 1)
        assert reply.echo is not None
        assert object_of(parse(reply.echo))["reasoning_content"] == "I think."
