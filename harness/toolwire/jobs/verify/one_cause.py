"""What several findings of a run say of one cause, told once: under the finding that says it best.

A rule judges one answer, and cannot know what the rest of the run shows. What is folded here shows in
the whole run only; nothing of it is lost: what the others say stands beside the one that is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

_DIGITS: Final = re.compile(r"\d+")
#: Begins what rules say of a refusal that is none as it should be.
_REFUSAL: Final = "The refusal "


@dataclass(frozen=True, slots=True)
class _Fold:
    """Rules one of which tells a cause best, in that order, and those that tell it again.

    Attributes:
        best: ids of rules.
        again: ids of rules, "" for cases that no rule explains.
        same: whether the second deviation tells the cause of the first.
    """

    best: tuple[str, ...]
    again: frozenset[str]
    same: Callable[[ServerDeviation, ServerDeviation], bool]


def each_cause_once(found: Sequence[ServerDeviation]) -> tuple[ServerDeviation, ...]:
    """Return deviations without those that tell the cause of another one.

    Args:
        found: of one server in one dialect.

    Returns:
        The others in their order. One that another was folded into has its severity where that is
        graver, its observations beside its own, and under `others` what its rule says.
    """
    left = list(found)
    for fold in _FOLDS:
        by_rule = {one.rule: one for one in left if one.rule}
        for best in (by_rule[rule] for rule in fold.best if rule in by_rule):
            again = [
                one for one in left if one.rule in fold.again - {best.rule} and fold.same(best, one)
            ]
            if again:
                whole = _with(best, again)
                left = [
                    whole if one is best else one
                    for one in left
                    if not any(one is other for other in again)
                ]
                break
    return _each_sentence_once(left)


def _each_sentence_once(found: Sequence[ServerDeviation]) -> tuple[ServerDeviation, ...]:
    """Return deviations without those that say in one mode what another rule says in the other."""
    left: list[ServerDeviation] = []
    for one in found:
        at = next((n for n, other in enumerate(left) if _said_of_the_other_mode(other, one)), None)
        if at is None:
            left.append(one)
        else:
            left[at] = _of_both_modes(left[at], one)
    return tuple(left)


def _said_of_the_other_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    of_rules = bool(best.rule and other.rule)
    return of_rules and best.message == other.message and not set(best.modes) & set(other.modes)


def _of_both_modes(best: ServerDeviation, other: ServerDeviation) -> ServerDeviation:
    # Answers of another mode are none that were counted.
    return replace(
        _with(best, (other,)),
        count=best.count + other.count,
        modes=tuple(sorted({*best.modes, *other.modes})),
        breaks=best.breaks or other.breaks,
    )


def _with(best: ServerDeviation, again: Sequence[ServerDeviation]) -> ServerDeviation:
    said = [text for one in again if one.rule for text in (one.message, *one.others)]
    cases = [one for one in again if not one.rule]
    told = (text for text in (*best.others, *said) if text != best.message)
    return replace(
        best,
        severity=min((one.severity for one in (best, *again)), key=lambda one: one.rank),
        # Observations of rules may be those of the best one: cases without a rule are not.
        count=best.count + sum(one.count for one in cases),
        # So are their modes: what compares the two is told of the stream, whichever is at fault.
        modes=tuple(sorted({*best.modes, *(mode for one in cases for mode in one.modes)})),
        others=tuple(dict.fromkeys(told)),
    )


def _refused_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a history was refused with the same status, in words that differ in numbers alone."""
    if not best.said:
        return False
    said = _unnumbered(best.said)
    if other.rule:
        alike = other.said and other.example.actual == best.example.actual
        return bool(alike) and _unnumbered(other.said) == said
    # A history is what a later request of a case has; what is wrong with a first one is another cause.
    status = f"refused with HTTP {best.example.actual} ("
    words = _unnumbered(other.message.removeprefix(status))
    again = other.message.startswith(status) and words.startswith(f"{said})")
    return other.example.step > 1 and again


