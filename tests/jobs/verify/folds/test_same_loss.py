"""Findings of what never reached a model, or never came from it, that tell one cause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once

NO_CALL = "The prompt writes out a call of an offered tool, and words came in its place."


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC777", "The answer has no word of the system prompt, of which it was to repeat a line."),
        ("TC769", "The answer has no word of what an earlier call was made with."),
        ("TC511", "The words that were to be said came otherwise: HTML entities were written."),
    ],
)
def test_a_call_in_words_that_is_missing_is_told_with_what_befalls_its_text(
    rule: str, message: str
) -> None:
    """Where tools have a member of their own they are lost by themselves."""
    cause = one(rule, message)
    assert rules(one("TC654", NO_CALL, dialect="chatml"), cause) == [rule]
    assert rules(cause, one("TC654", NO_CALL)) == [rule, "TC654"]


def test_another_change_of_a_text_leaves_its_calls_as_they_are() -> None:
    """Angle brackets alone make a call of it."""
    blanks = one("TC511", "The words that were to be said came otherwise: blanks were doubled.")
    assert rules(blanks, one("TC654", NO_CALL, dialect="chatml")) == ["TC511", "TC654"]


def test_later_words_that_are_not_read_are_not_counted() -> None:
    """Nor is a call made that is due behind results; what else is counted too low is another cause."""
    unread = one("TC732", "The reply does nothing of what the last words of the user write out.")
    fewer = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read"
    for case, text in (
        ("history_forms.right_long_behind", f"{fewer}: a long text of the user behind a result."),
        ("round_trip.line_words_2", f"{fewer}."),
    ):
        assert rules(unread, one("TC146", text, case=case)) == ["TC732"]
    tools = one("TC146", f"{fewer}: long descriptions of tools.", case="history_forms.right_tools")
    assert rules(unread, tools) == ["TC732", "TC146"]
    words = "Behind a result come words, though the prompt writes out a call that takes it over."
    assert rules(unread, one("TC670", words)) == ["TC732"]
    streamed = replace(unread, modes=("streaming",))
    assert rules(streamed, one("TC670", words)) == ["TC732", "TC670"]


LONG_RESULT = (
    "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read: "
    "a result of 16 kB."
)
STREAM = ("streaming",)


def test_results_that_are_kept_by_the_names_of_their_tools_are_told_once() -> None:
    """Wherever they stand; another text that is not counted is another cause."""
    one_tool = one("TC767", "One result of a tool is told in the place of another one of it.")
    of_another = "The answer gives the result of another call than the one asked about."
    for rule, message in (("TC146", LONG_RESULT), ("TC709", of_another)):
        again = one(rule, message)
        assert rules(again, one_tool) == ["TC767"]
        assert rules(replace(one_tool, modes=STREAM), again) == ["TC767", rule]
    tools = one("TC146", LONG_RESULT.replace("a result of 16 kB", "long descriptions of tools"))
    assert rules(one_tool, tools) == ["TC767", "TC146"]
    assert rules(one_tool, replace(tools, others=(LONG_RESULT,))) == ["TC767", "TC146"]


def test_a_result_that_is_cut_lacks_its_end_where_it_is_an_earlier_one() -> None:
    """One of which nothing is left is lost for another reason, and so is one that came changed."""
    cut = one("TC757", "The result is repeated otherwise than it was returned: they were cut.")
    ends = "The answer has no word of the middle and the end of an earlier result that it was to repeat."
    earlier = one("TC775", ends)
    assert rules(earlier, cut, one("TC146", LONG_RESULT)) == ["TC757"]
    assert rules(replace(cut, modes=STREAM), earlier) == ["TC757", "TC775"]
    gone = replace(earlier, message=ends.replace("the middle and the end of ", ""))
    assert rules(cut, gone) == ["TC757", "TC775"]
    escaped = replace(cut, message=cut.message.replace("they were cut", "quotes were dropped"))
    assert rules(escaped, earlier) == ["TC757", "TC775"]


def test_the_first_of_two_messages_in_a_row_may_be_one_of_results() -> None:
    """Words behind it are refused for what is missing then; words before it are not seen."""
    row = "The answer has no word of the message directly before the question, of which it was to repeat a line."
    lost = one("TC778", row)
    behind = one(
        "TC711",
        "Words of the user directly after the results are refused.",
        said="A tool call has no tool result.",
    )
    long = one(
        "TC762",
        "A right request is refused: a long text of the user behind a result.",
        said="Number of function calls and function response parts differ.",
    )
    wrong = "A request that is wrong was answered: words of the user between a call and its result."
    assert rules(behind, long, lost, one("TC747", wrong)) == ["TC778"]
    for other in (behind, long):
        assert rules(lost, replace(other, said="No text is allowed here.")) == ["TC778", other.rule]
    assert rules(
        lost, one("TC747", wrong, said="x"), replace(long, message="A form is refused.")
    ) == [
        "TC778",
        "TC762",
    ]
    more = replace(one("TC747", wrong), others=("A request that is wrong was answered: no model.",))
    assert rules(lost, more) == ["TC778", "TC747"]


def test_a_history_that_is_dropped_where_results_come_is_told_once() -> None:
    """It is neither followed nor looked at; a wrong request that has nothing to do with it is another cause."""
    lacks = "The history lacks all words of the user that were sent before the results."
    dropped = one("TC926", lacks, modes=("blocking", "streaming"))
    answered = "A request that is wrong was answered: "
    words = "Behind a result come words, though the prompt writes out a call that takes it over."
    wrong = one("TC747", f"{answered}/chat_history of another type.")
    assert rules(dropped, one("TC670", words), wrong) == ["TC926"]
    tools = one("TC747", f"{answered}/tools of another type.")
    assert rules(dropped, tools) == ["TC926", "TC747"]
    assert rules(one("TC926", "What is told twice differs."), wrong) == ["TC926", "TC747"]
    assert rules(replace(dropped, modes=STREAM), one("TC670", words)) == ["TC926", "TC670"]


def test_a_result_that_goes_back_to_nothing_is_told_with_what_was_not_kept() -> None:
    """A part that is lost leaves its calls where they are."""
    alone = one(
        "TC784",
        "The reply has no word of a result that went back alone, with the id of the answer that "
        "made the call. With the history written out the same is answered with it.",
    )
    kept = one("TC758", "The answer has no word of the conversation that was to be kept.")
    assert rules(kept, alone) == ["TC758"]
    part = "The answer has no word of the end of the conversation that was to be kept."
    assert rules(replace(kept, message=part), alone) == ["TC758", "TC784"]


def test_messages_of_calls_alone_that_are_lost_are_told_once() -> None:
    """Nothing goes on from them, and nothing is wrong in them; other controls and other modes stay."""
    message = "The answer has no word of what an earlier call was made with, of which it was to repeat a line."
    lost = one("TC769", message)
    words = one(
        "TC670",
        "Behind a result come words, though the prompt writes out a call that takes it over.",
    )
    failed = one("TC736", "The answer has no word of a failure that it was to repeat.")
    answered = "A request that is wrong was answered: {}."
    wrong = one("TC747", answered.format("/messages/*/tool_calls/*/function left out"))
    (left,) = each_cause_once((words, failed, wrong, lost))
    assert left.message == "A message of the assistant with calls alone does not reach the model."
    assert set(left.others) == {message, words.message, failed.message, wrong.message}
    for other in (words, failed, wrong):
        apart = replace(lost, modes=("streaming",))
        assert rules(apart, replace(other, modes=("blocking",))) == ["TC769", other.rule]
    arguments = one("TC747", answered.format("arguments that are an empty list"))
    assert rules(lost, arguments) == ["TC769"]
    tools = one("TC747", answered.format("/tools/*/function left out"))
    assert rules(lost, tools) == ["TC769", "TC747"]
    replied = one("TC736", "The answer does not say that the tool failed.")
    assert rules(lost, replied) == ["TC769", "TC736"]


def test_what_goes_with_calls_that_are_left_out_is_told_with_them() -> None:
    """What is wrong elsewhere, or shows in another mode, is another cause, and so is each of these by itself."""
    lost = one("TC769", "The answer has no word of what an earlier call was made with.")
    gone = "Behind a result come words, though the prompt writes out a call that takes it over."
    behind = one("TC670", gone)
    parts = "The answer has no word of the result, whose parts were to be repeated: none came."
    refused = one("", "refused with HTTP 400 (A tool result follows no tool call.)", step=2)
    answered = "A request that is wrong was answered: "
    pairs = one("TC747", f"{answered}two calls in the history, and the result of one; so does a.")
    for found in (
        one("TC203", "The id was used by an earlier call of the conversation."),
        one("TC707", "A history in which a call has no result was answered."),
        one("TC763", parts),
        pairs,
        refused,
    ):
        (left,) = each_cause_once([found, behind, lost])
        assert left.rule == "TC769"
        assert found.rule in rules(found, lost)
    for other in (
        one("TC747", f"{answered}/messages/* of another type."),
        replace(pairs, others=(f"{answered}/messages/* of another type.",)),
        replace(refused, message="refused with HTTP 400 (No such model.)"),
    ):
        assert rules(other, behind, lost) == [other.rule, "TC769"]
    streamed = [replace(it, modes=STREAM) for it in (behind, lost)]
    assert rules(one("TC763", parts), *streamed) == ["TC763", "TC769"]
