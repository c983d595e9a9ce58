"""Whether two findings of a run tell of one thing that befell the ends of its answers."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    SaidTogether,
    at_its_places,
    every,
    in_its_answers,
    in_its_modes,
    in_the_same_modes,
    said_in,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    ANOTHER_REASON,
    CALL_LEFT_OUT,
    ENDS_APART,
    ENDS_EARLY,
    ENDS_WITHOUT_CALL,
    HAS_THE_WORD,
    HOLDS_NO_CALL,
    MORE_WORDS,
    NEVER_ENDS,
    NO_DONE,
    NO_REASON,
    NO_USAGE,
    OTHER_TYPE,
    OTHER_WORD,
    WORD_OF_NO_API,
)

#: At which event something shows.
_EVENT: Final = re.compile(r"event\[(\d{1,9})\]")
#: That the word with which a reply ends is wrong by itself; and that the two modes tell different ones.
_WRONG_WORD: Final = frozenset(
    {
        NO_REASON,
        WORD_OF_NO_API,
        "The reply holds calls and does not end as a reply with calls.",
        ENDS_WITHOUT_CALL,
        "The reply holds tool_use blocks and does not end with tool_use.",
        ANOTHER_REASON,
    }
)
#: What rules say of the word with which a reply ends -> what cases say that need another.
_ENDS_WRONGLY: Final = {
    ENDS_WITHOUT_CALL: ("The stop reason does not tell of the call that the reply has."),
    HOLDS_NO_CALL: ("The stop reason tells of a call and the reply has none."),
}
_NO_END: Final = "The stream ends without stream-end."
_APART: Final = "The stop reason and the stop sequence do not go together."
_BROKEN_OFF_WHOLE: Final = (
    "An answer that says all it was asked ends with a word for one that was broken off."
)
_CUT_EARLY: Final = (
    "The reply was cut for its length, and has far fewer tokens than its request allows."
)
_CUT_WITHOUT_LIMIT: Final = "The answer was cut, and its request sets no limit."
_NEVER_WHOLE: Final = (
    ANOTHER_REASON,
    _APART,
    "An answer with a whole call ends with a word for one that was broken off.",
    _CUT_WITHOUT_LIMIT,
    _CUT_EARLY,
)
_CUT_IN_ONE_MODE: Final = "One mode says that the reply was cut, the other that it is whole."
_NOT_THE_LAST: Final = "The last object does not say that it is the last."
#: The mark of the end in small letters.
_MARK: Final = "[done]"
_QUOTED: Final = "The stream ends with [DONE] in quotes, which readers take for a text."
_KEEPS_THE_MARK: Final = "The text contains the control token at which its request wants it to end."
#: Of a stream that ends twice, in its order of events and in the mark of its last line.
_BEHIND_THE_END: Final = "An event follows stream-end."
_BEFORE_THE_LAST: Final = "An object before the last says that it is the last, or says nothing."
_BROKEN_OFF: Final = "The text breaks off where its request allows no more"
#: How what is said of a text begins -> how the same begins of a call.
_AT_THE_LIMIT: Final = {
    MORE_WORDS: ("The call has more words than its request allows"),
    _BROKEN_OFF: CALL_LEFT_OUT,
}
_OTHER_STATE: Final = "The response is in another state than its event says."
#: What the state of a response has that was cut, where its word says that it is whole.
_STATE_OF_A_CUT: Final = (
    "A completed response says why it is not complete.",
    "The item is done as incomplete, and the response is completed.",
    "An item of a response that ended is not finished.",
    _OTHER_STATE,
)


#: Whatever else is wrong with a reason is wrong with one that says of every answer that it was broken off.
never_whole: Final = SaidTogether(some(_BROKEN_OFF_WHOLE), every(*_NEVER_WHOLE), (in_its_modes,))
#: A stream ends early, as one does of a server whose streams never say that they end.
ends_unsaid: Final = SaidTogether(some(_NOT_THE_LAST), every(ENDS_EARLY), (in_the_same_modes,))


#: An object that says that it is the last is none because another end follows it.
ends_twice: Final = SaidTogether(every(_BEHIND_THE_END), every(_BEFORE_THE_LAST), (in_its_answers,))


def cut_at_one_limit(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether answers to requests without a limit end where those do whose limit was passed over."""
    told = best.texts == {_CUT_EARLY} and other.texts == {_CUT_WITHOUT_LIMIT}
    tokens = [one.actual for one in best.examples if isinstance(one.actual, int)]
    # A text has no more words than tokens: a default that leaves room for more is another limit.
    alike = (isinstance(one.actual, int) and one.actual <= max(tokens) for one in other.examples)
    return told and bool(tokens) and all(alike) and in_its_modes(best, other)


