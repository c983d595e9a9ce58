"""Whether two findings of a run tell of one thing that befell its texts: their words, their end, their counts."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.same_place import SAME_REQUESTS
from toolwire.jobs.verify.sentences import (
    ANOTHER_REASON,
    ANSWERED,
    CALL_LEFT_OUT,
    ENDS_WITHOUT_CALL,
    FEWER_OF_PROMPT,
    HOLDS_NO_CALL,
    IMAGE_UNCOUNTED,
    IN_ONE_MODE,
    LOST,
    MORE_WORDS,
    NO_BLANKS,
    NO_CALL_BESIDE_WORDS,
    NO_CALL_STREAMED,
    NO_COUNTS,
    NO_REASON,
    OTHER_WORD,
    PIECE_MISSING,
    RESULT_MISSED,
    WORD_OF_NO_API,
)
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.addition import LONG

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
#: How the user's words are lost with which an image is, and the case beside which it is asked.
_IN_PARTS: Final = ", in several parts"
_IMAGE_ASKED: Final = f"history_forms.right_{LONG[0]}"
_IN_SEVERAL: Final = re.compile(
    r"history_forms\.form_in_parts_(contents_user_parts|messages_user_content)"
)
_NOT_THE_LAST: Final = "The last object does not say that it is the last."
_ENDS_EARLY: Final = frozenset({"The stream ends early and does not say why."})
#: Stands for bytes that are no character.
_TORN: Final = "\ufffd"
#: Begin what is said of a result of which one part reaches the model, and of an image in one.
_ONE_PART: Final = "One part of the result is repeated, another is not"
_IMAGE_COUNTED_LESS: Final = "Far fewer tokens are counted of an image in a tool result"
_BROKEN_OFF: Final = "The text breaks off where its request allows no more"
#: How what is said of a text begins -> how the same begins of a call.
_AT_THE_LIMIT: Final = {
    MORE_WORDS: ("The call has more words than its request allows"),
    _BROKEN_OFF: CALL_LEFT_OUT,
}
#: How the cases of a usual round begin.
_ROUND: Final = "round_trip."
#: What is said of a stream where texts are long, and of the two modes where they are short.
_SENT_TWICE: Final = "Each piece of the text is sent twice."
_CUT_OUT: Final = f"{PIECE_MISSING} in one mode"
_END_TWICE: Final = "The end of the text stands there twice in one mode."
_NO_JSON: Final = "The text is not one JSON object"
#: How many characters of markup tell it from prose.
_OPENING: Final = 8
_AS_TEXT: Final = "The words beside the calls stand in the content, and there is no plan."
_IS_A_TEXT: Final = "What is reasoning in one mode is text in the other."
_TOLD_TWICE: Final = "What is told twice differs."
#: Of an event of a stream beside those before; and of an answer beside what it says.
_FEWER_THAN_BEFORE: Final = "Fewer tokens of the answer are counted than in an event before."
_FEWER_THAN_WORDS: Final = "Fewer tokens are counted of the answer than its words take."
_ANOTHER_NUMBER: Final = "The same answer has another number of tokens when streamed."
_USED_BEFORE: Final = "The id was used by an earlier call of the conversation."
#: The controls that are wrong in what came before the last message, and what the names of others have.
OF_A_HISTORY: Final = frozenset({"known_empty_message", "known_late_system"}).union(
    *SAME_REQUESTS.values()
)
_HISTORY: Final = "chat_history"
#: What the state of a response has that was cut, where its word says that it is whole.
_STATE_OF_A_CUT: Final = frozenset(
    {
        "A completed response says why it is not complete.",
        "The item is done as incomplete, and the response is completed.",
        "An item of a response that ended is not finished.",
        "The response is in another state than its event says.",
    }
)
_WHOLE_AGAIN: Final = "A piece is the whole text, which came in other pieces as well."
_GROWING: Final = "Each piece of the text repeats what was sent before."
_GROWN: Final = frozenset(
    {
        "The beginning of the text stands there twice in one mode.",
        "The text came in one mode only, and as many tokens were counted in both.",
        NO_CALL_STREAMED,
        NO_CALL_BESIDE_WORDS,
    }
)
#: Rules about texts that hold written calls, and about how long texts are.
_OF_WHOLE_TEXTS: Final = frozenset({"TC165", "TX101", "TX112", "TX114"})
#: What is said of a written call of which a piece is missing.
_CALL_IN_PIECES: Final = frozenset(
    {
        "The call does not end.",
        "The call has no closing tag.",
        NO_CALL_STREAMED,
        NO_CALL_BESIDE_WORDS,
    }
)
#: That a stream does not tell why it ended.
_NEVER: Final = "The choice never gets a finish reason."
#: Of values of calls, where words lose their blanks.
_VALUES_WITHOUT_BLANKS: Final = "blanks between its words are gone."


def ends_unsaid(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a stream ends early, as one does of a server whose streams never say that they end."""
    never = any(text == _NOT_THE_LAST for text in best.texts)
    return never and other.texts == _ENDS_EARLY and other.modes == best.modes


