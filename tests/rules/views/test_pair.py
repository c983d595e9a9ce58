"""Streaming equals blocking: what is compared, and what a model's mood may explain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.pairs import CHAT, changed, counted, messages, pair
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Chance
from toolwire.model.reply import Reply
from toolwire.rules import judge, judge_pair, pair_chances
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.views.pair import compare
from toolwire.rules.views.pair_difference import DifferencePart

ANTHROPIC = "anthropic-messages"
PARIS = PlannedCall("get_weather", {"location": "Paris", "days": 2})
TOKYO = PlannedCall("get_weather", {"location": "Tokyo"})
TIME = PlannedCall("get_time", {})


def called(reply: Reply, **changes: object) -> Reply:
    """Return a reply whose first call was changed."""
    first, *rest = reply.tool_calls
    return replace(reply, tool_calls=(replace(first, **changes), *rest))  # type: ignore[arg-type]


def test_without_a_twin_nothing_is_compared() -> None:
    """A streamed answer alone trips no rule about both modes, however it ends."""
    read = load_dialect(CHAT).decode(clean(load_dialect(CHAT), "single_call", Mode.STREAMING))
    assert compare(read).differences == ()
    assert judge_pair(read) == ()


def test_what_cannot_be_read_is_not_compared() -> None:
    """That a body is no JSON, or a stream has no event, says all: nothing is missing beside it."""
    answer = Answer(text="It returned: 18 C and sunny.")
    other = replace(answer, text="It returned: 18 C and su")
    read = pair(answer, other, level=EvidenceLevel.DOCUMENTED)
    assert read.twin is not None
    assert compare(read).differences
    unread = replace(read, twin=replace(read.twin, reply=Reply()))
    assert compare(unread).differences == ()
    assert compare(replace(read, reply=Reply())).differences == ()


def test_the_pair_is_judged_apart_and_together() -> None:
    """`judge_pair` says what `judge` says about a pair, without what it says of the answer."""
    answer = Answer(calls=(PARIS,))
    read = pair(answer, replace(answer, cut=True), level=EvidenceLevel.DOCUMENTED)
    assert [f.rule for f in judge_pair(read)] == ["TC408"]
    assert judge(read) == judge_pair(read)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_model_may_say_something_else_each_time(name: str) -> None:
    """Other arguments, other words and other thoughts are moods, in every dialect."""
    one = Answer(text="Let me look.", calls=(PARIS,))
    other = Answer(text="One moment, please.", calls=(TOKYO,), reasoning="Hm.")
    found = compare(pair(one, other, name))
    assert found.differences == ()
    assert found.otherwise == ""


def test_a_piece_of_the_thoughts_is_text_in_one_mode() -> None:
    """Where a reader of a stream takes the end of the thoughts for the answer's beginning."""
    one = Answer(text="It is sunny.", reasoning="I look it up.")
    other = Answer(text=" up.It is sunny.", reasoning="I look it")
    (found,) = compare(pair(one, other, "ollama-chat")).differences
    assert found.message == "Words of the reasoning are text in one mode."
    assert not compare(pair(one, replace(one, reasoning="I know it."), "ollama-chat")).differences


@pytest.mark.parametrize("name", DIALECTS)
def test_of_a_script_everything_counts(name: str) -> None:
    """Where both answers follow one script, another value or text is the wire's doing."""
    one, other = Answer(calls=(PARIS,)), Answer(calls=(TOKYO,))
    found = compare(pair(one, other, name, EvidenceLevel.DOCUMENTED))
    assert [d.part for d in found.differences] == [DifferencePart.REPLY]
    assert found.otherwise == ""


@pytest.mark.parametrize(
    ("streamed", "told_so"),
    [
        (Answer(text="No."), "the model made 1 calls when not streamed and 0 when streamed"),
        (Answer(calls=(PARIS, TOKYO)), "the model made 1 calls when not streamed and 2 when"),
        (Answer(calls=(TIME,)), "the model called other tools when streamed than when not"),
    ],
)
def test_other_calls_are_not_compared(streamed: Answer, told_so: str) -> None:
    """A model that calls otherwise makes the pair say nothing, and it is said why."""
    found = compare(pair(Answer(calls=(PARIS,)), streamed))
    assert found.differences == ()
    assert found.otherwise.startswith(told_so)


