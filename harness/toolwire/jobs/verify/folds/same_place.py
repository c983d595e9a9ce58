"""Whether two findings of a run tell of one thing by where they stand: the same answers, the same
member of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Final

from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    every,
    in_its_answers,
    in_its_cases,
    in_its_modes,
    said_in,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    ARGUMENTS_LEFT_OUT,
    CALL_LEFT_OUT,
    CHUNKS_LACK,
    CHUNKS_OF_ANOTHER,
    CHUNKS_OF_NO_TYPE,
    ENDS_APART,
    HOLDS_NO_CALL,
    MEMBER_MISSING,
    NO_ARGUMENTS,
    NOTHING_SAID,
    OTHER_TYPE,
    THOUGHTS_IN_ONE_MODE,
    TOLD_HERE_ALONE,
    UNCOUNTED,
    WITHOUT_TEXT,
)
from toolwire.model.exchange import Mode

#: What tells places of one member apart: the event, and its number in a list.
_NUMBER: Final = re.compile(r"^event\[\d+\]|(?<=/)\d+(?=/|$)")
#: Members that hold what an answer says.
_SAID: Final = ("/text", "/content")
#: The same, and the type of a part, without which nobody knows what it holds.
_UNREAD_TEXT: Final = re.compile(r"/(text|content|(content|parts)/\d+/type)$")
#: Members that hold what a model thought.
_THOUGHTS: Final = ("/thinking", "/reasoning", "/reasoning_content", "/reasoningText")
#: What is said of a member without which thoughts are not read -> where it stands.
_HOLDING_THOUGHTS: Final[Mapping[str, tuple[str, ...]]] = {
    OTHER_TYPE: _SAID,
    MEMBER_MISSING: _THOUGHTS,
}
#: Where the type of a part stands, without which nobody knows whether it holds thoughts.
_TYPE_OF_PART: Final = re.compile(r"/content/\d+/type$")
#: Members that hold the arguments of a call, or a piece of them.
_ARGUMENTS: Final = ("/input", "/arguments", "/partial_json", "/args")
_TEMPLATE: Final = "The text begins as a template begins a turn."
_PROMPT: Final = "The text begins with the prompt of its request."
_OBJECT: Final = "/object"
#: What is said of a member of answers -> what is said of it as a constant of chunks. One that is null is missing.
_OF_CHUNKS: Final = {
    MEMBER_MISSING: frozenset({CHUNKS_LACK}),
    OTHER_TYPE: frozenset({CHUNKS_LACK, CHUNKS_OF_ANOTHER, CHUNKS_OF_NO_TYPE}),
}
#: How the ids of cases begin whose text a limit cuts.
_AT_A_LIMIT: Final = "no_tool_needed.limit_"
_OTHER_KIND: Final = "The delta is of another kind than its block."
#: What pieces of a text are called.
_TEXT_PIECE: Final = "text_delta"
_NAME_ALONE: Final = "The stream has an event with a name and no data."
_EVENT_NAME: Final = "event: "
_JOINED: Final = "Several JSON objects stand in one event."
_NOTHING: Final = f"{NOTHING_SAID}, though it was told what to say."
_UNOPENED: Final = "The text is of a part that was not opened."
#: Ends what is said of a prompt that writes a call out.
_NO_CALL: Final = " has no call"
_IN_A_DELTA: Final = (
    "The text stands in the delta of a chat's chunk, and this is a text completion."
)
_TEXT: Final = ("/text",)
_NO_NUMBER: Final = "The sequence numbers do not rise one by one."
#: Rule that names a loss of the prompt -> the controls that have a text there and ask for no word of it, where
#: `*` stands for a form: long ones, and those of several parts.
COUNTED_ALONE: Final[Mapping[str, tuple[str, ...]]] = {
    "TC387": ("right_long_tools",),
    "TC731": ("right_results",),
    "TC733": ("right_results",),
    "TC769": ("right_long_arguments",),
    "TC774": ("right_long_history",),
    "TC775": ("right_results",),
    "TC776": (
        "right_long_history",
        "form_in_parts_contents_user_parts",
        "form_in_parts_messages_user_content",
        # What came between is lost with them, and asked for by itself.
        *(f"round_trip.line_{one}_*" for one in ("called", "reply", "result", "row", "said")),
    ),
    "TC777": ("right_long_system", "form_*system*"),
    "TC779": ("form_in_parts_*system*", "form_text_part_*system*"),
    "TC780": (
        "right_long_behind",
        "form_in_parts_messages_user_content",
        "form_text_part_messages_user_content",
    ),
    "TC785": ("right_long_history",),
    "TC786": ("form_developer_message*",),
}
#: Rule -> the controls that ask for what it does, as TC747's wrong requests.
SAME_REQUESTS: Final[Mapping[str, frozenset[str]]] = {
    "TC707": frozenset(
        {
            "drop_contents_parts_functionResponse",
            "drop_messages_content_toolResult",
            "known_fewer_outputs",
            "known_fewer_results",
            "known_interrupted_results",
            "known_words_before_results",
            "known_words_between",
        }
    ),
    "TC724": frozenset(
        {
            "drop_contents_parts_functionCall",
            "drop_messages_content_toolUse",
            "drop_messages_content_toolUse_toolUseId",
            "known_more_results",
            "known_orphan_beside",
            "known_result_before_call",
            "known_result_of_another_call",
            "known_result_too_many",
            "known_stray_output",
        }
    ),
}


def at_one_member(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each answer that shows the second shows the first at the same member."""
    there = {(one.case, one.mode, _member(one)) for one in best.examples}
    return all((one.case, one.mode, _member(one)) in there for one in other.examples)


