"""Whether two findings of a run tell of one thing that befell its calls: their names, their
arguments, their place.
"""

from __future__ import annotations

from typing import Final

from toolwire.io.json_text import ends_within
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.call_forms import compared
from toolwire.jobs.verify.folds.same_name import listed
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    every,
    in_its_answers,
    in_its_modes,
    in_one_mode,
    in_that_mode,
    in_the_same_modes,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    ARGUMENTS_LEFT_OUT,
    CALL_ID_IN_ONE_MODE,
    CALLS_IN_A_MEMBER,
    EACH_CALL_TWICE,
    EMPTY_ARGUMENTS,
    FEWER_CALLS,
    HOLDS_NO_CALL,
    HOLDS_NO_TOOL_USE,
    MEMBER_MISSING,
    NO_ARGUMENTS,
    NO_CALL_BESIDE_WORDS,
    NO_CALL_STREAMED,
    NO_CALL_WHOLE,
    NO_CALL_WHOLE_BESIDE_WORDS,
    NO_ONE_VALUE,
    NONE_CAME,
    NONE_OF_ONE_TOOL,
    OF_REVERSED_TOOLS,
    ONE_OF_ONE_TOOL,
    OTHER_NUMBER_OF_CALLS,
    SENT_AGAIN,
    SEVERAL_CAME,
    SHARED_ID,
    SHORT_OF_CALLS,
    STREAM_WITHOUT_CALL,
    THOUGHTS_FOR_A_CALL,
    TOOL_UNTOLD,
    TWICE_IN_ONE_MODE,
    UNADDED,
    WHOLE_WITHOUT_CALL,
    WORDS_FOR_A_CALL,
)
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

#: What became of a value -> how changes of all values that do so are called, all as `_singular` has them.
_OF_ALL: Final = {
    "number wa rounded to double": ("integer became float", "long integer were rounded"),
    "number became text": ("integer became text",),
    "member that are null, false, zero or empty were left out": (
        "member that are null, false, zero or empty text were left out",
    ),
    "list kept one of it item": ("list kept their first item",),
    "object became text": ("object became their JSON",),
    "empty object became another value": ("empty object became list", "empty object became null"),
    "boolean became text": ("boolean became capitalised text",),
}
#: How a comparison of both modes begins -> the mode in which no call came.
_WITHOUT: Final = {
    STREAM_WITHOUT_CALL: (str(Mode.STREAMING),),
    WHOLE_WITHOUT_CALL: (str(Mode.BLOCKING),),
}
_FIRST_ALONE: Final = "Of the tools that the prompt names only the one came that is offered first"
#: Rule -> what it says where it tells of a tool behind the first; not here where it always does.
_OF_LATER_TOOLS: Final = {
    "TC146": "tools",
    "TC604": "not offered",
    "TC747": "/tools/",
    "TC762": "not offered",
    "TC897": OF_REVERSED_TOOLS,
}
_REFUSED: Final = frozenset({"TC604", "TC762"})
OF_NO_CALL: Final = frozenset({"", "TC052", "TC601", "TC602", "TC654", "TC660", "TC957"})
_NONE_CAME: Final = frozenset(
    {
        NONE_CAME,
        NONE_OF_ONE_TOOL,
        "The call that function_call forces did not come.",
        "The tool choice was taken and not honoured.",
        WORDS_FOR_A_CALL,
        THOUGHTS_FOR_A_CALL,
        NO_CALL_BESIDE_WORDS,
        NO_CALL_WHOLE_BESIDE_WORDS,
    }
)
#: That no call was found among those that a reply says it has.
_TOLD_AND_NOT_THERE: Final = frozenset(
    {
        HOLDS_NO_CALL,
        HOLDS_NO_TOOL_USE,
        NO_CALL_STREAMED,
        NO_CALL_WHOLE,
    }
)
#: How findings begin of calls that a reader of the format does not find.
_CALLS_THERE: Final = (
    CALLS_IN_A_MEMBER,
    "What has all the members of a call",
    "The call is not an object.",
)
_UNASKED: Final = "A choice came that the request does not ask for."
_RETYPED: Final = "An argument has the same value in another type in the stream."
_INTO_TEXT: Final = "became a text"
_NOT_OF_TYPE: Final = "The arguments of a strict tool do not meet 'type' of its schema."
_SIGNED_INSIDE: Final = "The signature stands in the call, not beside it."
_OPENED: Final = "A call opens with arguments, which are those of "
_TWICE: Final = (NO_ONE_VALUE, SENT_AGAIN)
_ITEM_OPENED: Final = "The item opens with arguments."
_NO_ID: Final = "The call has no id."


#: What a change says that puts all arguments of a call into a single one.
_PUT_INTO_ONE: Final = "all arguments were put into one."
#: What is said of several calls where one was to come.
_ONE_TWICE: Final = (
    "The call that was demanded came more than once.",
    "One call came twice, in the place of another.",
    SEVERAL_CAME,
    "Parallel calls were switched off and several came in one reply.",
)