def test_calls_in_another_order_are_told_from_other_calls() -> None:
    """Of a script the order counts, and is named as such."""
    one, other = Answer(calls=(PARIS, TIME)), Answer(calls=(TIME, PARIS))
    found = compare(pair(one, other, level=EvidenceLevel.DOCUMENTED)).differences
    assert [d.message for d in found] == ["The calls of the stream have another order."]
    assert found[0].sides == (["get_weather", "get_time"], ["get_time", "get_weather"])
    assert found[0].pointer.endswith("/function/name")


def test_as_many_tokens_and_no_text_is_a_lost_text() -> None:
    """A text that is missing though as many tokens were counted is no mood of the model."""
    said = "I'll look that up with the tool you gave me, in a moment."
    full, bare = Answer(text=said, calls=(PARIS,)), Answer(calls=(PARIS,))
    read = pair(bare, full)
    counts = {side.usage.output for side in (read.reply, read.twin.reply)}  # type: ignore[union-attr]
    assert len(counts) == 2
    assert messages(read) == []
    same = changed(read, lambda reply: counted(reply, min(counts)))  # type: ignore[type-var]
    (lost,) = compare(same).differences
    assert lost.part is DifferencePart.BESIDE
    assert lost.sides == ("", said)


def test_as_many_tokens_and_no_call_is_a_lost_call() -> None:
    """A last call that is missing though as many tokens were counted may be lost: a run decides."""
    read = pair(Answer(calls=(PARIS, TOKYO)), Answer(calls=(PARIS,)))
    assert compare(read).otherwise
    assert read.twin is not None
    assert read.twin.reply.usage is not None
    output = read.twin.reply.usage.output
    found = compare(changed(read, lambda reply: counted(reply, output)))
    assert [(d.message, d.varies) for d in found.differences] == [
        ("The stream holds another number of calls than the blocking reply.", True)
    ]
    assert found.otherwise


def test_a_lost_call_counts_over_a_run() -> None:
    """One pair colours nothing, since servers were seen to count the same tokens each time."""
    read = pair(Answer(calls=(PARIS, TOKYO)), Answer(calls=(PARIS,)))
    assert read.twin is not None
    assert read.twin.reply.usage is not None
    output = read.twin.reply.usage.output
    same = changed(read, lambda reply: counted(reply, output))
    (finding,) = judge_pair(same)
    assert (finding.rule, finding.variance) == ("TC908", True)
    assert pair_chances(same, (finding,))["TC908"] == Chance(1, 1, 0)
    both = pair(Answer(calls=(PARIS, TOKYO)), Answer(calls=(PARIS, TOKYO)))
    assert pair_chances(both, ())["TC908"] == Chance(1, 0, 1)


@pytest.mark.parametrize(
    ("output", "expected"), [(None, ["Other token counts are told in the stream."]), (500, [])]
)
def test_without_a_count_that_agrees_there_is_no_witness(
    output: int | None, expected: list[str]
) -> None:
    """Where a count is missing or far off, what is missing may never have been said."""
    full = Answer(text="I'll look that up for you now.", calls=(PARIS,))
    read = pair(full, Answer(calls=(PARIS,)))
    assert messages(changed(read, lambda reply: counted(reply, output))) == expected


def test_white_space_around_a_text_is_only_drift() -> None:
    """The same words with other white space around them are told at info."""
    read = pair(Answer(text="Look.", calls=(PARIS,)), Answer(text="\nLook.\n", calls=(PARIS,)))
    (finding,) = judge_pair(read)
    assert (finding.rule, finding.severity) == ("TC505", "info")


