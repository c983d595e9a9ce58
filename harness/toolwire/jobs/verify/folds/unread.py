"""Whether something is missing because the answers that should hold it cannot be read, or not there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    every,
    in_its_answers,
    in_streams,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    ARRAY_OF_EVENTS,
    BEGINS_OTHERWISE,
    CALLS_IN_A_MEMBER,
    CALLS_MISSING,
    EMPTY_ARGUMENTS,
    EMPTY_STREAM,
    ENDS_EARLY,
    EVENTS_FOR_LINES,
    FEWER_CALLS,
    HOLDS_NO_CALL,
    ID_IN_ONE_MODE,
    IN_ONE_PIECE,
    MEMBER_MISSING,
    MODEL_IN_ONE_MODE,
    NAMELESS,
    NEITHER,
    NEVER_ENDS,
    NO_COUNTS,
    NO_DONE,
    NO_END,
    NO_USAGE,
    OBJECTS_MISSING,
    ONE_OF_ONE_TOOL,
    OPENER_CUT,
    OTHER_COUNTS,
    OTHER_TYPE,
    PIECE_MISSING,
    THOUGHTS_IN_ONE_MODE,
    TOLD_TWICE,
    WITHOUT_STREAM,
    WORDS_MISSING,
)
from toolwire.model.exchange import Mode

#: Rules of what may be missing in an answer: text, calls, counts, an end, or the answer itself.
OF_THE_MISSING: Final = frozenset(
    {
        *("TC118", "TC152", "TC404", "TC410", "TC505", "TC509", "TC510", "TC514", "TC520", "TC590"),
        *(
            "TC601",
            "TC602",
            "TC654",
            "TC663",
            "TC731",
            "TC748",
            "TC766",
            "TC908",
            "TC911",
            "TC926",
            "TC947",
        ),
        *("TC948", "TC950", "TC951", "TC957"),
    }
)
_FIRST: Final = "event[0]"
_NO_NAME: Final = "No event has a name of the format's."
_MARK_BEHIND: Final = "The body is one JSON document with the mark behind it that ends a stream."
#: How findings begin of answers of which nothing is read, or not to the end.
_UNREAD: Final = (
    NEITHER,
    ARRAY_OF_EVENTS,
    IN_ONE_PIECE,
    "The body is not",
    "The body is server-sent events, which the format does not have.",
    "The events stand on lines, and are no server-sent events.",
    "The objects on the lines are none of the format's events.",
    _NO_NAME,
    "The event has the members of one with another name.",
    BEGINS_OTHERWISE,
    EMPTY_STREAM,
    ENDS_EARLY,
    NEVER_ENDS,
)
#: And of what is missing there besides words and calls.
_WITH_IT: Final = (
    NEITHER,
    IN_ONE_PIECE,
    WITHOUT_STREAM,
    MEMBER_MISSING,
    _NO_NAME,
    ID_IN_ONE_MODE,
    MODEL_IN_ONE_MODE,
    *NO_END,
    OTHER_COUNTS,
    "The tokens are told in one mode only.",
    NO_COUNTS,
    NO_USAGE,
    NO_DONE,
)
#: Members that hold what an answer says and calls, whole or in parts.
_HOLDERS: Final = (
    *("/candidates", "/choices", "/content", "/delta", "/message", "/output", "/parts", "/text"),
    *("/reasoningContent", "/tool_calls"),
)
#: A whole event; and what holds all of an answer.
_EVENT: Final = re.compile(r"event\[\d+\]")
_ROOTS: Final = re.compile(r"(event\[\d+\])?/(candidates|choices|message|output)")
_CALLS: Final = ("/tool_calls",)
_TYPE_OF_EVENT: Final = ("]/type",)
_OTHER_PIECES: Final = "The whole calls are not those of the pieces."
_PIECES_COUNTED: Final = "The number of the choice goes up with each piece of the stream."
#: What pieces lack of which a choice, or a call, has no other.
_OF_A_CHOICE: Final = (
    NEVER_ENDS,
    "The first chunk of the choice does not say who speaks.",
    NAMELESS,
    "The calls are not numbered from 0",
)
#: What is said of events of which nothing is read.
_NO_EVENT: Final = (
    "The event is cut off in the middle of its JSON",
    "A character came apart: the JSON of",
    "The event is not one JSON object.",
)
_NO_UTF_8: Final = "UTF-8"
#: A place in a list, behind the member that holds it.
_PLACE: Final = re.compile(r"/\d+$")
#: What is said of answers that lack some of the calls that were written out.
_FEWER_CALLS: Final = (
    FEWER_CALLS,
    ONE_OF_ONE_TOOL,
    "The first calls of many came, and no more: the others may be lost.",
    "Two calls came where the prompt writes out more: the others may be lost.",
)
#: How the ids of cases begin that ask in another form.
_OF_A_FORM: Final = "history_forms.form_"
#: Rules that ask one question about streams, and those that tell how all of these are framed.
_OF_STREAMS: Final = frozenset({"TC006", "TC748"})
_OF_FRAMING: Final = frozenset({"TC006", "TC117"})
#: How findings begin of calls that stand where no client looks for them.
_ELSEWHERE: Final = (
    CALLS_IN_A_MEMBER,
    "A call of an offered tool stands in the text and there is no structured call.",
    "The call has no tags.",
    "The call stands in a fence, and has no tags.",
)


def unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is missing is missing in answers that are not read, or not to their end."""
    missing = (*WORDS_MISSING, *CALLS_MISSING, HOLDS_NO_CALL, *_WITH_IT)
    if not (best.message.startswith(_UNREAD) and _begins(other, missing)):
        return False
    # A single question shows it of all streams, where these are framed as none, or none came.
    framed = best.rule in _OF_FRAMING and str(Mode.STREAMING) in best.modes
    return (framed and other.rule in _OF_STREAMS) or in_its_answers(best, other)


