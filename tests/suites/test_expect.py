"""Expectations: wire facts and model moods, and that shipped prompts are understood."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    ToolCall,
    ToolChoice,
    Turn,
    UserTurn,
)
from toolwire.model.reply import Reply, WireError
from toolwire.suites import (
    ArgumentTest,
    Case,
    Expectation,
    ExpectedCall,
    ResultRule,
    Step,
    load_suites,
)
from toolwire.suites.answers import results_for
from toolwire.suites.expect import check, neutral_stop
from toolwire.suites.expressible import conversation_of
from toolwire.suites.model import REFUSED

CASES = [case for suite in load_suites() for case in suite.cases]
TELLING = {"calls": "tool_call", "stop": "end", "length": "length"}
SILENT = {"STOP": "end", "MAX_TOKENS": "length"}


def _call(name: str | None = "get_weather", **arguments: Json) -> ToolCall:
    return ToolCall(name, "c1", arguments, pointer="/calls/0")


def _wanted(tool: str = "get_weather", **tests: Json) -> ExpectedCall:
    return ExpectedCall(tool, tuple((k, ArgumentTest("equals", v)) for k, v in tests.items()))


def _step(choice: ToolChoice | None = None, *, parallel: bool | None = None, **expect: Any) -> Step:
    return Step(Expectation(**expect), user="x", choice=choice, parallel=parallel)


def _kinds(one: Step, reply: Reply, stop: str | None = None) -> list[str]:
    return [unmet.kind for unmet in check(one, reply, stop)]


def _neutral_reply(said: Answer) -> tuple[Reply, str]:
    if said.refusal is not None:
        return Reply(error=WireError(said.refusal.message, said.refusal.kind, "/error")), ""
    calls = tuple(
        ToolCall(c.name, f"id{said.turn + n}", c.arguments) for n, c in enumerate(said.calls)
    )
    stop = "tool_call" if calls else "length" if said.cut else "end"
    return Reply(text=said.text, tool_calls=calls, stop=stop), stop


def _conversations(case: Case) -> Iterator[tuple[Step, Conversation, list[Turn]]]:
    turns: list[Turn] = []
    for one in case.steps:
        before = turns[-1] if turns else None
        calls = before.calls if isinstance(before, AssistantTurn) else ()
        turns.append(UserTurn(one.user) if one.user is not None else results_for(one, calls))
        yield one, conversation_of(case, one, tuple(turns)), turns


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_shipped_prompts_are_understood(case: Case) -> None:
    """What the reference responder answers to a shipped case meets all its expectations."""
    for one, conversation, turns in _conversations(case):
        reply, stop = _neutral_reply(answer(conversation))
        assert check(one, reply, stop) == ()
        turns.append(AssistantTurn(reply.text, reply.tool_calls))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_empty_reply_meets_no_shipped_step(case: Case) -> None:
    """No shipped step is so lax that a reply with nothing in it would pass.

    A step that expects nothing, or a refusal, asks a probe's question: its rule judges the answer.
    """
    for one in case.steps:
        unjudged = check(one, Reply(stop="end"), "end") == ()
        assert unjudged is (one.expect == Expectation() or one.expect.refused)
        assert one.question or not unjudged


@pytest.mark.parametrize(
    "reply",
    [
        Reply(text="No."),
        Reply(tool_calls=(_call("get_time"),)),
        Reply(tool_calls=(_call(location="Rome"),)),
        Reply(tool_calls=(_call(),)),
        Reply(tool_calls=(_call(location="Paris"), _call(location="Paris"))),
        Reply(tool_calls=(ToolCall("get_weather", "c", None, "{", "cut", "/p"),)),
        Reply(tool_calls=(_call(None, location="Paris"),)),
    ],
)
def test_what_the_model_chose_is_a_mood(reply: Reply) -> None:
    """No call, another tool, other or unreadable arguments and more calls are never the wire's."""
    found = _kinds(_step(calls=(_wanted(location="Paris"),)), reply)
    assert found
    assert set(found) == {"model"}


def test_a_call_that_was_not_wanted_is_a_mood_unless_it_was_forbidden() -> None:
    """`calls: none` is a hope; tool choice `none` is a promise of the provider."""
    reply = Reply(tool_calls=(_call(),))
    assert _kinds(_step(calls=()), reply) == ["model"]
    assert _kinds(_step(ToolChoice(ChoiceMode.NONE), calls=()), reply) == ["wire"]


