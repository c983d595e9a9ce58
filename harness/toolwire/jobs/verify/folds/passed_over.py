"""Whether wrong requests were answered since a server passes over what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from toolwire.jobs.audit.controls.meaning import NO_RESULT_BEHIND
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds import told_together
from toolwire.jobs.verify.folds.saying import SaidTogether, every, in_its_modes, some
from toolwire.jobs.verify.folds.sentences import (
    ANSWERED,
    FEWER_CHOICES,
    FEWER_OF_PROMPT,
    HAS_THE_WORD,
    IMAGE_UNCOUNTED,
    MORE_WORDS,
    NO_ARGUMENTS,
    NO_JSON,
    NONE_CAME,
    NONE_OF_ONE_TOOL,
    OTHERS_CHOSEN,
    PASSED_OVER,
    RESULT_MISSED,
    RESULT_OF_NOBODY,
    UNCOUNTED,
    about,
    claim,
)
from toolwire.jobs.verify.folds.told_together import SEVERAL_REFUSED

_ONE_STEP: Final = "a result beside the user's words, with force_single_step"
#: The member without which they are refused.
_STEPS: Final = "/force_single_step"


@dataclass(frozen=True, slots=True)
class PassedObject:
    """An object of a request that is passed over as a whole where it is of another type.

    Attributes:
        named: finds in what is said that it was of another type.
        holds: finds its name in what a finding is about, or that of a member of it.
    """

    named: re.Pattern[str]
    holds: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class PassedMember:
    """How wrong requests are known in which nothing but one member, or one kind of message, is wrong.

    Attributes:
        named: finds its name in what a finding is about; None where that may name anything.
        cases: match a case, suite before it; None where no case has it alone.
        held_by: the object that it stands in; None where that is the request, or is told by itself.
    """

    named: re.Pattern[str] | None = None
    cases: re.Pattern[str] | None = None
    held_by: PassedObject | None = None

    def has_all(self, other: ServerDeviation) -> bool:
        """Return whether all that was answered is wrong in this member, by its cases or by its name, or
        in the object that holds it.
        """
        if self.cases is not None and all(self.cases.fullmatch(one.case) for one in other.examples):
            return True
        holder, named = self.held_by, self.named
        if holder is not None and any(map(holder.named.search, other.texts)):
            named = holder.holds
        return named is not None and all(named.search(about(one)) for one in other.texts)


def _wrong(
    case: str, *, named: str | None = None, held_by: PassedObject | None = None
) -> PassedMember:
    name = None if named is None else re.compile(named, re.IGNORECASE)
    return PassedMember(name, re.compile(rf"request_validation\.(?:{case})"), held_by)


#: The object of a request that holds the ends of its answer, and how much of what is likely.
_SETTINGS: Final = PassedObject(
    named=re.compile(r"/(inferenceConfig|generationConfig|options) of another type\b"),
    holds=re.compile(
        r"^/?(inferenceConfig|generationConfig|options)\b|\btop_?[pk]\b|\btemperature\b|\bstop|max\w*tokens|num_predict",
        re.IGNORECASE,
    ),
)

_CHOSEN: Final = PassedMember(
    re.compile(
        r"tool[_ ]?(choice|config)|function calling mode|allowedFunctionNames|functionCallingConfig",
        re.IGNORECASE,
    )
)
_FORCED: Final = replace(
    _CHOSEN,
    cases=re.compile(
        r"request_validation\.\w*([Cc]hoice|CallingConfig)\w*|tool_choice\.unknown_name"
    ),
)
#: What is wrong in the schema of a tool's parameters, wherever a format has it.
_IN_PARAMETERS: Final = PassedMember(
    re.compile(
        r"^/tool\S*(parameter|input_?schema)|^(?!.*format)(parameters|an? (schema|property with|property whose|enum of"
        r"|list without items|text with properties|tool whose parameters)|properties of a tool|a required of a tool|an inputSchema)\b",
        re.IGNORECASE,
    )
)
_LIMIT: Final = _wrong(
    r"\w*(tokens|limit)\w*", named=r"max\w*tokens|num_predict", held_by=_SETTINGS
)
#: A rule that shows that a member is passed over -> that member.
PASSED_MEMBERS: Final[Mapping[str, PassedMember]] = {
    "TC383": _IN_PARAMETERS,
    "TC387": PassedMember(re.compile(r"^/tools/\S*description\b")),
    "TC415": _wrong(r"\w*stop\w*", named=r"\bstop", held_by=_SETTINGS),
    "TC421": _LIMIT,
    # A limit in whose place stands another one is not looked at.
    "TC423": _LIMIT,
    "TC520": _wrong(r"\w*format\w*", named="response_?(format|mime|json|schema)"),
    "TC601": _FORCED,
    "TC602": _FORCED,
    "TC603": _CHOSEN,
    "TC604": _CHOSEN,
    "TC652": _wrong(r"\w*parallel\w*"),
    "TC709": _wrong(
        r"\w*(tool_use_id|toolUseId|tool_call_id|output_call_id)"
        "|known_(empty_call_id|result_of_another_call)"
    ),
    "TC731": _wrong(
        r"known_result_as_object|(drop|enum|retype)_(messages_content_(type|document\w*)"
        r"|tool_results_outputs\w*|contents_parts_functionResponse_response)"
    ),
    "TC734": _wrong("known_result_list|drop_messages_content_toolResult_content_text"),
    "TC735": _wrong("known_(empty_failure|result_status)"),
    "TC758": PassedMember(re.compile(r"\bprevious_response_id\b")),
    "TC769": _wrong(
        r"\w*(tool_calls_parameters|arguments|content_input|toolUse_input"
        r"|functionCall_args|known_arguments_as_\w+)"
    ),
    "TC774": PassedMember(re.compile(r"\bmessage of the assistant\b")),
    "TC777": _wrong(
        r"\w*(preamble|instructions|system)\w*",
        named="^(/(system|instructions)|a system message)",
    ),
    "TC780": _wrong("known_words_before_results"),
    "TC911": _wrong(r"\w*stream_options\w*"),
}
#: The rule of what a schema tells, and how findings end that tell of parameters of which nothing is counted.
_OF_A_SCHEMA: Final = "TC383"
_UNCOUNTED_PARAMETERS: Final = re.compile(
    r": (long descriptions of parameters|a parameter that is an object of many members)(, under `\w+`)?\.$"
)
#: Rules of the ends of answers, and how their findings begin where an end that the request wants is passed over.
_OF_AN_END: Final = frozenset({"TC415", "TC421"})
_END_UNREAD: Final = (
    HAS_THE_WORD,
    MORE_WORDS,
)
#: What is said of a part of which no token is counted -> the wrong requests in which nothing but
#: that part is wrong.
_UNCOUNTED_WRONG: Final = {
    re.compile(IMAGE_UNCOUNTED): re.compile(r"request_validation\.known_image_\w+"),
    re.compile(rf"{FEWER_OF_PROMPT}.*: long descriptions of parameters(, under `\w+`)?\.$"): (
        re.compile(r"request_validation\.bad_schema")
    ),
}
#: The object of a request that holds all that is asked of an answer, also its form, and how many.
_ASKS_FOR_ALL: Final = re.compile(r"/generationConfig of another type\b")
_OF_NO_TOOL: Final = "a tool choice of a tool that is not offered"
_BESIDE: Final = "a result with an id that no call has, beside one that is right"
#: How wrong requests begin that are right up to a second result.
_FURTHER: Final = (
    "a result that no call has beside one that a call has",
    _BESIDE,
    "two results of one call",
)
#: The same where a format's own type is asked for it: what stands twice is a block of the last message.
_RESULT_TWICE: Final = re.compile(r"/messages/\*/content/\* said twice")
_THOUGHTS_UNCOUNTED: Final = (
    "As many tokens are counted with the thoughts of the running turn as without them"
)
#: Wrong requests in which nothing but the signature of thoughts is wrong.
_SIGNED: Final = (
    "a thinking block with a signature of nobody's",
    "thoughts with their own signature, of which a letter is another",
)
#: What is said of the items of an answer, and of a request with the same.
_SHARED_ID: Final = "Two items of the answer share one id."
_ITEM_TWICE: Final = "two calls of one item id"
#: What was answered -> what has the same beside something that is right.
_BESIDE_RIGHT: Final = {
    RESULT_MISSED: "two calls in the history, and the result of one",
    RESULT_OF_NOBODY: _BESIDE,
}


def passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in the member that is passed over."""
    if best.rule == _OF_A_SCHEMA and best.example.actual is not None:
        return False  # Some of it reached the model.
    if best.rule in _OF_AN_END and not all(text.startswith(_END_UNREAD) for text in best.texts):
        return False
    return _answered(other) and PASSED_MEMBERS[best.rule].has_all(other)


