"""Findings of tools, or of calls and results of a history, that are lost as a whole: told once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import (
    LAST_PART_ALONE,
    ONE_PART_ALONE,
    ROUNDS_LOST,
    TEXTS_ALONE,
    TOOLS_LOST,
    TURNS_LOST,
)
from toolwire.model.topic import Topic

STREAM = ("streaming",)
FEWER = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read"
ANSWERED = "A request that is wrong was answered"
NO_CALL = one(
    "TC654", "The prompt writes out a call of an offered tool, and words came in its place."
)
NO_TOKENS = one("TC146", f"{FEWER}: long descriptions of tools.", modes=("blocking",))
NO_ARGUMENTS = one(
    "TC769",
    "The answer has no word of what an earlier call was made with, of which it was to repeat a line.",
)
AGAIN = one("TC731", "The calls that were just answered came again.")
SAME_ID = one(
    "TC203",
    "The id was used by an earlier call of the conversation, and the call is one that was made before.",
)
IMAGE = one(
    "TC146",
    "Far fewer tokens are counted of an image in a tool result than of the same among the user's words: "
    "it was not counted, or not read.",
    case="history_forms.right_long_system",
)


def wrong(topic: Topic, about: str = "something") -> ServerDeviation:
    """Return what is said of wrong requests that were answered."""
    return one("TC747", f"{ANSWERED}: {about}.", topic=topic)


def test_that_no_tool_reaches_the_model_is_told_of_calls_and_counts_together() -> None:
    """Either by itself is no more than it says, and a text of another part is lost for another cause."""
    (left,) = each_cause_once([NO_TOKENS, NO_CALL])
    assert (left.rule, left.message) == ("TC654", TOOLS_LOST)
    assert left.others == (NO_CALL.message, NO_TOKENS.message)
    system = replace(NO_TOKENS, message=f"{FEWER}: a long system prompt.")
    assert rules(NO_CALL, system) == ["TC654", "TC146"]
    assert rules(NO_CALL, replace(NO_TOKENS, others=(system.message,))) == ["TC654", "TC146"]
    assert rules(replace(NO_CALL, modes=STREAM), NO_TOKENS) == ["TC654", "TC146"]


def test_long_tools_of_a_suite_are_told_of_no_part() -> None:
    """Nothing else is long in their requests, as it may be in others."""
    unnamed = replace(NO_TOKENS, message=f"{FEWER}.", others=(NO_TOKENS.message,))
    for case, left in (
        ("tool_definition.allowed_1", ["TC654"]),
        ("x.y", ["TC654", "TC146"]),
    ):
        example = replace(unnamed.example, case=case, message=unnamed.message)
        assert rules(NO_CALL, replace(unnamed, examples=(example,))) == left


@pytest.mark.parametrize(
    "found",
    [
        one("TC602", "A call of one tool was demanded and none came."),
        one("TC005", "A tool choice that does not exist was passed over."),
        one("TC813", "An empty list of tools was taken."),
        one(
            "TC749",
            "The usual form of a request is refused: so is each other form.",
            said="The history has calls or results, and the request offers no tools.",
        ),
        wrong(Topic.TOOLS, "a space in a tool's name"),
        wrong(Topic.TOOLS, "/tools/*/type left out"),
        wrong(Topic.TOOLS, "a list without items"),
    ],
)
def test_what_follows_where_no_tool_reaches_the_model_is_told_with_it(
    found: ServerDeviation,
) -> None:
    """Where tools are counted it may have another cause."""
    assert rules(found, NO_CALL, NO_TOKENS) == ["TC654"]
    assert rules(found, NO_CALL) == [found.rule, "TC654"]


def test_a_call_that_is_required_is_one_of_those_that_never_come() -> None:
    """Be tools counted or not."""
    required = one("TC601", "A call was required and none came.")
    assert rules(required, NO_CALL, NO_TOKENS) == ["TC654"]
    assert rules(required, NO_CALL) == ["TC654"]


@pytest.mark.parametrize(
    "found",
    [
        one("TC602", "Another tool was called than the one demanded."),
        one("TC749", "The usual form of a request is refused.", said="The model is not known."),
        wrong(Topic.ROUND, "/messages/*/tool_calls/*/function left out"),
        wrong(Topic.ROUND, "a result with an empty id"),
        wrong(Topic.OTHER, "a temperature above 1"),
        replace(wrong(Topic.TOOLS), topics=frozenset(Topic)),
        # Results of before such topics were told have none.
        replace(wrong(Topic.TOOLS), topics=frozenset({Topic.OTHER})),
        one(
            "TC747",
            "The refusal comes under a status of success: a space in a tool's name.",
            topic=Topic.TOOLS,
        ),
    ],
)
def test_what_has_another_cause_stays_beside_lost_tools(found: ServerDeviation) -> None:
    """It is wrong in the history, in other members, or refused otherwise."""
    assert rules(found, NO_CALL, NO_TOKENS) == [found.rule, "TC654"]


def test_that_no_call_of_a_history_reaches_the_model_is_told_with_its_results() -> None:
    """Either may be lost by itself; results of one mode say nothing of the other."""
    (left,) = each_cause_once([AGAIN, SAME_ID, NO_ARGUMENTS])
    assert (left.rule, left.message) == ("TC769", ROUNDS_LOST)
    assert left.others == (NO_ARGUMENTS.message, AGAIN.message, SAME_ID.message)
    nothing = replace(AGAIN, message="The results were answered with nothing.")
    assert rules(NO_ARGUMENTS, nothing) == ["TC769", "TC731"]
    assert rules(replace(NO_ARGUMENTS, modes=STREAM), AGAIN) == ["TC769", "TC731"]


@pytest.mark.parametrize(
    "found",
    [
        one("TC781", "The answer has no word of the result in one message with the question."),
        one("TC724", "A result of a call that nobody made was answered."),
        one("TC792", "A history in which arguments are a text was answered."),
        one("TC711", "Words of the user directly after the results are refused.", said="in a row"),
        one("TC146", f"{FEWER}: a result of 16 kB.", case="history_forms.right_results"),
        replace(IMAGE, others=(f"{FEWER}: a result of 16 kB.",)),
        wrong(Topic.ROUND),
    ],
)
def test_what_follows_where_no_call_of_a_history_is_there_is_told_with_it(
    found: ServerDeviation,
) -> None:
    """Where results are there it may have another cause."""
    assert rules(found, NO_ARGUMENTS, AGAIN) == ["TC769"]
    assert rules(found, one("TC769", "What else is lost.")) == [found.rule, "TC769"]


@pytest.mark.parametrize(
    "found",
    [
        one("TC781", "The answer has no word of the end of a result."),
        one("TC203", "The id was used by an earlier call of the conversation."),
        one("TC711", "Words of the user directly after the results are refused.", said="Not now."),
        one("TC146", f"{FEWER}: a long system prompt.", case="history_forms.right_long_system"),
        wrong(Topic.TOOLS, "a space in a tool's name"),
        replace(wrong(Topic.ROUND), topics=frozenset({Topic.ROUND, Topic.OTHER})),
    ],
)
def test_what_has_another_cause_stays_beside_lost_calls(found: ServerDeviation) -> None:
    """Other calls have ids of their own, and tools and a system prompt stand elsewhere."""
    assert rules(found, NO_ARGUMENTS, AGAIN) == [found.rule, "TC769"]


def test_calls_that_are_made_again_have_the_ids_they_had_and_are_told_once() -> None:
    """Where ids are made of the calls; another call with such an id is another cause."""
    some = (
        "Not each of several results reaches the model: some of the calls that were just answered "
        "came again."
    )
    found = one("TC733", some)
    assert rules(SAME_ID, found) == ["TC733"]
    another = replace(SAME_ID, others=("The id was used by an earlier call of the conversation.",))
    assert rules(another, found) == ["TC203", "TC733"]
    one_left = replace(found, message="One of the results is repeated, another is not.")
    assert rules(SAME_ID, one_left) == ["TC203", "TC733"]


def test_an_image_in_a_result_is_lost_with_an_object_in_it() -> None:
    """A result that is too long has other words."""
    lost = "The answer has no word of what the tool said: the object may not reach the model."
    found = one("TC734", lost)
    (left,) = each_cause_once([IMAGE, found])
    assert (left.rule, left.message) == ("TC734", TEXTS_ALONE)
    assert rules(one("TC146", f"{FEWER}: a result of 16 kB."), found) == ["TC146", "TC734"]


def test_of_several_parts_one_is_read_whoever_says_them() -> None:
    """Where one mode alone does so, or words in one part are lost as well, it is another cause."""
    words = one(
        "TC776",
        "The answer has no word of what the user said before, in several parts, which it was to repeat.",
    )
    system = one(
        "TC779",
        "The answer has no word of a system prompt of several parts, of which it was to repeat a line.",
    )
    result = one(
        "TC763", "One part of the result is repeated, another is not, though all was to be."
    )
    fewer = one(
        "TC146",
        f"{FEWER}: /messages/*[user]/content as a list of several text parts.",
        modes=("blocking",),
    )
    (left,) = each_cause_once([fewer, result, words, system])
    assert (left.rule, left.message) == ("TC776", ONE_PART_ALONE)
    assert rules(words, fewer) == ["TC776"]
    assert rules(words, replace(system, modes=STREAM)) == ["TC776", "TC779"]
    whole = one(
        "TC776", "The answer has no word of what the user said before, which it was to repeat."
    )
    assert len(rules(replace(words, others=(whole.message,)), result)) == 2
    long = one("TC146", f"{FEWER}: long descriptions of tools.", case="history_forms.right_tools")
    assert rules(words, long) == ["TC776", "TC146"]


def test_that_no_call_comes_is_said_first_where_turns_stand_in_the_prompt() -> None:
    """Where they are messages, or the system prompt is lost, it is that which is lost."""
    call, earlier = (replace(found, dialect="chatml") for found in (NO_CALL, NO_ARGUMENTS))
    (left,) = each_cause_once([earlier, call])
    assert (left.rule, left.message) == ("TC769", TURNS_LOST)
    assert left.others == (earlier.message, call.message)
    (left,) = each_cause_once([replace(found, dialect="prompted") for found in (earlier, call)])
    assert (left.rule, left.message) == ("TC769", earlier.message)
    assert rules(replace(call, modes=STREAM), earlier) == ["TC769"]
    assert rules(call, replace(earlier, modes=STREAM)) == ["TC654", "TC769"]
    assert rules(NO_CALL, NO_ARGUMENTS) == ["TC654", "TC769"]


def test_that_the_end_of_a_prompt_alone_is_read_is_told_once() -> None:
    """Counts in one mode, of other things, or where tools have a member of their own, are another cause."""
    words = one(
        "TC776", "The answer has no word of what the user said before, which it was to repeat."
    )
    system = one(
        "TC777", "The answer has no word of the system prompt, of which it was to repeat a line."
    )
    refused = one(
        "TC762",
        "A right request is refused: a call of the history with a long text.",
        modes=("blocking",),
        said="A tool result follows no tool call.",
    )
    fewer = one("TC146", f"{FEWER}: a long system prompt.", case="round_trip.line_system_1")
    fewer = replace(fewer, others=(f"{FEWER}: long descriptions of tools.",))
    lost = [replace(found, dialect="chatml") for found in (words, system, NO_CALL, refused, fewer)]
    (left,) = each_cause_once(lost)
    assert (left.rule, left.message) == ("TC776", LAST_PART_ALONE)
    *others, counts = lost
    image = replace(counts, others=(IMAGE.message,))
    for other in (image, replace(counts, modes=STREAM)):
        assert rules(*others, other) == ["TC776", "TC146"]
    length = replace(refused, said="The prompt is too long.")
    assert rules(words, length) == ["TC776", "TC762"]
    assert rules(words, system, NO_CALL, fewer) == ["TC776", "TC654", "TC146"]
