"""What is told once where a server passes over a member, refuses it, or leaves it out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import UNREAD, one, rules
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode

STREAM = ("streaming",)
SIDES: tuple[Json, Json] = ("an answer", 400)


@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("TC415", "more than 5 stop_sequences; so does litellm"),
        ("TC415", "/stop of another type"),
        ("TC421", "a max_tokens below 0"),
        ("TC421", "/generationConfig/maxOutputTokens of another type"),
        ("TC601", "a tool_choice of REQUIRED and no tools"),
        ("TC602", "a tool choice of a tool that is not offered"),
        ("TC602", "allowedFunctionNames and the mode AUTO; so does litellm"),
        ("TC758", "a previous_response_id that nobody was given; so does transformers"),
        ("TC774", "a message of the assistant with an input_text; so does transformers"),
        ("TC777", "/systemInstruction of another type"),
        ("TC777", "/instructions of another type"),
        ("TC777", "a system message behind others"),
    ],
)
def test_what_is_wrong_in_a_member_that_is_not_read_is_told_with_it(rule: str, wrong: str) -> None:
    """All of it has to be of that member."""
    unread = one(rule, UNREAD.get(rule, "It is passed over."))
    answered = one("TC747", f"A request that is wrong was answered: {wrong}.")
    assert rules(unread, answered) == [rule]
    more = "A request that is wrong was answered: /tools of another type."
    assert rules(unread, replace(answered, others=(more,))) == [rule, "TC747"]
    refused = answered.message.replace(
        "A request that is wrong was answered", "The refusal names x"
    )
    assert rules(unread, replace(answered, message=refused)) == [rule, "TC747"]


def test_a_member_that_is_refused_is_told_once() -> None:
    """With the cases that have it, where the words name it."""
    said = "unknown field strict_tools"
    right = one("TC762", "A right request is refused: /strict_tools.", said=said, sides=SIDES)
    cases = replace(one("", f"refused with HTTP 400 ({said})"), cases=("tool_definition.strict",))
    assert rules(right, cases) == ["TC762"]
    other = replace(right, message="A right request is refused: /seed.")
    assert rules(other, cases) == ["TC762", ""]


def test_an_id_that_calls_of_one_mode_lack_is_told_once() -> None:
    """Where neither has one, or more is said of the two, there is more to tell."""
    none = one("TC201", "The call has no id.", modes=STREAM)
    differs = one("TC908", "The call has an id in one mode only.", modes=STREAM)
    assert rules(none, differs) == ["TC201"]
    assert rules(none, replace(differs, others=("The text is cut.",))) == ["TC201", "TC908"]
    assert rules(replace(none, message="The id is empty."), differs) == ["TC201", "TC908"]


def test_a_long_result_of_several_that_are_lost_is_told_with_them() -> None:
    """It is one of two, of which one alone is read."""
    lost = one("TC733", "One of the results is repeated, another is not.")
    less = "Fewer tokens are counted of the prompt than its words take: a result of 16 kB."
    counted = one("TC146", less, case="history_forms.right_results")
    assert rules(lost, counted) == ["TC733"]


def test_earlier_answers_that_are_lost_are_told_with_the_words_beside_calls() -> None:
    """Words beside calls alone are another cause, and so are those of which a part is lost."""
    words = one("TC772", "The answer has no word of what was said beside an earlier call.")
    answers = one("TC774", "The answer has no word of an earlier answer.")
    assert rules(words, answers) == ["TC774"]
    part = replace(words, message="The answer has no word of the beginning of what was said.")
    assert rules(part, answers) == ["TC772", "TC774"]


def test_a_number_that_goes_with_an_event_is_told_with_it() -> None:
    """Of the same answers; numbers that have gaps elsewhere are another cause."""
    part = one("TC927", "The text is of a part that was not opened.", modes=STREAM)
    number = one("TC919", "The sequence numbers do not rise one by one.", modes=STREAM)
    assert rules(part, number) == ["TC927"]
    elsewhere = replace(number.example, case="suite.other")
    assert rules(part, replace(number, examples=(elsewhere,))) == ["TC927", "TC919"]


def test_arguments_with_which_a_call_opens_are_told_once() -> None:
    """In streams, with what becomes of them there; what comes twice otherwise is another cause."""
    opens = one(
        "TC923", "A call opens with arguments, which are those of tool-call-delta.", modes=STREAM
    )
    value = one("TC302", "The arguments are not exactly one JSON value.", modes=STREAM)
    again = one("TC907", "The fragment repeats the arguments that were already sent.", modes=STREAM)
    assert rules(opens, value, again) == ["TC923"]
    assert rules(replace(opens, message="A part is not closed."), value) == ["TC923", "TC302"]
    assert rules(opens, replace(value, modes=("blocking",))) == ["TC923", "TC302"]


def test_answers_of_another_format_are_told_once_of_both_modes() -> None:
    """Chunks that differ elsewhere, or in answers that are of the type, are another cause."""
    seen = (("s.a", Mode.BLOCKING, "/object"), ("s.a", Mode.STREAMING, "event[0]/choices/0/text"))
    named = one("TC118", "The value is not of the published type.", seen=seen)
    message = "The chunks do not agree."
    called = one("TC922", message, modes=STREAM, seen=(("s.a", Mode.STREAMING, "event[0]/object"),))
    assert rules(named, called) == ["TC118"]
    for other in (
        ("s.a", Mode.STREAMING, "event[0]/id"),
        ("s.b", Mode.STREAMING, "event[0]/object"),
    ):
        assert rules(named, one("TC922", message, modes=STREAM, seen=(other,))) == [
            "TC118",
            "TC922",
        ]
    unread = one("TC118", "A member is missing.", seen=seen[1:])
    assert rules(unread, called) == ["TC118", "TC922"]