def about_its_member(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each answer that shows the second at a member shows the first there, or inside of it."""
    there = {(one.case, one.mode, _member(one)) for one in best.examples}
    return all(
        any(
            case == one.case and mode == one.mode and f"{member}/".startswith(f"{_member(one)}/")
            for case, mode, member in there
        )
        for one in other.examples
    )


def of_one_name(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether chunks lack, or tell otherwise, the members that whole answers do: another rule reads each."""
    alike = _OF_CHUNKS.get(best.message, frozenset())
    names = [{one.pointer.rpartition("/")[2] for one in it.examples} for it in (best, other)]
    return other.texts <= alike and not best.others and names[1] <= names[0]


def _member(one: DeviationExample) -> str:
    return _NUMBER.sub("*", one.pointer)


#: The numbers of events have gaps where an event is missing that opens a part.
left_out_with_number: Final = SaidTogether(every(_UNOPENED), every(_NO_NUMBER), (in_its_answers,))


def of_another_format(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether chunks are called what another format's are, in streams whose whole answers are as well."""
    named = any(one.pointer.endswith(_OBJECT) for one in best.examples)
    called = all(one.pointer.endswith(_OBJECT) for one in other.examples)
    return named and called and in_its_answers(best, other)


#: The text of a completion is missing where it stands in a delta.
said_in_a_delta: Final = SaidTogether(
    some(_IN_A_DELTA), every(MEMBER_MISSING, at=_TEXT), (in_its_answers,)
)
#: Calls that are written in texts are missing where the member that holds these is.
calls_unread: Final = SaidTogether(
    every(MEMBER_MISSING, at=_SAID), every(_NO_CALL), (in_its_cases,)
)


def template_in_its_answers(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is wrong with texts is wrong in those that begin as a template begins a turn,
    or with the prompt.
    """
    begins = best.texts <= {_TEMPLATE, _PROMPT}
    # It is not asked about texts that a limit cut.
    whole = tuple(one for one in other.examples if not one.case.startswith(_AT_A_LIMIT))
    return begins and bool(whole) and in_its_answers(best, replace(other, examples=whole))


#: All that is wrong with streams is wrong in those in which events stand in one.
joined_events: Final = SaidTogether(every(_JOINED), ANYTHING, (in_its_answers,))


def text_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether answers have no text because the member that holds it is missing, or no text."""
    held = all(_UNREAD_TEXT.search(one.pointer) for one in best.examples) or _within_it(best, other)
    return held and _are_without_text(other) and in_its_answers(best, other)


def _within_it(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is missing in the second would stand in what is missing in the first."""
    holders = tuple(f"{_member(one)}/" for one in best.examples)
    missing = best.texts == {MEMBER_MISSING}
    return missing and all(_member(one).startswith(holders) for one in other.examples)


def thoughts_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the thoughts that one mode lacks would stand in the list that is a text there, or in a
    member that is missing.
    """
    members = _HOLDING_THOUGHTS.get(best.message, ())
    held = not best.others and all(
        one.pointer.endswith(members) or _is_untyped(best, one) for one in best.examples
    )
    alone = len(best.modes) == 1 and other.texts == {THOUGHTS_IN_ONE_MODE}
    return held and alone and other.shown_in <= best.shown_in


def _is_untyped(best: ServerDeviation, one: DeviationExample) -> bool:
    return best.message == MEMBER_MISSING and _TYPE_OF_PART.search(one.pointer) is not None


#: Answers have no text because the messages that hold it cannot be told apart, or are broken.
text_unframed: Final = SaidTogether(ANYTHING, every(*WITHOUT_TEXT), (in_its_answers,))


def text_of_another_kind(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether answers have no text because its pieces come as those of something else."""
    texts = best.texts == {_OTHER_KIND} and any(
        one.expected == _TEXT_PIECE for one in best.examples
    )
    return texts and _are_without_text(other) and in_its_answers(best, other)


#: The signature that thoughts of whole answers lack never comes in a stream, either.
never_signed: Final = SaidTogether(
    every(MEMBER_MISSING, at=("/signature",)), every("The thought ends without a signature.")
)


def named_apart(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the name that each event lacks stands alone in the same answer, with nothing behind it."""
    lacking = all(one.expected is None for one in best.examples)
    names = {(one.case, one.mode, f"{_EVENT_NAME}{one.actual}") for one in best.examples}
    alone = other.texts == {_NAME_ALONE}
    return (
        lacking and alone and {(one.case, one.mode, one.actual) for one in other.examples} <= names
    )


#: Calls have no arguments because the member that holds them is of another type.
values_unread: Final = SaidTogether(
    every(OTHER_TYPE, at=_ARGUMENTS),
    every(ARGUMENTS_LEFT_OUT, *NO_ARGUMENTS),
    (in_its_modes, in_its_answers),
)


def pieces_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls have no arguments in streams in which a delta holds them that is of another type."""
    pieces = {(one.case, one.mode) for one in best.examples if _is_of_arguments(one)}
    there = all((one.case, one.mode) in pieces for one in other.examples)
    return there and _no_arguments_read(best, other)


def _is_of_arguments(one: DeviationExample) -> bool:
    return any(f"'{name[1:]}'" in str(one.actual) for name in _ARGUMENTS)


_no_arguments_read: Final = SaidTogether(
    every(OTHER_TYPE, at=("/delta",)), every(ARGUMENTS_LEFT_OUT, *NO_ARGUMENTS), (in_its_modes,)
)


def text_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether answers have no text anywhere in the modes in which none has any."""
    held = other.message == MEMBER_MISSING and all(
        one.pointer.endswith(_SAID) for one in other.examples
    )
    there = best.texts == {_NOTHING} and (held or _are_without_text(other))
    return there and {mode for one in other.examples for mode in _silent(one)} <= set(best.modes)


def text_told_again(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is told in one place alone are words of answers that have no text where it belongs."""
    there = _are_without_text(best) and in_its_modes(best, other)
    words = (not one.expected and isinstance(one.actual, str) for one in other.examples)
    return there and other.texts == {TOLD_HERE_ALONE} and all(words)


def _are_without_text(found: ServerDeviation) -> bool:
    return all(text.startswith(WITHOUT_TEXT) for text in found.texts)


def _silent(one: DeviationExample) -> Iterator[str]:
    """Yield the modes whose answers have no text: what compares the two has what each of them said."""
    if not one.both:
        yield str(one.mode)
    else:
        sides = {Mode.BLOCKING: one.expected, Mode.STREAMING: one.actual}
        yield from (str(mode) for mode, said in sides.items() if not said)


def ends_with_calls(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a word that is wrong for want of calls is another than that of the other mode, or of a cut.

    Such a word of an answer to which no tool was offered is no other one.
    """
    words = [(one.expected, one.actual) for one in other.examples if one.case in best.shown_in]
    wrong = best.texts == {HOLDS_NO_CALL} and set(other.modes) <= set(best.modes)
    told = all(text in ENDS_APART or text.startswith(CALL_LEFT_OUT) for text in other.texts)
    return wrong and told and all((one.expected, one.actual) in words for one in other.examples)


def cut_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the mode that says of a cut reply that it is whole says so, in that word, of a call."""
    words = [said_in(best.example)[mode] for mode in other.modes]
    left_out = all(text.startswith(CALL_LEFT_OUT) for text in other.texts)
    return left_out and words == [other.example.actual]


def same_id(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether every id that was used before is one that calls of one answer share."""
    shared = {one.actual for one in best.examples if isinstance(one.actual, str)}
    return all(isinstance(one.actual, str) and one.actual in shared for one in other.examples)


def counted_as_read(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all prompts that are counted too short have the text of which no word came, or a part."""
    answers = best.answers
    uncounted = all(UNCOUNTED.match(text) for text in other.texts)
    return uncounted and all(
        (one.case, one.mode) in answers or _has_its_text(best.rule, one.case)
        for one in other.examples
    )


def _has_its_text(rule: str, case: str) -> bool:
    forms = (one if "." in one else f"history_forms.{one}" for one in COUNTED_ALONE[rule])
    return any(fnmatchcase(case, one) for one in forms)


def asked_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered ask for what rules of their own ask, and one for this.

    Calls and results that do not go together may be asked for as either.
    """
    answered = all(
        text.partition(":")[0].rstrip(".").endswith("was answered")
        for text in best.texts | other.texts
    )
    own, every = SAME_REQUESTS[best.rule], frozenset().union(*SAME_REQUESTS.values())
    asked = {one.case.removeprefix("request_validation.") for one in other.examples}
    return answered and asked <= every and not asked.isdisjoint(own)