def worded_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the modes end in different words because that of one is wrong by itself."""
    alone = len(best.modes) == 1 and best.message in _WRONG_WORD
    sides = (other.example.expected, other.example.actual)
    return alone and other.texts <= ENDS_APART and best.example.actual in sides


#: Streams that lack their last mark lack what comes before it, too: a reason, and counts.
broken_off: Final = SaidTogether(every(NO_DONE), every(NEVER_ENDS, NO_USAGE), (in_its_answers,))


def marked_otherwise(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the event that is no JSON object is the mark of the end in other letters, or in quotes."""
    marks = {str(one.actual).strip().casefold() for one in other.examples}
    mark = {NO_DONE: _MARK, _QUOTED: f'"{_MARK}"'}.get(best.message)
    return not best.others and marks == {mark} and in_its_answers(best, other)


#: The word at which a text ends is left in it, as the token is that ends a turn.
stop_word_kept: Final = SaidTogether(some(HAS_THE_WORD), every(_KEEPS_THE_MARK))


def ends_wrongly(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were not met because the word with which a reply ends is not that of what it holds."""
    due = {_ENDS_WRONGLY.get(text) for text in best.texts}
    return not other.others and other.message in due


def spelled_otherwise(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a word that is none of the API's is the one that was due, in other letters."""
    due, came = (str(one).casefold() for one in (other.example.expected, other.example.actual))
    alike = best.message == WORD_OF_NO_API and set(other.modes) <= set(best.modes) and due == came
    return alike and other.texts == {ANOTHER_REASON}


def of_no_api(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each word that does not go with a sequence is one that is none of the API's."""
    if best.message != WORD_OF_NO_API or not other.texts <= {ANOTHER_REASON, _APART}:
        return False
    words = {(one.case, one.mode, str(one.actual)) for one in best.examples}
    there = all((one.case, one.mode, str(one.actual)) in words for one in other.examples)
    return other.answers <= best.answers if other.texts == {_APART} else there


def limit_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is wrong with texts at a limit is wrong with calls at it."""
    due = {
        call
        for text, call in _AT_THE_LIMIT.items()
        if any(said.startswith(text) for said in best.texts)
    }
    said = other.texts
    return set(other.modes) <= set(best.modes) and all(
        any(one.startswith(call) for call in due) for one in said
    )


def never_told(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the reason that streams never tell is null in whole replies as well."""
    null = all(one.actual is None for one in best.examples)
    return best.texts == {NO_REASON} and null and other.texts == {NEVER_ENDS}


def never_said(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the word that does not say in one mode that a reply was cut is empty, and wrong by itself."""
    empty = best.message == NO_REASON and not best.example.actual and len(best.modes) == 1
    told = other.texts == {_CUT_IN_ONE_MODE} and in_its_answers(best, other)
    sides = (said_in(one) for one in other.examples)
    return empty and told and all(said[best.modes[0]] == "" for said in sides)


#: Responses that disagree with their state are those that were cut and say that they are whole.
told_whole: Final = SaidTogether(every(_BROKEN_OFF), every(*_STATE_OF_A_CUT), (in_its_answers,))


#: A stream whose last response is in a wrong state ends in another word by that.
in_another_state: Final = SaidTogether(
    every(_OTHER_STATE), every(OTHER_WORD), (in_the_same_modes, at_its_places)
)


def named_otherwise(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is not of the published type is the word of the last event, where the end is missing."""
    # What is missing is told at the number that would be next.
    last = {(one.case, one.mode, _event(one.pointer, -1)) for one in best.examples}
    words = all(one.pointer.endswith("/event_type") for one in other.examples)
    there = {(one.case, one.mode, _event(one.pointer, 0)) for one in other.examples}
    return best.texts == {_NO_END} and other.texts == {OTHER_TYPE} and words and there <= last


def _event(pointer: str, step: int) -> int | None:
    found = _EVENT.match(pointer)
    return int(found[1]) + step if found else None
