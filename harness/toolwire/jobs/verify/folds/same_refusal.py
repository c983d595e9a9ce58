"""Whether two findings of a run tell of one refusal, by what a server said and by what is said of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.controls.meaning import NO_RESULT_BEHIND
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import SaidTogether, every, in_streams
from toolwire.jobs.verify.folds.sentences import (
    ANSWERED,
    EMPTY_LIST,
    LONG_BEHIND,
    LOST,
    MEMBER_MISSING,
    OTHER_TYPE,
    RESULT_MISSED,
    RESULT_OF_NOBODY,
    about,
)

#: That a message of the model has a list for its content; and where calls of a history stand.
_OWN_LIST: Final = re.compile(r"\[assistant\]/content as a list of")
_IN_CALLS: Final = re.compile(r"/\w+/\*/tool_calls/\*/")
_LETTER: Final = re.compile("[a-z]")
_DIGITS: Final = re.compile(r"\d+")
_WORD: Final = re.compile("[a-z]+")
#: Begins what is said of cases that were refused.
_REFUSED: Final = "refused with HTTP "
#: What the refusal of a tool without parameters names: other words may be said of any request.
_PARAMETERS: Final = "parameters"
#: The control that asks for a result which says nothing, in its usual form.
_EMPTY_RESULT: Final = "history_forms.form_usual_empty"
#: The control that asks for the usual form of the user's words.
_PLAINEST: Final = "history_forms.form_usual_plain"
#: The request that has the results of the first calls behind all else.
_SECOND: Final = 2
_CHOICE: Final = "choice"
_RESULT: Final = "result"
_LONG_CALL: Final = "a call of the history with a long text"
#: What is right in a request that is refused -> the cases that have no other thing to be refused for.
_CASES_OF: Final = {
    "the result of a call that failed": re.compile(r"error_result\.|round_trip\.error_result$"),
    # What stands behind them in the same history is named behind them.
    "two calls and their results": re.compile(
        r"parallel_calls\.|sequential_calls\.joined$|error_result\.one_of_two$|round_trip\.two_results$"
    ),
}
#: That a tool is refused which has none, where no rule asks for it by itself.
_BARE_TOOL: Final = "a tool without parameters"
#: And one whose parameters no request of a case says.
_LEFT_OUT: Final = "a tool whose parameters are left out"
#: The name of a member, at the end of a pointer.
_MEMBER: Final = re.compile(r"/(\w{4,})(?=[ ,.;]|$)")
#: What a refusal quotes of what was sent.
_MARKED: Final = re.compile(r"([\"'`])[^\"'`]+\1")
#: The history in an answer, which is to be sent back.
_GIVEN: Final = "/chat_history"
#: How servers say that a list has nothing in it: OpenAI's words, pydantic's, and those of schemas.
_OF_NOTHING: Final = re.compile(r"\[\]|\bempty\b|too short|at least (1|one)\b", re.IGNORECASE)
_EMPTY_TEXT: Final = "A text beside a call is empty."
#: Words by which servers say that a result has no call before it: those of OpenAI, Anthropic,
#: Google, AWS and others.
_NO_CALL_BEFORE: Final = re.compile(
    r"must be a response to a prece+ding|in the previous message|of previous turn|after a function call turn"
    r"|no tool[ _]calls?\b",
    re.IGNORECASE,
)
#: What is answered although something is missing -> how it is said that the other of the two is missing.
_MISSED: Final = {RESULT_MISSED: _NO_CALL_BEFORE, RESULT_OF_NOBODY: NO_RESULT_BEHIND}

#: What is right and has a result of which the last message is none.
_EARLIER_RESULTS: Final = (
    "earlier calls with a text as a value",
    "words of the model beside calls",
    "words of the user behind results, in parts",
    LONG_BEHIND,
)

#: Cases that send several results at once.
_SEVERAL: Final = re.compile(
    r"reasoning_state\.parallel_calls|parallel_calls\.(?!switched_off)\w+|sequential_calls\.joined|error_result\.(one_of_two|marked_\d+)"
    r"|round_trip\.two_results|history_forms\.(right_results|result_order|order_\d+)"
)
#: How words name the ids of calls, however many; and how they quote a message that has one.
_NAMED_IDS: Final = re.compile(
    r"(\bids\b[^:]{0,80}: |(?:\b|_)id[\"'] ?: ?[\"'])[\w-]+(?:, [\w-]+)*", re.IGNORECASE
)
_UNDER_SUCCESS: Final = "The refusal comes under a status of success"

_NO_WORDS: Final = "The error has a name and no words."
#: How a case ends that was refused so.
_NO_MESSAGE: Final = "and no message in its error"


def half_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses each history for what it lost of it, and finds none missing
    that has lost both.
    """
    missing = _MISSED.get(other.message)
    lost = missing is not None and missing.search(best.said) is not None
    return lost and set(other.modes) <= set(best.modes)