def changed_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a change of all contents is that of single values."""
    of_all = _singular(other.message)
    # What says no more than that something changed is like nothing.
    told = {_singular(text) for text in best.texts} - {""}
    every = (name for one in told & _OF_ALL.keys() for name in _OF_ALL[one])
    return any(one in of_all for one in (*told, *every))


#: Of a text with nothing else in it that JSON escapes, its letters alone are seen to be escaped.
escaped_alike: Final = SaidTogether(
    every("it was escaped once more, in ASCII"),
    every("letters were escaped as JSON may have them"),
    (in_its_modes,),
)


#: Calls lack what they need, and have what they may not, as all of it stands in one argument.
put_into_one: Final = SaidTogether(some(_PUT_INTO_ONE), ANYTHING, (in_its_modes,))


#: Several calls came where one was to come because each call comes twice.
made_twice: Final = SaidTogether(every(EACH_CALL_TWICE), every(*_ONE_TWICE), (in_its_modes,))


#: A call that comes twice has its id both times.
twice_with_its_id: Final = SaidTogether(
    every(EACH_CALL_TWICE), every(SHARED_ID), (in_the_same_modes,)
)


#: A call that was demanded did not come, of a tool that the response does not tell of, either.
tool_dropped: Final = SaidTogether(some(TOOL_UNTOLD), every(NONE_CAME), (in_its_answers,))


#: The modes have another number of calls because each call comes twice in one of them.
counted_apart: Final = SaidTogether(
    some(EACH_CALL_TWICE), every(OTHER_NUMBER_OF_CALLS, TWICE_IN_ONE_MODE), (in_one_mode,)
)


def said_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what befell the values of calls befell words, in the same mode."""
    return set(other.modes) <= set(best.modes) and changed_alike(best, other)


def _singular(text: str) -> str:
    """Return what became of values, as it is said of one: a number became a text, numbers became texts."""
    how = text.partition(": ")[2].rstrip(".").removeprefix("in texts, ")
    words = (word for word in how.split() if word not in {"a", "an"})
    return " ".join(word.removesuffix("s") for word in words)


#: What one mode alone has is the id that the calls of the other lack.
named_in_one_mode: Final = SaidTogether(some(_NO_ID), every(CALL_ID_IN_ONE_MODE), (in_one_mode,))


#: Arguments stand twice in streams in which a call has opened with them.
opens_with_arguments: Final = SaidTogether(some(_OPENED), every(*_TWICE), (in_its_modes,))


