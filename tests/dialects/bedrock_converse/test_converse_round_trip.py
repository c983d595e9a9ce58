"""Properties that tie encoder, request reader, responder and decoder of Converse together."""

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
from harness.dialects.bedrock_converse import DIALECT
from harness.dialects.dialect import Answer, PlannedCall
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.framing import eventstream
from harness.json_text import dump, parse
from harness.reply import Absent, Reading

ENDPOINT = Endpoint("https://bedrock-runtime.us-east-1.amazonaws.com", "us.amazon.nova-micro-v1:0")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
NAMES = st.sampled_from(["get_weather", "get-time", "_x", "n" * 64])
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
    text=st.none() | st.text(max_size=40),
    calls=st.lists(st.builds(PlannedCall, NAMES, ARGUMENTS), max_size=4).map(tuple),
    cut=st.booleans(),
    turn=st.integers(0, 50),
    reasoning=st.none() | st.text(min_size=1, max_size=20),
)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw anything the dialect can say."""
    turns: list[Turn] = []
    tools = [draw(tool_named(name)) for name in draw(st.lists(NAMES, max_size=3, unique=True))]
    for number in range(draw(st.integers(0, 3))):
        turns.append(UserTurn(draw(st.text(max_size=20))))
        asked = draw(st.lists(st.tuples(NAMES, ARGUMENTS), max_size=3)) if tools else []
        calls = tuple(
            ToolCall(name, f"tooluse_{number}.{position}:a", arguments)
            for position, (name, arguments) in enumerate(asked)
        )
        turns.append(AssistantTurn(draw(st.none() | st.text(min_size=1, max_size=20)), calls))
        if calls:
            results = (ToolResult(c.id, c.name, draw(CONTENTS), draw(st.booleans())) for c in calls)
            turns.append(ResultsTurn(tuple(results)))
    turns.append(UserTurn(draw(st.text(max_size=20))))
    free = st.sampled_from([ChoiceMode.AUTO, ChoiceMode.REQUIRED]).map(ToolChoice)
    named = NAMES.map(lambda name: ToolChoice(ChoiceMode.NAMED, name))
    return Conversation(
        tuple(turns),
        tuple(tools),
        draw(st.none() | free | named) if tools else None,
        system=draw(st.none() | st.text(min_size=1, max_size=20)),
        stream=draw(st.booleans()),
    )


def tool_named(name: str) -> st.SearchStrategy[Tool]:
    """Draw a tool of that name."""
    schemas = st.fixed_dictionaries({"type": st.just("object"), "properties": ARGUMENTS})
    words = st.none() | st.text(min_size=1, max_size=20)
    return st.builds(Tool, st.just(name), words, schemas, st.none() | st.booleans())


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
    problems = validator(DIALECT.name, "request").iter_errors(json.loads(request.body))
    assert [problem.message for problem in problems] == []
    found = DIALECT.read_request(request)
    assert found is not None
    assert bare(found) == conversation


def answered(answer: Answer, *, stream: bool) -> Reading:
    """Let the responder answer and decode what it sent."""
    asked = Conversation((UserTurn("?"),), (Tool("get_weather"),), stream=stream)
    request = DIALECT.encode(asked, ENDPOINT)
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), EVIDENCE))


@given(ANSWERS)
def test_an_answer_is_decoded_as_planned_in_both_modes(answer: Answer) -> None:
    """Both modes say the same, and their bodies are valid."""
    readings = [answered(answer, stream=stream) for stream in (False, True)]
    for reading in readings:
        reply = reading.reply
        assert (reply.text, reply.reasoning) == (answer.text, answer.reasoning)
        assert [(c.name, c.arguments) for c in reply.tool_calls] == [
            (call.name, call.arguments) for call in answer.calls
        ]
        assert (reply.complete, reply.unread, reply.error) == (True, (), None)
        assert len({call.id for call in reply.tool_calls}) == len(answer.calls)
        assert reply.stop in DIALECT.stops
    blocking, streaming = (reading.reply for reading in readings)
    assert (blocking.stop, blocking.usage) == (streaming.stop, streaming.usage)
    assert [c.id for c in blocking.tool_calls] == [c.id for c in streaming.tool_calls]
    body = json.loads(readings[0].exchange.response.body)
    assert validator(DIALECT.name, "response").is_valid(body)
    for event in readings[1].events:
        assert not isinstance(event.json, Absent)
        assert validator(DIALECT.name, "chunk").is_valid(event.json)


@given(ANSWERS)
def test_the_echo_of_either_mode_is_the_same_turn(answer: Answer) -> None:
    """A received message can be sent back byte for byte, signatures included."""
    echoes = []
    for stream in (False, True):
        echo = answered(answer, stream=stream).reply.echo
        assert echo is not None
        history = Conversation((UserTurn("?"), AssistantTurn(None, echo=echo), UserTurn("!")))
        request = DIALECT.encode(history, ENDPOINT)
        assert echo in request.body
        assert validator(DIALECT.name, "request").is_valid(json.loads(request.body))
        echoes.append(parse(echo))
    assert echoes[0] == echoes[1]
    thoughts = [block for block in json.loads(echo) if "reasoningContent" in block]
    assert all(b["reasoningContent"]["reasoningText"]["signature"] for b in thoughts)
    assert len(thoughts) == (answer.reasoning is not None)


@given(answer=ANSWERS, stream=st.booleans(), data=st.data())
def test_no_truncation_raises(*, answer: Answer, stream: bool, data: st.DataObject) -> None:
    """A body cut anywhere is read as far as it came, never invents a call, and says so."""
    whole = answered(answer, stream=stream)
    body = whole.exchange.response.body
    cut = body[: data.draw(st.integers(0, len(body) - 1))]
    reading = DIALECT.decode(
        replace(whole.exchange, response=replace(whole.exchange.response, body=cut))
    )
    assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
    known = [call.id for call in whole.reply.tool_calls]
    assert [call.id for call in reading.reply.tool_calls] == known[: len(reading.reply.tool_calls)]
    if stream:
        sound = eventstream.decode(cut).messages
        assert [e.json for e in reading.events] == [e.json for e in whole.events[: len(sound)]]
        assert reading.reply.complete is any(e.name == "messageStop" for e in reading.events)
        ends = {m.offset for m in eventstream.decode(body).messages}
        assert bool(reading.reply.unread) >= (len(cut) not in ends)
    else:
        assert reading.body_error
        assert not reading.reply.complete
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)


@given(answer=ANSWERS, cuts=st.lists(st.integers(0, 4000), max_size=6))
def test_no_chunking_changes_the_events(*, answer: Answer, cuts: list[int]) -> None:
    """The framing gives the decoder the same messages wherever the network cuts the stream."""
    body = answered(answer, stream=True).exchange.response.body
    decoder = eventstream.Decoder()
    edges = sorted({0, len(body), *(cut for cut in cuts if cut < len(body))})
    pieces = [body[a:b] for a, b in pairwise(edges)]
    messages = [message for piece in pieces for message in decoder.feed(piece)]
    assert decoder.close() == ()
    assert tuple(messages) == eventstream.decode(body).messages


@given(ARGUMENTS)
def test_arguments_survive_as_values(arguments: JsonObject) -> None:
    """Unicode, quotes, escapes, long integers and nesting come through a stream unchanged."""
    answer = Answer(calls=(PlannedCall("get_weather", arguments),))
    (call,) = answered(answer, stream=True).reply.tool_calls
    assert call.arguments == parse(dump(arguments)) == arguments