def test_no_text_and_an_empty_text_are_alike() -> None:
    """Null, absent and empty text are one: streams have no other way to say nothing."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    assert messages(changed(read, lambda reply: replace(reply, text=""))) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"days": 2}, {"days": "2"}, ("integer", "string")),
        ({"days": 2}, {"days": "3"}, None),
        ({"on": True}, {"on": "true"}, ("boolean", "string")),
        ({"a": [1, {"b": None}]}, {"a": '[1,{"b":null}]'}, ("array", "string")),
        ({"a": 1}, {"a": 1.0}, None),
        ({"a": 1}, {"b": "1"}, None),
        ({"a": None}, {"a": "null"}, None),
    ],
)  # fmt: skip
def test_a_value_in_another_type_is_found(
    before: Json, after: Json, expected: tuple[str, str] | None
) -> None:
    """The same value as text is a parser's doing; another value is the model's."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    assert read.twin is not None
    twin = changed(read.twin, lambda reply: called(reply, arguments=before))
    found = compare(
        replace(changed(read, lambda reply: called(reply, arguments=after)), twin=twin)
    ).differences
    assert [d.sides for d in found] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": None}, "The call has an id in one mode only."),
        ({"kind": "custom"}, "The call is of another kind in the stream."),
    ],
)
def test_shapes_of_calls_are_always_compared(changes: dict[str, object], message: str) -> None:
    """Kind and id of a call do not depend on the mood of a model."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    assert messages(changed(read, lambda reply: called(reply, **changes))) == [message]


@pytest.mark.parametrize(
    "changes",
    [
        {"arguments": None, "parse_error": "empty", "raw": ""},
        {"arguments": [1]},
        {"arguments": "{}"},
    ],
)
def test_arguments_that_are_no_object_are_at_fault_in_their_mode(
    changes: dict[str, object],
) -> None:
    """Which mode has them, their own rules say: the other one is not blamed for being right."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    assert messages(changed(read, lambda reply: called(reply, **changes))) == []


def test_another_stop_word_after_the_same_calls_is_found() -> None:
    """`stop` in one mode and `tool_calls` in the other is what agents stumble over."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(TOKYO,)))
    found = judge_pair(changed(read, lambda reply: replace(reply, stop="stop")))
    assert [(f.rule, f.severity, f.expected, f.actual) for f in found] == [
        ("TC908", "error", "tool_calls", "stop")
    ]


def test_after_a_named_choice_both_words_are_bearable() -> None:
    """OpenAI's own `stop` after a named choice beside `tool_calls` is drift, no error."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)), scenario="named_choice")
    found = judge_pair(changed(read, lambda reply: replace(reply, stop="tool_calls")))
    assert [(f.rule, f.severity) for f in found] == [("TC908", "info")]


@pytest.mark.parametrize(
    ("streamed", "stop", "rules"),
    [
        (Answer(text="Once upon a time", cut=True), None, []),
        (Answer(text="Once upon a", cut=True), None, ["TC408"]),
        (Answer(text="Once more"), "content_filter", []),
        (Answer(text="Once upon a"), "content_filter", []),
    ],
)
def test_a_stop_word_is_compared_only_where_the_words_are_the_same(
    streamed: Answer, stop: str | None, rules: list[str]
) -> None:
    """A longer answer is cut and a shorter one is not; a filter may catch one of two."""
    read = pair(Answer(text="Once upon a"), streamed, scenario="plain_text")
    if stop is not None:
        read = changed(read, lambda reply: replace(reply, stop=stop))
    assert [f.rule for f in judge_pair(read)] == rules


def test_of_two_answers_that_say_nothing_one_may_be_cut() -> None:
    """It was cut in a call, which it then left out; the other is a model that says nothing."""
    read = pair(Answer(text=""), Answer(text="", cut=True), "ollama-chat", scenario="plain_text")
    assert "TC408" not in [f.rule for f in judge_pair(read)]


def test_a_stream_without_an_end_does_not_say_that_it_is_whole() -> None:
    """It lacks the word, which is another finding."""
    answer = Answer(text="Once upon a time", cut=True)
    read = pair(answer, answer, "ollama-chat", scenario="cut_text")
    endless = changed(read, lambda reply: replace(reply, stop=None))
    assert [f.rule for f in judge_pair(endless)] == []


