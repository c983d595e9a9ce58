"""Findings of calls in another form than the format's, or in part, are one deviation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

WHOLE, STREAM = ("blocking",), ("streaming",)
A: Final = (("s.a", Mode.STREAMING, ""),)
B: Final = (("s.b", Mode.STREAMING, ""),)
IN_PIECES: Final = one(
    "TC107", "A call comes in pieces, and the format has whole calls.", modes=STREAM, seen=A
)
ELSEWHERE: Final = one(
    "TC191", "The arguments of a call stand in a member that the format does not have.", seen=A
)
LEFT_OUT: Final = "A value came back changed as parsers change it: all arguments were left out."
WORDS: Final = "The prompt writes out a call of an offered tool, and words came in its place."
NONE: Final = "A call was required and none came."
FEWER: Final = "The stream has fewer calls than the blocking answer to the same request."
ONE_CAME: Final = "Of several calls of one tool that the prompt writes out, one came."


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC908", "The stream holds another number of calls than the blocking reply."),
        ("TC951", "The blocking answer has fewer calls than the stream of the same request."),
        ("TC211", "Some calls of the reply have an id, and this one has none."),
        ("TC150", "Two calls of an answer have one index."),
        ("TC306", "The arguments are not a JSON object."),
        ("TC309", "There are no arguments at all although the tool requires some."),
        ("TC314", LEFT_OUT),
    ],
)
def test_a_call_in_pieces_is_told_once(rule: str, message: str) -> None:
    """In its answers; a call without a name that is no piece tells of nothing else."""
    other = one(rule, message, modes=STREAM, seen=A)
    (left,) = each_cause_once((other, IN_PIECES))
    assert (left.rule, left.others) == ("TC107", (message,))
    assert len(rules(IN_PIECES, one(rule, message, modes=STREAM, seen=B))) == 2
    assert len(rules(replace(IN_PIECES, message="The call has no name."), other)) == 2
    assert len(rules(IN_PIECES, replace(other, message="Something else is wrong."))) == 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC314", LEFT_OUT),
        ("TC661", "The call that was demanded has no arguments, though its tool requires some."),
        ("TC754", "A call behind results has no arguments although its tool requires some."),
    ],
)
def test_arguments_in_another_member_are_told_once(rule: str, message: str) -> None:
    """Where a call has none for it; a value that came changed is another cause."""
    missing = one(rule, message, seen=A)
    assert rules(missing, ELSEWHERE) == ["TC191"]
    assert len(rules(ELSEWHERE, one(rule, message, seen=B))) == 2
    assert len(rules(ELSEWHERE, replace(missing, message="A number became a text."))) == 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC406", "The reply ends with tool_use and holds no tool_use block."),
        ("TC410", "The reply ends as one with calls and holds none."),
    ],
)
def test_calls_that_a_reply_says_it_has_are_missing_once(rule: str, message: str) -> None:
    """In answers that say so; where the reason tells of no call, or in other cases, nothing follows."""
    ends = one(rule, message, seen=A)
    for other in (
        one("TC601", NONE, severity=Severity.ERROR, seen=A),
        one("TC602", "A call of one tool was demanded and none came: a tool of custom.", seen=A),
        one("TC654", WORDS, seen=A),
        one(
            "TC948",
            "The blocking answer has no call; the stream to the same request has.",
            seen=(("s.a", Mode.BLOCKING, ""),),
            both=True,
        ),
    ):
        assert rules(other, ends) == [rule]
        moved = replace(other, examples=(replace(other.example, case="s.b"),))
        assert len(rules(moved, ends)) == 2
    assert len(rules(one(rule, "The reason is another.", seen=A), one("TC601", NONE, seen=A))) == 2


def test_who_never_calls_calls_none_on_demand() -> None:
    """In one mode alone it is another cause."""
    demanded, words = one("TC601", NONE), one("TC654", WORDS)
    assert rules(demanded, words) == ["TC654"]
    assert len(rules(replace(demanded, modes=WHOLE), words)) == 2


def test_a_call_that_is_left_out_of_a_stream_takes_its_number_with_it() -> None:
    """Gaps in streams that have all of their calls, or another disorder, are told by themselves."""
    fewer = one("TC950", FEWER, modes=STREAM, seen=A, both=True)
    gaps = one("TC914", "The blocks are not numbered from 0 without gaps.", modes=STREAM, seen=A)
    alone = one("TC662", ONE_CAME, modes=STREAM, seen=A)
    assert rules(gaps, alone, fewer) == ["TC950"]
    assert len(rules(replace(gaps, examples=(replace(gaps.example, case="s.b"),)), fewer)) == 2
    assert len(rules(replace(gaps, message="The message ends inside a block."), fewer)) == 2
    assert len(rules(replace(alone, modes=WHOLE), fewer)) == 2


def test_inputs_that_are_put_into_one_are_told_once() -> None:
    """An input that is cut holds no second call."""
    joined = "The joined fragments of the input are not one JSON value."
    both = one("TC917", joined, modes=STREAM, seen=A, sides=("JSON", '{"a":1}{"a":2}'))
    fewer = one("TC950", FEWER, modes=STREAM, seen=A, both=True)
    assert rules(fewer, both) == ["TC917"]
    cut = one("TC917", joined, modes=STREAM, seen=A, sides=("JSON", '{"a":'))
    assert len(rules(fewer, cut)) == 2


def test_another_formats_call_is_told_once() -> None:
    """A call that has a function and does not say so is another cause."""
    flat = one("TC104", "The call holds no function object.", seen=A)
    untyped = one("TC103", "The call does not say that it is a function call.", seen=A)
    assert rules(untyped, flat) == ["TC104"]
    assert len(rules(replace(flat, message="The call has no name."), untyped)) == 2
    assert len(rules(flat, replace(untyped, examples=one("", "", seen=B).examples))) == 2


def test_ids_that_are_names_of_tools_are_told_once() -> None:
    """Other ids that come again in a later turn are another cause."""
    shared = one("TC202", "Two calls share one id, which is their tool's name.")
    again = one("TC203", "The id is the tool's name, as that of an earlier call was.")
    assert rules(shared, again) == ["TC202"]
    used = "The id was used by an earlier call of the conversation."
    assert len(rules(shared, replace(again, message=used))) == 2


def test_ids_that_gemini_gives_twice_are_told_once() -> None:
    """Ids of a later turn that no answer shares are another cause."""
    shared = one("TC211", "Two calls share one id.", sides=("an id of its own", "call_0"))
    used = "The id was used by an earlier call of the conversation."
    again = one("TC203", used, sides=("an id of its own", "call_0"))
    assert rules(again, shared) == ["TC211"]
    other = one("TC203", used, sides=("an id of its own", "call_7"))
    assert len(rules(other, shared)) == 2


def test_a_part_of_no_kind_is_told_once() -> None:
    """Another member that is of no published type, or in other answers, is another cause."""
    part = "The part of the text is of a kind that the format does not have."
    other = one("TC927", part, seen=(("s.a", Mode.STREAMING, "event[4]/type"),))
    at = ("s.a", Mode.STREAMING, "event[3]/part/type")
    typed = one("TC118", "The value is not of the published type.", seen=(at,))
    assert rules(typed, other) == ["TC118"]
    role = replace(typed, examples=(replace(typed.example, pointer="event[3]/item/role"),))
    assert len(rules(role, other)) == 2
    assert len(rules(typed, replace(other, examples=(replace(other.example, case="s.b"),)))) == 2


def test_arguments_under_another_name_are_told_once() -> None:
    """Where another member is missing than the one in whose place they stand, that is another cause."""
    place = "/tool_calls/0/"
    said = "The arguments of a call stand in a member that the format does not have."
    named = one("TC191", said, pointer=f"{place}arguments", sides=("parameters", "arguments"))
    lacks = one("TC107", "The call has no arguments member.", pointer=f"{place}parameters")
    assert rules(lacks, named) == ["TC191"]
    other = one("TC107", lacks.message, pointer=f"{place}function/arguments")
    assert rules(other, named) == ["TC107", "TC191"]
    assert rules(lacks, replace(named, modes=("streaming",))) == ["TC107", "TC191"]


def test_a_call_with_a_text_for_arguments_that_is_made_again_is_told_once() -> None:
    """In other cases or modes, or where no word of its result comes, the result is lost by itself."""
    written = one("TX113", "The arguments of the written call are no JSON object.", seen=(*A, *B))
    again = one("TC731", "The calls that were just answered came again.", seen=A)
    assert rules(again, written) == ["TX113"]
    unseen = "The answer has no word of what the tools returned, though it was to repeat it."
    elsewhere = one("TC731", again.message, case="s.c")
    for other in (
        elsewhere,
        replace(again, modes=STREAM),
        replace(again, message=unseen),
        replace(again, others=(unseen,)),
    ):
        assert rules(written, other) == ["TX113", "TC731"]


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC404", "The reply ends as one with calls and holds none."),
        ("TC602", "A call of one tool was demanded and none came."),
        ("TC601", NONE),
        ("TC654", WORDS),
    ],
)
def test_a_list_of_calls_that_was_emptied_is_told_once(rule: str, message: str) -> None:
    """With what it lost; a call that is missing in another answer is missing by itself."""
    empty = one("TC105", "tool_calls is there and empty.", modes=STREAM, seen=(*A, *B))
    other = one(rule, message, modes=STREAM, seen=A, severity=Severity.ERROR)
    (left,) = each_cause_once((other, empty))
    assert (left.rule, left.severity) == ("TC105", Severity.ERROR)
    assert left.message.startswith("Calls are left out of answers")
    assert message in left.others
    elsewhere = (("s.c", Mode.STREAMING, ""),)
    assert len(rules(empty, one(rule, message, modes=STREAM, seen=elsewhere))) == 2
    assert len(rules(empty, replace(other, message="Something else is wrong."))) == 2
