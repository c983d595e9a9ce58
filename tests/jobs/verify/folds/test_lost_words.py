"""Findings of messages, or of what these hold, that never reach a model: told once."""

from __future__ import annotations

from dataclasses import replace

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import (
    FIRST_MESSAGE_ALONE,
    FIRST_TOOL_ALONE,
    ONE_PART_ALONE,
    RESULTS_LOST,
    USER_LOST,
)

FEWER = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read"
STREAM = ("streaming",)
FIRST = one(
    "TC785",
    "The answer has no word of the first message, of which it was to repeat a line, and has others.",
)
NOT_GONE_ON = one(
    "TC670", "Behind a result come words, though the prompt writes out a call that takes it over."
)
NO_CALL = one(
    "TC654", "The prompt writes out a call of an offered tool, and words came in its place."
)
AGAIN = one("TC731", "The calls that were just answered came again.")
UNSEEN = one(
    "TC731", "The answer has no word of what the tools returned, though it was to repeat it."
)
FAILURE = one("TC736", "The answer has no word of a failure that it was to repeat.")
EARLIER = one("TC775", "The answer has no word of an earlier result that it was to repeat.")
MANY = one(
    "TC897",
    "The call of one of many tools did not come with what its schema alone tells. "
    "With the tools in reverse order the same is answered as it should be.",
)


def counted(case: str, part: str = "") -> ServerDeviation:
    """Return what is said of a prompt that is counted too low."""
    about = f": {part}" if part else ""
    return one("TC146", f"{FEWER}{about}.", case=case, modes=("blocking",))


def test_a_first_message_that_is_dropped_is_told_once() -> None:
    """The system prompt is lost with it where it is that message, and beside it where it is no message."""
    row = one(
        "TC778",
        "The answer has no word of the message directly before the question, of which it was to repeat a line.",
    )
    system = one(
        "TC777", "The answer has no word of the system prompt, of which it was to repeat a line."
    )
    found = (NOT_GONE_ON, row, FIRST, system)
    assert rules(*found) == ["TC785"]
    aside = (replace(it, dialect="anthropic-messages") for it in found)
    assert rules(*aside) == ["TC785", "TC777"]
    assert rules(NOT_GONE_ON, replace(FIRST, modes=STREAM)) == ["TC670", "TC785"]
    cut = one(
        "TC757", "Lines of the results are missing in the words that repeat them: they were cut."
    )
    assert rules(cut, FIRST) == ["TC757", "TC785"]


def test_a_first_message_that_is_dropped_is_not_counted() -> None:
    """What is counted too low of tools is another cause."""
    form = "history_forms.form_text_part_messages_user_content_tool_result_content"
    assert rules(FIRST, counted(form)) == ["TC785"]
    tools = counted("history_forms.right_long_tools", "long descriptions of tools")
    assert rules(FIRST, tools) == ["TC785", "TC146"]


def test_that_the_first_message_alone_reaches_the_model_is_told_once() -> None:
    """A long system prompt is lost for another cause."""
    history = counted("history_forms.right_long_history", "20 earlier questions and answers")
    (left,) = each_cause_once([AGAIN, history])
    assert (left.rule, left.message) == ("TC731", FIRST_MESSAGE_ALONE)
    system = replace(history, others=(f"{FEWER}: a long system prompt.",))
    assert rules(AGAIN, system) == ["TC731", "TC146"]


def test_results_that_are_lost_are_told_once() -> None:
    """Who goes on from none may yet tell of a failure; what is not counted of words is another cause."""
    for found in (
        (NOT_GONE_ON, EARLIER, FAILURE),
        (NOT_GONE_ON, FAILURE, counted("round_trip.line_result_1")),
    ):
        (left,) = each_cause_once(found)
        assert left.message == RESULTS_LOST
    assert rules(NOT_GONE_ON, FAILURE) == ["TC670", "TC736"]
    words = counted("round_trip.line_words_1")
    assert rules(NOT_GONE_ON, words) == ["TC670", "TC146"]


def test_an_image_in_a_result_is_lost_with_it() -> None:
    """An image among the user's words is not."""
    less = "Far fewer tokens are counted of an image in a tool result than of the same among the user's words: it was not counted, or not read."
    image = one("TC146", less, case="history_forms.right_long_system")
    assert rules(UNSEEN, image) == ["TC731"]
    other = (
        "No token is counted of an image among the user's words: it was not counted, or not read."
    )
    assert rules(UNSEEN, replace(image, message=other)) == ["TC731", "TC146"]


def test_words_of_the_user_that_are_lost_are_told_once() -> None:
    """A call of the history that is not counted is another cause."""
    behind = counted("history_forms.right_long_behind", "a long text of the user behind a result")
    named = one(
        "TC605",
        "The tool was called that the choice names first, and the prompt asks for another of them.",
    )
    silent = one("TC510", "The answer says nothing, though it was told what to say.")
    piece = one("TC006", "A stream was asked for and the answer came in one piece.", modes=STREAM)
    (left,) = each_cause_once([piece, behind, named, silent, NO_CALL])
    assert (left.rule, left.message) == ("TC654", USER_LOST)
    assert rules(NO_CALL, named) == ["TC654", "TC605"]
    assert rules(NO_CALL, behind, piece) == ["TC654", "TC006"]
    call = counted("history_forms.right_long_arguments", "a call of the history with a long text")
    assert rules(NO_CALL, call) == ["TC654", "TC146"]


def test_a_history_that_lacks_words_of_the_user_is_told_with_them() -> None:
    """Where the model has them the history alone is wrong."""
    unsent = one(
        "TC926", "The history lacks all words of the user that were sent before the results."
    )
    assert rules(FIRST, unsent) == ["TC785"]
    assert rules(FAILURE, unsent) == ["TC736", "TC926"]


def test_that_the_first_tool_alone_reaches_the_model_is_told_once() -> None:
    """Parameters that are not counted are lost for another cause, and so is a result alone."""
    tools = counted("history_forms.right_long_tools", "long descriptions of tools")
    (left,) = each_cause_once([tools, NOT_GONE_ON, MANY])
    assert (left.rule, left.message) == ("TC897", FIRST_TOOL_ALONE)
    assert rules(NOT_GONE_ON, MANY) == ["TC670", "TC897"]
    members = counted("history_forms.right_long_members", "long descriptions of parameters")
    assert rules(MANY, members) == ["TC897", "TC146"]


def test_words_in_parts_of_which_one_is_read_are_told_once() -> None:
    """A text behind a result is such a part where words beside results are lost, and no part elsewhere."""
    parts = one(
        "TC776",
        "The answer has no word of what the user said before, in several parts, which it was to repeat.",
    )
    beside = one(
        "TC780",
        "The answer repeats the result alone: the words in one message with it may not reach the model.",
    )
    form = counted("history_forms.form_text_part_messages_user_content", "/messages/*")
    behind = counted("history_forms.right_long_behind", "a long text of the user behind a result")
    (left,) = each_cause_once([behind, parts, beside])
    assert (left.rule, left.message) == ("TC776", ONE_PART_ALONE)
    assert rules(form, parts) == ["TC776"]
    assert rules(behind, parts) == ["TC146", "TC776"]
    tools = counted("history_forms.right_long_tools", "long descriptions of tools")
    assert rules(tools, parts) == ["TC146", "TC776"]
