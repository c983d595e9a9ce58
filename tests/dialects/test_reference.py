"""The reference responder's mind: what it understands, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from toolwire.dialects.dialect import Answer, PlannedCall
from toolwire.dialects.reference import LARGEST, MOST_CALLS, answer
from toolwire.dialects.refusal import refusal
from toolwire.dialects.sample import DEEPEST, sample_arguments
from toolwire.dialects.spelt import MOST_LOOKS, spelt_out
from toolwire.model.conversation import (
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

CITY: JsonObject = {"type": "object", "properties": {"city": {"type": "string"}}}
FIND = Tool("find", None, CITY)
READ = Tool("read", None, {**CITY, "required": ["city"]})
TOOLS = (FIND, READ)


def _ask(*turns: Turn | str, **changes: object) -> Answer:
    spoken = tuple(UserTurn(turn) if isinstance(turn, str) else turn for turn in turns)
    return answer(replace(Conversation(spoken, TOOLS), **changes))  # type: ignore[arg-type]


def _made(number: int, name: str, **arguments: object) -> AssistantTurn:
    return AssistantTurn(None, (ToolCall(name, f"c{number}", arguments),))  # type: ignore[arg-type]


def _got(number: int, content: str, *, error: bool = False) -> ResultsTurn:
    return ResultsTurn((ToolResult(f"c{number}", None, content, error),))


def _planned(said: Answer) -> list[tuple[str, JsonObject]]:
    return [(call.name, call.arguments) for call in said.calls]


CHAIN = 'Call find({"city": "X"}), then read({"city": "<city>"}) with it.'


def test_a_chain_goes_one_result_at_a_time() -> None:
    """A call with a blank waits for the result that fills it, and no call is made twice."""
    assert _planned(_ask(CHAIN)) == [("find", {"city": "X"})]
    first = (_made(1, "find", city="X"), _got(1, '{"city": "Fes"}'))
    assert _planned(_ask(CHAIN, *first)) == [("read", {"city": "Fes"})]
    second = (_made(2, "read", city="Fes"), _got(2, "warm"))
    done = _ask(CHAIN, *first, *second)
    assert (done.calls, done.text) == ((), "The tools answered: warm.")
    assert done.turn == 2


def test_a_blank_keeps_the_type_of_what_fills_it() -> None:
    """A number of a result stays a number, and a blank that nothing fills is never called."""
    first = (_made(1, "find", city="X"), _got(1, '{"city": 7, "other": []}'))
    assert _planned(_ask(CHAIN, *first)) == [("read", {"city": 7})]
    vague = (_made(1, "find", city="X"), _got(1, "it is Fes"))
    assert _ask(CHAIN, *vague).calls == ()


LAST = 'Call find({"city": "X"}) and find({"city": "Y"}). Then tell me only what the last call returned.'


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ((ToolResult("c1", None, "one"), ToolResult("c2", None, "two")), "two"),
        ((ToolResult("c2", None, "two"), ToolResult("c1", None, "one")), "two"),
        ((ToolResult(None, None, "one"), ToolResult(None, None, "two")), "two"),
    ],
)
def test_only_the_last_call_s_result_is_told(results: tuple[ToolResult, ...], told: str) -> None:
    """Results belong to calls by their ids, and by their places where they have none."""
    calls = tuple(ToolCall("find", f"c{n}", {"city": c}) for n, c in ((1, "X"), (2, "Y")))
    said = _ask(LAST, AssistantTurn(None, calls), ResultsTurn(results))
    assert said.text == f"The tools answered: {told}."


def test_calls_are_read_from_a_prompt_as_they_are_written() -> None:
    """In their order, whoever offers the tools; what is no JSON object is no call."""
    prompt = 'Call a({"x": "}"}), then b({}) and c({x}), and a({"x": 1}) again.'
    found = [(call.name, call.arguments) for call in spelt_out(prompt)]
    assert found == [("a", {"x": "}"}), ("b", {}), ("a", {"x": 1})]


def test_a_new_prompt_begins_anew() -> None:
    """What was called for an earlier prompt is called again when asked again."""
    once = 'Call find({"city": "X"}).'
    history = (once, _made(1, "find", city="X"), _got(1, "there"), AssistantTurn("There."))
    assert _planned(_ask(*history, once)) == [("find", {"city": "X"})]


def test_a_call_asked_for_twice_is_made_twice() -> None:
    """Equal calls are told apart by their number; one that was made leaves one to be made."""
    twice = 'Call find({"city": "X"}) and again find({"city": "X"}).'
    assert len(_ask(twice).calls) == 2
    assert len(_ask(twice, _made(1, "find", city="X"), _got(1, "there")).calls) == 1


def test_it_thinks_where_it_is_asked_to_and_once() -> None:
    """Reasoning comes with the first answer to a prompt that asks for it, not else."""
    prompt = f"Think first. {CHAIN}"
    assert _ask(prompt).reasoning
    assert _ask(CHAIN).reasoning is None
    assert _ask(prompt, _made(1, "find", city="X"), _got(1, "{}")).reasoning is None


def test_words_are_said_once_beside_calls() -> None:
    """`Say` is obeyed in the first reply to its prompt; after the results it is over."""
    prompt = 'Say "On it." and call find({"city": "X"}).'
    said = _ask(prompt)
    assert (said.text, len(said.calls)) == ("On it.", 1)
    after = _ask(prompt, _made(1, "find", city="X"), _got(1, "no such city", error=True))
    assert after.text == "The tools answered: the tool failed with no such city."


@pytest.mark.parametrize(
    ("choice", "called"),
    [
        (ToolChoice(ChoiceMode.NONE), []),
        (ToolChoice(ChoiceMode.AUTO), ["find"]),
        (ToolChoice(ChoiceMode.REQUIRED), ["find"]),
        (ToolChoice(ChoiceMode.NAMED, "read"), ["read"]),
    ],
)
def test_a_choice_is_honoured(choice: ToolChoice, called: list[str]) -> None:
    """Forbidden, free, demanded and named, whatever the prompt says."""
    assert [call.name for call in _ask('Call find({"city": "X"}).', choice=choice).calls] == called


def test_a_demanded_call_has_arguments_that_fit() -> None:
    """Where the prompt names no call, required arguments are made up by their schema."""
    assert _ask("Hello.", choice=ToolChoice(ChoiceMode.NAMED, "read")).calls == (
        PlannedCall("read", {"city": "example"}),
    )
    assert sample_arguments(FIND) == {}


RIGHT = Conversation(
    (UserTurn("Hi."), _made(1, "find", city="X"), _got(1, "there"), UserTurn("Thanks.")),
    TOOLS,
    ToolChoice(ChoiceMode.NAMED, "find"),
)
FIRST = RIGHT.turns[:2]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, None),
        ({"choice": ToolChoice(ChoiceMode.NAMED, "nobody")}, "names a tool that is not offered"),
        ({"turns": (UserTurn("Hi."), _got(1, "x"))}, "follows no tool call"),
        ({"turns": (_got(1, "x"),)}, "follows no tool call"),
        ({"turns": (*FIRST, UserTurn("And?"))}, "has no tool result"),
        ({"turns": (*FIRST, _got(2, "x"))}, "unknown tool call id"),
        ({"turns": (*FIRST, ResultsTurn(()))}, "has no tool result"),
        ({"turns": (*FIRST, ResultsTurn((ToolResult(None, "find", "x"),)))}, None),
        ({"tools": (FIND, replace(READ, parameters={"type": "string"}))}, "of type object"),
        ({"tools": (FIND, replace(READ, parameters={"type": ["object"]}))}, "of type object"),
        ({"tools": (FIND, replace(READ, parameters={"type": "OBJECT"}))}, None),
        ({"tools": (FIND, replace(READ, parameters={}))}, None),
        ({"tools": (FIND, replace(READ, parameters=None))}, None),
        ({"tools": (FIND, replace(READ, name="read it!"))}, "tool name"),
        ({"tools": (FIND, replace(READ, name="r" * 129))}, "tool name"),
        ({"tools": (FIND, replace(READ, name="read\n"))}, "tool name"),
        ({"tools": (FIND, replace(READ, name="mod.read:v1-2"))}, None),
    ],
)
def test_exactly_what_is_wrong_is_refused(changes: dict[str, object], told: str | None) -> None:
    """The closed list of faults is refused with 400 and its reason; what is right is not."""
    conversation = replace(RIGHT, **changes)  # type: ignore[arg-type]
    refused = refusal(conversation)
    if told is None:
        assert refused is None
        assert answer(conversation).refusal is None
        return
    assert refused is not None
    assert (refused.status, refused.kind) == (400, "invalid_request")
    assert told in refused.message
    assert answer(conversation) == Answer(refusal=refused, turn=len(conversation.calls()))


def test_every_prefix_of_a_right_conversation_that_ends_with_the_user_is_answered() -> None:
    """No step of an ordinary conversation is refused on the way."""
    for end, (_, turn) in enumerate(pairwise((None, *RIGHT.turns)), start=1):
        if not isinstance(turn, AssistantTurn):
            assert refusal(replace(RIGHT, turns=RIGHT.turns[:end])) is None


def _refused(said: Answer) -> tuple[int, str]:
    assert said.refusal is not None
    return said.refusal.status, said.refusal.message


def test_as_many_calls_as_there_may_be_are_made_and_no_more() -> None:
    """A prompt that writes out more calls than the bound is refused in one sentence."""
    one = 'find({"city": "X"}) '
    assert len(_ask(one * MOST_CALLS).calls) == MOST_CALLS
    status, why = _refused(_ask(one * (MOST_CALLS + 1)))
    assert (status, str(MOST_CALLS) in why) == (413, True)
    # Those of tools that nobody offers are no calls.
    assert len(_ask('other({"a": 1}) ' * (MOST_CALLS + 1) + one).calls) == 1
    status, why = _refused(_ask('other({"a": 1}) ' * (MOST_LOOKS + 1) + one))
    assert (status, str(MOST_LOOKS) in why) == (413, True)


def test_an_answer_that_would_be_too_large_is_refused() -> None:
    """Large arguments, and one large value in many blanks; results that are told are cut."""
    large = "x" * LARGEST
    told = (_made(1, "find", city="X"), _got(1, large))
    said = _ask('Call find({"city": "X"}).', *told).text
    assert said is not None
    assert len(said) < LARGEST
    assert said.endswith("xxx (cut).")
    filled = ('find({"city": "<v>", "b": "<v>"}), ' * 100, _made(1, "find"))
    asked = (
        (f'Call find({{"city": "{large}"}}).',),
        (*filled, _got(1, '{"v": "%s"}' % ("y" * 1000))),
    )
    for turns in asked:
        assert _refused(_ask(*turns))[0] == 413
    assert _ask('Call find({"city": "%s"}).' % ("x" * (LARGEST - 20))).calls


def test_arguments_are_made_up_in_time_linear_in_the_schema() -> None:
    """A member listed as required twice at each level is made up once; depth is bounded."""
    schema: JsonObject = {"type": "string"}
    for _ in range(200):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a", "a"]}
    depth, value = 0, sample_arguments(Tool("f", None, schema)).get("a")
    while isinstance(value, dict):
        depth, value = depth + 1, value.get("a")
    assert depth < DEEPEST
    odd: JsonObject = {"type": {"a": 1}}
    assert sample_arguments(Tool("f", None, odd)) == {}
