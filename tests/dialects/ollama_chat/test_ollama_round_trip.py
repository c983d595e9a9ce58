"""Properties that tie encoder, request reader, responder and decoder together."""

from __future__ import annotations

from dataclasses import replace

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
from harness.dialects import Answer, PlannedCall
from harness.dialects.ollama_chat import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.json_text import dump, parse
from harness.reply import Reading
from harness.rules.scenarios import SCENARIOS, every_clean

ENDPOINT = Endpoint("http://localhost:11434", "m:1b")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
NAMES = st.sampled_from(["get_weather", "get_time", "a-b", "x" * 64])
ARGUMENTS: st.SearchStrategy[JsonObject] = st.dictionaries(
    st.text(max_size=6),
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.text(max_size=12),
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
        st.just({"type": "object", "properties": {}}),
    ),
    max_size=3,
    unique_by=lambda tool: tool.name,
).map(tuple)
ANSWERS = st.builds(
    Answer,
    text=st.none() | st.text(max_size=40),
    calls=st.lists(st.builds(PlannedCall, NAMES, ARGUMENTS), max_size=4).map(tuple),
    cut=st.booleans(),
    turn=st.integers(0, 50),
    reasoning=st.none() | st.text(max_size=20),
)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw anything the dialect can say: histories with and without ids, failed tools."""
    turns: list[Turn] = []
    for number in range(draw(st.integers(0, 3))):
        turns.append(UserTurn(draw(st.text(max_size=20))))
        named = draw(st.booleans())
        calls = tuple(
            ToolCall(name, f"c{number}.{position}" if named else None, arguments)
            for position, (name, arguments) in enumerate(
                draw(st.lists(st.tuples(NAMES, ARGUMENTS), max_size=3))
            )
        )
        turns.append(AssistantTurn(draw(st.text(max_size=20)), calls))
        if calls:
            results = tuple(
                ToolResult(call.id, call.name, draw(st.text(max_size=20)), draw(st.booleans()))
                for call in calls
            )
            turns.append(ResultsTurn(results))
    turns.append(UserTurn(draw(st.text(max_size=20))))
    return Conversation(
        tuple(turns),
        draw(TOOLS),
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
    problems = validator("ollama-chat", "request").iter_errors(parse(request.body))
    assert [problem.message for problem in problems] == []
    found = DIALECT.read_request(request)
    assert found is not None
    assert bare(found) == conversation


def answered(answer: Answer, mode: Mode) -> Reading:
    """Let the responder answer and decode what it sent."""
    asked = Conversation((UserTurn("?"),), stream=mode is Mode.STREAMING)
    request = DIALECT.encode(asked, ENDPOINT)
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), EVIDENCE))


@given(ANSWERS)
def test_an_answer_is_decoded_as_planned_in_both_modes(answer: Answer) -> None:
    """Blocking and streamed, the reply is the planned answer, and its bodies are valid."""
    for mode in Mode:
        reading = answered(answer, mode)
        reply = reading.reply
        assert (reading.mode, reply.text, reply.model) == (mode, answer.text or "", "m:1b")
        assert reply.reasoning == (answer.reasoning or None)
        assert [(c.name, c.arguments) for c in reply.tool_calls] == [
            (c.name, c.arguments) for c in answer.calls
        ]
        assert (reply.complete, reply.unread, reply.error) == (True, (), None)
        assert len({call.id for call in reply.tool_calls}) == len(answer.calls)
        for kind, body in [("chunk", event.json) for event in reading.events] or [
            ("response", reading.body)
        ]:
            problems = validator("ollama-chat", kind).iter_errors(body)
            assert [problem.message for problem in problems] == []


@given(ANSWERS)
def test_both_modes_say_the_same(answer: Answer) -> None:
    """Ids, stop, usage and the message to send back do not depend on the mode."""
    one, two = (answered(answer, mode).reply for mode in Mode)
    assert [c.id for c in one.tool_calls] == [c.id for c in two.tool_calls]
    assert one.stop == two.stop
    assert one.usage is not None
    assert two.usage is not None
    assert one.usage.output == two.usage.output
    assert one.echo is not None
    assert two.echo is not None
    assert parse(one.echo) == parse(two.echo)


@given(ANSWERS, st.sampled_from(Mode))
def test_an_echo_reads_back_as_what_was_received(answer: Answer, mode: Mode) -> None:
    """A received message can be sent back as it is, and says what was received."""
    reply = answered(answer, mode).reply
    assert reply.echo is not None
    history = Conversation((UserTurn("?"), AssistantTurn(None, echo=reply.echo)))
    request = DIALECT.encode(history, ENDPOINT)
    assert reply.echo in request.body
    assert validator("ollama-chat", "request").is_valid(parse(request.body))
    found = DIALECT.read_request(request)
    assert found is not None
    turn = bare(found).turns[1]
    received = tuple(ToolCall(c.name, c.id, c.arguments) for c in reply.tool_calls)
    assert turn == AssistantTurn(answer.text or "", received)


@given(answer=ANSWERS, mode=st.sampled_from(Mode), data=st.data())
def test_no_truncation_raises(*, answer: Answer, mode: Mode, data: st.DataObject) -> None:
    """A body cut anywhere is read as far as it came, and never invents a call."""
    whole = answered(answer, mode)
    body = whole.exchange.response.body
    # The stream's last byte is a line end, without which its last line is still whole.
    cut = body[: data.draw(st.integers(0, len(body) - 1 - body.endswith(b"\n")))]
    response = replace(whole.exchange.response, body=cut)
    reading = DIALECT.decode(replace(whole.exchange, response=response))
    assert (reading.mode, reading.reply.complete) == (mode, False)
    known = reading.reply.tool_calls
    assert known == whole.reply.tool_calls[: len(known)]
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)


@given(ARGUMENTS)
def test_arguments_survive_as_values(arguments: JsonObject) -> None:
    """Unicode, quotes, line feeds, big numbers and nesting come through a stream unchanged."""
    answer = Answer(calls=(PlannedCall("get_time", arguments),))
    (call,) = answered(answer, Mode.STREAMING).reply.tool_calls
    assert call.arguments == parse(dump(arguments)) == arguments


def test_scenarios_that_need_a_tool_choice_are_left_out() -> None:
    """Every other clean exchange can be asked in this format, in both modes."""
    asked = {(scenario, mode) for scenario, mode, _ in every_clean(DIALECT)}
    missing = {"named_choice", "none_choice", "required_choice", "legacy_call"}
    assert asked == {(scenario, mode) for scenario in SCENARIOS.keys() - missing for mode in Mode}
