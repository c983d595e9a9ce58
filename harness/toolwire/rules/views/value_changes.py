"""What servers do to the arguments of a call: to every text, number, list, object or name alike.

A change is looked for in all arguments together, so that one value that a model wrote otherwise is
never taken for one.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final, TypeAlias

from toolwire.io.json_text import JsonError, dump, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.views.argument_values import inside, is_flat, same
from toolwire.rules.views.text_changes import (
    AROUND,
    FORMS,
    LETTERS,
    LONGEST,
    MARKS,
    TextChange,
    has_ends,
    has_sorts,
)

ValueChange: TypeAlias = "Callable[[JsonObject], Json]"
_Leaf: TypeAlias = "Callable[[Json], Json]"
_Is: TypeAlias = "Callable[[Json], bool]"

#: From here on a double does not hold every integer.
_EXACT: Final = 2**53
#: Characters of names for which programs make room.
_NAMES: Final = (16, 20, 24, 30, 32)
_FEW: Final = 10


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Json) -> bool:
    return type(value) is int


def _is_long(value: Json) -> bool:
    return type(value) is int and abs(value) > _EXACT


def _is_short(value: Json) -> bool:
    return _is_integer(value) and not _is_long(value)


def _equals(wanted: Json) -> _Is:
    return lambda value: same(value, wanted)


def _any_of(*several: _Is) -> _Is:
    return lambda value: any(one(value) for one in several)


def each(change: _Leaf, value: Json) -> Json:
    """Return a value with a change made of everything in it, from the inside out."""
    if isinstance(value, dict):
        return change({key: each(change, one) for key, one in value.items()})
    if isinstance(value, list):
        return change([each(change, one) for one in value])
    return change(value)


def _of(is_meant: _Is, change: _Leaf) -> ValueChange:
    return partial(each, lambda value: change(value) if is_meant(value) else value)


def in_texts(change: TextChange) -> ValueChange:
    """Make a change of every text one of all arguments."""
    return partial(each, lambda value: change(value) if isinstance(value, str) else value)


def _in_parameters(change: TextChange) -> ValueChange:
    """Make a change of every parameter that is a text, and of no text inside of others."""
    return lambda given: {k: change(v) if isinstance(v, str) else v for k, v in given.items()}


def _kept_from(is_lost: _Is) -> _Leaf:
    def kept(value: Json) -> Json:
        if not isinstance(value, dict):
            return value
        return {key: one for key, one in value.items() if not is_lost(one)}

    return kept


def _lost_above(is_lost: _Is) -> ValueChange:
    return _kept_from(is_lost)


def _lost_everywhere(is_lost: _Is) -> ValueChange:
    return partial(each, _kept_from(is_lost))


def _without_items(is_lost: _Is) -> ValueChange:
    return _lists(lambda items: [one for one in items if not is_lost(one)])


def _lists(change: Callable[[list[Json]], Json]) -> ValueChange:
    return partial(each, lambda value: change(value) if isinstance(value, list) else value)


def _lists_above(change: Callable[[list[Json]], Json]) -> ValueChange:
    def apply(arguments: JsonObject) -> Json:
        return {k: change(v) if isinstance(v, list) else v for k, v in arguments.items()}

    return apply


def _texts_alone(change: Callable[[list[str]], Json]) -> Callable[[list[Json]], Json]:
    def apply(items: list[Json]) -> Json:
        texts = [one for one in items if isinstance(one, str)]
        return change(texts) if texts and len(texts) == len(items) else items

    return apply


def _names(change: TextChange) -> ValueChange:
    def renamed(value: Json) -> Json:
        return {change(k): v for k, v in value.items()} if isinstance(value, dict) else value

    return partial(each, renamed)


def _first(characters: int) -> TextChange:
    return lambda name: name[:characters]


def _flat(seam: str) -> ValueChange:
    def apply(arguments: JsonObject) -> JsonObject:
        found: JsonObject = {}
        for key, value in arguments.items():
            if isinstance(value, dict) and value:
                found |= {f"{key}{seam}{name}": one for name, one in apply(value).items()}
            else:
                found[key] = value
        return found

    return apply


def _spelt(value: Json) -> Json:
    return dump(value).decode()


def _spelt_below(depth: int) -> ValueChange:
    """Spell out the objects and lists that stand so deep."""

    def apply(value: Json, below: int) -> Json:
        if not isinstance(value, dict):
            return value
        if below == 0:
            return {k: _spelt(v) if isinstance(v, dict) else v for k, v in value.items()}
        return {key: apply(one, below - 1) for key, one in value.items()}

    return partial(apply, below=depth)


def _emptied_below(arguments: JsonObject) -> Json:
    return {
        key: {k: {} if isinstance(v, dict) else v for k, v in one.items()}
        if isinstance(one, dict)
        else one
        for key, one in arguments.items()
    }


def _rounded(places: int) -> ValueChange:
    return _of(lambda v: isinstance(v, float), lambda v: round(v, places))  # type: ignore[arg-type]


def _as_single(value: Json) -> Json:
    return float(struct.unpack("f", struct.pack("f", value))[0])


def _as_float(value: Json) -> Json:
    return float(value) if type(value) is int else value


def _as_value(value: Json) -> Json:
    """Return what a loose parser reads in a text."""
    try:
        found = parse(str(value).encode())
    except (JsonError, UnicodeError):
        return value
    return value if isinstance(found, dict | list) else found


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


_ZERO: Final = _equals(0)
_FALSE: Final = _equals(False)  # noqa: FBT003 - a value of the wire
_NULL: Final = _equals(None)
_NO_TEXT: Final = _equals("")
_NO_LIST: Final = _equals([])
_NO_OBJECT: Final = _equals({})
#: What is left out, in words -> which values.
_LEFT_OUT: Final[Mapping[str, _Is]] = {
    "null": _NULL,
    "false": _FALSE,
    "zero": _ZERO,
    "an empty text": _NO_TEXT,
    "an empty list": _NO_LIST,
    "an empty object": _NO_OBJECT,
    "false or zero": _any_of(_FALSE, _ZERO),
    "null or an empty text": _any_of(_NULL, _NO_TEXT),
    "an empty list or object": _any_of(_NO_LIST, _NO_OBJECT),
    "null or an empty list or object": _any_of(_NULL, _NO_LIST, _NO_OBJECT),
    "empty": _any_of(_NO_TEXT, _NO_LIST, _NO_OBJECT),
    "null or empty": _any_of(_NULL, _NO_TEXT, _NO_LIST, _NO_OBJECT),
    "null, false, zero or an empty text": _any_of(_NULL, _FALSE, _ZERO, _NO_TEXT),
    "null, false, zero or empty": lambda value: not value,
}
_NUMBERS: Final[Mapping[str, ValueChange]] = {
    "integers became floats": _of(_is_integer, _as_float),
    "integers that a double holds became floats": _of(_is_short, _as_float),
    "integers of parameters became floats": lambda given: {
        k: _as_float(v) for k, v in given.items()
    },
    "integers of parameters that a double holds became floats": lambda given: {
        k: _as_float(v) if _is_short(v) else v for k, v in given.items()
    },
    "numbers became texts": _of(_is_number, str),
    "integers became texts": _of(_is_integer, str),
    "floats became texts": _of(lambda v: isinstance(v, float), str),
    "long integers became texts": _of(_is_long, str),
    "long integers were rounded": _of(_is_long, lambda v: int(float(str(v)))),
    "long integers became floats": _of(_is_long, lambda v: float(str(v))),
    "integers were cut to 32 bits": _of(_is_integer, lambda v: int(str(v)) & 0xFFFFFFFF),
    "floats were rounded to a single": _of(lambda v: isinstance(v, float), _as_single),
    "floats were cut off": _of(lambda v: isinstance(v, float), lambda v: int(float(str(v)))),
    "floats were rounded to six digits": _of(
        lambda v: isinstance(v, float), lambda v: float(f"{v:.6g}")
    ),
    "numbers lost their sign": _of(_is_number, abs),  # type: ignore[arg-type]
    **{f"floats were rounded to {places} decimals": _rounded(places) for places in range(7)},
    "booleans became texts": _of(lambda v: isinstance(v, bool), lambda v: str(v).lower()),
    "booleans became capitalised texts": _of(lambda v: isinstance(v, bool), str),
    "booleans became numbers": _of(lambda v: isinstance(v, bool), lambda v: int(v is True)),
    "false became null": _of(_FALSE, lambda _: None),
    "zero became null": _of(_ZERO, lambda _: None),
    "null became an empty text": _of(_NULL, lambda _: ""),
    "null became the word": _of(_NULL, lambda _: "null"),
    "null became the word of Python": _of(_NULL, lambda _: "None"),
    "null became zero": _of(_NULL, lambda _: 0),
    "null became false": _of(_NULL, lambda _: False),
    "an empty text became null": _of(_NO_TEXT, lambda _: None),
    "texts were read as values": _of(_is_text, _as_value),
}
_LISTS: Final[Mapping[str, ValueChange]] = {
    "lists of one item became the item": _lists(lambda v: v[0] if len(v) == 1 else v),
    "lists kept their first item": _lists(lambda v: v[:1]),
    "lists became their first item": _lists(lambda v: v[0] if v else v),
    "lists lost their last item": _lists(lambda v: v[:-1] if len(v) > 1 else v),
    f"lists were cut after {_FEW} items": _lists(lambda v: v[:_FEW]),
    "lists were turned round": _lists(lambda v: v[::-1]),
    "lists of texts were sorted": _lists(_texts_alone(lambda v: [*sorted(v)])),
    "lists of texts lost what stands in them twice": _lists(
        _texts_alone(lambda v: [*dict.fromkeys(v)])
    ),
    "lists of texts became a text": _lists(_texts_alone(", ".join)),
    "lists of texts became a text without blanks": _lists(_texts_alone(",".join)),
    "lists became their JSON": _lists_above(_spelt),
    "lists became objects": _lists(lambda v: {str(n): one for n, one in enumerate(v)} or v),
    "integers in lists became floats": _lists(lambda v: [_as_float(one) for one in v]),
    "numbers in lists became texts": _lists(
        lambda v: [str(one) if _is_number(one) else one for one in v]
    ),
    "lists lost what is null": _without_items(_NULL),
    "lists lost what is empty": _without_items(_NO_TEXT),
    "lists lost what is null or empty": _without_items(_any_of(_NULL, _NO_TEXT)),
    "an empty list became null": _lists(lambda v: v or None),
    "an empty list became an object": _lists(lambda v: v or {}),
    "an empty object became null": _of(_NO_OBJECT, lambda _: None),
    "an empty object became a list": _of(_NO_OBJECT, lambda _: []),
}
_OBJECTS: Final[Mapping[str, ValueChange]] = {
    **{f"the members of objects came as paths with `{seam}`": _flat(seam) for seam in "._/-"},
    "objects became their JSON": _spelt_below(0),
    "objects in objects became their JSON": _spelt_below(1),
    "objects in objects lost their members": _emptied_below,
    **{f"members that are {what} were left out": _lost_above(x) for what, x in _LEFT_OUT.items()},
    **{
        f"members that are {what} were left out everywhere": _lost_everywhere(x)
        for what, x in _LEFT_OUT.items()
    },
    "names came in small letters": _names(str.lower),
    "names came with underscores": _names(
        partial(re.sub, r"(?<=[a-z])([A-Z])", lambda found: f"_{found[1].lower()}")
    ),
    "names came in camel case": _names(partial(re.sub, r"_([a-z])", lambda f: f[1].upper())),
    "names came with hyphens": _names(lambda name: name.replace("_", "-")),
    **{f"names were cut after {n} letters": _names(_first(n)) for n in _NAMES},
}
#: What is done -> all arguments as they then are.
CHANGES: Final[Mapping[str, ValueChange]] = {
    **{
        f"in texts, {how}": in_texts(change)
        for how, change in {**LETTERS, **FORMS, **AROUND}.items()
    },
    **{
        f"in parameters that are texts, {how}": _in_parameters(change)
        for how, change in AROUND.items()
    },
    **_NUMBERS,
    **_LISTS,
    **_OBJECTS,
}
_EMPTY: Final = (_NULL, _FALSE, _ZERO, _NO_TEXT, _NO_LIST, _NO_OBJECT)


def tries_values(arguments: JsonObject) -> bool:
    """Return whether arguments hold what shows it whatever is done to values and texts."""
    values = [*inside(arguments)]
    told = [value for value in values if isinstance(value, str)]
    texts = "\r".join(told)
    return (
        is_flat(arguments)
        and len(texts) + len(values) < LONGEST
        and has_sorts(texts)
        and has_ends(told)
        and all(mark in texts for mark in MARKS)
        and all(any(map(is_meant, values)) for is_meant in _EMPTY)
        and any(isinstance(value, float) for value in values)
        and any(map(_is_long, values))
        and any(isinstance(value, list) and len(value) == 1 for value in values)
    )


def change_of(wanted: JsonObject, came: JsonObject) -> str:
    """Return what was done to all arguments alike; "" for nothing, or nothing that is known.

    Args:
        wanted: as they were written out.
        came: as they came, without members that were added.
    """
    if same(wanted, came) or not is_flat(came):
        return ""
    return next((how for how, changed in _changed(dump(wanted)) if same(changed, came)), "")


@lru_cache(maxsize=4)
def _changed(wanted: bytes) -> tuple[tuple[str, Json], ...]:
    """Return arguments as each change leaves them: the same are written out in many requests."""
    arguments = object_of(parse(wanted))
    return tuple((how, _done(change, arguments)) for how, change in CHANGES.items())


def _done(change: ValueChange, wanted: JsonObject) -> Json:
    """Return what a change makes of arguments; None where a number is beyond what it can hold."""
    try:
        return change(wanted)
    except (OverflowError, ValueError):
        return None
