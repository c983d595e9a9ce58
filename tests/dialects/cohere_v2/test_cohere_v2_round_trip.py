"""Properties that tie encoder, request reader, responder and decoder of v2 together."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from harness.dialects.cohere_v2 import DIALECT
from harness.dialects.dialect import Answer, PlannedCall
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.framing import sse
from harness.json_text import dump, parse
from harness.reply import Absent, Reading

ENDPOINT = Endpoint("https://api.cohere.com", "m1")
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
ANSWERS = st.builds(
    Answer,
    text=st.none() | st.text(min_size=1, max_size=40),
    calls=st.lists(st.builds(PlannedCall, NAMES, ARGUMENTS), max_size=4).map(tuple),
    turn=st.integers(0, 50),
    reasoning=st.none() | st.text(min_size=1, max_size=20),
)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw anything the dialect can say; `auto`, which it leaves out, is None."""
    turns: list[Turn] = []
    for number in range(draw(st.integers(0, 3))):
        turns.append(UserTurn(draw(st.text(max_size=20))))
        calls = tuple(
            ToolCall(name, f"{name}_{number}{position}", arguments)
            for position, (name, arguments) in enumerate(
                draw(st.lists(st.tuples(NAMES, ARGUMENTS), max_size=3))
            )
        )
        turns.append(AssistantTurn(draw(st.none() | st.text(max_size=20)), calls))
        if calls:
            results = (ToolResult(c.id, c.name, draw(CONTENTS), draw(st.booleans())) for c in calls)
            turns.append(ResultsTurn(tuple(results)))
    turns.append(UserTurn(draw(st.text(max_size=20))))
    strict = draw(st.none() | st.booleans())
    schemas = st.fixed_dictionaries({"type": st.just("object"), "properties": ARGUMENTS})
    tools = st.builds(Tool, NAMES, st.none() | st.text(max_size=20), schemas, st.just(strict))
    modes = st.sampled_from([ChoiceMode.NONE, ChoiceMode.REQUIRED])
    return Conversation(
        tuple(turns),
        tuple(draw(st.lists(tools, max_size=3, unique_by=lambda tool: tool.name))),
        draw(st.none() | modes.map(ToolChoice)),
        system=draw(st.none() | st.text(max_size=20)),
        stream=draw(st.booleans()),
    )


def bare(conversation: Conversation) -> Conversation:
    """Return a conversation whose calls keep name, id and arguments only."""
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
    problems = validator("cohere-v2", "request").iter_errors(json.loads(request.body))
    assert [problem.message for problem in problems] == []
    found = DIALECT.read_request(request)
    assert found is not None
    assert bare(found) == conversation


def answered(answer: Answer, *, stream: bool) -> Reading:
    """Let the responder answer and decode what it sent."""
    asked = Conversation((UserTurn("?"),), (Tool("get_time"),), stream=stream)
    request = DIALECT.encode(asked, ENDPOINT)
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), EVIDENCE))


@given(ANSWERS)
def test_an_answer_is_decoded_as_planned_in_both_modes(answer: Answer) -> None:
    """Both modes say the same, and their bodies are valid; words before calls are the plan."""
    readings = [answered(answer, stream=stream) for stream in (False, True)]
    for reading in readings:
        reply = reading.reply
        plan = answer.text if answer.calls else None
        thought = "\n".join(part for part in (answer.reasoning, plan) if part)
        assert reply.text == (None if answer.calls else answer.text or "")
        assert reply.reasoning == (thought or None)
        assert [(c.name, c.arguments) for c in reply.tool_calls] == [
            (call.name, call.arguments) for call in answer.calls
        ]
        assert (reply.complete, reply.unread, reply.error) == (True, (), None)
        assert len({call.id for call in reply.tool_calls}) == len(answer.calls)
    blocking, streaming = (reading.reply for reading in readings)
    assert (blocking.stop, blocking.reasoning) == (streaming.stop, streaming.reasoning)
    body = json.loads(readings[0].exchange.response.body)
    assert validator("cohere-v2", "response").is_valid(body)
    for event in readings[1].events:
        if not isinstance(event.json, Absent):
            assert validator("cohere-v2", "chunk").is_valid(json.loads(event.data))


@given(ANSWERS)
def test_the_echo_of_either_mode_reads_back_as_the_same_turn(answer: Answer) -> None:
    """A received message can be sent back byte for byte, and says what was received."""
    turns = []
    for stream in (False, True):
        echo = answered(answer, stream=stream).reply.echo
        assert echo is not None
        history = Conversation((UserTurn("?"), AssistantTurn(None, echo=echo), UserTurn("!")))
        request = DIALECT.encode(history, ENDPOINT)
        assert echo in request.body
        assert validator("cohere-v2", "request").is_valid(json.loads(request.body))
        found = DIALECT.read_request(request)
        assert found is not None
        message = json.loads(echo)
        turns.append((bare(found).turns[1], message.get("tool_plan"), message.get("content")))
    assert turns[0] == turns[1]
    assert turns[0][1] == (answer.text if answer.calls else None)
    thoughts = [part["thinking"] for part in turns[0][2] or () if part["type"] == "thinking"]
    assert thoughts == ([answer.reasoning] if answer.reasoning else [])


@given(answer=ANSWERS, stream=st.booleans(), data=st.data())
def test_no_truncation_raises(*, answer: Answer, stream: bool, data: st.DataObject) -> None:
    """A body cut anywhere is read as far as it came, and never invents a call."""
    whole = answered(answer, stream=stream)
    body = whole.exchange.response.body
    cut = body[: data.draw(st.integers(0, len(body) - 1))]
    reading = DIALECT.decode(
        replace(whole.exchange, response=replace(whole.exchange.response, body=cut))
    )
    assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
    known = [call.id for call in whole.reply.tool_calls]
    assert [call.id for call in reading.reply.tool_calls] == known[: len(reading.reply.tool_calls)]
    assert reading.reply.complete is (b"message-end" in cut[: cut.rfind(b"\n\n") + 1])
    if not stream:
        assert reading.body_error
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)


@given(answer=ANSWERS, cuts=st.lists(st.integers(0, 4000), max_size=6))
def test_no_chunking_changes_the_events(*, answer: Answer, cuts: list[int]) -> None:
    """The framing gives the decoder the same events wherever the network cuts the stream."""
    body = answered(answer, stream=True).exchange.response.body
    decoder = sse.Decoder()
    edges = sorted({0, len(body), *(cut for cut in cuts if cut < len(body))})
    pieces = [body[a:b] for a, b in pairwise(edges)]
    events = [event for piece in pieces for event in decoder.feed(piece)] + decoder.close()[0]
    assert events == list(sse.decode(body).events)


@given(ARGUMENTS)
def test_arguments_survive_as_values(arguments: JsonObject) -> None:
    """Unicode, quotes, escapes, long integers and nesting come through a stream unchanged."""
    answer = Answer(calls=(PlannedCall("get_time", arguments),))
    (call,) = answered(answer, stream=True).reply.tool_calls
    assert call.arguments == parse(dump(arguments)) == arguments