@pytest.mark.parametrize(
    ("choice", "calls", "broken"),
    [
        (ToolChoice(ChoiceMode.REQUIRED), (), True),
        (ToolChoice(ChoiceMode.REQUIRED), (_call(),), False),
        (ToolChoice(ChoiceMode.NAMED, "get_weather"), (), True),
        (ToolChoice(ChoiceMode.NAMED, "get_weather"), (_call("get_time"),), True),
        (ToolChoice(ChoiceMode.NAMED, "get_weather"), (_call(),), False),
        (ToolChoice(ChoiceMode.AUTO), (), False),
    ],
)
def test_a_tool_choice_is_a_promise(
    choice: ToolChoice, calls: tuple[ToolCall, ...], *, broken: bool
) -> None:
    """A provider that takes a tool choice and does not honour it fails, not the model."""
    one = _step(choice, calls=(_wanted(),))
    reply = Reply(tool_calls=calls)
    assert ("wire" in _kinds(one, reply)) is broken
    assert "wire" not in _kinds(one, reply, "length")


@pytest.mark.parametrize("mode", [ChoiceMode.REQUIRED, ChoiceMode.NAMED])
def test_a_reply_that_was_withheld_broke_no_promise(mode: ChoiceMode) -> None:
    """Its stop reason says why no call came; one that came against the choice is no less wrong."""
    one = _step(ToolChoice(mode, "get_weather"), calls=(_wanted(),))
    (found,) = check(one, Reply(), "cut")
    assert (found.kind, "broken off" in found.message) == ("model", True)
    assert "wire" in _kinds(one, Reply(), "end")
    forbidden = _step(ToolChoice(ChoiceMode.NONE), calls=())
    assert "wire" in _kinds(forbidden, Reply(tool_calls=(_call(),)), "cut")


def test_a_broken_promise_is_told_once() -> None:
    """With the rules that judge the same, and without the words for which the call came."""
    one = _step(ToolChoice(ChoiceMode.NONE), calls=(), text=(ArgumentTest("contains", "Hello"),))
    (found,) = check(one, Reply(tool_calls=(_call(),)), "tool_call")
    assert (found.kind, found.rules) == ("wire", ("TC601", "TC602", "TC603"))
    assert _kinds(one, Reply(text="Goodbye")) == ["model"]


def test_parallel_calls_switched_off_is_a_promise() -> None:
    """Two calls although one at a time was asked for is a wire fact at the second call."""
    second = replace(_call(), pointer="/calls/1")
    found = check(
        _step(parallel=False, calls=(_wanted(),)), Reply(tool_calls=(_call(), second)), None
    )
    assert [(unmet.kind, unmet.pointer, unmet.actual, unmet.rules) for unmet in found] == [
        ("wire", "/calls/1", 2, ("TC652",))
    ]


@pytest.mark.parametrize(
    ("expected", "stop", "calls", "kind"),
    [
        ("tool_call", "tool_call", (_call(),), []),
        ("tool_call", "end", (_call(),), ["wire"]),
        ("end", "tool_call", (), ["wire"]),
        ("end", "end", (), []),
        ("end", "length", (), ["model"]),
        ("length", "end", (), ["model"]),
        ("tool_call", None, (_call(),), []),
        ("tool_call", "end", (), []),
    ],
)
def test_a_stop_reason_has_to_fit_its_own_reply(
    expected: str, stop: str | None, calls: tuple[ToolCall, ...], kind: list[str]
) -> None:
    """Only a stop reason that contradicts the reply is the wire's; a cut reply is not."""
    assert _kinds(_step(stop=expected), Reply(tool_calls=calls, stop="w"), stop) == kind


def test_a_named_choice_may_end_like_any_reply() -> None:
    """OpenAI answers `stop` to a named tool choice, and that is no breach."""
    named = ToolChoice(ChoiceMode.NAMED, "get_weather")
    reply = Reply(tool_calls=(_call(),), stop="stop")
    assert _kinds(_step(named, calls=(_wanted(),), stop="tool_call"), reply, "end") == []


def test_neutral_stop_words() -> None:
    """Words are mapped by the dialect; where none tells a call, an end with calls is one."""
    calls = (_call(),)
    assert neutral_stop(TELLING, Reply(tool_calls=calls, stop="calls")) == "tool_call"
    assert neutral_stop(TELLING, Reply(tool_calls=calls, stop="stop")) == "end"
    assert neutral_stop(SILENT, Reply(tool_calls=calls, stop="STOP")) == "tool_call"
    assert neutral_stop(SILENT, Reply(stop="STOP")) == "end"
    assert neutral_stop(SILENT, Reply(tool_calls=calls, stop="MAX_TOKENS")) == "length"
    assert neutral_stop(SILENT, Reply(stop="OTHER")) is None
    assert neutral_stop(TELLING, Reply()) is None


