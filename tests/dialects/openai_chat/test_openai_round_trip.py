"""Properties that tie encoder, request reader, responder and decoder together."""

from __future__ import annotations

import json
from dataclasses import replace

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
from harness.dialects.dialect import Answer, PlannedCall
from harness.dialects.openai_chat import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Response
from harness.json_text import dump, parse
from harness.reply import Absent, Reading

ENDPOINT = Endpoint("https://api.example.invalid/v1", "m1")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
NAMES = st.sampled_from(["get_weather", "get_time", "a-b", "x" * 64])
ARGUMENTS: st.SearchStrategy[JsonObject] = st.dictionaries(
    st.text(max_size=6),
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=12),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=8,
    ),
    max_size=4,
)
TOOLS = st.lists(
    st.builds(
        Tool,
        NAMES,
        st.none() | st.text(max_size=20),
        st.none() | st.just({"type": "object", "properties": {}}),
        st.none() | st.booleans(),
    ),
    max_size=3,
    unique_by=lambda tool: tool.name,
).map(tuple)
ANSWERS = st.builds(
    Answer,
    text=st.none() | st.text(min_size=1, max_size=40),
    calls=st.lists(st.builds(PlannedCall, NAMES, ARGUMENTS), max_size=4).map(tuple),
    turn=st.integers(0, 50),
)


@st.composite
def exchanges_of_turns(draw: st.DrawFn, *, legacy: bool) -> tuple[Turn, ...]:
    """Draw a history: questions, calls with their results, and answers."""
    turns: list[Turn] = []
    for number in range(draw(st.integers(0, 3))):
        turns.append(UserTurn(draw(st.text(max_size=20))))
        calls = tuple(
            ToolCall(name, None if legacy else f"c{number}.{position}", arguments)
            for position, (name, arguments) in enumerate(
                draw(st.lists(st.tuples(NAMES, ARGUMENTS), max_size=1 if legacy else 3))
            )
        )
        turns.append(AssistantTurn(draw(st.none() | st.text(max_size=20)), calls))
        if calls:
            results = tuple(
                ToolResult(call.id, call.name, draw(st.text(max_size=20)), draw(st.booleans()))
                for call in calls
            )
            turns.append(ResultsTurn(results))
    turns.append(UserTurn(draw(st.text(max_size=20))))
    return tuple(turns)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw anything the dialect can say."""
    legacy = draw(st.booleans())
    tools = tuple(replace(t, strict=None) if legacy else t for t in draw(TOOLS))
    modes = [ChoiceMode.AUTO, ChoiceMode.NONE] + ([] if legacy else [ChoiceMode.REQUIRED])
    choice = draw(
        st.none()
        | st.sampled_from(modes).map(ToolChoice)
        | NAMES.map(lambda name: ToolChoice(ChoiceMode.NAMED, name))
    )
    return Conversation(
        draw(exchanges_of_turns(legacy=legacy)),
        tools,
        choice,
        None if legacy else draw(st.none() | st.booleans()),
        draw(st.none() | st.text(max_size=20)),
        # Without functions and function_call nothing in a request says it is legacy.
        legacy and bool(tools or choice),
        draw(st.booleans()),
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


@given(conversations().filter(lambda c: c.legacy or all(call.id for call in c.calls())))
def test_a_request_reads_back_as_the_conversation(conversation: Conversation) -> None:
    """What is encoded satisfies the request schema and is read back unchanged."""
    request = DIALECT.encode(conversation, ENDPOINT)
    problems = validator("openai-chat", "request").iter_errors(json.loads(request.body))
    assert [problem.message for problem in problems] == []
    found = DIALECT.read_request(request)
    assert found is not None
    assert bare(found) == conversation


def answered(answer: Answer, *, stream: bool, legacy: bool = False) -> Reading:
    """Let the responder answer and decode what it sent."""
    asked = Conversation((UserTurn("?"),), (Tool("get_time"),), legacy=legacy, stream=stream)
    request = DIALECT.encode(asked, ENDPOINT)
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), EVIDENCE))


@given(answer=ANSWERS, legacy=st.booleans())
def test_an_answer_is_decoded_as_planned_in_both_modes(*, answer: Answer, legacy: bool) -> None:
    """Blocking and streamed, the reply is the planned answer, and its bodies are valid."""
    planned = answer.calls[:1] if legacy else answer.calls
    readings = [answered(answer, stream=stream, legacy=legacy) for stream in (False, True)]
    for reading in readings:
        reply = reading.reply
        assert reply.text == answer.text
        assert [(c.name, c.arguments) for c in reply.tool_calls] == [
            (call.name, call.arguments) for call in planned
        ]
        assert (reply.complete, reply.unread, reply.error) == (True, (), None)
        assert len({call.id for call in reply.tool_calls}) == (
            min(1, len(planned)) if legacy else len(planned)
        )
    blocking, streaming = (reading.reply for reading in readings)
    assert (blocking.stop, blocking.reasoning) == (streaming.stop, streaming.reasoning)
    assert validator("openai-chat", "response").is_valid(
        json.loads(readings[0].exchange.response.body)
    )
    for event in readings[1].events:
        if not isinstance(event.json, Absent):
            assert validator("openai-chat", "chunk").is_valid(json.loads(event.data))


@given(ANSWERS.filter(lambda answer: bool(answer.calls)))
def test_the_echo_of_either_mode_reads_back_as_the_same_turn(answer: Answer) -> None:
    """A received message can be sent back, and says what was received."""
    turns = []
    for stream in (False, True):
        reply = answered(answer, stream=stream).reply
        assert reply.echo is not None
        history = Conversation((UserTurn("?"), AssistantTurn(None, echo=reply.echo)))
        request = DIALECT.encode(history, ENDPOINT)
        assert reply.echo in request.body
        assert validator("openai-chat", "request").is_valid(json.loads(request.body))
        found = DIALECT.read_request(request)
        assert found is not None
        turns.append(bare(found).turns[1])
    assert turns[0] == turns[1]
    assert isinstance(turns[0], AssistantTurn)
    assert turns[0].text == answer.text


@given(answer=ANSWERS, stream=st.booleans(), data=st.data())
def test_no_truncation_raises(*, answer: Answer, stream: bool, data: st.DataObject) -> None:
    """A body cut anywhere is read as far as it came, and never invents a call."""
    whole = answered(answer, stream=stream)
    body = whole.exchange.response.body
    cut = body[: data.draw(st.integers(0, len(body) - 1))]
    response: Response = replace(whole.exchange.response, body=cut)
    reading = DIALECT.decode(replace(whole.exchange, response=response))
    assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
    known = [call.id for call in whole.reply.tool_calls]
    assert [call.id for call in reading.reply.tool_calls] == known[: len(reading.reply.tool_calls)]
    if not stream:
        assert not reading.reply.complete
        assert reading.body_error
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)


@given(ARGUMENTS)
def test_arguments_survive_as_values(arguments: JsonObject) -> None:
    """Unicode, quotes, escapes and nesting come through a stream unchanged."""
    (call,) = answered(
        Answer(calls=(PlannedCall("get_time", arguments),)), stream=True
    ).reply.tool_calls
    assert call.arguments == parse(dump(arguments))
