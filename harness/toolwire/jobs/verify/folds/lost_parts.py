"""Whether findings tell of a part of every request that is lost as a whole: its tools, or the calls of its
history and their results.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    SaidTogether,
    every,
    in_its_modes,
    in_streams,
    in_the_same_modes,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    ANSWERED,
    CALL_AGAIN,
    CALL_LEFT_OUT,
    CALL_LOST,
    CHOICE_REFUSED,
    FEWER_OF_PROMPT,
    IMAGE_COUNTED_LESS,
    LONG_PARAMETERS,
    LONG_TOOLS,
    LOST,
    NO_CALL_BESIDE_WORDS,
    NO_CALL_STREAMED,
    NONE_CAME,
    NONE_OF_ONE_TOOL,
    OBJECT_PARAMETER,
    OF_A_WRONG_HISTORY,
    ONE_PART,
    PASSED_OVER,
    RESULT_OF_NOBODY,
    RESULT_UNSEEN,
    RESULTS_AGAIN,
    UNCOUNTED,
    WORDS_FOR_A_CALL,
    WORDS_UNSEEN,
)
from toolwire.jobs.verify.folds.told_together import (
    ONE_PART_ALONE,
    ROUNDS_LOST,
    TOOLS_LOST,
    TOOLS_OF_STREAMS_LOST,
)
from toolwire.model.topic import Topic

_OF_TOOLS: Final = (
    LONG_TOOLS,
    LONG_PARAMETERS,
    OBJECT_PARAMETER,
    "/tools/",
)
#: Ends what is said of a count where it is not said of which part.
_NO_PART: Final = "or not read."
#: Cases in which nothing but a tool is long.
_OF_TOOLS_ALONE: Final = re.compile(r"tool_definition\.allowed_\d+$")
#: Words by which a server says that calls or results need tools.
_WITHOUT_TOOLS: Final = re.compile(
    r"offers no tools|\btoolConfig field must be defined|\btools\b.{0,40}\b(required|must be)\b",
    re.IGNORECASE,
)
#: And that a tool choice does: those of OpenAI's among them.
_NO_TOOLS: Final = re.compile(
    r"\b(no|without|any) tools\b|\btools\b.{0,40}\b(required|must be|specified|provided|missing|empty)\b",
    re.IGNORECASE,
)
#: The calls of a history and what they returned.
_RESULT_LOST: Final = (
    RESULTS_AGAIN,
    RESULT_UNSEEN,
)
#: Of the same it is counted that none is there.
_UNCOUNTED_ROUND: Final = re.compile(
    rf"({FEWER_OF_PROMPT}: a part was not counted, or not read"
    r"|The path \S+ counts fewer tokens of a prompt than its words take)"
    rf"(: (a call of the history with a long text|a result of 16 kB))?\.$|{IMAGE_COUNTED_LESS}"
)
#: The cases that ask for it; an image in a result is asked for where a long system prompt is.
_ASKED_ROUND: Final = re.compile(
    r"history_forms\.right_(long_arguments|results|long_system)|round_trip\.line_(called|result)_\d+"
)
#: Stands where several parts of words are lost.
_IN_PARTS: Final = "in several parts"
_OF_PARTS: Final = ("The answer has no word of a system prompt of several parts", ONE_PART)
#: Ends what is said of a count in which further parts are missing.
_TEXT_PARTS: Final = "as a list of several text parts."
_SYSTEM: Final = "system prompt"
_OBJECT_LOST: Final = "the object may not reach the model"
_INSIDE_LOST: Final = "The answer has no word of what stands inside of a result that is an object"
_IN_A_ROW: Final = re.compile(r"in a row|alternat", re.IGNORECASE)
_OF_THE_USER: Final = re.compile(r"\bof the user\b", re.IGNORECASE)


#: Where there is no tool none can be demanded.
no_tool_forced: Final = SaidTogether(
    some(TOOLS_LOST),
    # What was answered of choices is told with them.
    every(NONE_CAME, NONE_OF_ONE_TOOL.rstrip("."), PASSED_OVER, CALL_LEFT_OUT, ANSWERED),
    (in_its_modes,),
)
#: Nor is an empty list of them seen.
no_list_seen: Final = SaidTogether(
    some(TOOLS_LOST), every("An empty list of tools was taken."), (in_its_modes,)
)
#: What calls were made with is lost, and so is what they returned.
rounds_lost: Final = SaidTogether(
    every(CALL_LOST, FEWER_OF_PROMPT), some(*_RESULT_LOST), (in_its_modes,)
)
#: Where neither is there, nothing is wrong between them.
nothing_paired: Final = SaidTogether(
    some(ROUNDS_LOST), every(OF_A_WRONG_HISTORY, RESULT_OF_NOBODY), (in_its_modes,)
)
#: Calls that are made again for want of their results are told by the same ids where these are made of them.
called_again: Final = SaidTogether(
    some("that were just answered came again"), every(CALL_AGAIN), (in_its_modes,)
)
#: Neither an object in a result nor an image reaches the model.
object_and_image_lost: Final = SaidTogether(
    every(_OBJECT_LOST, _INSIDE_LOST), every(IMAGE_COUNTED_LESS)
)


def _turns_in_the_prompt(_best: ServerDeviation, other: ServerDeviation) -> bool:
    form = load_dialect(other.dialect).wire.request
    return form is not None and bool(form.turn_ends)


#: A call that is asked for first of all does not come, either, where turns stand in the prompt.
turns_lost: Final = SaidTogether(
    every(CALL_LOST), every(WORDS_FOR_A_CALL), (in_the_same_modes, _turns_in_the_prompt)
)


def _of_the_system(best: ServerDeviation, other: ServerDeviation) -> bool:
    return all(some(_SYSTEM).fits(one) for one in (best, other))


#: All that stands before the end of a prompt is lost, its tools and its system prompt too, and none is counted.
beginning_lost: Final = SaidTogether(
    some(WORDS_FOR_A_CALL),
    every(FEWER_OF_PROMPT),
    (in_the_same_modes, _turns_in_the_prompt, _of_the_system),
)


def one_part_alone(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether of words of the user one part is read, and so of those of the system, or of a result."""
    rest = all(text.startswith(_OF_PARTS) for text in other.texts)
    return rest and best.modes == other.modes and all(map(_is_of_parts, best.texts))


