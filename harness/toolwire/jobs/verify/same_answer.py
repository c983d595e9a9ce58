"""Whether two findings of a run tell of one thing that befell its texts."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.sentences import (
    IN_ONE_MODE,
    NO_BLANKS,
    NO_CALL_BESIDE_WORDS,
    NO_CALL_STREAMED,
    NO_JSON,
    PIECE_MISSING,
    TOLD_HERE_ALONE,
    TOLD_TWICE,
)
from toolwire.model.conversation import Json

#: Stands for bytes that are no character.
_TORN: Final = "\ufffd"
#: What is said of a stream where texts are long, and of the two modes where they are short.
_SENT_TWICE: Final = "Each piece of the text is sent twice."
_CUT_OUT: Final = f"{PIECE_MISSING} in one mode"
_END_TWICE: Final = "The end of the text stands there twice in one mode."
_PIECE_TWICE: Final = "A piece of the text stands there twice in one mode, amid a word."
#: How many characters of markup tell it from prose.
_OPENING: Final = 8
_AS_TEXT: Final = "The words beside the calls stand in the content, and there is no plan."
_IS_A_TEXT: Final = "What is reasoning in one mode is text in the other."
#: Ends pointers to the calls of an answer.
_CALLS: Final = "/tool_calls"
_BACKWARDS: Final = "The results of one tool are told in the reverse order of their calls."
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
_OF_WHOLE_TEXTS: Final = frozenset({"TC165", "TC421", "TX101", "TX112", "TX114"})
#: What is said of a written call of which a piece is missing.
_CALL_IN_PIECES: Final = frozenset(
    {
        "The call does not end.",
        "The call has no closing tag.",
        NO_CALL_STREAMED,
        NO_CALL_BESIDE_WORDS,
    }
)
#: Of values of calls, where words lose their blanks.
_VALUES_WITHOUT_BLANKS: Final = "blanks between its words are gone."


#: Of results that are repeated.
_WITHOUT_BREAKS: Final = "line breaks were dropped"


def thoughts_in_text(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that differs between the modes is that one has thoughts in its text."""
    return len(best.modes) == 1 and other.texts == {_IS_A_TEXT}


def thoughts_before_json(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts are no JSON that begin as the texts do in which thoughts stand before a call."""
    begins = {str(one.actual).lstrip()[:_OPENING] for one in best.examples}
    no_json = all(text.startswith(NO_JSON) for text in other.texts)
    return no_json and all(str(one.actual).lstrip()[:_OPENING] in begins for one in other.examples)


def torn_letters(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all texts that came back changed have the mark of a character that came apart."""
    there = set(other.modes) <= set(best.modes)
    return there and all(
        isinstance(one.actual, str) and _TORN in one.actual for one in other.examples
    )


def piece_missing(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a mode that loses a piece of texts has them broken wherever they are read."""
    torn = (PIECE_MISSING, _END_TWICE, _PIECE_TWICE)
    lost = any(text.startswith(torn) for text in best.texts)
    broken = all(text.startswith((*torn, NO_JSON)) for text in other.texts)
    return lost and broken and len(best.modes) == 1 and other.modes == best.modes


def piece_missing_in_the_whole(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a stream that loses a piece of texts tells at its end what they were, which is more."""
    lost = any(text.startswith(PIECE_MISSING) for text in best.texts)
    whole = other.texts <= {TOLD_TWICE, TOLD_HERE_ALONE}
    return lost and whole and len(best.modes) == 1 and other.modes == best.modes


def pieces_twice(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether short texts whose pieces come twice lack a piece in the other mode, or end
    twice in theirs.
    """
    twice = _SENT_TWICE in best.texts and set(other.modes) <= set(best.modes)
    return twice and all(
        text.startswith((_CUT_OUT, _END_TWICE, _PIECE_TWICE)) for text in other.texts
    )


def planned_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is a text in one mode alone are the words beside calls that should be a plan there."""
    one_mode = len(best.modes) == 1 and best.texts == {_AS_TEXT}
    return one_mode and other.texts == {_IS_A_TEXT} and other.shown_in <= best.shown_in


def without_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether lines run together in texts that have lost all their blanks, or texts beside
    calls lost them.
    """
    lost = set(other.modes) <= set(best.modes) and NO_BLANKS in best.message
    return lost and (other.rule == "TC594" or other.texts == {best.message})


def calls_in_pieces(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls that are written in texts are broken in the mode that loses a piece of texts."""
    torn = any(text.startswith((PIECE_MISSING, _PIECE_TWICE)) for text in best.texts)
    return torn and other.modes == best.modes and other.texts <= _CALL_IN_PIECES


def values_without_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether values lose the blanks that the texts lose in which they are written."""
    lost = set(other.modes) <= set(best.modes) and NO_BLANKS in best.message
    return lost and all(text.endswith(_VALUES_WITHOUT_BLANKS) for text in other.texts)


def results_without_breaks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether results that are repeated lose the line breaks that any lines lose."""
    there = set(other.modes) <= set(best.modes)
    return there and all(text.rstrip(".").endswith(_WITHOUT_BREAKS) for text in other.texts)


def told_with_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts that are told twice differ in nothing but the blanks that the pieces of one lose."""
    lost = set(other.modes) <= set(best.modes) and NO_BLANKS in best.message
    return (
        lost
        and other.texts == {TOLD_TWICE}
        and all(_alike_unblanked(one.expected, one.actual) for one in other.examples)
    )


def told_as_text(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls that are told twice differ in answers whose arguments are a text at one
    of the places.
    """
    calls = all(one.pointer.endswith(_CALLS) for one in other.examples)
    return calls and other.answers <= best.answers and other.texts == {TOLD_TWICE}


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


def grown_pieces(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts begin twice in a stream each of whose pieces begins with those before it.

    So do calls that are written in them, and what they are counted for is less than what came.
    """
    growing = best.message == _GROWING and other.modes == best.modes
    return growing and (other.rule in _OF_WHOLE_TEXTS or other.texts <= _GROWN)


def told_again(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether texts that came twice, or run together, are those that a stream tells as a
    whole once more.
    """
    there = best.message == _WHOLE_AGAIN and other.modes == best.modes
    return there and other.shown_in <= best.shown_in


def changed_in_results(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that became of repeated results is what becomes of any words of the answer."""
    told, again = ({text.partition(": ")[2] for text in one.texts} for one in (best, other))
    return "" not in again and again <= told and set(other.modes) <= set(best.modes)


def told_backwards(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all results of a tool that came wrongly came in the place of each other."""
    return set(other.modes) <= set(best.modes) and other.texts == {_BACKWARDS}
