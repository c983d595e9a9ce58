"""Conversations and answers through encoding, schema and decoding and back, for any content."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from harness.dialects import Answer, PlannedCall
from harness.dialects.openai_responses import DIALECT
from harness.dialects.reference import answer
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from harness.json_text import dump, items_of, object_of, parse
from harness.reply import Reading

ENDPOINT = Endpoint("https://api.example.invalid/v1", "m1")

# Lone surrogates are no Unicode text and cannot be written as UTF-8.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SCALAR: st.SearchStrategy[Json] = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | TEXT
VALUE: st.SearchStrategy[Json] = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
ARGUMENTS: st.SearchStrategy[JsonObject] = st.dictionaries(TEXT, VALUE, max_size=4)
NAMES = st.from_regex(r"[A-Za-z0-9_-]{1,128}", fullmatch=True)
#: What `{"error": ...}` alone would be read as is a failed result, so it is left to the flag.
CONTENT = TEXT.filter(lambda text: not text.startswith("{"))


@st.composite
def tools(draw: st.DrawFn) -> tuple[Tool, ...]:
    """Draw tools with different names."""
    return tuple(
        Tool(
            name,
            draw(st.none() | TEXT),
            draw(st.none() | ARGUMENTS),
            draw(st.sampled_from([None, True, False])),
        )
        for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    )


@st.composite
def exchanges(draw: st.DrawFn, names: tuple[str, ...], start: int) -> tuple[Turn, ...]:
    """Draw a user turn, what the model said, and results where it called."""
    user = UserTurn(draw(TEXT))
    calls = []
    for number in range(draw(st.integers(0, 3))):
        name, identity = draw(st.sampled_from(names)), f"call_{start + number}"
        if draw(st.booleans()):
            calls.append(ToolCall(name, identity, raw=draw(TEXT), kind="custom"))
        else:
            calls.append(ToolCall(name, identity, draw(ARGUMENTS)))
    text = draw(TEXT if not calls else st.none() | TEXT)
    results = tuple(
        ToolResult(c.id, c.name, draw(CONTENT), error=draw(st.booleans()))
        for c in draw(st.permutations(calls))
    )
    said = AssistantTurn(text, tuple(calls))
    return (user, said, ResultsTurn(results)) if results else (user, said)


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Draw a conversation the format can say."""
    offered = draw(tools())
    names = tuple(tool.name for tool in offered)
    turns: list[Turn] = []
    for round_ in range(draw(st.integers(0, 2))):
        turns += draw(exchanges(names, 10 * round_))
    named = st.sampled_from(names).map(lambda name: ToolChoice(ChoiceMode.NAMED, name))
    other = st.sampled_from([m for m in ChoiceMode if m is not ChoiceMode.NAMED]).map(ToolChoice)
    return Conversation(
        (*turns, UserTurn(draw(TEXT))),
        offered,
        choice=draw(st.none() | named | other),
        parallel=draw(st.sampled_from([None, True, False])),
        system=draw(st.none() | TEXT),
        stream=draw(st.booleans()),
    )


def bare(conversation: Conversation) -> Conversation:
    """Drop what only a read conversation has: pointers and the text of arguments."""
    turns = []
    for turn in conversation.turns:
        kept = turn
        if isinstance(turn, AssistantTurn):
            calls = tuple(
                replace(c, pointer="", raw=c.raw if c.kind == "custom" else None)
                for c in turn.calls
            )
            kept = replace(turn, calls=calls)
        turns.append(kept)
    return replace(conversation, turns=tuple(turns))


@given(conversations())
def test_a_conversation_survives_the_wire(conversation: Conversation) -> None:
    """Encoding satisfies the request schema and reads back as the same conversation."""
    request = DIALECT.encode(conversation, ENDPOINT)
    problems = [
        e.message for e in validator(DIALECT.name, "request").iter_errors(parse(request.body))
    ]
    assert problems == []
    read = DIALECT.read_request(request)
    assert read is not None
    assert bare(read) == conversation


def answered(conversation: Conversation, reply: Answer) -> Reading:
    """Encode, respond and decode."""
    request = DIALECT.encode(conversation, ENDPOINT)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, reply), evidence))


@given(
    st.none() | TEXT,
    st.lists(st.builds(PlannedCall, NAMES, ARGUMENTS), max_size=3),
    st.booleans(),
)
def test_an_answer_survives_the_wire(
    text: str | None,
    calls: list[PlannedCall],
    stream: bool,  # noqa: FBT001 # hypothesis passes by position
) -> None:
    """Text, names and arguments of any content come out of either mode as they went in."""
    conversation = Conversation((UserTurn("q"),), stream=stream)
    reply = answered(conversation, Answer(text=text, calls=tuple(calls))).reply
    assert reply.text == text
    assert [(c.name, c.arguments) for c in reply.tool_calls] == [
        (c.name, parse(dump(c.arguments))) for c in calls
    ]
    assert len({c.id for c in reply.tool_calls}) == len(calls)
    assert (reply.complete, reply.unread, reply.error) == (True, (), None)


@pytest.mark.parametrize("stream", [False, True])
def test_a_whole_round_trip(*, stream: bool) -> None:
    """Ask, call, echo the items, give the result, and get an answer that has it."""
    tool = Tool("now", "Time.", {"type": "object", "properties": {}})
    ask = Conversation((UserTurn('Say "Wait." and use now({}).'),), (tool,), stream=stream)
    first = answered(ask, answer(ask)).reply
    (call,) = first.tool_calls
    said = AssistantTurn(first.text, first.tool_calls, first.echo)
    results = ResultsTurn((ToolResult(call.id, call.name, "12:00 nonce-7f3a"),))
    second = replace(ask, turns=(*ask.turns, said, results))
    request = DIALECT.encode(second, ENDPOINT)
    read = DIALECT.read_request(request)
    assert read is not None
    sent = [
        object_of(item).get("type") for item in items_of(object_of(parse(request.body))["input"])
    ]
    assert sent == [None, "message", "function_call", "function_call_output"]
    assert validator(DIALECT.name, "request").is_valid(parse(request.body))
    assert "nonce-7f3a" in (answered(second, answer(read)).reply.text or "")


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
        answered(asked, Answer(text="x")).exchange.response,
        body=dump({"status": "completed", "output": output}),
    )
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    reply = DIALECT.decode(Exchange(None, response, evidence)).reply
    turn = AssistantTurn(reply.text, reply.tool_calls, reply.echo)
    results = ResultsTurn((ToolResult("call_1", "f", "ok"),))
    request = DIALECT.encode(replace(asked, turns=(*asked.turns, turn, results)), ENDPOINT)
    assert items_of(object_of(parse(request.body))["input"])[1:3] == output
    read = DIALECT.read_request(request)
    assert read is not None
    assert [type(t) for t in read.turns] == [UserTurn, AssistantTurn, ResultsTurn]