def item_opens_with_arguments(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each fragment that comes again is of an item that opens with it, or of one that has no
    arguments, of which only this is told.
    """
    opened = best.texts == {_ITEM_OPENED} and other.texts == {SENT_AGAIN}
    there = best.answers
    again = ((one.case, one.mode) in there or one.actual == "{}" for one in other.examples)
    return opened and set(other.modes) <= set(best.modes) and all(again)


def lost_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what a mode lacks that has no call in any pair of a run is a call."""
    if best.severity is not Severity.ERROR:
        return False
    return _where(other) == _where(best) and _sentences(other) <= _NONE_CAME


#: What is wrong with tools is wrong in no stream where none has a call, and they may have been lost.
tools_unread: Final = SaidTogether(
    every(NO_CALL_STREAMED, NO_CALL_BESIDE_WORDS),
    every("a space in a tool's name"),
    (in_that_mode,),
)


def emptied_whole(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all arguments are missing in answers whose pieces have them, and whose whole calls have none."""
    emptied = {
        (one.case, one.mode)
        for one in best.examples
        if one.message == UNADDED and str(one.actual) == "{}"
    }
    left_out = all(text.endswith(ARGUMENTS_LEFT_OUT) for text in other.texts)
    return left_out and other.answers <= emptied


def _where(found: ServerDeviation) -> tuple[str, ...]:
    """Return the modes that are at fault: what compares the two is told of the stream, whichever it is."""
    return _WITHOUT.get(found.message.partition(";")[0], found.modes)


def not_found(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls are missing where calls stand that are not found as such."""
    there = any(text.startswith(_CALLS_THERE) for text in best.texts)
    there = there and set(_where(other)) <= set(best.modes)
    return there and _sentences(other) <= _NONE_CAME | _TOLD_AND_NOT_THERE


def _sentences(found: ServerDeviation) -> set[str]:
    """Return what is said of a deviation, without the request that it is said of."""
    said = (text.partition(": ") for text in found.texts)
    return {f"{text}." if behind else text for text, behind, _ in said}


#: Calls lack arguments where all of them are left out.
without_arguments: Final = SaidTogether(
    some(ARGUMENTS_LEFT_OUT), every(*NO_ARGUMENTS), (in_its_modes,)
)


def in_other_choices(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls are missing in answers of one mode that have more choices than were asked for."""
    apart = best.texts == {_UNASKED} and len(best.modes) == 1
    if other.rule == "TC908":
        return apart and other.shown_in <= best.shown_in and _with_fewer(other) == best.modes
    return apart and other.shown_in <= best.shown_in and other.modes == best.modes


#: Calls are missing in answers that have more choices than were asked for.
each_in_its_choice: Final = SaidTogether(
    every(_UNASKED), every(FEWER_CALLS, ONE_OF_ONE_TOOL), (in_its_modes, in_its_answers)
)
#: Calls of one tool are missing in modes in which no reply has a second call.
never_a_second: Final = SaidTogether(every(FEWER_CALLS), ANYTHING, (in_its_modes,))


def fewer_of_one_tool(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the mode that lacks calls of one tool is the one that has fewer calls than the other."""
    pair, single = (best, other) if best.rule == "TC908" else (other, best)
    return compared(single) <= pair.shown_in and _with_fewer(pair) == single.modes


def _with_fewer(pair: ServerDeviation) -> tuple[str, ...]:
    """Return the mode that has fewer calls in all that a comparison shows; () where neither has, or
    more differs.
    """
    if not pair.texts <= {OTHER_NUMBER_OF_CALLS, SHORT_OF_CALLS}:
        return ()
    fewer = {_is_less(one.expected, one.actual) for one in pair.examples}
    if len(fewer) > 1 or None in fewer:
        return ()
    return (str(Mode.BLOCKING if True in fewer else Mode.STREAMING),)


def _is_less(whole: Json, streamed: Json) -> bool | None:
    if isinstance(whole, int) and isinstance(streamed, int):
        return whole < streamed
    return None


def retyped_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether values that differ between the modes by their type are those that one of them
    made texts of.
    """
    told = any(_INTO_TEXT in text for text in best.texts)
    if not told or len(best.modes) != 1 or other.texts != {_RETYPED}:
        return False
    streamed = best.modes == (str(Mode.STREAMING),)
    return all((one.actual if streamed else one.expected) == "string" for one in other.examples)


def strict_became_text(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether values of a strict tool that are not of their type are texts, as other values became."""
    became = any(_INTO_TEXT in text for text in best.texts)
    if not became or other.texts != {_NOT_OF_TYPE} or not set(other.modes) <= set(best.modes):
        return False
    return all(
        isinstance(one.actual, str) and "string" not in listed(one.expected)
        for one in other.examples
    )


def signed_inside(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the mode in which calls have no signature is the one that has it inside of them."""
    streamed = best.modes == (str(Mode.STREAMING),)
    sides = ((one.actual if streamed else one.expected) for one in other.examples)
    return (
        len(best.modes) == 1
        and best.message == _SIGNED_INSIDE
        and all(it == "none" for it in sides)
    )


def within_missing(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what calls lack stands in a member that is missing itself."""
    places = {(one.case, one.mode): one.pointer for one in best.examples if one.pointer}
    held = (
        one.pointer.startswith(f"{places.get((one.case, one.mode), one.pointer)}/")
        for one in other.examples
    )
    return best.texts == {MEMBER_MISSING} and not other.others and all(held)


def compared_without_calls(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each comparison that has another number of calls has none in the mode that has no calls."""
    streamed = best.rule == "TC947"
    sides = ((one.actual if streamed else one.expected) for one in other.examples)
    return other.texts == {OTHER_NUMBER_OF_CALLS} and all(str(one) == "0" for one in sides)


def one_less_in_each(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each stream lacks one call, of which the answer has a single one, or several."""
    single = all(one.expected == 1 for one in best.examples) and best.texts == {NO_CALL_STREAMED}
    return (
        single
        and other.texts == {OTHER_NUMBER_OF_CALLS}
        and all(_is_one_less(one.expected, one.actual) for one in other.examples)
    )


def _is_one_less(whole: Json, streamed: Json) -> bool:
    return isinstance(whole, int) and isinstance(streamed, int) and whole - streamed == 1


def first_tool_alone(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is wrong is asked of a tool behind the first, where none but that one is called."""
    if not best.message.startswith(_FIRST_ALONE):
        return False
    named = _OF_LATER_TOOLS.get(other.rule)
    words = other.said if other.rule in _REFUSED else " ".join(sorted(other.texts))
    return named is None or named in words


def last_piece_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether arguments are empty in streams in which all that are no JSON break off."""
    # What is shown of long ones is cut.
    shown = [text for one in best.examples if not (text := str(one.actual)).endswith("…")]
    cut = bool(shown) and all(map(ends_within, shown))
    alone = best.modes == (str(Mode.STREAMING),) and other.modes == best.modes
    return alone and cut and other.texts <= EMPTY_ARGUMENTS


def arguments_end_twice(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all arguments that are no JSON end as their last piece does, twice."""
    twice = best.message == SENT_AGAIN and other.modes == best.modes
    # What is shown of long ones is cut.
    shown = [text for one in other.examples if not (text := str(one.actual)).endswith("…")]
    return twice and bool(shown) and all(map(_ends_twice, shown))


def _ends_twice(text: str) -> bool:
    return any(text[:-size].endswith(text[-size:]) for size in range(1, len(text) // 2 + 1))
