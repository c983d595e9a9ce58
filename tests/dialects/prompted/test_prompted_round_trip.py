"""Properties that tie the prompted dialect's encoder, readers, responder and decoder together."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
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
from harness.dialects.prompted import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.json_text import object_of, parse
from harness.reply import Absent, Reading

ENDPOINT = Endpoint("https://api.example.invalid/v1", "m1")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
NAMES = st.sampled_from(["get_weather", "get_time", "a-b", "a b\n", '"', "é:", "Description"])
WORDS = st.text('ab {}[]"\\:,.-`\n\ré', max_size=30)
#: Text beside calls: braces in it may make a call of their own, or cut one off.
PLAIN = st.text('ab ,.:-"\\\n\ré', min_size=1, max_size=30).filter(str.strip)
ARGUMENTS: st.SearchStrategy[JsonObject] = st.dictionaries(
    st.text(max_size=6),
    st.recursive(
        st.none() | st.booleans() | st.integers() | WORDS | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
        max_leaves=8,
    ),
    max_size=4,
)
TOOLS = st.lists(
    st.builds(Tool, NAMES, st.none() | WORDS | st.text(max_size=20), st.none() | ARGUMENTS),
    max_size=3,
).map(tuple)
ANSWERS = st.builds(
    Answer,
    text=st.none() | PLAIN,
    calls=st.lists(st.builds(PlannedCall, NAMES, ARGUMENTS), max_size=4).map(tuple),
    turn=st.integers(0, 50),
)


@st.composite
def turns(draw: st.DrawFn) -> tuple[Turn, ...]:
    """Draw a history: questions, calls with their results, and answers."""
    drawn: list[Turn] = []
    for _ in range(draw(st.integers(0, 3))):
        drawn.append(UserTurn(draw(WORDS)))
        made = draw(st.lists(st.tuples(NAMES, ARGUMENTS), max_size=3))
        calls = tuple(ToolCall(name, None, arguments) for name, arguments in made)
        drawn.append(AssistantTurn(draw(st.none() | PLAIN), calls))
        results = tuple(
            ToolResult(None, draw(st.just(call.name) | st.none()), draw(WORDS), draw(st.booleans()))
            for call in calls
        )
        drawn += [ResultsTurn(results)] if results else []
    return (*drawn, UserTurn(draw(WORDS)))


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw anything the dialect can say."""
    tools = draw(TOOLS)
    choice = draw(
        st.none()
        | st.sampled_from([ChoiceMode.AUTO, ChoiceMode.NONE, ChoiceMode.REQUIRED]).map(ToolChoice)
        | NAMES.map(lambda name: ToolChoice(ChoiceMode.NAMED, name))
    )
    return Conversation(
        draw(turns()),
        tools,
        choice if tools else None,
        draw(st.none() | st.booleans()) if tools else None,
        draw(st.none() | WORDS),
        stream=draw(st.booleans()),
    )


@given(conversations())
def test_a_request_reads_back_as_the_conversation(conversation: Conversation) -> None:
    """What is encoded satisfies the request schema, offers no tools, and reads back unchanged."""
    request = DIALECT.encode(conversation, ENDPOINT)
    problems = validator("prompted", "request").iter_errors(json.loads(request.body))
    assert [problem.message for problem in problems] == []
    assert DIALECT.read_request(request) == conversation
    certain = DIALECT.recognise(exchange_of(conversation, Answer(text="x"))).confidence
    assert certain == (0.99 if conversation.tools else 0.0)


def exchange_of(conversation: Conversation, answer: Answer) -> Exchange:
    """Encode a conversation and let the responder answer."""
    request = DIALECT.encode(conversation, ENDPOINT)
    return Exchange(request, DIALECT.respond(request, answer), EVIDENCE)


def answered(answer: Answer, *, stream: bool) -> Reading:
    """Let the responder answer and decode what it sent."""
    asked = Conversation((UserTurn("?"),), (Tool("get_time"),), stream=stream)
    return DIALECT.decode(exchange_of(asked, answer))


