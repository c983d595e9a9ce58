"""Whether two findings of a run tell of one thing that befell its texts."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    every,
    in_its_answers,
    in_its_cases,
    in_its_modes,
    in_one_mode,
    in_streams,
    in_that_mode,
    in_the_same_modes,
    some,
)
from toolwire.jobs.verify.folds.sentences import (
    EACH_CALL_TWICE,
    FEWER_WHOLE,
    IN_ONE_MODE,
    NO_BLANKS,
    NO_CALL_BESIDE_WORDS,
    NO_CALL_STREAMED,
    NO_JSON,
    NO_ONE_VALUE,
    OPENER_CUT,
    OTHER_NUMBER_OF_CALLS,
    PIECE_MISSING,
    SENT_AGAIN,
    TOLD_HERE_ALONE,
    TOLD_TWICE,
    TWICE_IN_ONE_MODE,
)
from toolwire.model.conversation import Json

#: How words are changed that come in other letters of the same alphabet, and what is said of texts that do.
_CASES: Final = {"all letters are small": str.lower, "all letters are capitals": str.upper}
_OTHER_CASE: Final = ("all letters are", "capitals came as small letters, or the other way")
#: Stands for bytes that are no character.
_TORN: Final = "\ufffd"
#: What is said of a stream where texts are long, and of the two modes where they are short.
_SENT_TWICE: Final = "Each piece of the text is sent twice."
_CUT_OUT: Final = f"{PIECE_MISSING} in one mode"
_END_TWICE: Final = "The end of the text stands there twice in one mode."
_PIECE_TWICE: Final = "A piece of the text stands there twice in one mode, amid a word."
#: What is said of texts of which a piece is missing, or comes twice.
_TORN_TEXT: Final = (PIECE_MISSING, _END_TWICE, _PIECE_TWICE)
#: How many characters of markup tell it from prose.
_OPENING: Final = 8
_AS_TEXT: Final = "The words beside the calls stand in the content, and there is no plan."
_IS_A_TEXT: Final = "What is reasoning in one mode is text in the other."
#: Ends pointers to the calls of an answer.
_CALLS: Final = ("/tool_calls",)
_BACKWARDS: Final = "The results of one tool are told in the reverse order of their calls."
_WHOLE_AGAIN: Final = "A piece is the whole text, which came in other pieces as well."
_GROWING: Final = "Each piece of the text repeats what was sent before."
_AS_LONG: Final = "The text came in one mode only, and as many tokens were counted in both."
#: Of streams whose beginning comes once more.
_ROLE_AGAIN: Final = "The role is sent again after the first chunk."
_BEGUN_TWICE: Final = (
    "The beginning of the text stands there twice in one mode.",
    "The name is sent more than once or in pieces.",
)
_GROWN: Final = (
    _BEGUN_TWICE[0],
    _AS_LONG,
    NO_CALL_STREAMED,
    NO_CALL_BESIDE_WORDS,
)
_RUN_ON: Final = (
    "The text came twice.",
    "Two lines came without a break or a blank between them.",
    FEWER_WHOLE,
)
#: What is said of a written call of which a piece is missing.
_CALL_IN_PIECES: Final = (
    "The call does not end.",
    "The call has no closing tag.",
    NO_CALL_STREAMED,
    NO_CALL_BESIDE_WORDS,
)
#: Of values of calls, where words lose their blanks.
_VALUES_WITHOUT_BLANKS: Final = "blanks between its words are gone."


#: Of a text, and of words that were to be said.
_NO_BLANK_LEFT: Final = "The text came without its blanks."
_BLANKS_DROPPED: Final = "all blanks were dropped"
#: Of results that are repeated.
_WITHOUT_BREAKS: Final = "line breaks were dropped"


#: All that differs between the modes is that one has thoughts in its text.
thoughts_in_text: Final = SaidTogether(ANYTHING, every(_IS_A_TEXT), (in_one_mode,))


def thoughts_before_json(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts are no JSON that begin as the texts do in which thoughts stand before a call."""
    begins = {str(one.actual).lstrip()[:_OPENING] for one in best.examples}
    no_json = all(text.startswith(NO_JSON) for text in other.texts)
    return no_json and all(str(one.actual).lstrip()[:_OPENING] in begins for one in other.examples)


