"""Whether two findings of a run tell of one part of what was sent that never reached the model."""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.same_place import SAME_REQUESTS
from toolwire.jobs.verify.folds.same_refusal import refused_without_call, refused_without_result
from toolwire.jobs.verify.folds.saying import (
    SaidTogether,
    every,
    in_its_modes,
    in_the_same_modes,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    ANSWERED,
    CALL_AGAIN,
    CALL_LOST,
    FEWER_OF_PROMPT,
    IMAGE_UNCOUNTED,
    LONG_BEHIND,
    LOST,
    NO_PART,
    NOT_GONE_ON,
    OF_A_WRONG_HISTORY,
    RESULT_MISSED,
    RESULT_OF_NOBODY,
    ROW_LOST,
    UNSENT,
    about,
    claim,
)
from toolwire.jobs.verify.folds.told_together import CALLS_LOST
from toolwire.rules.mutate.addition import LONG

#: How the cases of a usual round begin.
_ROUND: Final = "round_trip."
#: What is lost where an id is passed over: all that was kept, and in it the call of a result.
_KEPT_LOST: Final = "The answer has no word of the conversation"
_RESULT_ALONE: Final = "The reply has no word of a result that went back alone"
_UNFOLLOWED: Final = "The reply does nothing of what the last words of the user write out."
#: Cases that count words of the user, or an image among them, before calls or behind.
_OF_USER: Final = re.compile(
    rf"history_forms\.right_long_behind$|round_trip\.line_words_\d+$|history_forms\.right_{LONG[0]}$"
)
#: How what is said of calls and results begins that do not go together and were answered.
_UNCHECKED: Final = (OF_A_WRONG_HISTORY, RESULT_OF_NOBODY)
_USED_BEFORE: Final = "The id was used by an earlier call of the conversation."
#: The controls that are wrong in what came before the last message, and what the names of others have.
OF_A_HISTORY: Final = frozenset({"known_empty_message", "known_late_system"}).union(
    *SAME_REQUESTS.values()
)
_HISTORY: Final = "chat_history"
_ENTITIES: Final = "HTML entities were written."
#: What is said of a long result whose tokens are not counted.
_LONG_RESULT: Final = "a result of 16 kB"
_ONE_FOR_ANOTHER: Final = "One result of a tool is told in the place of another one of it."
_OF_ANOTHER_CALL: Final = "The answer gives the result of another call than the one asked about."
#: A failure, told by its words.
_FAILURE_LOST: Final = "The answer has no word of a failure that it was to repeat."
#: What is wrong with calls of a history.
_WRONG_CALL: Final = re.compile(
    r"/(tool_?calls?|tool_?use|function_?calls?)\b|^arguments that are ", re.IGNORECASE
)
#: What is wrong with how calls of a history and their results go together.
_WRONG_BESIDE: Final = re.compile(
    r"\bcalls? in the history\b|\bresults of two calls\b|^a result whose content is null\b"
)
#: Whose words stand behind a result, or before it.
_USER_BEHIND: Final = "Words of the user directly after the results are refused."
_USER_BETWEEN: Final = "words of the user between a call and its result"

#: Results that are kept by the names of their tools are told for one another, a short one for a long one.
result_replaced: Final = SaidTogether(
    every(_ONE_FOR_ANOTHER), every(_LONG_RESULT, _OF_ANOTHER_CALL), (in_its_modes,)
)
#: A result that is cut wherever it stands lacks its end where it is an earlier one, too.
results_cut: Final = SaidTogether(
    every("they were cut"), every("end of an earlier result", _LONG_RESULT), (in_its_modes,)
)

#: Who keeps nothing of a conversation has no call to which a result that goes back alone belongs.
nothing_kept: Final = SaidTogether(every(_KEPT_LOST), every(_RESULT_ALONE), (in_its_modes,))


#: What failed is taken for what worked where nothing of a failure is there.
failures_lost: Final = SaidTogether(
    every(_FAILURE_LOST),
    every("The answer takes a call for one that worked whose result is marked as failed."),
    (in_the_same_modes,),
)


#: Nothing goes on from a result, or tells of its failure, where the call that it answers is lost.
calls_not_gone_on: Final = SaidTogether(
    every(CALL_LOST, FEWER_OF_PROMPT), every(NOT_GONE_ON), (in_its_modes,)
)
failures_of_lost_calls: Final = SaidTogether(
    every(CALL_LOST, FEWER_OF_PROMPT), every(_FAILURE_LOST), (in_its_modes,)
)

