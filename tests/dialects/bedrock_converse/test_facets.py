"""The facts of the format that one exchange shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.lanes import LANES
from tests.support.wire import EVIDENCE
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Exchange, Response

WIRE = LANES["bedrock-converse"].wire
ASK = Conversation(
    (
        UserTurn("?"),
        AssistantTurn(None, (ToolCall("a", "t1", {}),)),
        ResultsTurn((ToolResult("t1", "a", "4"),)),
    ),
    (Tool("a"),),
)


@pytest.mark.parametrize("stream", [False, True])
def test_a_call_shows_the_whole_format(*, stream: bool) -> None:
    """Request, call and framing facts, the same in both modes but for the framing."""
    found = WIRE.shown(
        WIRE.exchange(Answer(calls=(PlannedCall("a", {}),)), replace(ASK, stream=stream))
    )
    pattern = found.pop("id_pattern")
    assert pattern.startswith("tooluse_[")
    assert found == {
        "definition_field": "toolConfig.tools[].toolSpec",
        "schema_field": "inputSchema.json",
        "result_field": "role: user, content[].toolResult",
        "result_id_field": "toolUseId",
        "call_field": "output.message.content[].toolUse",
        "text_beside_call": "absent",
        "arguments": "object",
        "no_arguments": "{}",
        "id_field": "toolUseId",
        "stop_field": "stopReason",
        "stop_on_call": "tool_use",
    } | ({"framing": "AWS event stream"} if stream else {})


@pytest.mark.parametrize(("text", "word"), [(None, "absent"), ("", '""'), ("Hm.", "text")])
def test_text_beside_a_call_is_told(text: str | None, word: str) -> None:
    """Absent, empty and filled text are three things."""
    answer = Answer(text=text, calls=(PlannedCall("a", {"x": 1}),))
    found = WIRE.shown(WIRE.exchange(answer, ASK))
    assert found["text_beside_call"] == word
    assert "no_arguments" not in found


def test_a_refusal_shows_the_error_only() -> None:
    """What was refused is not known to be taken."""
    answer = Answer(refusal=Refusal(400, "invalid_request", "No."))
    found = WIRE.shown(WIRE.exchange(answer, ASK))
    assert found == {"error_field": "message, header x-amzn-errortype"}
    bare = Exchange(None, Response(400, (), b'{"Message":"No."}'), EVIDENCE)
    assert WIRE.shown(bare) == {"error_field": "Message"}


def test_unpacked_payloads_say_nothing_about_framing() -> None:
    """Whoever kept the payloads threw the frames away."""
    headers = (("content-type", "application/x-ndjson"),)
    body = b'{"messageStart":{"role":"assistant"}}\n'
    exchange = Exchange(None, Response(200, headers, body), EVIDENCE)
    assert WIRE.shown(exchange) == {}