def _is_of_parts(text: str) -> bool:
    said = text.startswith((WORDS_UNSEEN, *_OF_PARTS)) and (
        _IN_PARTS in text or text.startswith(_OF_PARTS)
    )
    return said or text == ONE_PART_ALONE or text.endswith(_TEXT_PARTS)


def parts_uncounted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is counted too low are messages of several parts, of which one is read."""
    fewer = all(
        text.startswith(FEWER_OF_PROMPT) and text.endswith(_TEXT_PARTS) for text in other.texts
    )
    return fewer and all(map(_is_of_parts, best.texts))


def counts_of_tools(found: ServerDeviation) -> bool:
    """Return whether all that a deviation says is counted too low are tools."""
    counted = all(UNCOUNTED.match(text) for text in found.texts)
    named = [
        any(one in text for one in _OF_TOOLS) for text in found.texts if not text.endswith(_NO_PART)
    ]
    # What is long in the requests of a suite is told of no part.
    cases = [one.case for one in found.examples if one.message.endswith(_NO_PART)]
    return counted and any(named) and all(named) and all(map(_OF_TOOLS_ALONE.match, cases))


def tools_uncounted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no call comes that is written out, and all that is counted too low are tools."""
    unwritten = best.texts == {WORDS_FOR_A_CALL} and in_its_modes(best, other)
    return unwritten and counts_of_tools(other)


def tools_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in tools, none of which is read."""
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    return TOOLS_LOST in best.texts and answered and other.topics == {Topic.TOOLS}


def refused_without_tools(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a history with calls is refused for want of tools, where none is passed on."""
    return TOOLS_LOST in best.texts and _WITHOUT_TOOLS.search(other.said) is not None


def _wrong_in_tools(_: ServerDeviation, other: ServerDeviation) -> bool:
    return other.topics == {Topic.TOOLS}


#: What is wrong in tools is refused but in streams, none of which has a call.
tools_of_streams_lost: Final = SaidTogether(
    every(NO_CALL_STREAMED, NO_CALL_BESIDE_WORDS), every(ANSWERED), (in_streams, _wrong_in_tools)
)


def choice_without_tools(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a tool choice is refused for want of tools in streams, where none is passed on."""
    lost = TOOLS_OF_STREAMS_LOST in best.texts and in_streams(best, other)
    return lost and other.texts == {CHOICE_REFUSED} and _NO_TOOLS.search(other.said) is not None


def rounds_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in calls of a history or their
    results, where neither is read.
    """
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    return ROUNDS_LOST in best.texts and answered and other.topics == {Topic.ROUND}


def results_of_rounds_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether results are lost in another form, where neither they nor their calls are passed on."""
    lost = ROUNDS_LOST in best.texts and in_its_modes(best, other)
    return lost and all(LOST.match(text) for text in other.texts)


def rounds_uncounted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is counted too low are calls of a history and results, where neither is read."""
    return (
        ROUNDS_LOST in best.texts
        and all(_UNCOUNTED_ROUND.match(text) for text in other.texts)
        and all(_ASKED_ROUND.fullmatch(one.case) for one in other.examples)
    )


def rounds_left_out(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether words of the user are refused since what stood between them and others is left out."""
    return (
        ROUNDS_LOST in best.texts
        and all(_OF_THE_USER.search(text) for text in other.texts)
        and _IN_A_ROW.search(other.said) is not None
    )