def refused_without_result(found: ServerDeviation) -> bool:
    """Return whether something was refused because a call has no result."""
    return NO_RESULT_BEHIND.search(found.said) is not None


def refused_without_call(found: ServerDeviation) -> bool:
    """Return whether cases were refused because a result has no call before it."""
    return _later(found) and _NO_CALL_BEFORE.search(found.message) is not None


def refused_without_history(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether results are refused because their call is not there, where all of the history is lost."""
    lost = all(LOST.match(text) for text in best.texts) and set(other.modes) <= set(best.modes)
    return lost and _NO_CALL_BEFORE.search(other.said) is not None


def refused_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a history was refused with the same status, in words that differ in numbers alone."""
    if not best.said:
        return False
    said = _unnumbered(best.said)
    if other.rule:
        alike = other.said and other.example.actual == best.example.actual
        return bool(alike) and _unnumbered(other.said) == said
    # A history is what a later request of a case has; what is wrong with a first one is another cause.
    return other.example.step > 1 and _in_its_words(best, other)


def _in_its_words(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were refused with the status and the words of a form, but for their numbers."""
    begins = _begins(best)
    words = _unnumbered(other.message.removeprefix(begins))
    return other.message.startswith(begins) and words.startswith(f"{_unnumbered(best.said)})")


def refused_as_the_plainest(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were refused as the usual form of the plainest request is, which every request has."""
    plainest = any(one.case == _PLAINEST for one in best.examples)
    return plainest and bool(best.said) and _in_its_words(best, other)


def _begins(best: ServerDeviation) -> str:
    """Return how the reason of a case begins that was refused with the same status."""
    return f"{_REFUSED}{best.example.actual} ("


def refused_by_name(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were refused in the words of a form's refusal, which name what is wrong with it."""
    return _in_its_words(best, other) and _PARAMETERS in best.said.lower()


def refused_with_member(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether both were refused in the same words, which name the member that has the form."""
    place = best.message.partition(": ")[2].partition(" ")[0]
    member = place.rpartition("/")[2].partition("[")[0]
    named = _LETTER.search(member) is not None and member in best.said
    return named and refused_alike(best, other)


def refused_for_answer(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refused its own messages in words that name the member that is wrong in them."""
    steps = reversed(best.example.pointer.split("/"))
    member = next((step for step in steps if not step.isdigit()), "")
    its_own = other.answers <= best.answers
    # A block that is empty is told by what it holds, not by the list that has it.
    empty = best.message == _EMPTY_TEXT and {"empty", "text"} <= set(_WORD.findall(other.said))
    return its_own and (empty or (bool(member) and _names(other.said, member)))


def _names(said: str, member: str) -> bool:
    """Return whether words name a member: between marks or at the end of a path, ids in words as well."""
    name = re.escape(member)
    # What stands before a colon names a member of the error: `'type': 'missing'`.
    marked = rf"([\"'`]){name}\1(?!:)|[./]{name}(?!\w)"
    return (
        re.search(r"(?<![A-Za-z])ids?(?![A-Za-z])" if member == "id" else marked, said) is not None
    )


def refused_for_its_history(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each case that was refused went on with a history that the server gave, and that is wrong."""
    gave = {(one.case, one.mode) for one in best.examples if _GIVEN in one.pointer}
    shown = bool(other.examples) and all((one.case, one.mode) in gave for one in other.examples)
    return shown and _later(other)


def refused_without_role(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses to go on from messages of its own that do not say, or not rightly, whose they are."""
    lacking = best.texts <= {MEMBER_MISSING, OTHER_TYPE} and all(
        one.pointer.endswith("/role") for one in best.examples
    )
    refused = other.rule or _later(other)
    return lacking and bool(refused) and other.answers <= best.answers


def refused_with_empty_list(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses to go on from its own answers for the list that is there in them
    and empty, as its words say.
    """
    there = best.message == EMPTY_LIST and set(other.modes) <= set(best.modes)
    named = _names(other.message, EMPTY_LIST.partition(" ")[0])
    return there and named and _later(other) and _OF_NOTHING.search(other.message) is not None


def _later(found: ServerDeviation) -> bool:
    """Return whether requests were refused that go on from an answer."""
    refused = found.message.startswith(_REFUSED)
    return refused and all(one.step > 1 for one in found.examples)


def parts_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a list of several parts is refused, and nothing else is wrong with it, where one is."""
    return not other.others and refused_alike(best, other)


def empty_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the one form of a history that is refused as an empty result is has such a result."""
    empty = all(one.case == _EMPTY_RESULT for one in other.examples)
    return empty and refused_alike(best, other)


def refused_for_choice(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether requests are refused in the words in which a tool choice is, which name it."""
    if not best.said or _CHOICE not in best.said.lower():
        return False
    if other.rule:
        return other.said == best.said and other.example.actual == best.example.actual
    return other.message.startswith(f"{_begins(best)}{best.said})")


def results_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is right and refused in the words in which a server's own message is has results.

    So has whatever is refused because a call has none.
    """
    named = [part for text in other.texts for part in about(text).split(", ")]
    # A long call is of a history with results as well; by itself it may be refused for its length.
    short = [part for part in named if part != _LONG_CALL]
    results = refused_without_result(best) or (short and all(_RESULT in part for part in short))
    return bool(results) and refused_alike(best, other)


def earlier_results_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were refused as all is that is right and has an earlier result: because a call has no
    result, or a result no call, or behind a second answer, where there are such results.

    Results that the last message has are taken: what is refused with them is refused for another cause.
    """
    missed = refused_without_result(best) or _NO_CALL_BEFORE.search(best.said) is not None
    behind = bool(best.said) and all(one.step > _SECOND for one in other.examples)
    lost = (missed or behind) and all(_has_earlier_results(text) for text in best.texts)
    return lost and set(other.modes) <= set(best.modes) and _in_its_words(best, other)


def _has_earlier_results(text: str) -> bool:
    named = about(text)
    for one in _EARLIER_RESULTS:
        named = named.replace(one, "")
    return bool(about(text)) and not named.strip(", ")


#: Each refusal of a wrong request that comes under a status of success is that of a stream.
streams_refused_under_success: Final = SaidTogether(
    every(_UNDER_SUCCESS), every(_UNDER_SUCCESS), (in_streams,)
)
#: Cases were refused in no words by a server whose errors have none.
refused_without_words: Final = SaidTogether(every(_NO_WORDS), every(_NO_MESSAGE))


def refused_in_its_cases(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the cases that were refused in the same words are those of the right request.

    Members and tools without parameters stand in many cases: of one the words have to name it, or what it lacks.
    """
    named = [name for text in best.texts for name in _MEMBER.findall(about(text))]
    # What is refused in the first is said of the others in its words.
    said = (best.said.replace(mine, name) for mine in named if mine in best.said for name in named)
    if any(_in_its_words(replace(best, said=one), other) for one in said):
        return True
    if _BARE_TOOL in map(about, best.texts) and refused_by_name(best, other):
        return True
    if _LEFT_OUT in map(about, best.texts) and refused_by_name(_unquoted(best), _unquoted(other)):
        return True
    what = about(best.message)
    of_it = _CASES_OF.get(what) or _CASES_OF.get(what.partition(", ")[0])
    mine = of_it is not None and bool(other.cases) and all(map(of_it.match, other.cases))
    return mine and refused_alike(best, other)


def _unquoted(found: ServerDeviation) -> ServerDeviation:
    """Return a deviation in whose words no name of a tool is quoted."""
    said, message = (_MARKED.sub("", one) for one in (found.said, found.message))
    return replace(found, said=said, message=message)


def refused_beside_others(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what has more in it is refused in the same words: those of cases quote what
    they are said of.
    """
    if other.rule:
        return refused_alike(best, other)
    return _in_its_words(best, other) and _MARKED.search(best.said) is not None


def refused_with_stream(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is refused as every stream is was asked in one."""
    if other.rule:
        return refused_alike(best, other)
    return set(other.modes) <= set(best.modes) and _in_its_words(best, other)


def refused_in_a_list(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses its own messages in the words, which name the member, in which a message
    of the model is whose content is a list.
    """
    return all(_OWN_LIST.search(text) for text in best.texts) and refused_with_member(best, other)


def earlier_calls_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that was answered is wrong in calls of a history, which are lost: what has
    earlier ones is refused because a result has no call.
    """
    lost = _NO_CALL_BEFORE.search(best.said) and all(map(_has_earlier_results, best.texts))
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    return bool(lost) and answered and all(_IN_CALLS.match(about(text)) for text in other.texts)


def refused_as_its_own(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a form is refused in the words in which a server's own message is, which quote it."""
    return _MARKED.search(best.said) is not None and refused_alike(best, other)


def _unnumbered(text: str) -> str:
    return _DIGITS.sub("0", _NAMED_IDS.sub(r"\1", text))


def several_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a server refuses its own messages where they have several calls, and no others, and in
    the same words what else has several results.
    """
    cases = {*best.shown_in, *other.shown_in, *other.cases}
    return all(map(_SEVERAL.fullmatch, cases)) and refused_alike(best, other)
