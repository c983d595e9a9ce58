"""Whether two findings of a run tell of one refusal, by what a server said and by what is said of it."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.sentences import (
    ANSWERED,
    FEWER_OF_PROMPT,
    IMAGE_UNCOUNTED,
    LOST,
    MORE_WORDS,
    NOT_CALLED,
    RESULT_MISSED,
)

_LETTER: Final = re.compile("[a-z]")
_DIGITS: Final = re.compile(r"\d+")
_WORD: Final = re.compile("[a-z]+")
#: Begins what is said of cases that were refused.
_REFUSED: Final = "refused with HTTP "
#: Begins what rules say of a refusal that is none as it should be.
_REFUSAL: Final = "The refusal "
#: What the refusal of a tool without parameters names: other words may be said of any request.
_PARAMETERS: Final = "parameters"
#: The control that asks for the usual form of the user's words.
_PLAINEST: Final = "history_forms.form_usual_plain"
_SERVERS_OWN: Final = 500
_CHOICE: Final = "choice"
_RESULT: Final = "result"
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
#: The rule that a member of the request is passed over -> how that member is called.
MEMBERS: Final = {
    **dict.fromkeys(
        ("TC601", "TC602", "TC603", "TC604"),
        re.compile(r"tool[_ ]?choice|allowedFunctionNames|functionCallingConfig", re.IGNORECASE),
    ),
    "TC387": re.compile(r"^/tools/\S*description\b"),
    "TC415": re.compile(r"\bstop", re.IGNORECASE),
    "TC421": re.compile(r"max\w*tokens|num_predict", re.IGNORECASE),
    "TC520": re.compile(r"response_?(format|mime|json|schema)", re.IGNORECASE),
    "TC758": re.compile(r"\bprevious_response_id\b"),
    "TC774": re.compile(r"\bmessage of the assistant\b"),
    "TC777": re.compile(r"^(/(system|instructions)|a system message)", re.IGNORECASE),
}
#: The name of a member, at the end of a pointer.
_MEMBER: Final = re.compile(r"/(\w{4,})(?=[ ,.;]|$)")
#: What a refusal quotes of what was sent.
_MARKED: Final = re.compile(r"([\"'`])[^\"'`]+\1")
_EMPTY_TEXT: Final = "A text beside a call is empty."
#: The history in an answer, which is to be sent back.
_GIVEN: Final = "/chat_history"
_CHOICE_UNREAD: Final = frozenset(
    {
        "A call came although calls were forbidden.",
        "A tool choice that does not exist was passed over.",
    }
)
_CHOICES: Final = re.compile(
    r"request_validation\.\w*([Cc]hoice|CallingConfig)\w*|tool_choice\.unknown_name"
)
#: What shows that a member is passed over -> the wrong requests in which nothing but that member is wrong.
WRONG_IN: Final = {
    "TC415": re.compile(r"request_validation\.\w*stop\w*"),
    "TC421": re.compile(r"request_validation\.\w*(tokens|limit)\w*"),
    "TC601": _CHOICES,
    "TC602": _CHOICES,
    "TC652": re.compile(r"request_validation\.\w*parallel\w*"),
    "TC709": re.compile(
        r"request_validation\.(\w*(tool_use_id|toolUseId|tool_call_id|output_call_id)"
        r"|known_(empty_call_id|result_of_another_call))"
    ),
    "TC731": re.compile(
        r"request_validation\.(drop|enum|retype)_(messages_content_(type|document\w*)"
        r"|tool_results_outputs\w*|contents_parts_functionResponse_response)"
    ),
    "TC734": re.compile(r"request_validation\.known_result_list"),
    "TC769": re.compile(
        r"request_validation\.\w*(tool_calls_parameters|arguments|content_input|toolUse_input"
        r"|functionCall_args|known_arguments_as_\w+)"
    ),
    "TC777": re.compile(r"request_validation\.\w*(preamble|instructions|system)\w*"),
    "TC780": re.compile(r"request_validation\.known_words_before_results"),
}
#: Rules of the ends of answers, and how their findings begin where an end that the request wants is passed over.
_OF_AN_END: Final = frozenset({"TC415", "TC421"})
_END_UNREAD: Final = (
    "The text has a word at which the request wants it to end.",
    MORE_WORDS,
)
#: What is said of a part of which no token is counted -> the wrong requests in which nothing but that part is wrong.
_UNCOUNTED_WRONG: Final = {
    re.compile(IMAGE_UNCOUNTED): re.compile(r"request_validation\.known_image_\w+"),
    re.compile(rf"{FEWER_OF_PROMPT}.*: long descriptions of parameters\.$"): (
        re.compile(r"request_validation\.bad_schema")
    ),
}
#: What was answered -> what has the same beside something that is right.
_BESIDE_RIGHT: Final = {
    RESULT_MISSED: ("two calls in the history, and the result of one"),
    "A result of a call that nobody made was answered.": (
        "a result with an id that no call has, beside one that is right"
    ),
}

#: Words by which servers say that a result has no call before it: those of OpenAI, Anthropic, Google, AWS and others.
_NO_CALL_BEFORE: Final = re.compile(
    r"must be a response to a prece+ding|in the previous message|of previous turn|after a function call turn"
    r"|no tool[ _]calls?\b",
    re.IGNORECASE,
)


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
    wrong = {(one.case, one.mode) for one in best.examples}
    steps = reversed(best.example.pointer.split("/"))
    member = next((step for step in steps if not step.isdigit()), "")
    its_own = all((one.case, one.mode) in wrong for one in other.examples)
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


def _later(found: ServerDeviation) -> bool:
    """Return whether requests were refused that go on from an answer."""
    refused = found.message.startswith(_REFUSED)
    return refused and all(one.step > 1 for one in found.examples)


def parts_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a list of several parts is refused, and nothing else is wrong with it, where one is."""
    return not other.others and refused_alike(best, other)