def _unnumbered(text: str) -> str:
    return _DIGITS.sub("0", text)


def _not_refused_as_due(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether all that is said of refusals is said of those of wrong requests of every kind."""
    known = {_sentence(text) for text in (best.message, *best.others)}
    said = {_sentence(text) for text in (other.message, *other.others)}
    return said <= known and all(text.startswith(_REFUSAL) for text in said)


def _sentence(text: str) -> str:
    return text.partition(": ")[0].rstrip(".")


#: What became of a value -> how a change of all values that does so is called, both as `_singular` has them.
_OF_ALL: Final = {"number wa rounded to double": "integer became float"}


def _changed_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a change of all contents is that of single values."""
    of_all = _singular(other.message)
    told = {_singular(text) for text in (best.message, *best.others)}
    return any(one in of_all for one in (*told, *(_OF_ALL[one] for one in told & _OF_ALL.keys())))


def _singular(text: str) -> str:
    """Return what became of values, as it is said of one: a number became a text, numbers became texts."""
    how = text.partition(": ")[2].rstrip(".").removeprefix("in texts, ")
    words = (word for word in how.split() if word not in {"a", "an"})
    return " ".join(word.removesuffix("s") for word in words)


def _named_alike(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether each name that another rule tells of is one that was declared, spelled otherwise."""
    cut = best.rule == "TC116"
    return set(other.modes) <= set(best.modes) and all(
        any(_is_spelled(str(name), str(one.actual), cut=cut) for name in _listed(one.expected))
        for one in other.examples
    )


def _listed(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else [value]


def _is_spelled(declared: str, came: str, *, cut: bool) -> bool:
    if cut:
        return bool(came) and (declared.startswith(came) or declared.endswith(came))
    whole, other = ("".join(filter(str.isalnum, name)).lower() for name in (declared, came))
    return whole == other


#: How a comparison of both modes begins -> the mode in which no call came.
_WITHOUT: Final = {
    "The stream has no call": (str(Mode.STREAMING),),
    "The blocking answer has no call": (str(Mode.BLOCKING),),
}
_OF_NO_CALL: Final = frozenset({"", "TC052", "TC601", "TC602", "TC957"})
_NONE_CAME: Final = frozenset(
    {
        "A call was required and none came.",
        "A call of one tool was demanded and none came.",
        "The call that function_call forces did not come.",
        "The tool choice was taken and not honoured.",
        "The stream has no call; the blocking answer to the same request has one beside words.",
        "The blocking answer has no call; the stream to the same request has one beside words.",
    }
)


def _lost_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what a mode lacks that has no call in any pair of a run is a call."""
    if best.severity is not Severity.ERROR:
        return False
    return _where(other) == _where(best) and {other.message, *other.others} <= _NONE_CAME


def _where(found: ServerDeviation) -> tuple[str, ...]:
    """Return the modes that are at fault: what compares the two is told of the stream, whichever it is."""
    return _WITHOUT.get(found.message.partition(";")[0], found.modes)


#: That no call was found among those that a reply says it has.
_TOLD_AND_NOT_THERE: Final = frozenset(
    {
        "The reply ends as one with calls and holds none.",
        "The reply ends with tool_use and holds no tool_use block.",
        "The stream has no call; the blocking answer to the same request has.",
        "The blocking answer has no call; the stream to the same request has.",
    }
)


def _not_found(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether calls are missing where calls stand that are not found as such."""
    there = any(text.startswith(_CALLS_THERE) for text in (best.message, *best.others))
    there = there and set(_where(other)) <= set(best.modes)
    return there and {other.message, *other.others} <= _NONE_CAME | _TOLD_AND_NOT_THERE


#: How findings begin of calls that a reader of the format does not find.
_CALLS_THERE: Final = ("Calls of offered tools stand in", "What has all the members of a call")
_NO_ARGUMENTS: Final = frozenset(
    {
        "There are no arguments at all though a strict tool requires some.",
        "The call that was demanded has no arguments, though its tool requires some.",
        "A call behind results has no arguments although its tool requires some.",
    }
)


def _without_arguments(best: ServerDeviation, other: ServerDeviation) -> bool:
    lost = any(
        text.endswith("all arguments were left out.") for text in (best.message, *best.others)
    )
    there = lost and set(other.modes) <= set(best.modes)
    return there and {other.message, *other.others} <= _NO_ARGUMENTS


def _without_counts(best: ServerDeviation, other: ServerDeviation) -> bool:
    return best.message == "The chunk has no choices and no usage." and other.modes == best.modes


def _counted_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    where = "stream" if best.modes == (str(Mode.STREAMING),) else "blocking reply"
    told = {f"No token counts are told in the {where}."}
    return len(best.modes) == 1 and {other.message, *other.others} == told


#: That a reason is no word of its format; and that the two modes tell different ones.
_NO_WORD: Final = frozenset(
    {
        "The finish reason is not a word of the vocabulary.",
        "The stop reason is not a word of this API.",
    }
)
_OTHER_WORD: Final = frozenset({"The stream ends in another word than the blocking reply."})


def _worded_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the modes end in different words because one has a word of its own."""
    alone = len(best.modes) == 1 and best.message in _NO_WORD
    sides = (other.example.expected, other.example.actual)
    return alone and {other.message, *other.others} == _OTHER_WORD and best.example.actual in sides


def _refused_by_name(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether cases were refused in the words of a form's refusal, which name what is wrong with it."""
    begins = f"refused with HTTP {best.example.actual} ("
    words = other.message.removeprefix(begins)
    alike = other.message.startswith(begins) and _unnumbered(words).startswith(
        f"{_unnumbered(best.said)})"
    )
    return alike and _PARAMETERS in best.said.lower()


#: What the refusal of a tool without parameters names: other words may be said of any request.
_PARAMETERS: Final = "parameters"


def _limit_passed_over(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether what is wrong with texts at a limit is wrong with calls at it."""
    due = {
        call
        for text, call in _AT_THE_LIMIT.items()
        if any(said.startswith(text) for said in (best.message, *best.others))
    }
    said = {other.message, *other.others}
    return set(other.modes) <= set(best.modes) and all(
        any(one.startswith(call) for call in due) for one in said
    )


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
)


def _lost_in_every_form(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether words that are lost in the usual form are lost in another, too."""
    return set(other.modes) <= set(best.modes) and all(
        _LOST.match(text) for one in (best, other) for text in (one.message, *one.others)
    )


def _piece_missing(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a mode that loses a piece of texts has them broken wherever they are read."""
    lost = any(text.startswith(_PIECE) for text in (best.message, *best.others))
    broken = all(text.startswith((_PIECE, _NO_JSON)) for text in (other.message, *other.others))
    return lost and broken and len(best.modes) == 1 and other.modes == best.modes


_PIECE: Final = "A piece of the text is missing"
_NO_JSON: Final = "The text is not one JSON object"


def _without_blanks(best: ServerDeviation, other: ServerDeviation) -> bool:
    return set(other.modes) <= set(best.modes) and "without the blanks between" in best.message


def _markup_in_one_mode(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether the text that one mode has alone is the markup that it leaves there."""
    opening = str(best.example.actual or "")[:_OPENING]
    in_one = all(text.startswith(_ONE_MODE) for text in (other.message, *other.others))
    sides = (f"{one.expected or ''}{one.actual or ''}".lstrip() for one in other.examples)
    there = bool(opening) and all(side.startswith(opening) for side in sides)
    return len(best.modes) == 1 and in_one and there


#: How many characters of markup tell it from prose.
_OPENING: Final = 8
_ONE_MODE: Final = "The text came in one mode only"


def _kind_of_what_was_wrong(best: ServerDeviation, other: ServerDeviation) -> bool:
    """Return whether a kind of error fits the wrong request, and not the status of the server's own faults."""
    refusals = all(text.startswith(_REFUSAL) for text in (best.message, *best.others))
    status = best.example.actual
    kind = {other.message, *other.others} == {"The kind of the error is not one of this status."}
    return refusals and isinstance(status, int) and status >= _SERVERS_OWN and kind


_SERVERS_OWN: Final = 500


_FOLDS: Final = (
    # It is asked beside a history without it: a server that refuses that one as well shows nothing of it.
    _Fold(("TC702",), frozenset({"", "TC701", "TC749"}), _refused_alike),
    # A form of a history that is refused breaks each case that has one.
    _Fold(
        ("TC701", "TC702", "TC748", "TC749"),
        frozenset({"", "TC702", "TC749", "TC763"}),
        _refused_alike,
    ),
    # A list of parts that is refused is so whatever the parts are.
    _Fold(("TC705",), frozenset({"TC763"}), _refused_alike),
    # A status that is wrong for every refusal is no matter of what was refused.
    _Fold(
        ("TC747",),
        frozenset({"TC005", "TC707", "TC724", "TC792", "TC793", "TC813"}),
        _not_refused_as_due,
    ),
    # What is changed in every call is changed in those that hold all of it.
    _Fold(("TC308", "TC314"), frozenset({"TC325"}), _changed_alike),
    # A name that comes otherwise is none that was demanded or allowed, either.
    _Fold(("TC148", "TC116"), frozenset({"TC602", "TC604"}), _named_alike),
    # A call that stands elsewhere, or does not say what it is, is one that did not come.
    _Fold(
        ("TC191", "TC123"),
        frozenset({*_OF_NO_CALL, "TC404", "TC406", "TC947", "TC948"}),
        _not_found,
    ),
    # Arguments that are left out are missing wherever they are looked for.
    _Fold(("TC314",), frozenset({"TC313", "TC661", "TC754"}), _without_arguments),
    # Who loses every call of one mode loses those that were demanded.
    _Fold(("TC947", "TC948"), _OF_NO_CALL, _lost_in_one_mode),
    # Whose stream has the chunk of counts without them tells none.
    _Fold(("TC101",), frozenset({"TC911"}), _without_counts),
    _Fold(("TC152", "TC164"), frozenset({"TC908"}), _counted_in_one_mode),
    # A word that one mode alone has, and its format has not, is another than that of the other mode.
    _Fold(("TC405", "TC410"), frozenset({"TC908"}), _worded_in_one_mode),
    # A mistake that comes as the server's own has the kind of a mistake.
    _Fold(("TC747",), frozenset({"TC008"}), _kind_of_what_was_wrong),
    # Markup that one mode leaves in its text is what the other does not have.
    _Fold(("TC501",), frozenset({"TC505"}), _markup_in_one_mode),
    # A tool without parameters stands beside others in many cases.
    _Fold(("TC801",), frozenset({""}), _refused_by_name),
    # A limit that is not kept, or not told, is none for calls either.
    _Fold(("TC421",), frozenset({"TC422"}), _limit_passed_over),
    # Words that never reach the model do so in no form, and at no place.
    _Fold(("TC772",), frozenset({"TC797"}), _lost_in_every_form),
    _Fold(("TC777",), frozenset({"TC779", "TC788", "TC796"}), _lost_in_every_form),
    # A stream that lacks a piece of each text lacks it beside calls, and in JSON.
    _Fold(("TC908", "TC505"), frozenset({"TC505", "TC509", "TC590", "TC520"}), _piece_missing),
    # A stream whose pieces lose their blanks loses the breaks between lines with them.
    _Fold(("TC509",), frozenset({"TC594"}), _without_blanks),
)