def test_a_call_cut_in_both_modes_is_not_to_be_whole_in_one() -> None:
    """Of a script, half a call in one mode and a whole one in the other is TC408's."""
    answer = Answer(calls=(PARIS,), cut=True)
    half = {"arguments": None, "parse_error": "cut", "raw": '{"loc'}
    for level, rules in ((EvidenceLevel.DOCUMENTED, ["TC408"]), (EvidenceLevel.LIVE, [])):
        read = changed(pair(answer, answer, level=level), lambda reply: called(reply, **half))
        assert [f.rule for f in judge_pair(read)] == rules


@pytest.mark.parametrize("name", [ANTHROPIC, "bedrock-converse"])
def test_a_call_cut_in_one_mode_is_the_models_doing(name: str) -> None:
    """A model that went on until the limit in its stream stopped in the middle of its arguments."""
    answer = Answer(calls=(PARIS,))
    half = {"arguments": None, "parse_error": "cut", "raw": '{"loc'}
    read = changed(pair(answer, replace(answer, cut=True), name), lambda r: called(r, **half))
    assert judge_pair(read) == ()


def test_an_error_is_not_compared() -> None:
    """Where one of the two is an error, there is nothing to compare."""
    refused = load_dialect(CHAT).decode(clean(load_dialect(CHAT), "refused", Mode.BLOCKING))
    read = pair(Answer(calls=(PARIS,)), Answer(text="No."), level=EvidenceLevel.DOCUMENTED)
    assert compare(replace(read, twin=refused)).differences == ()


def test_deep_arguments_are_compared_without_harm() -> None:
    """Arguments nested deeper than Python's stack bears are compared as a whole."""
    deep: Json = 1
    for _ in range(400):
        deep = [deep]
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)), level=EvidenceLevel.DOCUMENTED)
    assert read.twin is not None
    twin = changed(read.twin, lambda reply: called(reply, arguments={"a": deep}))
    for value, expected in ((deep, []), ([deep], ["An argument has another value in the stream."])):
        read = changed(read, lambda reply, v=value: called(reply, arguments={"a": v}))  # type: ignore[misc]
        assert messages(replace(read, twin=twin)) == expected


def test_a_long_text_is_shown_where_the_two_part() -> None:
    """Only the part around the first difference goes into the finding."""
    head = "The same words. " * 50
    read = pair(
        Answer(text=f"{head}One."),
        Answer(text=f"{head}Two."),
        level=EvidenceLevel.DOCUMENTED,
        scenario="plain_text",
    )
    (finding,) = judge_pair(read)
    assert isinstance(finding.actual, str)
    assert finding.actual.endswith("Two.")
    assert len(finding.actual) < 100


def test_pointers_of_calls_in_text_stay_in_the_text() -> None:
    """Where a call is text, a finding points at the text, which has no members."""
    one, other = Answer(calls=(PARIS,)), Answer(calls=(TOKYO,))
    for name in ("chatml", "prompted"):
        (finding,) = judge_pair(pair(one, other, name, EvidenceLevel.DOCUMENTED))
        assert finding.pointer.startswith("event[")
        assert "location" not in finding.pointer


def test_hostile_names_do_no_harm() -> None:
    """Calls without a name are compared like any other."""
    read = pair(Answer(calls=(PARIS,)), Answer(calls=(PARIS,)))
    bare = ToolCall(None, pointer="event[1]/choices/0/delta/tool_calls/0")
    found = compare(changed(read, lambda reply: replace(reply, tool_calls=(bare, bare))))
    assert found.otherwise


def test_a_stream_without_any_reason_is_told_of_by_itself() -> None:
    """It is no other end than that of the blocking reply, nor is one of both cut."""
    read = pair(Answer(text="Once upon a", cut=True), Answer(text="Once upon a"))
    assert messages(changed(read, lambda reply: replace(reply, stop=None))) == []
