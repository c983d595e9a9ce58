"""Properties that tie encoder, request reader, responder and decoder of v1 together."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from harness.dialects.cohere_v1 import DIALECT
from harness.dialects.dialect import Answer, PlannedCall, Refusal
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.json_text import dump
from harness.reply import Reading

ENDPOINT = Endpoint("https://api.cohere.com", "m1")
SSE = replace(ENDPOINT, headers=(("accept", "text/event-stream"),))
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
NAMES = st.sampled_from(["get_weather", "getTime", "_x", "n" * 64])
ARGUMENTS: st.SearchStrategy[JsonObject] = st.dictionaries(
    st.text(max_size=6),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=12),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=8,
    ),
    max_size=4,
)
CONTENTS = st.text(max_size=20) | ARGUMENTS.map(lambda value: dump(value).decode())
PROPERTIES = st.dictionaries(
    NAMES,
    st.sampled_from(
        [
            {},
            {"type": "string", "description": "Where."},
            {"type": "integer", "minimum": 0},
            {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
            {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
        ]
    ),
    max_size=3,
)
TOOLS = st.builds(
    Tool,
    NAMES,
    st.none() | st.text(min_size=1, max_size=20),
    st.none() | PROPERTIES.map(lambda members: {"type": "object", "properties": members}),
)
ANSWERS = st.builds(
    Answer,
    text=st.none() | st.text(min_size=1, max_size=40),
    calls=st.lists(st.builds(PlannedCall, NAMES, ARGUMENTS), max_size=4).map(tuple),
    cut=st.booleans(),
    turn=st.integers(0, 50),
)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw anything the dialect can say.

    Left out: ids, tool choice, and the differences between no text and an empty one, which it
    does not know beside calls.
    """
    turns: list[Turn] = []
    for _ in range(draw(st.integers(0, 3))):
        turns.append(UserTurn(draw(st.text(max_size=20))))
        calls = tuple(
            ToolCall(name, None, arguments)
            for name, arguments in draw(st.lists(st.tuples(NAMES, ARGUMENTS), max_size=3))
        )
        words = st.none() | st.text(min_size=1, max_size=20) if calls else st.text(max_size=20)
        turns.append(AssistantTurn(draw(words), calls))
        if calls:
            results = (ToolResult(None, c.name, draw(CONTENTS), draw(st.booleans())) for c in calls)
            turns.append(ResultsTurn(tuple(results)))
    tools = tuple(draw(st.lists(TOOLS, min_size=1, max_size=3, unique_by=lambda t: t.name)))
    if not turns or not isinstance(turns[-1], ResultsTurn) or draw(st.booleans()):
        turns.append(UserTurn(draw(st.text(max_size=20))))
        tools = tools if draw(st.booleans()) else ()
    system = draw(st.none() | st.text(max_size=20))
    return Conversation(tuple(turns), tools, system=system, stream=draw(st.booleans()))


def bare(conversation: Conversation) -> Conversation:
    """Return a conversation whose calls keep name and arguments only."""
    turns = tuple(
        replace(turn, calls=tuple(ToolCall(c.name, c.id, c.arguments) for c in turn.calls))
        if isinstance(turn, AssistantTurn)
        else turn
        for turn in conversation.turns
    )
    return replace(conversation, turns=turns)


@given(conversations())
def test_a_request_reads_back_as_the_conversation(conversation: Conversation) -> None:
    """What is encoded satisfies the request schema and is read back unchanged."""
    request = DIALECT.encode(conversation, ENDPOINT)
    problems = validator("cohere-v1", "request").iter_errors(json.loads(request.body))
    assert [problem.message for problem in problems] == []
    found = DIALECT.read_request(request)
    assert found is not None
    assert bare(found) == conversation


def answered(answer: Answer, *, stream: bool, endpoint: Endpoint = ENDPOINT) -> Reading:
    """Let the responder answer and decode what it sent."""
    asked = Conversation((UserTurn("?"),), (Tool("get_time"),), stream=stream)
    request = DIALECT.encode(asked, endpoint)
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), EVIDENCE))


