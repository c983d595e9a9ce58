"""Whether two findings of a run tell of one thing that befell its texts: their words, their end, their counts."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.addition import LONG

#: That the word with which a reply ends is wrong by itself; and that the two modes tell different ones.
_WRONG_WORD: Final = frozenset(
    {
        "The finish reason is not a word of the vocabulary.",
        "The stop reason is not a word of this API.",
        "The reply holds calls and does not end as a reply with calls.",
        "The reply holds calls and ends as one without.",
        "The reply holds tool_use blocks and does not end with tool_use.",
        "The text ended at a word of the request, and the reason is another.",
    }
)
#: What rules say of the word with which a reply ends -> what cases say that need another.
_ENDS_WRONGLY: Final = {
    "The reply holds calls and ends as one without.": (
        "The stop reason does not tell of the call that the reply has."
    ),
    "The reply ends as one with calls and holds none.": (
        "The stop reason tells of a call and the reply has none."
    ),
}
_NO_WORD: Final = "The stop reason is not a word of this API."
_ANOTHER_REASON: Final = frozenset(
    {"The text ended at a word of the request, and the reason is another."}
)
#: That less was counted of a prompt than it has; and the rule that some parts do not reach the model -> how the
#: ids of the cases begin that count them.
_COUNTED_LESS: Final = "Fewer tokens are counted of the prompt than its words take"
_PARTS_COUNTED: Final = {
    "TC776": (
        "history_forms.form_in_parts_contents_user_parts",
        "history_forms.form_in_parts_messages_user_content",
    ),
    "TC779": ("history_forms.form_in_parts_system",),
    "TC786": ("history_forms.form_developer_message",),
}
#: What is said of an image that is lost with them; and the case beside which it is asked.
_IMAGE_UNCOUNTED: Final = "No token is counted of an image among the user's words"
_IMAGE_ASKED: Final = f"history_forms.right_{LONG[0]}"
_THOUGHT_AND_SAID: Final = frozenset({"What is reasoning in one mode is text in the other."})
#: Stands for bytes that are no character.
_TORN: Final = "\ufffd"
#: Of user's words that are lost but for one of their parts.
_IN_PARTS: Final = ", in several parts"
#: Begin what is said of a result of which one part reaches the model, and of an image in one.
_ONE_PART: Final = "One part of the result is repeated, another is not"
_IMAGE_COUNTED_LESS: Final = "Far fewer tokens are counted of an image in a tool result"
_OTHER_WORD: Final = frozenset({"The stream ends in another word than the blocking reply."})
#: How what is said of a text begins -> how the same begins of a call.
_AT_THE_LIMIT: Final = {
    "The text has more words than its request allows": (
        "The call has more words than its request allows"
    ),
    "The text breaks off where its request allows no more": (
        "The call is left out where its request allows no more"
    ),
}
#: Begins findings of words that are lost as a whole: of a part of them, it stands before these.
_LOST: Final = re.compile(
    "The answer (to a result )?has no word of (?!the (beginning|middle|end) )"
    # A call that takes a result over needs it; what is not read is not counted.
    "|Behind a result come words, though the prompt writes out a call that takes it over"
    "|Fewer tokens are counted of the prompt than its words take"
    r"|The path \S+ counts fewer tokens of a prompt than its words take"
)
#: How the cases of a usual round begin.
_ROUND: Final = "round_trip."
_PIECE: Final = "A piece of the text is missing"
#: What is said of a stream where texts are long, and of the two modes where they are short.
_SENT_TWICE: Final = "Each piece of the text is sent twice."
_CUT_OUT: Final = "A piece of the text is missing in one mode"
_END_TWICE: Final = "The end of the text stands there twice in one mode."
_NO_JSON: Final = "The text is not one JSON object"
#: How many characters of markup tell it from prose.
_OPENING: Final = 8
_AS_TEXT: Final = "The words beside the calls stand in the content, and there is no plan."
_IS_A_TEXT: Final = "What is reasoning in one mode is text in the other."
_ONE_MODE: Final = "The text came in one mode only"
#: Of an event of a stream beside those before; and of an answer beside what it says.
_FEWER_THAN_BEFORE: Final = "Fewer tokens of the answer are counted than in an event before."
_FEWER_THAN_WORDS: Final = "Fewer tokens are counted of the answer than its words take."
_TOLD_TWICE: Final = "What is told twice differs."
_WHOLE_AGAIN: Final = "A piece is the whole text, which came in other pieces as well."
_GROWING: Final = "Each piece of the text repeats what was sent before."
_GROWN: Final = frozenset(
    {
        "The beginning of the text stands there twice in one mode.",
        "The text came in one mode only, and as many tokens were counted in both.",
        "The stream has no call; the blocking answer to the same request has.",
        "The stream has no call; the blocking answer to the same request has one beside words.",
    }
)
#: Rules about texts that hold written calls, and about how long texts are.
_OF_WHOLE_TEXTS: Final = frozenset({"TC165", "TX101", "TX112", "TX114"})
#: What is said of a written call of which a piece is missing.
_CALL_IN_PIECES: Final = frozenset(
    {
        "The call does not end.",
        "The call has no closing tag.",
        "The stream has no call; the blocking answer to the same request has.",
        "The stream has no call; the blocking answer to the same request has one beside words.",
    }
)
#: That a reply does not tell why it ended: whole, and streamed.
_NO_REASON: Final = "The finish reason is not a word of the vocabulary."
_NEVER: Final = "The choice never gets a finish reason."
#: Of values of calls, where words lose their blanks.
_VALUES_WITHOUT_BLANKS: Final = "blanks between its words are gone."


def thoughts_in_text(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that differs between the modes is that one has thoughts in its text."""
    return len(best.modes) == 1 and other.texts == _THOUGHT_AND_SAID


