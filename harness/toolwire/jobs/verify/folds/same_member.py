"""Whether two findings of a run tell of one member of its answers: that it is missing, or of another type."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    every,
    in_its_answers,
    in_its_modes,
)
from toolwire.jobs.verify.folds.sentences import (
    BEGINS_OTHERWISE,
    EMPTY_ARGUMENTS,
    ID_IN_ONE_MODE,
    MEMBER_MISSING,
    MODEL_IN_ONE_MODE,
    NO_COUNTS,
    NO_END,
    OTHER_COUNTS,
    OTHER_PARAMETERS,
    OTHER_TYPE,
    SPELLED_OTHERWISE,
)

#: What numbers the parts of a stream.
_NUMBERS: Final = frozenset({"index", "contentBlockIndex"})
#: Begins what an order of events says of a part without its number.
_UNNUMBERED: Final = "No number is told of the "
_IN_ONE_MODE: Final = frozenset({ID_IN_ONE_MODE})
#: What one mode alone tells of its answers -> the member that tells it.
_TOLD_IN_ONE: Final = {ID_IN_ONE_MODE: ("id",), MODEL_IN_ONE_MODE: ("model",)}
#: What tells why a reply ended, in any format.
_REASONS: Final = frozenset(
    # Ollama says beside `done`, which the type requires, why an answer ended.
    {"status", "finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason", "done"}
)
#: What is said of counts where some of them are missing.
_COUNTS: Final = (
    "Nothing says how many tokens were read and made.",
    OTHER_COUNTS,
    NO_COUNTS,
)
#: What the last event of a stream repeats of the answer, its counts among it.
_WHOLE: Final = "response"
#: What holds the counts in Cohere's v1.
_META: Final = "meta"
_DURATION: Final = ("_duration",)
_FRACTION: Final = "A duration is written with a fraction, which Go's integers refuse."
_NULL: Final = "The arguments are null where they may be left out, or be an empty object."
_OTHER_FORMAT: Final = "The text is told to have another format than was asked for."
#: What shows that a member of the request is passed over -> as what a response then tells of it.
TOLD_OF: Final = {
    **dict.fromkeys(("TC601", "TC602", "TC603", "TC604"), "tool_choice"),
    "TC652": "parallel_tool_calls",
    "TC758": "previous_response_id",
    "TC777": "instructions",
}
_EVENT: Final = re.compile(r"^event\[\d+\]")


def without_number(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that does not fit the published type is the number of parts that are not found for it."""
    told = best.texts
    unnumbered = any(text.startswith(_UNNUMBERED) for text in told) or _at_its_events(best, other)
    alike = unnumbered and set(other.modes) <= set(best.modes)
    numbers = {place[-1] for place in _places(other)} <= _NUMBERS
    return alike and numbers and other.texts in ({MEMBER_MISSING}, {OTHER_TYPE})


def _at_its_events(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each answer that shows the second shows the first, and at the same event."""
    there = {(one.case, one.mode, _event(one)) for one in best.examples}
    events = [(one.case, one.mode, _event(one)) for one in other.examples]
    return all(one[-1] for one in events) and there.issuperset(events)


def _event(one: DeviationExample) -> str:
    found = _EVENT.match(one.pointer)
    return found[0] if found else ""


def without_id(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the answers of one mode have no id, or model, because it is missing there, or the event that has it."""
    if best.message.startswith(BEGINS_OTHERWISE):
        return other.modes == best.modes and other.texts == _IN_ONE_MODE
    missing = len(best.modes) == 1 and best.texts == {MEMBER_MISSING}
    told = missing and other.texts <= _TOLD_IN_ONE.keys()
    return told and _places(best) <= {_TOLD_IN_ONE[text] for text in other.texts}


def without_reason(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the replies of one mode have no stop reason because the member that tells it is missing there,
    is null, or has another name.
    """
    members = {
        str(one.expected if best.texts == {SPELLED_OTHERWISE} else one.pointer)
        for one in best.examples
    }
    reasons = {member.rpartition("/")[2] for member in members} <= _REASONS
    missing = reasons and best.texts in ({MEMBER_MISSING}, {OTHER_TYPE}, {SPELLED_OTHERWISE})
    return missing and {NO_END.get(text) for text in other.texts} == {*best.modes}


def without_count(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether counts are not told because members of the usage, or what has it, are missing,
    or no numbers.
    """
    missing = best.texts <= {MEMBER_MISSING, OTHER_TYPE} and all(
        any("usage" in step.lower() or step == _META for step in place) or place[-1] == _WHOLE
        for place in _places(best)
    )
    return missing and all(text.startswith(_COUNTS) for text in other.texts)


#: All that is not of its type are durations, some of which are told with a fraction.
durations_with_fractions: Final = SaidTogether(
    every(OTHER_TYPE, at=_DURATION), every(_FRACTION), (in_its_modes,)
)


def unread_arguments(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether arguments are empty because what holds their fragments is of another type."""
    if not (
        best.texts == {OTHER_TYPE} and other.modes == best.modes and other.texts <= EMPTY_ARGUMENTS
    ):
        return False
    holders = _places(best)
    return all(any(place[: len(one)] == one for one in holders) for place in _places(other))


#: The kind of a part that no text goes with is none of the published type's.
parts_of_no_kind: Final = SaidTogether(
    every(OTHER_TYPE, at=("/type",)),
    every("The part of the text is of a kind that the format does not have."),
    (in_its_answers,),
)


def told_as_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that a response tells otherwise than it was asked is the member that is passed over."""
    told = {place[-1] for place in _places(other)} == {TOLD_OF[best.rule]}
    return told and set(other.modes) <= set(best.modes)


#: A value that an alternative of a parameter alone tells is not there in answers that tell other parameters.
made_of_other_parameters: Final = SaidTogether(every(OTHER_PARAMETERS), ANYTHING, (in_its_answers,))


def _tells_less_required(best: ServerDeviation, _: ServerDeviation) -> bool:
    """Return whether all that is told otherwise of tools is that less of their parameters is required."""
    expected = [one.expected for one in best.examples]
    return all(isinstance(one, str) and one.endswith(" as required") for one in expected)


#: A call has not what its tool requires in answers that tell less as required.
made_of_less_required: Final = SaidTogether(
    every(OTHER_PARAMETERS), ANYTHING, (in_its_answers, _tells_less_required)
)
#: A text is not of the format that was asked for in answers that tell another one.
of_a_format_that_is_told: Final = SaidTogether(every(_OTHER_FORMAT), ANYTHING, (in_its_answers,))


def _places(found: ServerDeviation) -> set[tuple[str, ...]]:
    """Return the steps to the members of each example, without the number of the event."""
    pointers = (_EVENT.sub("", one.pointer) for one in found.examples)
    return {tuple(pointer.split("/")[1:]) or ("",) for pointer in pointers}


def null_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether answers whose arguments are null are refused when they come back, in words that say so."""
    null = best.texts == {_NULL} and other.answers <= best.answers
    member = best.example.pointer.rpartition("/")[2]
    named = re.search(rf"[./]{re.escape(member)}\b.*\bnull\b", other.message)
    return null and named is not None and all(one.step > 1 for one in other.examples)
