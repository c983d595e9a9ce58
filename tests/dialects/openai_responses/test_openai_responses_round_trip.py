"""What Responses has beyond what holds for every dialect: items, which go back as they came."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.lanes import LANES
from tests.support.wire import EVIDENCE
from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Exchange, Mode

WIRE = LANES["openai-responses"].wire


@pytest.mark.parametrize("mode", Mode)
def test_a_whole_round_trip(mode: Mode) -> None:
    """Ask, call, echo the items, give the result, and get an answer that has it."""
    tool = Tool("now", "Time.", {"type": "object", "properties": {}})
    ask = Conversation((UserTurn('Say "Wait." and use now({}).'),), (tool,))
    first = WIRE.answered(answer(ask), mode, ask).reply
    (call,) = first.tool_calls
    said = AssistantTurn(first.text, first.tool_calls, first.echo)
    results = ResultsTurn((ToolResult(call.id, call.name, "12:00 nonce-7f3a"),))
    second = replace(ask, turns=(*ask.turns, said, results))
    request = WIRE.request(second)
    read = WIRE.dialect.read_request(request)
    assert read is not None
    sent = [
        object_of(item).get("type") for item in items_of(object_of(parse(request.body))["input"])
    ]
    assert sent == [None, "message", "function_call", "function_call_output"]
    assert "nonce-7f3a" in (WIRE.answered(answer(read), mode, second).reply.text or "")


def test_reasoning_goes_back_with_its_call() -> None:
    """The items of a reply with reasoning are in the next request, unread and unchanged."""
    thought: JsonObject = {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [],
        "encrypted_content": "x",
    }
    call: JsonObject = {
        "type": "function_call",
        "call_id": "call_1",
        "name": "f",
        "arguments": "{}",
    }
    output: list[Json] = [thought, call]
    asked = Conversation((UserTurn("q"),))
    response = replace(
        WIRE.answered(Answer(text="x"), Mode.BLOCKING).exchange.response,
        body=dump({"status": "completed", "output": output}),
    )
    reply = WIRE.dialect.decode(Exchange(None, response, EVIDENCE)).reply
    turn = AssistantTurn(reply.text, reply.tool_calls, reply.echo)
    results = ResultsTurn((ToolResult("call_1", "f", "ok"),))
    request = WIRE.request(replace(asked, turns=(*asked.turns, turn, results)))
    assert items_of(object_of(parse(request.body))["input"])[1:3] == output
    read = WIRE.dialect.read_request(request)
    assert read is not None
    assert [type(t) for t in read.turns] == [UserTurn, AssistantTurn, ResultsTurn]