@given(ANSWERS)
def test_an_answer_is_decoded_as_planned_in_every_mode(answer: Answer) -> None:
    """Blocking, lines and server-sent events say the same, and their bodies are valid."""
    readings = [
        answered(answer, stream=stream, endpoint=endpoint)
        for stream, endpoint in ((False, ENDPOINT), (True, ENDPOINT), (True, SSE))
    ]
    assert [reading.mode for reading in readings] == [
        Mode.BLOCKING,
        Mode.STREAMING,
        Mode.STREAMING,
    ]
    for reading in readings:
        reply = reading.reply
        assert (reply.text or None) == answer.text
        assert [(c.name, c.id, c.arguments) for c in reply.tool_calls] == [
            (call.name, None, call.arguments) for call in answer.calls
        ]
        assert reply.stop == ("MAX_TOKENS" if answer.cut else "COMPLETE")
        assert (reply.complete, reply.unread, reply.error) == (True, (), None)
        for event in reading.events:
            problems = validator("cohere-v1", "chunk").iter_errors(json.loads(event.data))
            assert [problem.message for problem in problems] == []
    assert validator("cohere-v1", "response").is_valid(
        json.loads(readings[0].exchange.response.body)
    )
    replies = [reading.reply for reading in readings]
    assert len({(reply.text, reply.echo, reply.usage) for reply in replies}) == 1


@given(answer=ANSWERS, stream=st.booleans())
def test_the_echo_continues_the_conversation(*, answer: Answer, stream: bool) -> None:
    """A received message goes back byte for byte, and its results repeat its calls."""
    reply = answered(answer, stream=stream).reply
    assert reply.echo is not None
    results = tuple(ToolResult(None, call.name, "r") for call in reply.tool_calls)
    last = (ResultsTurn(results),) if results else (UserTurn("!"),)
    turns = (UserTurn("?"), AssistantTurn(reply.text, reply.tool_calls, reply.echo), *last)
    request = DIALECT.encode(Conversation(turns, (Tool("get_time"),)), ENDPOINT)
    assert reply.echo in request.body
    body = json.loads(request.body)
    assert validator("cohere-v1", "request").is_valid(body)
    assert [entry["call"] for entry in body.get("tool_results", [])] == [
        {"name": call.name, "parameters": call.arguments} for call in reply.tool_calls
    ]
    found = DIALECT.read_request(request)
    assert found is not None
    said = bare(found).turns[1]
    assert isinstance(said, AssistantTurn)
    assert (said.text or None, len(said.calls)) == (answer.text, len(answer.calls))


@given(
    answer=ANSWERS,
    stream=st.booleans(),
    endpoint=st.sampled_from([ENDPOINT, SSE]),
    data=st.data(),
)
def test_no_truncation_raises(
    *, answer: Answer, stream: bool, endpoint: Endpoint, data: st.DataObject
) -> None:
    """A body cut anywhere is read as far as it came, and never invents a call."""
    whole = answered(answer, stream=stream, endpoint=endpoint)
    body = whole.exchange.response.body
    # A line that lacks nothing but its end is whole.
    cut = body[: data.draw(st.integers(0, len(body) - 2))]
    reading = DIALECT.decode(
        replace(whole.exchange, response=replace(whole.exchange.response, body=cut))
    )
    assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
    known = [call.name for call in whole.reply.tool_calls]
    found = [call.name for call in reading.reply.tool_calls]
    assert found == known[: len(found)]
    assert not reading.reply.complete
    assert stream or reading.body_error
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)


@pytest.mark.parametrize("stream", [False, True])
def test_refusals(*, stream: bool) -> None:
    """A refusal is a flat JSON error with its status, also when a stream was asked for."""
    reading = answered(Answer(refusal=Refusal(400, "invalid_request", "No.")), stream=stream)
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, 400)
    assert reading.reply.error is not None
    assert reading.reply.error.message == "No."
    body = json.loads(reading.exchange.response.body)
    assert validator("cohere-v1", "error").is_valid(body)


def test_the_returned_history_is_the_next_requests_history() -> None:
    """The response's history ends in the reply and holds all turns before it, in order."""
    call = ToolCall("a", None, {"x": 1})
    turns = (
        UserTurn("?"),
        AssistantTurn(None, (call,)),
        ResultsTurn((ToolResult(None, "a", "r"),)),
    )
    request = DIALECT.encode(Conversation(turns, (Tool("a"),)), ENDPOINT)
    body = json.loads(DIALECT.respond(request, Answer(text="Done.")).body)
    assert [entry["role"] for entry in body["chat_history"]] == [
        "USER",
        "CHATBOT",
        "TOOL",
        "CHATBOT",
    ]
    assert body["chat_history"][-1] == {"role": "CHATBOT", "message": "Done."}


def test_a_request_that_is_no_json_is_answered_all_the_same() -> None:
    """The responder decides nothing; refusing is the reference mind's work."""
    request = replace(DIALECT.encode(Conversation((UserTurn("?"),)), ENDPOINT), body=b"{")
    assert DIALECT.respond(request, Answer(text="Hi.")).status == 200