@pytest.mark.parametrize(
    ("wanted", "came", "kind"),
    [
        (81234567890123457, 81234567890123456, "wire"),
        (-81234567890123457, -8.1234567890123456e16, "wire"),
        (81234567890123457, 81234567890123458, "model"),
        (81234567890123457, "81234567890123457", "model"),
        (81234567890123457, 81234567890123460, "wire"),
        (-81234567890123457, -81234567890123461, "model"),
        (2**53 + 1, 2**53, "wire"),
        (2**53 + 1, 9007199254740992.0, "wire"),
        (2**53, 2**53 - 1, "model"),
        (10**400, 1, "model"),
        (5, 4, "model"),
    ],
)
def test_a_rounded_number_is_the_wire_s(wanted: int, came: Json, kind: str) -> None:
    """What a double makes of a long integer is no mood; every other wrong number is one."""
    reply = Reply(tool_calls=(_call(id=came),))
    assert _kinds(_step(calls=(_wanted(id=wanted),)), reply) == [kind]


def test_errors_and_refusals() -> None:
    """An unexpected error is a wire fact; whatever answers a wrong request is for its rule."""
    refused = Reply(error=WireError("no", "bad", "/error"))
    found = check(_step(calls=(_wanted(),), stop="tool_call"), refused, None)
    assert [(unmet.kind, unmet.pointer) for unmet in found] == [("wire", "/error")]
    assert _kinds(_step(refused=True), refused) == []
    assert _kinds(_step(refused=True), Reply(text="ok")) == []
    assert _step(refused=True).question == REFUSED


@pytest.mark.parametrize(
    ("kind", "operand", "value", "holds"),
    [
        ("equals", 4, 4.0, True),
        ("equals", 4, "4", False),
        ("equals", 1, True, False),
        ("equals", True, True, True),
        ("equals", None, None, True),
        ("equals", "caf\u00e9", "cafe\u0301", True),
        ("equals", "Paris", "paris", False),
        ("equals", [1, "a"], [1, "a"], True),
        ("equals", [1, "a"], ["a", 1], False),
        ("equals", {"a": 1, "b": 2}, {"b": 2, "a": 1.0}, True),
        ("equals", {"a": 1}, {"a": 1, "b": 2}, False),
        ("contains", "paris", "Paris, France", True),
        ("contains", "soup", ["soup", "fish"], True),
        ("contains", "sou", ["soup"], False),
        ("contains", 18, "it is 18 C", True),
        ("contains_any", ["x", "18"], "it is 18 C", True),
        ("contains_any", ["x", "y"], "it is 18 C", False),
        ("type", "integer", 4.0, True),
        ("type", "integer", 4.5, False),
        ("type", "integer", True, False),
        ("type", "number", 4, True),
        ("type", "number", True, False),
        ("type", "string", "4", True),
        ("type", "null", None, True),
        ("type", "array", [], True),
        ("type", "object", [], False),
        ("present", True, None, True),
        ("present", False, None, False),
    ],
)
def test_argument_tests(kind: str, operand: Json, value: Json, *, holds: bool) -> None:
    """Each kind of test accepts what it names and nothing like it."""
    one = _step(calls=(ExpectedCall("get_weather", (("a", ArgumentTest(kind, operand)),)),))
    assert (_kinds(one, Reply(tool_calls=(_call(a=value),))) == []) is holds


@pytest.mark.parametrize("kind", ["equals", "contains", "contains_any", "type"])
def test_an_absent_argument_meets_no_test_but_absence(kind: str) -> None:
    """A key that is not there is not null; only `present: false` accepts it."""
    operand: Json = ["a"] if kind == "contains_any" else "null" if kind == "type" else None
    test = ArgumentTest(kind, operand)
    one = _step(calls=(ExpectedCall("get_weather", (("a", test),)),))
    assert _kinds(one, Reply(tool_calls=(_call(),))) == ["model"]
    absent = ExpectedCall("get_weather", (("a", ArgumentTest("present", value=False)),))
    assert _kinds(_step(calls=(absent,)), Reply(tool_calls=(_call(),))) == []


