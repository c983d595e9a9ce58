"""TC314: values-unchanged."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from math import trunc
from typing import Final

from toolwire.dialects import DIALECTS, PlannedCall
from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.arguments.probe_echo import again, pairs
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Subject, Variance, Violation

#: What is left out, in the order in which it is told -> which members that takes with it.
_LEFT_OUT: Final[Mapping[str, Callable[[Json], bool]]] = {
    "members that are null": lambda v: v is None,
    "members that are empty": lambda v: v in ("", [], {}),
    "members that are null or empty": lambda v: v is None or v in ("", [], {}),
    "members that are null, false, zero or empty": lambda v: not v,
}


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _of_boolean(wanted: Json, came: Json) -> str | None:
    if wanted is False and came is None:
        return "false became null"
    if isinstance(came, str) and came.lower() == str(wanted).lower():
        return "a boolean became a text"
    return "a boolean became a number" if _is_number(came) and came == wanted else None


def _of_number(wanted: Json, came: Json) -> str | None:
    assert isinstance(wanted, int | float)
    if came is None:
        return None if wanted else "zero became null"
    if isinstance(came, str):
        return "a number became a text" if came in (str(wanted), repr(float(wanted))) else None
    if not _is_number(came) or not isinstance(came, int | float):
        return None
    if came == wanted:
        return None
    if came == -wanted:
        return "a number lost its sign"
    return _of_integer(wanted, came) if type(wanted) is int else _of_float(float(wanted), came)


def _of_integer(wanted: int, came: float) -> str | None:
    # What is left of 2**53 + 1 is 1, which a model writes that makes little of long numbers.
    long = abs(came) > _SHORT
    if long and not -(2**31) <= wanted < 2**31 and came in _in_32_bits(wanted):
        return "a number was cut to 32 bits"
    rounded = abs(wanted) > 2**53 and float(came) == float(wanted)
    return "a number was rounded to a double" if rounded else None


def _in_32_bits(wanted: int) -> tuple[int, ...]:
    """Return what is left of a number in 32 bits, with and without a sign, and what is nearest there."""
    low = wanted & 0xFFFFFFFF
    signed = low - 2**32 if low >= 2**31 else low
    nearest = 2**31 - 1 if wanted > 0 else -(2**31)
    return low, signed, wanted & 0x7FFFFFFF, nearest


def _of_float(wanted: float, came: float) -> str | None:
    if came == struct.unpack("f", struct.pack("f", wanted))[0]:
        return "a number was rounded to a single"
    places = range(_FEW_PLACES) if round(wanted, _FEW_PLACES) != wanted else ()
    rounded = {trunc(wanted), *(round(wanted, n) for n in places)} if places else set()
    return "decimals were rounded off" if came in rounded else None


def _of_null(_wanted: Json, came: Json) -> str | None:
    return "null became a text" if came in ("", "null", "None", "nil") else None


def _of_list(wanted: Json, came: Json) -> str | None:
    assert isinstance(wanted, list)
    if wanted == [] and came in (None, {}):
        return "an empty list became another value"
    if not isinstance(came, str):
        return None
    joined = {mark.join(map(str, wanted)) for mark in (",", ", ", "\n", " ")}
    return "a list became a text" if came in joined or _spelt(wanted, came) else None


def _of_items(wanted: list[Json], came: list[Json]) -> str | None:
    """Return what was done to the items of a list of texts."""
    texts = [one for one in wanted if isinstance(one, str)]
    if len(wanted) < _SEVERAL or len(texts) < len(wanted) or came == wanted:
        return None
    if came in (wanted[:1], wanted[-1:]):
        return "a list kept one of its items"
    if came == sorted(texts):
        return "a list was sorted"
    if came == [*dict.fromkeys(texts)]:
        return "a list lost what stands in it twice"
    return "a list was put into another" if came == [wanted] else None


def _of_object(wanted: Json, came: Json) -> str | None:
    if wanted == {} and came in (None, []):
        return "an empty object became another value"
    if wanted and came == {}:
        return _EMPTIED
    return "an object became a text" if isinstance(came, str) and _spelt(wanted, came) else None


def _spelt(wanted: Json, came: str) -> bool:
    try:
        return parse(came) == wanted
    except JsonError:
        return came == str(wanted)


#: Kind of value -> what a parser made of it; None where it may have been the model.
_HOW: Final[Mapping[type, Callable[[Json, Json], str | None]]] = {
    bool: _of_boolean,
    int: _of_number,
    float: _of_number,
    type(None): _of_null,
    list: _of_list,
    dict: _of_object,
}


#: What a small model does as well, now and then: counted over a run.
_EMPTIED: Final = "an object lost all its members"
_FLATTENED: Final = "an object's members were put where it stood"
_OF_MODELS: Final = frozenset({_EMPTIED, _FLATTENED})
#: What paths have between the names of an object and of its member.
_SEAMS: Final = (".", "_", "/", "__")
#: Items of a list from which on its order says something.
_SEVERAL: Final = 3
#: Decimals beyond which one more is lost by rounding, and not by a model's choice.
_FEW_PLACES: Final = 5
#: Numbers up to here say nothing of what they were.
_SHORT: Final = 1000


def _inside(wanted: Json, came: Json) -> Iterator[tuple[str, Json, Json]]:
    """Yield what parsers did to a value and to what is in it, with the value and what came."""
    if isinstance(wanted, dict) and isinstance(came, dict) and (came or not wanted):
        yield from _left_out(wanted, came)
        yield from _flattened(wanted, came)
        for key in wanted:
            if key in came:
                yield from _inside(wanted[key], came[key])
    elif isinstance(wanted, list) and isinstance(came, list) and (how := _of_items(wanted, came)):
        yield how, wanted, came
    elif isinstance(wanted, list) and isinstance(came, list) and len(wanted) == len(came):
        for one, other in zip(wanted, came, strict=True):
            yield from _inside(one, other)
    elif (judge := _HOW.get(type(wanted))) is not None:
        how = judge(wanted, came)
        if how is not None:
            yield how, wanted, came


def _whole(wanted: JsonObject, came: JsonObject) -> Iterator[tuple[str, Json, Json]]:
    """Yield what parsers did to all arguments of a call together."""
    if wanted and not came:
        yield "all arguments were left out", [*wanted], []
    elif (
        len(came) == 1
        and wanted.keys().isdisjoint(came)
        and _holds(next(iter(came.values())), wanted)
    ):
        yield "all arguments were put into one", [*wanted], [*came]


def _holds(value: Json, wanted: JsonObject) -> bool:
    """Return whether a value has the members of the arguments, or spells them."""
    if isinstance(value, dict):
        return bool(wanted) and value.keys() >= wanted.keys()
    return isinstance(value, str) and _spelt(wanted, value)


def _left_out(wanted: JsonObject, came: JsonObject) -> Iterator[tuple[str, Json, Json]]:
    lost = {key for key in wanted if key not in came}
    for what, takes in _LEFT_OUT.items():
        if lost and lost == {key for key, value in wanted.items() if takes(value)}:
            yield f"{what} were left out", [*wanted], [*came]
            return


def _flattened(wanted: JsonObject, came: JsonObject) -> Iterator[tuple[str, Json, Json]]:
    """Yield that the members of an object stand beside where it was, by themselves or as paths."""
    for key, value in wanted.items():
        if isinstance(value, dict) and value and key not in came:
            alone = all(name in came and name not in wanted for name in value)
            paths = any(all(f"{key}{seam}{name}" in came for name in value) for seam in _SEAMS)
            if alone or paths:
                yield _FLATTENED, [*wanted], [*came]
                return


def _values_unchanged(reading: Reading) -> Iterator[Violation]:
    for wanted, call in pairs(reading):
        if call.parse_error is None and isinstance(call.arguments, dict):
            found = (
                *_whole(wanted.arguments, call.arguments),
                *_inside(wanted.arguments, call.arguments),
            )
            for how, value, came in found:
                message = f"A value came back changed as parsers change it: {how}."
                yield Violation(call.pointer, message, value, came, variance=how in _OF_MODELS)
                return


def _nested(reading: Reading) -> bool:
    """Return whether a call came that the prompt writes out with an object that has members."""
    every = (value for wanted, _ in pairs(reading) for value in wanted.arguments.values())
    return any(isinstance(value, dict) and value for value in every)


def _rounded(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [
        PlannedCall(call.name, {name: _double(value) for name, value in call.arguments.items()})
        for call in calls
    ]


def _cut(calls: list[PlannedCall]) -> list[PlannedCall]:
    return [
        PlannedCall(call.name, {name: _low(value) for name, value in call.arguments.items()})
        for call in calls
    ]


def _low(value: Json) -> Json:
    # As programs do that keep what is nearest.
    return min(value, 2**31 - 1) if type(value) is int else value


def _double(value: Json) -> Json:
    large = isinstance(value, int) and abs(value) > 2**53
    return int(float(value)) if large and isinstance(value, int) else value


RULE = Rule(
    id="TC314",
    name="values-unchanged",
    severity=dict.fromkeys(DIALECTS, Severity.WARNING),
    statement=(
        "A number, a boolean, null, a list and an object that the prompt writes out inside a call "
        "come back as they are. Only what parsers do counts: a number rounded to a double or a "
        "single, to few decimals or to 32 bits, without its sign or made a text, a boolean made a "
        "text or a number, members that are null, false, zero or empty left out, false or zero made "
        "null, an object emptied or its members put in its place, a list or an object made a text, "
        "a list of texts sorted, cut to one item, without what stands in it twice or put into "
        "another, an empty object made a list, all arguments left out or put into one. A model may "
        "empty an object or put its members in its place; that every such reply of a run does is "
        "the server's doing. Another value is the model's, and not judged."
    ),
    why="The tool gets another value than the model wrote, or none, and validators refuse it.",
    breaks="zod, ajv and pydantic validated tools; ids beyond 2^53 name another thing.",
    workaround="Keep the text of the arguments, and read it with a parser that keeps integers.",
    check=_values_unchanged,
    subject=Subject.PROBE,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies with an object that the prompt writes out", _nested, partly=True),
    mutations=(
        *mutations_for("spelt_alone", again(_rounded), fault="rounded"),
        *mutations_for("spelt_alone", again(_cut), fault="in 32 bits"),
    ),
    cases="""
SGLang (GLM) | "123_456" becomes "123456" although schema says string | https://github.com/sgl-project/sglang/issues/30644 | issue closed (inactive) 2026-07
ds4 (GLM 5.2) | all values stringified | https://github.com/antirez/ds4/issues/569 | issue open 2026-07 (#582)
Qwen3.5 parsers | True/False capitalised: one parser drops the call, another coerces | https://github.com/tetherto/qvac/issues/2372 | PR merged 2026-06
""",
)