def parameters_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether nothing of a tool's parameters reaches the model, and nothing of them is counted, or given."""
    unread = best.example.actual is None
    return unread and all(
        text in NO_ARGUMENTS or _UNCOUNTED_PARAMETERS.search(text) for text in other.texts
    )


def holder_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether two ends are passed over because the object that holds both is."""
    if not any(_SETTINGS.named.search(text) for text in best.texts):
        return False
    return other.message.startswith(_END_UNREAD)


def settings_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no JSON comes, or fewer choices, where the object that asks for these is passed over."""
    passed = told_together.SETTINGS_PASSED_OVER in best.texts and in_its_modes(best, other)
    asks = any(map(_ASKS_FOR_ALL.search, best.texts))
    return (
        passed and asks and all(text.startswith((FEWER_CHOICES, NO_JSON)) for text in other.texts)
    )


def choice_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether no call comes that is demanded, nor another choice is kept, and one that there
    is not is passed over.
    """
    if NONE_CAME not in best.texts or not set(other.modes) <= set(best.modes):
        return False
    if other.texts == {PASSED_OVER}:
        return True
    passed = any(text == PASSED_OVER or about(text) == _OF_NO_TOOL for text in best.texts)
    return passed and {f"{claim(text)}." for text in other.texts} <= OTHERS_CHOSEN


#: No call of one tool comes that is demanded where none comes that any tool would do for.
never_forced: Final = SaidTogether(
    some(NONE_CAME), every(NONE_OF_ONE_TOOL.rstrip(".")), (in_its_modes,)
)


def uncounted_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in the part of which nothing is counted."""
    wrong = [
        cases
        for part, cases in _UNCOUNTED_WRONG.items()
        if all(part.match(text) for text in best.texts)
    ]
    return _answered(other) and any(
        all(cases.fullmatch(one.case) for one in other.examples) for cases in wrong
    )


