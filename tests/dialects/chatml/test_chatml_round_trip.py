"""Properties that tie the ChatML dialect's encoder, readers, responder and decoder together."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2.sandbox import ImmutableSandboxedEnvironment

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
from harness.dialects.chatml import DIALECT
from harness.dialects.definition import nested
from harness.dialects.dialect import Answer, PlannedCall
from harness.dialects.result import content_of
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.json_text import dump, parse
from harness.reply import Absent, Reading

ENDPOINT = Endpoint("http://127.0.0.1:8000/v1", "qwen2.5")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
NAMES = st.sampled_from(["get_weather", "get_time", "a-b", "x" * 64])
WORDS = st.text("ab {}[]\"\\:,.-<|>/#\n\ré'&", max_size=30)
SAID = WORDS.filter(str.strip)
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
    text=st.none() | SAID,
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
        drawn.append(AssistantTurn(draw(st.none() | SAID if calls else WORDS), calls))
        results = tuple(
            ToolResult(None, call.name, draw(WORDS), draw(st.booleans())) for call in calls
        )
        drawn += [ResultsTurn(results)] if results else []
    return (*drawn, UserTurn(draw(WORDS)))


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw anything the dialect can say."""
    choice = draw(
        st.none()
        | st.sampled_from([ChoiceMode.AUTO, ChoiceMode.NONE, ChoiceMode.REQUIRED]).map(ToolChoice)
        | NAMES.map(lambda name: ToolChoice(ChoiceMode.NAMED, name))
    )
    return Conversation(
        draw(turns()),
        draw(TOOLS),
        choice,
        draw(st.none() | st.booleans()),
        draw(st.none() | WORDS),
        stream=draw(st.booleans()),
    )


def bare(conversation: Conversation) -> Conversation:
    """Return a conversation whose calls keep name and arguments only."""
    said = tuple(
        replace(turn, calls=tuple(ToolCall(c.name, c.id, c.arguments) for c in turn.calls))
        if isinstance(turn, AssistantTurn)
        else turn
        for turn in conversation.turns
    )
    return replace(conversation, turns=said)


@given(conversations())
def test_a_request_reads_back_as_the_conversation(conversation: Conversation) -> None:
    """What is encoded satisfies the request schema and is read back unchanged."""
    request = DIALECT.encode(conversation, ENDPOINT)
    problems = validator("chatml", "request").iter_errors(json.loads(request.body))
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
    """Blocking and streamed, the reply is the planned answer, and its bodies are valid."""
    for stream in (False, True):
        reading = answered(answer, stream=stream)
        reply = reading.reply
        assert reading.mode is (Mode.STREAMING if stream else Mode.BLOCKING)
        assert [(c.name, c.id, c.arguments) for c in reply.tool_calls] == [
            (call.name, None, call.arguments) for call in answer.calls
        ]
        nothing = "" if not answer.calls else None
        assert reply.text == (nothing if answer.text is None else answer.text)
        assert (reply.complete, reply.unread, reply.error, reply.stop) == (True, (), None, "stop")
        assert reply.usage is not None
        if not stream:
            body = json.loads(reading.exchange.response.body)
            assert validator("chatml", "response").is_valid(body)
        for event in reading.events:
            if not isinstance(event.json, Absent):
                assert validator("chatml", "chunk").is_valid(json.loads(event.data))


@given(answer=ANSWERS.filter(lambda answer: bool(answer.calls)), stream=st.booleans())
def test_the_echo_goes_back_as_it_came(*, answer: Answer, stream: bool) -> None:
    """The text a model wrote stands unchanged in the next prompt."""
    reply = answered(answer, stream=stream).reply
    assert reply.echo is not None
    said = parse(reply.echo)
    assert isinstance(said, str)
    turn = AssistantTurn(reply.text, reply.tool_calls, reply.echo)
    request = DIALECT.encode(Conversation((UserTurn("?"), turn, UserTurn("!"))), ENDPOINT)
    prompt = json.loads(request.body)["prompt"]
    assert f"<|im_start|>assistant\n{said}<|im_end|>\n<|im_start|>user\n!" in prompt
    found = DIALECT.read_request(request)
    assert found is not None
    assert found.turns[1] == AssistantTurn(
        reply.text, tuple(replace(call, pointer="request/prompt") for call in reply.tool_calls)
    )


@given(answer=ANSWERS, stream=st.booleans(), data=st.data())
def test_no_truncation_raises(*, answer: Answer, stream: bool, data: st.DataObject) -> None:
    """A body cut anywhere is read as far as it came, and never invents a call."""
    whole = answered(answer, stream=stream)
    body = whole.exchange.response.body
    cut = body[: data.draw(st.integers(0, len(body) - 1))]
    reading = DIALECT.decode(
        replace(whole.exchange, response=replace(whole.exchange.response, body=cut))
    )
    known = [(call.name, call.arguments) for call in answer.calls]
    found = [(call.name, call.arguments) for call in reading.reply.tool_calls]
    assert found == known[: len(found)]
    if not stream:
        assert not reading.reply.complete
        assert reading.body_error
    DIALECT.facets(reading)
    DIALECT.recognise(reading.exchange)


def qwen(conversation: Conversation, template: str) -> str:
    """Render a conversation as Hugging Face's tokenizers do with a model's own template."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    messages: list[dict[str, Any]] = []
    if conversation.system is not None:
        messages.append({"role": "system", "content": conversation.system})
    for turn in conversation.turns:
        if isinstance(turn, ResultsTurn):
            messages += [{"role": "tool", "content": content_of(r)} for r in turn.results]
        elif isinstance(turn, UserTurn):
            messages.append({"role": "user", "content": turn.text})
        else:
            made = [{"function": {"name": c.name, "arguments": c.arguments}} for c in turn.calls]
            messages.append(
                {"role": "assistant", "content": turn.text or "", "tool_calls": made or None}
            )
    tools = [parse(dump(nested(tool))) for tool in conversation.tools]
    return environment.from_string(template).render(
        messages=messages, tools=tools or None, add_generation_prompt=True
    )


def test_our_template_makes_qwens_text(shared: Path) -> None:
    """Every conversation without a wish in words renders as with Qwen 2.5's own template."""
    template = (shared / "servers" / "qwen25.jinja").read_text(encoding="utf-8")

    @given(conversations())
    @settings(max_examples=150)
    def same(drawn: Conversation) -> None:
        conversation = replace(drawn, choice=None, parallel=None)
        prompt = json.loads(DIALECT.encode(conversation, ENDPOINT).body)["prompt"]
        assert prompt == qwen(conversation, template)

    same()
