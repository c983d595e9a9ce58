"""Whether two findings of a run tell of calls that came in another form than the format's, or in part."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    every,
    in_its_answers,
    in_its_cases,
    in_its_modes,
    in_the_same_modes,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    ARGUMENTS_LEFT_OUT,
    EMPTY_LIST,
    FEWER_STREAMED,
    FEWER_WHOLE,
    HOLDS_NO_CALL,
    HOLDS_NO_TOOL_USE,
    NO_ARGUMENTS,
    NO_ARGUMENTS_LEFT,
    NO_CALL_BESIDE_WORDS,
    NO_CALL_STREAMED,
    NO_CALL_WHOLE,
    NO_CALL_WHOLE_BESIDE_WORDS,
    NO_OBJECT,
    NONE_CAME,
    NONE_OF_ONE_TOOL,
    OTHER_NUMBER_OF_CALLS,
    RESULTS_AGAIN,
    THOUGHTS_FOR_A_CALL,
    WORDS_FOR_A_CALL,
)
from toolwire.model.exchange import Mode

_IN_PIECES: Final = "A call comes in pieces, and the format has whole calls."
_NO_WRITTEN_OBJECT: Final = "The arguments of the written call are no JSON object."
_ELSEWHERE: Final = "The arguments of a call stand in a member that the format does not have."
_NO_MEMBER: Final = "The call has no arguments member."
_NUMBERED: Final = "are not numbered from 0 without gaps"
#: How findings begin of calls that have no arguments.
_WITHOUT: Final = (ARGUMENTS_LEFT_OUT, NO_ARGUMENTS_LEFT, *NO_ARGUMENTS)
#: What is said of the pieces of a call by who takes each for a whole one.
_OF_PIECES: Final = (
    *(*_WITHOUT, NO_OBJECT, OTHER_NUMBER_OF_CALLS, FEWER_WHOLE),
    "Some calls of the reply have an id, and this one has none.",
    "Two calls of an answer have one index.",
)
#: What is said of answers that lack a call which was due.
_DUE: Final = (NONE_CAME, NONE_OF_ONE_TOOL.rstrip("."), WORDS_FOR_A_CALL, THOUGHTS_FOR_A_CALL)
_IN_ONE_MODE: Final = (
    *(NO_CALL_STREAMED, NO_CALL_BESIDE_WORDS, NO_CALL_WHOLE, NO_CALL_WHOLE_BESIDE_WORDS),
)

#: Rule that compares both modes -> the mode that has fewer calls.
_KEEPS_ONE: Final = {"TC950": (str(Mode.STREAMING),), "TC951": (str(Mode.BLOCKING),)}
_OF_FORMS: Final = "history_forms."


#: Each piece of a call has no name, or no id, and the first has no arguments.
cut_into_pieces: Final = SaidTogether(
    some(_IN_PIECES), every(*_OF_PIECES), (in_its_modes, in_its_answers)
)
#: Calls lack the arguments that stand in another member of theirs.
given_elsewhere: Final = SaidTogether(
    some(_ELSEWHERE), every(*_WITHOUT), (in_its_modes, in_its_answers)
)


def under_another_name(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls lack the member in whose place others have one that the format does not."""
    named = {one.expected for one in best.examples}
    lacking = {one.pointer.rpartition("/")[2] for one in other.examples}
    said = best.texts == {_ELSEWHERE} and other.texts == {_NO_MEMBER}
    return said and lacking <= named and in_its_modes(best, other)


#: A call that has another format's members has neither a function nor a type.
without_function: Final = SaidTogether(
    some("The call holds no function object."),
    every("The call does not say that it is a function call."),
    (in_its_answers,),
)
#: Calls that are due are missing in answers that end as those with calls do.
left_out_at_the_end: Final = SaidTogether(
    every(HOLDS_NO_CALL, HOLDS_NO_TOOL_USE), every(*_DUE, *_IN_ONE_MODE), (in_its_answers,)
)
#: Calls that are due are missing in answers whose list of them is there, and empty.
left_out_of_its_list: Final = SaidTogether(
    every(EMPTY_LIST), every(HOLDS_NO_CALL, *_DUE, *_IN_ONE_MODE), (in_its_answers,)
)
#: Who makes no call whatever is asked makes none that is demanded: all of them are lost.
never_any: Final = SaidTogether(
    some(WORDS_FOR_A_CALL, THOUGHTS_FOR_A_CALL),
    every(NONE_CAME, THOUGHTS_FOR_A_CALL),
    (in_the_same_modes,),
)
#: Numbers have gaps where calls are missing that had them.
left_out_with_numbers: Final = SaidTogether(
    every(FEWER_STREAMED), every(_NUMBERED), (in_its_answers,)
)
#: A stream has fewer calls where the arguments of several stand in one.
put_together: Final = SaidTogether(ANYTHING, every(FEWER_STREAMED), (in_its_answers,))
#: Ids that are the names of tools are those of several calls, in one answer and in the next.
named_as_tools: Final = SaidTogether(
    some("Two calls share one id, which is their tool's name."),
    every("The id is the tool's name, as that of an earlier call was."),
    (in_its_modes,),
)
#: A call whose arguments are a text goes back as it came, and none is read in it: it is made once more.
sent_back_as_written: Final = SaidTogether(
    every(_NO_WRITTEN_OBJECT), every(RESULTS_AGAIN), (in_the_same_modes, in_its_cases)
)


def glued(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a stream has fewer calls where each input that cannot be read holds several objects."""
    several = all("}{" in str(one.actual) for one in best.examples)
    return several and put_together(best, other)


def fewer_in_that_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls of one tool are missing in the mode that keeps one call of several."""
    return other.modes == _KEEPS_ONE[best.rule] and compared(other) <= best.shown_in


def compared(found: ServerDeviation) -> frozenset[str]:
    """Return the cases of which the modes are compared: other forms of a request are asked for in one."""
    return frozenset(case for case in found.shown_in if not case.startswith(_OF_FORMS))