def torn_letters(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all texts that came back changed have the mark of a character that came apart."""
    there = set(other.modes) <= set(best.modes)
    return there and all(
        isinstance(one.actual, str) and _TORN in one.actual for one in other.examples
    )


def without_counts(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether counts are missing in a stream whose chunk of them has none."""
    return best.message == "The chunk has no choices and no usage." and other.modes == best.modes


def counted_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that differs between the modes is that one tells no counts."""
    where = "stream" if best.modes == (str(Mode.STREAMING),) else "blocking reply"
    told = {f"No token counts are told in the {where}."}
    return len(best.modes) == 1 and other.texts == told


def worded_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the modes end in different words because that of one is wrong by itself."""
    alone = len(best.modes) == 1 and best.message in _WRONG_WORD
    sides = (other.example.expected, other.example.actual)
    return alone and other.texts == _OTHER_WORD and best.example.actual in sides


def ends_wrongly(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were not met because the word with which a reply ends is not that of what it holds."""
    due = {_ENDS_WRONGLY.get(text) for text in best.texts}
    return not other.others and other.message in due


def spelled_otherwise(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a word that is none of the API's is the one that was due, in other letters."""
    due, came = (str(one).casefold() for one in (other.example.expected, other.example.actual))
    alike = best.message == _NO_WORD and set(other.modes) <= set(best.modes) and due == came
    return alike and other.texts == _ANOTHER_REASON


def part_not_counted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the parts of a prompt that are not counted are those that are lost.

    An image is a part of the user's words: who reads one part alone loses it with the others.
    """
    image = best.rule == "TC776" and all(_IN_PARTS in text for text in best.texts)
    starts = (_COUNTED_LESS, *((_IMAGE_UNCOUNTED,) if image else ()))
    cases = (*_PARTS_COUNTED.get(best.rule, ()), *((_IMAGE_ASKED,) if image else ()))
    answers = {(one.case, one.mode) for one in best.examples}
    lost = all(_LOST.match(text) for text in best.texts)
    less = all(text.startswith(starts) for text in other.texts)
    return (
        lost
        and less
        and all(
            one.case.startswith(cases) or (one.case, one.mode) in answers for one in other.examples
        )
    )


def image_not_counted(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is not counted is an image in a result of which one part alone is read."""
    lost = all(text.startswith(_ONE_PART) for text in best.texts)
    return lost and all(text.startswith(_IMAGE_COUNTED_LESS) for text in other.texts)


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


def lost_in_every_form(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether words that are lost in the usual form are lost in another, too."""
    return set(other.modes) <= set(best.modes) and all(
        _LOST.match(text) for one in (best, other) for text in one.texts
    )


def results_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether results that are lost in the usual round are lost in another form, too."""
    usual = any(one.case.startswith(_ROUND) for one in best.examples)
    return usual and lost_in_every_form(best, other)


def piece_missing(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a mode that loses a piece of texts has them broken wherever they are read."""
    lost = any(text.startswith((_PIECE, _END_TWICE)) for text in best.texts)
    broken = all(text.startswith((_PIECE, _END_TWICE, _NO_JSON)) for text in other.texts)
    return lost and broken and len(best.modes) == 1 and other.modes == best.modes


def pieces_twice(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether short texts whose pieces come twice lack a piece in the other mode, or end twice in theirs."""
    twice = _SENT_TWICE in best.texts and set(other.modes) <= set(best.modes)
    return twice and all(text.startswith((_CUT_OUT, _END_TWICE)) for text in other.texts)


def planned_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is a text in one mode alone are the words beside calls that should be a plan there."""
    one_mode = len(best.modes) == 1 and best.texts == {_AS_TEXT}
    shown = {one.case for one in best.examples}
    return (
        one_mode
        and other.texts == {_IS_A_TEXT}
        and all(one.case in shown for one in other.examples)
    )


def without_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether lines run together in texts that have lost all their blanks, or texts beside calls lost them."""
    lost = set(other.modes) <= set(best.modes) and "without the blanks between" in best.message
    return lost and (other.rule == "TC594" or other.texts == {best.message})


def calls_in_pieces(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls that are written in texts are broken in the mode that loses a piece of texts."""
    lost = any(text.startswith(_PIECE) for text in best.texts)
    return lost and other.modes == best.modes and other.texts <= _CALL_IN_PIECES


def never_told(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the reason that streams never tell is null in whole replies as well."""
    null = all(one.actual is None for one in best.examples)
    return best.texts == {_NO_REASON} and null and other.texts == {_NEVER}


def values_without_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether values lose the blanks that the texts lose in which they are written."""
    lost = set(other.modes) <= set(best.modes) and "without the blanks between" in best.message
    return lost and all(text.endswith(_VALUES_WITHOUT_BLANKS) for text in other.texts)


def told_with_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts that are told twice differ in nothing but the blanks that the pieces of one lose."""
    lost = set(other.modes) <= set(best.modes) and "without the blanks between" in best.message
    return (
        lost
        and other.texts == {_TOLD_TWICE}
        and all(_alike_unblanked(one.expected, one.actual) for one in other.examples)
    )


def _alike_unblanked(told: Json, again: Json) -> bool:
    """Return whether two texts are one without their blanks, as far as both are shown."""
    texts = [
        "".join(one.removesuffix("…").split()) if isinstance(one, str) else ""
        for one in (told, again)
    ]
    short, long = sorted(texts, key=len)
    cut = str(told).endswith("…") or str(again).endswith("…")
    return bool(short) and (short == long or (cut and long.startswith(short)))


def markup_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the text that one mode has alone is the markup that it leaves there."""
    opening = str(best.example.actual or "")[:_OPENING]
    in_one = all(text.startswith(_ONE_MODE) for text in other.texts)
    sides = (f"{one.expected or ''}{one.actual or ''}".lstrip() for one in other.examples)
    there = bool(opening) and all(side.startswith(opening) for side in sides)
    return len(best.modes) == 1 and in_one and there


def counted_by_event(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether an answer is not counted whole whose events count what each of them says."""
    by_event = best.message == _FEWER_THAN_BEFORE and set(other.modes) <= set(best.modes)
    return by_event and other.texts == {_FEWER_THAN_WORDS}


def grown_pieces(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts begin twice in a stream each of whose pieces begins with those before it.

    So do calls that are written in them, and what they are counted for is less than what came.
    """
    growing = best.message == _GROWING and other.modes == best.modes
    return growing and (other.rule in _OF_WHOLE_TEXTS or other.texts <= _GROWN)


def told_again(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts that came twice, or run together, are those that a stream tells as a whole once more."""
    shown = {one.case for one in best.examples}
    there = best.message == _WHOLE_AGAIN and other.modes == best.modes
    return there and all(one.case in shown for one in other.examples)


def changed_in_results(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that became of repeated results is what becomes of any words of the answer."""
    told, again = ({text.partition(": ")[2] for text in one.texts} for one in (best, other))
    return "" not in again and again <= told and set(other.modes) <= set(best.modes)
