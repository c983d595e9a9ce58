"""What v1 has beyond what holds for every dialect: histories in responses, calls in results."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.support.lanes import LANES
from toolwire.dialects import Answer
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Mode

LANE, EVENTS = LANES["cohere-v1"], LANES["cohere-v1 events"]


@given(LANE.answers())
def test_either_framing_says_the_same(answer: Answer) -> None:
    """Blocking, lines and server-sent events have one text, one echo and one count."""
    replies = [
        LANE.answered(answer, Mode.BLOCKING).reply,
        LANE.answered(answer, Mode.STREAMING).reply,
        EVENTS.answered(answer, Mode.STREAMING).reply,
    ]
    assert len({(reply.text, reply.echo, reply.usage) for reply in replies}) == 1


@given(answer=LANE.answers(), mode=st.sampled_from(Mode))
def test_results_repeat_the_calls_of_a_received_message(answer: Answer, mode: Mode) -> None:
    """What is answered is told by the call itself, since there are no ids."""
    reply = LANE.answered(answer, mode).reply
    said = AssistantTurn(reply.text, reply.tool_calls, reply.echo)
    results = tuple(ToolResult(None, call.name, "r") for call in reply.tool_calls)
    last = ResultsTurn(results) if results else UserTurn("!")
    request = LANE.wire.request(Conversation((UserTurn("?"), said, last), (Tool("get_time"),)))
    entries = json.loads(request.body).get("tool_results", [])
    assert [entry["call"] for entry in entries] == [
        {"name": call.name, "parameters": call.arguments} for call in reply.tool_calls
    ]


def test_the_returned_history_is_the_next_requests_history() -> None:
    """The response's history ends in the reply and holds all turns before it, in order."""
    turns = (
        UserTurn("?"),
        AssistantTurn(None, (ToolCall("a", None, {"x": 1}),)),
        ResultsTurn((ToolResult(None, "a", "r"),)),
    )
    request = LANE.wire.request(Conversation(turns, (Tool("a"),)))
    response = LANE.wire.dialect.respond(request, Answer(text="Done."))
    history = json.loads(response.body)["chat_history"]
    assert [entry["role"] for entry in history] == ["USER", "CHATBOT", "TOOL", "CHATBOT"]
    assert history[-1] == {"role": "CHATBOT", "message": "Done."}