@given(ANSWERS)
def test_an_answer_is_decoded_as_planned_in_both_modes(answer: Answer) -> None:
    """Blocking and streamed, the reply is the planned answer, and its bodies are valid."""
    for stream in (False, True):
        reading = answered(answer, stream=stream)
        reply = reading.reply
        assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
        assert reading.dialect == "prompted"
        assert [(c.name, c.id, c.arguments) for c in reply.tool_calls] == [
            (call.name, None, call.arguments) for call in answer.calls
        ]
        assert reply.text == answer.text
        assert (reply.complete, reply.unread, reply.error, reply.stop) == (True, (), None, "stop")
        assert all(call.pointer == reply.text_pointer for call in reply.tool_calls)
        if not stream:
            assert validator("prompted", "response").is_valid(
                json.loads(reading.exchange.response.body)
            )
        for event in reading.events:
            if not isinstance(event.json, Absent):
                assert validator("prompted", "chunk").is_valid(json.loads(event.data))


@given(answer=ANSWERS.filter(lambda answer: bool(answer.calls)), stream=st.booleans())
def test_the_echo_goes_back_as_it_came(*, answer: Answer, stream: bool) -> None:
    """A received message is sent back byte for byte and says what was received."""
    reply = answered(answer, stream=stream).reply
    assert reply.echo is not None
    turn = AssistantTurn(reply.text, reply.tool_calls, reply.echo)
    request = DIALECT.encode(Conversation((UserTurn("?"), turn)), ENDPOINT)
    assert reply.echo in request.body
    found = DIALECT.read_request(request)
    assert found is not None
    said = found.turns[1]
    assert isinstance(said, AssistantTurn)
    assert said.text == reply.text
    assert [(c.name, c.arguments) for c in said.calls] == [
        (call.name, call.arguments) for call in answer.calls
    ]


@given(answer=ANSWERS, stream=st.booleans(), data=st.data())
def test_no_truncation_raises(*, answer: Answer, stream: bool, data: st.DataObject) -> None:
    """A body cut anywhere is read as far as it came, and never invents a call."""
    whole = answered(answer, stream=stream)
    body = whole.exchange.response.body
    cut = body[: data.draw(st.integers(0, len(body) - 1))]
    reading = DIALECT.decode(
        replace(whole.exchange, response=replace(whole.exchange.response, body=cut))
    )
    found = [(call.name, call.arguments) for call in reading.reply.tool_calls]
    assert found in ([], [(call.name, call.arguments) for call in answer.calls])
    if not stream:
        assert not reading.reply.complete
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)


@pytest.mark.parametrize("stream", [False, True])
def test_a_call_that_was_cut_off_is_neither_call_nor_text(*, stream: bool) -> None:
    """A reply the token limit ended inside a call says so, and keeps the words before it."""
    text = 'Let me see.\n{"tool_name": "get_time", "arguments": {"zone": "U'
    reply = answered(Answer(text=text, cut=True), stream=stream).reply
    assert (reply.text, reply.tool_calls, reply.stop) == ("Let me see.", (), "length")
    assert [problem.reason for problem in reply.unread] == ["The call does not end."]
    alone = answered(Answer(text=text[12:], cut=True), stream=stream).reply
    assert (alone.text, alone.tool_calls) == (None, ())


def test_reasoning_stays_apart() -> None:
    """What the server keeps apart from the text stays apart from its calls, and goes back."""
    answer = Answer(calls=(PlannedCall("get_time", {}),), reasoning="I think.")
    for stream in (False, True):
        reply = answered(answer, stream=stream).reply
        assert (reply.reasoning, reply.text, len(reply.tool_calls)) == ("I think.", None, 1)
        assert reply.echo is not None
        assert object_of(parse(reply.echo))["reasoning_content"] == "I think."


def test_numbers_of_any_size_are_exact() -> None:
    """Arguments beyond 2^53 survive."""
    arguments: JsonObject = {"n": 2**53 + 1, "m": 2**70, "x": {}}
    reply = answered(Answer(calls=(PlannedCall("get_time", arguments),)), stream=True).reply
    assert reply.tool_calls[0].arguments == arguments