#: A result in parts is that of no call, either; and nothing is missing behind calls that are not there, whose ids
#: are counted from the beginning.
parts_of_lost_calls: Final = SaidTogether(some(CALLS_LOST), every(NO_PART), (in_its_modes,))
unpaired_with_lost_calls: Final = SaidTogether(
    some(CALLS_LOST), every(RESULT_MISSED, _USED_BEFORE, CALL_AGAIN), (in_its_modes,)
)


def refused_without_calls(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were refused because a result has no call before it, where calls are lost."""
    return CALLS_LOST in best.texts and in_its_modes(best, other) and refused_without_call(other)


def calls_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in calls of a history, where these are lost."""
    # Where a whole message of calls is left out, nothing is looked at that goes with them.
    beside = CALLS_LOST in best.texts
    lost = beside or all(text.startswith((CALL_LOST, FEWER_OF_PROMPT)) for text in best.texts)
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    said = best.message.startswith((CALL_LOST, CALLS_LOST)) and in_its_modes(best, other)
    wrong = (about(text) for text in other.texts)
    return (said and lost and answered) and all(
        _WRONG_CALL.search(one) or (beside and _WRONG_BESIDE.search(one)) for one in wrong
    )


def lost_in_every_form(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether words that are lost in the usual form are lost in another, too."""
    return set(other.modes) <= set(best.modes) and all(
        LOST.match(text) for one in (best, other) for text in one.texts
    )


def later_words_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is counted too low are words of the user in a history with calls, of
    which the last are not followed.
    """
    unread = best.texts == {_UNFOLLOWED} and set(other.modes) <= set(best.modes)
    words = all(text.startswith((FEWER_OF_PROMPT, IMAGE_UNCOUNTED)) for text in other.texts)
    return unread and words and all(_OF_USER.match(one.case) for one in other.examples)


#: Nothing that is due behind results comes, be it asked for before them or behind.
nothing_followed: Final = SaidTogether(every(_UNFOLLOWED), every(NOT_GONE_ON), (in_its_modes,))


def results_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether results that are lost in the usual round are lost in another form, too."""
    usual = any(one.case.startswith(_ROUND) for one in best.examples)
    return usual and lost_in_every_form(best, other)


def tools_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no call comes in words where the beginning of the prompt, or what came before, is lost.

    The tools stand there then. Where they have a member of their own they are lost by themselves.
    """
    lost = all(LOST.match(text) for text in best.texts) and set(other.modes) <= set(best.modes)
    return lost and load_dialect(other.dialect).in_words


def markup_escaped(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no call comes in words where all that is said has its angle brackets escaped."""
    escaped = any(text.endswith(_ENTITIES) for text in best.texts)
    return escaped and load_dialect(other.dialect).in_words


def without_history(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether nothing is found missing in a history, or ids of it come again, where all of it is lost."""
    lost = all(LOST.match(text) for text in best.texts) and set(other.modes) <= set(best.modes)
    return lost and other.texts <= {RESULT_MISSED, _USED_BEFORE, CALL_AGAIN}


def nothing_checked(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls and results that do not go together were answered, where all of a history is lost."""
    lost = all(LOST.match(text) for text in best.texts) and in_its_modes(best, other)
    return lost and all(text.startswith(_UNCHECKED) for text in other.texts)


def history_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in a history, where all of it is lost."""
    lost = all(LOST.match(text) for text in best.texts)
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    cases = [one.case.removeprefix("request_validation.") for one in other.examples]
    return lost and answered and all(one in OF_A_HISTORY or _HISTORY in one for one in cases)


def unsent_with_results(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is not followed, or not refused, is of a history that is dropped where results come."""
    dropped = best.texts == {UNSENT} and set(other.modes) <= set(best.modes)
    if other.rule == "TC747":
        asked = [(claim(text), about(text)) for text in other.texts]
        return dropped and all(
            said == ANSWERED and what.startswith(f"/{_HISTORY}") for said, what in asked
        )
    return dropped and all(text.startswith(NOT_GONE_ON) for text in other.texts)


def row_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether of two messages of the user in a row the first is lost, which may be one of results.

    Then a call has no result where words stand behind it, and words before a result are gone.
    """
    lost = all(text.startswith(ROW_LOST) for text in best.texts)
    behind = other.texts == {_USER_BEHIND} or {*map(about, other.texts)} == {LONG_BEHIND}
    if behind:
        return lost and refused_without_result(other)
    return lost and {*map(about, other.texts)} == {_USER_BETWEEN}