def refused_for_choice(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether requests are refused in the words in which a tool choice is, which name it."""
    if not best.said or _CHOICE not in best.said.lower():
        return False
    if other.rule:
        return other.said == best.said and other.example.actual == best.example.actual
    return other.message.startswith(f"{_begins(best)}{best.said})")


def results_refused(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is right and refused in the words in which a server's own message is has results."""
    named = (part for text in other.texts for part in _named(text).split(", "))
    return all(_RESULT in part for part in named) and refused_alike(best, other)


def refused_in_its_cases(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the cases that were refused in the same words are those of the right request.

    Members and tools without parameters stand in many cases: of one the words have to name it, or what it lacks.
    """
    named = (name for text in best.texts for name in _MEMBER.findall(_named(text)))
    if any(name in best.said for name in named) and _in_its_words(best, other):
        return True
    if _BARE_TOOL in map(_named, best.texts) and refused_by_name(best, other):
        return True
    what = _named(best.message)
    of_it = _CASES_OF.get(what) or _CASES_OF.get(what.partition(", ")[0])
    mine = of_it is not None and bool(other.cases) and all(map(of_it.match, other.cases))
    return mine and refused_alike(best, other)


def choice_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a choice that is none, or that forbids calls, is passed over where one that demands them is."""
    required = best.message == NOT_CALLED and set(other.modes) <= set(best.modes)
    return required and other.texts <= _CHOICE_UNREAD


def refused_beside_others(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what has more in it is refused in the same words: those of cases quote what they are said of."""
    if other.rule:
        return refused_alike(best, other)
    return _in_its_words(best, other) and _MARKED.search(best.said) is not None


def refused_with_stream(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is refused as every stream is was asked in one."""
    if other.rule:
        return refused_alike(best, other)
    return set(other.modes) <= set(best.modes) and _in_its_words(best, other)


def answered_beside_right(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a wrong history that is answered is answered, too, where something right stands beside."""
    answered = not other.others and _sentence(other.message) == ANSWERED
    return answered and _BESIDE_RIGHT.get(best.message) == _named(other.message)


def passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in the member that is passed over."""
    if best.rule in _OF_AN_END and not all(text.startswith(_END_UNREAD) for text in best.texts):
        return False
    answered = all(_sentence(text) == ANSWERED for text in other.texts)
    wrong, member = WRONG_IN.get(best.rule), MEMBERS.get(best.rule)
    within = wrong is not None and all(wrong.fullmatch(one.case) for one in other.examples)
    said = member is not None and all(member.search(_named(text)) for text in other.texts)
    return answered and (within or said)


def uncounted_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in the part of which nothing is counted."""
    wrong = [
        cases
        for part, cases in _UNCOUNTED_WRONG.items()
        if all(part.match(text) for text in best.texts)
    ]
    answered = all(_sentence(text) == ANSWERED for text in other.texts)
    return answered and any(
        all(cases.fullmatch(one.case) for one in other.examples) for cases in wrong
    )


def _named(text: str) -> str:
    """Return what the sentence of a message is about."""
    return text.partition(": ")[2].rstrip(".")


def _unnumbered(text: str) -> str:
    return _DIGITS.sub("0", text)


def not_refused_as_due(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is said of refusals is said of those of wrong requests of every kind."""
    known = {_sentence(text) for text in best.texts}
    said = {_sentence(text) for text in other.texts}
    return said <= known and all(text.startswith(_REFUSAL) for text in said)


def _sentence(text: str) -> str:
    return text.partition(": ")[0].rstrip(".")


def kind_of_what_was_wrong(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a kind of error fits the wrong request, and not the status of the server's own faults."""
    refusals = all(text.startswith(_REFUSAL) for text in best.texts)
    status = best.example.actual
    kind = other.texts == {"The kind of the error is not one of this status."}
    return refusals and isinstance(status, int) and status >= _SERVERS_OWN and kind