def ids_taken_back(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether two calls of one item id are answered by who gives them one itself, and is to get them back."""
    shared = best.texts == {_SHARED_ID}
    return shared and _answered(other) and all(_ITEM_TWICE in text for text in other.texts)


def answered_beside_right(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a wrong history that is answered is answered, too, where something right stands beside."""
    known = not other.others and _BESIDE_RIGHT.get(best.message) == about(other.message)
    return known and _answered(other)


def _answered(other: ServerDeviation) -> bool:
    return all(claim(text) == ANSWERED for text in other.texts)


def one_step_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that was answered is wrong in the member without which words beside results are
    refused, where they are refused with it.
    """
    lost = all(_ONE_STEP in text for text in best.texts) and in_its_modes(best, other)
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    return lost and answered and all(about(text).startswith(_STEPS) for text in other.texts)


def parameters_uncounted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether nothing of parameters is counted, and all wrong requests that were answered are wrong in them."""
    counted = {told[1] for told in map(_UNCOUNTED_PARAMETERS.search, best.texts) if told}
    nothing = len(counted) > 1 and all(UNCOUNTED.match(text) for text in best.texts)
    return (
        nothing and _answered(other) and _IN_PARAMETERS.has_all(other) and in_its_modes(best, other)
    )


#: Who gives calls such ids itself takes one in a history, and is to get its own back.
foreign_ids_taken_back: Final = SaidTogether(
    every("The id has a character"), every("an id of a call with a colon and a stop in it")
)


def further_results_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that was answered is wrong in a further result of a message, of which the first alone
    is read: several right ones are refused as if a call had none.
    """
    lost = SEVERAL_REFUSED in best.texts and NO_RESULT_BEHIND.search(best.said) is not None
    named = [about(text) for text in other.texts]
    further = all(one.startswith(_FURTHER) or _RESULT_TWICE.match(one) for one in named)
    return lost and _answered(other) and further


def thoughts_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether thoughts of a history are lost, and all that was answered is wrong in their signatures."""
    lost = {claim(text) for text in best.texts} == {_THOUGHTS_UNCOUNTED}
    signed = all(about(text).startswith(_SIGNED) for text in other.texts)
    return lost and signed and _answered(other) and in_its_modes(best, other)