def in_other_letters(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether names and texts came in small letters, or in capitals, as the words do that were to be said."""
    changes = [change for how, change in _CASES.items() if any(how in text for text in best.texts)]
    if not changes or not in_its_modes(best, other):
        return False
    if all(text.rpartition(": ")[2].startswith(_OTHER_CASE) for text in other.texts):
        return True
    (change, *_) = changes
    return all(
        isinstance(one.actual, str) and one.actual == change(str(one.expected))
        for one in other.examples
    )


def torn_letters(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all texts that came back changed have the mark of a character that came apart."""
    there = set(other.modes) <= set(best.modes)
    return there and all(
        isinstance(one.actual, str) and _TORN in one.actual for one in other.examples
    )


#: A mode that loses a piece of texts has them broken wherever they are read.
piece_missing: Final = SaidTogether(some(*_TORN_TEXT), every(*_TORN_TEXT, NO_JSON), (in_that_mode,))


#: A stream that loses a piece of texts tells at its end what they were, which is more.
piece_missing_in_the_whole: Final = SaidTogether(
    some(PIECE_MISSING), every(TOLD_TWICE, TOLD_HERE_ALONE), (in_that_mode,)
)


#: Short texts whose pieces come twice lack a piece in the other mode, or end twice in theirs.
pieces_twice: Final = SaidTogether(
    some(_SENT_TWICE), every(_CUT_OUT, _END_TWICE, _PIECE_TWICE), (in_its_modes,)
)


#: What is a text in one mode alone are the words beside calls that should be a plan there.
planned_in_one_mode: Final = SaidTogether(
    every(_AS_TEXT), every(_IS_A_TEXT), (in_one_mode, in_its_cases)
)


#: Texts beside calls have lost all their blanks as texts alone have.
without_blanks: Final = SaidTogether(some(NO_BLANKS), every(NO_BLANKS), (in_its_modes,))
#: Words that were to be said have lost the blanks that any text loses.
said_without_blanks: Final = SaidTogether(
    every(_NO_BLANK_LEFT), every(_BLANKS_DROPPED), (in_its_modes,)
)
#: Thoughts lose the blanks between their pieces in the mode in which texts do.
thoughts_without_blanks: Final = SaidTogether(
    some(NO_BLANKS, _NO_BLANK_LEFT),
    every("Blanks between words of the reasoning are gone in one mode."),
    (in_that_mode,),
)
#: Lines run together in texts that have lost all their blanks.
without_breaks: Final = SaidTogether(some(NO_BLANKS), ANYTHING, (in_its_modes,))


#: Calls that are written in texts are broken in the mode that loses a piece of texts.
calls_in_pieces: Final = SaidTogether(
    some(PIECE_MISSING, _PIECE_TWICE), every(*_CALL_IN_PIECES), (in_the_same_modes,)
)


_pieces_lost: Final = SaidTogether(
    every(PIECE_MISSING), every(*_CALL_IN_PIECES, OPENER_CUT), (in_streams,)
)


def markup_in_pieces(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls are not found in streams whose texts lack pieces, where calls are text."""
    return _pieces_lost(best, other) and load_dialect(best.dialect).in_words


#: A call that cannot be read in the text of a stream is no call there, and the blocking answer has one.
unread_in_streams: Final = SaidTogether(
    ANYTHING, every(NO_CALL_STREAMED, NO_CALL_BESIDE_WORDS), (in_streams, in_its_answers)
)


#: Values lose the blanks that the texts lose in which they are written.
values_without_blanks: Final = SaidTogether(
    some(NO_BLANKS), every(_VALUES_WITHOUT_BLANKS), (in_its_modes,)
)


#: Results that are repeated lose the line breaks that any lines lose.
results_without_breaks: Final = SaidTogether(ANYTHING, every(_WITHOUT_BREAKS), (in_its_modes,))


def told_with_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts that are told twice differ in nothing but the blanks that the pieces of one lose."""
    lost = set(other.modes) <= set(best.modes) and NO_BLANKS in best.message
    return (
        lost
        and other.texts == {TOLD_TWICE}
        and all(_alike_unblanked(one.expected, one.actual) for one in other.examples)
    )


#: Calls that are told twice differ in answers whose arguments are a text at one of the places.
told_as_text: Final = SaidTogether(ANYTHING, every(TOLD_TWICE, at=_CALLS), (in_its_answers,))


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


#: Texts begin twice in a stream each of whose pieces begins with those before it; so do calls that are
#: written in them.
grown_pieces: Final = SaidTogether(some(_GROWING), every(*_GROWN), (in_the_same_modes,))
#: What such texts hold, and how long they are, is not what was said.
grown_texts: Final = SaidTogether(some(_GROWING), ANYTHING, (in_the_same_modes,))
#: They stand there more than once, as do calls in them, and the last line of one runs into the first of the next.
grown_twice: Final = SaidTogether(some(_GROWING), every(*_RUN_ON), (in_the_same_modes,))


#: Texts that came twice, or run together, are those that a stream tells as a whole once more.
def told_again(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts came twice where a stream tells the text again as a whole: one that came in a single
    piece comes twice in two.
    """
    there = _WHOLE_AGAIN in best.texts and other.modes == best.modes
    return there and all(
        one.case in best.shown_in or _is_twice(one.actual) for one in other.examples
    )


def _is_twice(came: Json) -> bool:
    half = len(came) // 2 if isinstance(came, str) else 0
    return half > 0 and str(came) == 2 * str(came)[:half]


def begun_again_whole(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each text that begins twice in one mode is one that is told again as a whole."""
    twice = all(_is_twice(one.actual) for one in other.examples)
    return twice and other.texts == {_BEGUN_TWICE[0]} and told_again(best, other)


#: Such texts are no JSON, and begin twice.
begun_by_the_whole: Final = SaidTogether(
    some(_WHOLE_AGAIN), every(_BEGUN_TWICE[0], NO_JSON), (in_the_same_modes, in_its_cases)
)


def called_again(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls that are written in texts came twice where a text is told again as a whole."""
    told = _WHOLE_AGAIN in best.texts and set(other.modes) <= set(best.modes)
    twice = other.texts <= {EACH_CALL_TWICE, TWICE_IN_ONE_MODE, OTHER_NUMBER_OF_CALLS}
    doubled = all(_is_double(one.expected, one.actual) for one in other.examples)
    return told and twice and doubled and load_dialect(other.dialect).in_words


def _is_double(once: Json, came: Json) -> bool:
    return isinstance(once, int) and isinstance(came, int) and came == 2 * once


def changed_in_results(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that became of repeated results is what becomes of any words of the answer."""
    told, again = ({text.partition(": ")[2] for text in one.texts} for one in (best, other))
    return "" not in again and again <= told and set(other.modes) <= set(best.modes)


#: What a stream has more of than the blocking answer is the end that stands there twice.
ends_again: Final = SaidTogether(some(_END_TWICE), every(_AS_LONG), (in_that_mode,))
#: What comes twice is of streams that begin again: their texts, names and arguments.
begun_again: Final = SaidTogether(
    some(_ROLE_AGAIN), every(*_BEGUN_TWICE, NO_JSON, NO_ONE_VALUE, SENT_AGAIN), (in_its_answers,)
)
#: All results of a tool that came wrongly came in the place of each other.
told_backwards: Final = SaidTogether(ANYTHING, every(_BACKWARDS), (in_its_modes,))