#: A content type is wrong for streams alone that are framed as another than was asked for.
framed_otherwise: Final = SaidTogether(some(EVENTS_FOR_LINES), ANYTHING, (in_its_answers,))


def called_a_stream(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether whole answers that end as streams do are called event streams."""
    types = {str(one.actual).partition(";")[0].strip().lower() for one in other.examples}
    ended = best.texts == {_MARK_BEHIND} and types <= {*EVENT_STREAM}
    return ended and in_its_answers(best, other)


def unread_in_member(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether words and calls are missing in answers whose holder of them is missing, or of another type."""
    # A choice whose number is of another type is nobody's.
    holders = (*_HOLDERS, "/index") if best.texts == {OTHER_TYPE} else _HOLDERS
    held = all(_PLACE.sub("", one.pointer).endswith(holders) for one in best.examples)
    wrong = held and best.texts <= {MEMBER_MISSING, OTHER_TYPE}
    if wrong and _begins(other, (NEITHER,)):
        # Such an answer is none, of which no member is missing.
        return {one.pointer for one in other.examples} <= {one.pointer for one in best.examples}
    missing: tuple[str, ...] = (*WORDS_MISSING, *CALLS_MISSING, HOLDS_NO_CALL)
    if len(best.modes) == 1:
        missing = (*missing, THOUGHTS_IN_ONE_MODE)
    judged = tuple(filter(_is_of_a_case, other.examples))
    there = bool(judged) and in_its_answers(best, replace(other, examples=judged))
    return wrong and there and _begins(other, missing)


def unread_to_the_end(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what says that a stream ends stands in members, or events, that are not of the published type."""
    early = other.texts == {ENDS_EARLY} and in_its_answers(best, other)
    return early and all(map(_stands_above_all, best.examples))


def unread_in_cases(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases fail of whose answers nothing can be read, since what holds all of them is of another type."""
    there = other.shown_in <= best.shown_in and set(other.modes) <= set(best.modes)
    return there and all(_ROOTS.fullmatch(one.pointer) for one in best.examples)


def unread_as_events(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is not of the published type are whole events, of which nothing is read."""
    whole = all(_EVENT.fullmatch(one.pointer) for one in other.examples)
    return whole and other.texts == {OTHER_TYPE} and in_its_answers(best, other)


def _stands_above_all(one: DeviationExample) -> bool:
    return _EVENT.fullmatch(one.pointer) is not None or _ROOTS.fullmatch(one.pointer) is not None


def _is_of_a_case(one: DeviationExample) -> bool:
    """Return whether an answer is held to all rules: to another form of a request only its own is."""
    return not one.case.startswith(_OF_A_FORM)


#: Streams have no end, or none in order, as their events cannot be read.
ends_unread: Final = SaidTogether(every(*_NO_EVENT), ANYTHING, (in_its_answers,))


def letters_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether characters come apart in streams where whole answers are none for them: they are no UTF-8."""
    whole = best.modes == (str(Mode.BLOCKING),) and other.modes == (str(Mode.STREAMING),)
    return whole and all(_NO_UTF_8 in str(one.actual) for one in best.examples)


#: Nothing but the first piece is of the first choice, where each piece is of a choice of its own.
first_piece_alone: Final = SaidTogether(
    every(_PIECES_COUNTED),
    every(*WORDS_MISSING, *CALLS_MISSING, HOLDS_NO_CALL, NEVER_ENDS, PIECE_MISSING, OPENER_CUT),
    (in_its_answers,),
)


def _as_often(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the second was seen no more often: milder answers that show the first are no examples of it."""
    return other.count <= best.count


#: No piece is the first of its choice, nor the last, where each is of a choice of its own.
pieces_apart: Final = SaidTogether(
    some(_PIECES_COUNTED), every(*_OF_A_CHOICE), (in_streams, _as_often)
)
#: Calls are not told alike in answers whose list of them is none.
calls_of_no_list: Final = SaidTogether(
    every(OTHER_TYPE, at=_CALLS), every(TOLD_TWICE, _OTHER_PIECES), (in_its_answers,)
)


#: Pieces are missing in streams some of whose events are of no type that there is.
unread_events: Final = SaidTogether(
    every(OTHER_TYPE, at=_TYPE_OF_EVENT),
    every(*WORDS_MISSING, *CALLS_MISSING, HOLDS_NO_CALL, *EMPTY_ARGUMENTS),
    (in_its_answers,),
)


def _in_modes_of(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the second shows in modes of the first; what compares both modes is told of streams."""
    return all(one.both or str(one.mode) in best.modes for one in other.examples)


#: Calls are missing in answers that have them where no client looks, and nothing else is.
called_elsewhere: Final = SaidTogether(
    some(*_ELSEWHERE), every(*CALLS_MISSING, HOLDS_NO_CALL, *OBJECTS_MISSING), (_in_modes_of,)
)


#: Fewer calls came in answers in whose text the others stand.
called_beside: Final = SaidTogether(
    every("The text beside the calls contains markup of a call."),
    every(*_FEWER_CALLS),
    (in_its_answers,),
)


def _begins(found: ServerDeviation, said: tuple[str, ...]) -> bool:
    return all(text.startswith(said) for text in found.texts)


def first_event_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether streams lack what comes first in them, where those with one event are empty."""
    empty = EMPTY_STREAM in best.texts and best.texts <= {EMPTY_STREAM, ENDS_EARLY}
    nothing = empty and all(one.pointer == _FIRST for one in best.examples)
    return nothing and in_streams(best, other) and all(map(_without_the_first, other.examples))


def _without_the_first(one: DeviationExample) -> bool:
    """Return whether a text lacks its beginning, or an answer one call."""
    due, came = one.expected, one.actual
    if isinstance(due, str) and isinstance(came, str):
        return due != came and due.endswith(came)
    return isinstance(due, int) and isinstance(came, int) and due - came == 1