def thoughts_in_text(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that differs between the modes is that one has thoughts in its text."""
    return len(best.modes) == 1 and other.texts == {_IS_A_TEXT}


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
    told = {f"{NO_COUNTS} {where}."}
    return len(best.modes) == 1 and other.texts == told


def worded_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the modes end in different words because that of one is wrong by itself."""
    alone = len(best.modes) == 1 and best.message in _WRONG_WORD
    sides = (other.example.expected, other.example.actual)
    return alone and other.texts == {OTHER_WORD} and best.example.actual in sides


def ends_wrongly(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were not met because the word with which a reply ends is not that of what it holds."""
    due = {_ENDS_WRONGLY.get(text) for text in best.texts}
    return not other.others and other.message in due


def spelled_otherwise(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a word that is none of the API's is the one that was due, in other letters."""
    due, came = (str(one).casefold() for one in (other.example.expected, other.example.actual))
    alike = best.message == WORD_OF_NO_API and set(other.modes) <= set(best.modes) and due == came
    return alike and other.texts == {ANOTHER_REASON}


def image_lost_with_words(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether an image is not counted that is a part of the user's words, of which one is read."""
    lost = all(_IN_PARTS in text for text in best.texts)
    less = all(text.startswith((FEWER_OF_PROMPT, IMAGE_UNCOUNTED)) for text in other.texts)
    cases = {_IMAGE_ASKED, *(one.case for one in best.examples)}
    counted = all(_IN_SEVERAL.match(one.case) or one.case in cases for one in other.examples)
    return lost and less and counted


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
        LOST.match(text) for one in (best, other) for text in one.texts
    )


def results_lost(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether results that are lost in the usual round are lost in another form, too."""
    usual = any(one.case.startswith(_ROUND) for one in best.examples)
    return usual and lost_in_every_form(best, other)


def piece_missing(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a mode that loses a piece of texts has them broken wherever they are read."""
    lost = any(text.startswith((PIECE_MISSING, _END_TWICE)) for text in best.texts)
    broken = all(text.startswith((PIECE_MISSING, _END_TWICE, _NO_JSON)) for text in other.texts)
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
    lost = set(other.modes) <= set(best.modes) and NO_BLANKS in best.message
    return lost and (other.rule == "TC594" or other.texts == {best.message})


def calls_in_pieces(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls that are written in texts are broken in the mode that loses a piece of texts."""
    lost = any(text.startswith(PIECE_MISSING) for text in best.texts)
    return lost and other.modes == best.modes and other.texts <= _CALL_IN_PIECES


def never_told(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the reason that streams never tell is null in whole replies as well."""
    null = all(one.actual is None for one in best.examples)
    return best.texts == {NO_REASON} and null and other.texts == {_NEVER}


def values_without_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether values lose the blanks that the texts lose in which they are written."""
    lost = set(other.modes) <= set(best.modes) and NO_BLANKS in best.message
    return lost and all(text.endswith(_VALUES_WITHOUT_BLANKS) for text in other.texts)


def told_with_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts that are told twice differ in nothing but the blanks that the pieces of one lose."""
    lost = set(other.modes) <= set(best.modes) and NO_BLANKS in best.message
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
    in_one = all(text.startswith(IN_ONE_MODE) for text in other.texts)
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


def counted_less_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the mode that counts too little of an answer is the one that counts less of the same."""
    streamed = best.modes == (str(Mode.STREAMING),)
    less = (
        isinstance(one.expected, int)
        and isinstance(one.actual, int)
        and (one.actual < one.expected) is streamed
        for one in other.examples
    )
    alone = len(best.modes) == 1 and best.texts == {_FEWER_THAN_WORDS}
    return alone and other.texts == {_ANOTHER_NUMBER} and all(less)


def without_history(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether nothing is found missing in a history, or ids of it come again, where all of it is lost."""
    lost = all(LOST.match(text) for text in best.texts) and set(other.modes) <= set(best.modes)
    return lost and other.texts <= {RESULT_MISSED, _USED_BEFORE}


def history_unread(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all wrong requests that were answered are wrong in a history, where all of it is lost."""
    lost = all(LOST.match(text) for text in best.texts)
    answered = all(text.startswith(ANSWERED) for text in other.texts)
    cases = [one.case.removeprefix("request_validation.") for one in other.examples]
    return lost and answered and all(one in OF_A_HISTORY or _HISTORY in one for one in cases)


def told_whole(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether responses that disagree with their state are those that were cut and say that they are whole."""
    shown = {(one.case, one.mode) for one in best.examples}
    cut = all(text.startswith(_BROKEN_OFF) for text in best.texts)
    there = all((one.case, one.mode) in shown for one in other.examples)
    return cut and there and other.texts <= _STATE_OF_A_CUT