def test_text_that_was_asked_for() -> None:
    """Missing and other text are moods, and blank text is no text."""
    one = _step(text=(ArgumentTest("contains", "hello"),))
    assert _kinds(one, Reply(text="Well, Hello!")) == []
    assert _kinds(one, Reply(text="Goodbye")) == ["model"]
    assert _kinds(one, Reply()) == ["model"]
    assert _kinds(_step(text=(ArgumentTest("present", value=True),)), Reply(text=" \n")) == [
        "model"
    ]


CITIES = ("Paris", "Tokyo", "Lima", "Oslo")


@given(st.permutations(CITIES))
def test_calls_in_any_order(cities: list[str]) -> None:
    """With order `any` every permutation passes; in the order given only that one does."""
    reply = Reply(tool_calls=tuple(_call(location=city) for city in cities))
    calls = tuple(_wanted(location=city) for city in CITIES)
    assert _kinds(_step(calls=calls, any_order=True), reply) == []
    assert (_kinds(_step(calls=calls), reply) == []) is (tuple(cities) == CITIES)


def test_the_demanding_expectation_chooses_first() -> None:
    """A lax expectation does not take the only call that fits a strict one."""
    reply = Reply(tool_calls=(_call(location="Paris"), _call(location="Tokyo")))
    one = _step(calls=(_wanted(), _wanted(location="Paris")), any_order=True)
    assert _kinds(one, reply) == []


def test_messages_hold_nothing_from_the_wire() -> None:
    """Hostile names and values stand in `actual` only."""
    evil = "<script>"
    one = _step(calls=(_wanted(location="Paris"),), text=(ArgumentTest("contains", "x"),))
    for reply in (
        Reply(text=evil, tool_calls=(_call(evil),)),
        Reply(text=evil, tool_calls=(_call(location=evil),)),
    ):
        found = check(one, reply, None)
        assert len(found) == 2
        assert all(evil not in unmet.message for unmet in found)


RULE = ResultRule("get_weather", "location", (("Paris", "sunny"), ("Tokyo", "rain")))


def test_results_answer_every_call_by_its_argument() -> None:
    """Ids and names go back as they came, contents by value, else by what the value contains."""
    one = Step(
        Expectation(), results=(RULE, ResultRule("get_time", None, (("", "12:00"),), error=True))
    )
    calls = (
        ToolCall("get_weather", "b", {"location": "Tokyo"}),
        ToolCall("get_weather", "a", {"location": "paris, France"}),
        ToolCall("get_time", None, {}),
    )
    found = results_for(one, calls).results
    assert [(r.call_id, r.name, r.content, r.error) for r in found] == [
        ("b", "get_weather", "rain", False),
        ("a", "get_weather", "sunny", False),
        (None, "get_time", "12:00", True),
    ]


def test_unforeseen_calls_are_answered_with_an_error() -> None:
    """A call no rule foresees still gets a result, so that the next request is complete."""
    one = Step(Expectation(), results=(RULE,))
    calls = (
        ToolCall("other", "a", {}),
        ToolCall("get_weather", "b", {"location": "Rome"}),
        ToolCall("get_weather", "c", ["Paris"]),
        ToolCall(None, "d"),
    )
    found = results_for(one, calls).results
    assert [result.call_id for result in found] == ["a", "b", "c", "d"]
    assert all(result.error for result in found)


def test_answers_by_numbers_and_booleans() -> None:
    """Keys of a suite file are text; numbers and booleans are found by how JSON writes them."""
    rule = ResultRule("t", "n", (("3", "three"), ("true", "yes")))
    one = Step(Expectation(), results=(rule,))
    calls = (ToolCall("t", "a", {"n": 3}), ToolCall("t", "b", {"n": True}))
    assert [r.content for r in results_for(one, calls).results] == ["three", "yes"]


@pytest.mark.parametrize(
    ("one", "reply"),
    [
        (_step(ToolChoice(ChoiceMode.REQUIRED)), Reply(text="One moment.")),
        (_step(ToolChoice(ChoiceMode.NAMED, "get_time")), Reply(tool_calls=(_call(),))),
        (_step(ToolChoice(ChoiceMode.NONE)), Reply(tool_calls=(_call(),))),
        (_step(parallel=False), Reply(tool_calls=(_call(), _call()))),
    ],
)
def test_a_choice_told_in_words_is_no_promise(one: Step, reply: Reply) -> None:
    """Where the prompt says which tool to use, a server has no part in what its model does."""
    assert [unmet.kind for unmet in check(one, reply, "end")] == ["wire"]
    assert [unmet.kind for unmet in check(one, reply, "end", in_words=True)] == ["model"]
