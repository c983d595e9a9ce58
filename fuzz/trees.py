"""Edits of a JSON document that know its structure."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec

from fuzz.texts import RAW, SCHEMAS, WORDS, long_text, number, text

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_DEPTHS: Final = (2, 20, 60, 120, 240, 330, 480, 600, 900, 985, 1000, 3000, 60_000)
_MOST_SPOTS: Final = 800
_SCHEMA_MEMBERS: Final = frozenset(
    (
        "parameters",
        "input_schema",
        "json",
        "inputSchema",
        "parametersJsonSchema",
        "parameter_definitions",
    )
)

Spot = tuple[Any, Any]
_Edit = Callable[[Random, list[Spot], Spot], None]


def edited(rng: Random, document: bytes, times: int = 1) -> bytes:
    """Return a document after some edits; what is no JSON comes back as it is."""
    try:
        root: list[Any] = [_decode(document)]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return document
    for _ in range(times):
        spots = _spots(root)
        if not spots:
            break
        rng.choice(_EDITS)(rng, spots, rng.choice(spots))
    return _spelled(root[0]) if root else b""


def swollen(rng: Random, document: bytes) -> bytes:
    """Return a document in which one text, one array or one object is very long."""
    try:
        root: list[Any] = [_decode(document)]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return document
    spots = _spots(root)
    of_kind = rng.choice((str, str, str, list, dict))
    fitting = [(here, key) for here, key in spots if isinstance(here[key], of_kind)] or spots
    here, key = rng.choice(fitting)
    value = here[key]
    if isinstance(value, list) and value:
        again = msgspec.Raw(_spelled(rng.choice(value)))
        value.extend(
            [again] * min(rng.choice((300, 3_000, 12_000)), 1_500_000 // len(bytes(again)))
        )
    elif isinstance(value, dict) and value:
        again = msgspec.Raw(_spelled(value[rng.choice(list(value))]))
        value.update(
            dict.fromkeys(
                map(str, range(min(rng.choice((300, 6_000)), 1_500_000 // len(bytes(again))))),
                again,
            )
        )
    else:
        here[key] = long_text(rng) if rng.random() < 0.8 else f"{value}{long_text(rng)}"
    return _spelled(root[0])


def _spelled(value: Any) -> bytes:
    try:
        return bytes(_encode(value))
    except (msgspec.MsgspecError, OverflowError, TypeError, ValueError, RecursionError):
        try:
            return json.dumps(value, default=lambda _: None).encode("utf-8", "replace")
        except (RecursionError, ValueError):
            return b"[]"


def _spots(root: list[Any]) -> list[Spot]:
    """Return container and key of every value, the root's first."""
    spots: list[Spot] = []
    waiting: list[Any] = [root]
    while waiting and len(spots) < _MOST_SPOTS:
        here = waiting.pop()
        for key in list(here) if isinstance(here, dict) else range(len(here)):
            spots.append((here, key))
            if isinstance(here[key], dict | list):
                waiting.append(here[key])
    return spots


def _value(rng: Random) -> Any:
    kind = rng.random()
    if kind < 0.35:
        return text(rng)
    if kind < 0.55:
        return number(rng)
    return rng.choice(
        (None, True, False, {}, [], [[]], {"": None}, [None], ["x"], {"a": {"b": []}})
    )


def _retype(rng: Random, _spots: list[Spot], spot: Spot) -> None:
    spot[0][spot[1]] = _value(rng)


def _raw(rng: Random, _spots: list[Spot], spot: Spot) -> None:
    spot[0][spot[1]] = msgspec.Raw(rng.choice(RAW))


def _nest(rng: Random, _spots: list[Spot], spot: Spot) -> None:
    levels = rng.choice(_DEPTHS[:-1]) if rng.random() < 0.98 else _DEPTHS[-1]
    inner = _spelled(spot[0][spot[1]])
    if rng.random() < 0.5:
        spot[0][spot[1]] = msgspec.Raw(b"[" * levels + inner + b"]" * levels)
        return
    name = _spelled(
        rng.choice((spot[1] if isinstance(spot[1], str) else "a", "a", "items", "properties"))
    )
    spot[0][spot[1]] = msgspec.Raw((b"{" + name + b":") * levels + inner + b"}" * levels)


def _remove(_rng: Random, _spots: list[Spot], spot: Spot) -> None:
    del spot[0][spot[1]]


def _add(rng: Random, spots: list[Spot], spot: Spot) -> None:
    here = spot[0][spot[1]]
    if isinstance(here, dict):
        here[rng.choice(WORDS) if rng.random() < 0.8 else text(rng)] = _some(rng, spots)
    elif isinstance(here, list):
        here.insert(rng.randint(0, len(here)), _some(rng, spots))
    else:
        _retype(rng, spots, spot)


def _some(rng: Random, spots: list[Spot]) -> Any:
    """Return a value, or a copy of one that stands elsewhere."""
    if rng.random() < 0.5:
        return _value(rng)
    there, key = rng.choice(spots)
    return msgspec.Raw(_spelled(there[key]))


def _swap(rng: Random, spots: list[Spot], spot: Spot) -> None:
    there, key = rng.choice(spots)
    one, other = _spelled(spot[0][spot[1]]), _spelled(there[key])
    there[key] = msgspec.Raw(one)
    spot[0][spot[1]] = msgspec.Raw(other)


def _double(rng: Random, _spots: list[Spot], spot: Spot) -> None:
    here, key = spot
    if isinstance(here, list):
        times = rng.choice((1, 1, 1, 2, 7, 40))
        here[key:key] = [msgspec.Raw(_spelled(here[key]))] * times
        return
    # The same member twice, the second mostly with another value.
    inner = here[key]
    if not isinstance(inner, dict) or not inner:
        _retype(rng, _spots, spot)
        return
    name = rng.choice(list(inner))
    again = _spelled(inner[name] if rng.random() < 0.4 else _value(rng))
    member = _spelled(name) + b":" + again
    here[key] = msgspec.Raw(_spelled(inner)[:-1] + b"," + member + b"}")


def _rename(rng: Random, _spots: list[Spot], spot: Spot) -> None:
    here, key = spot
    if isinstance(here, dict):
        how = rng.random()
        new = key.upper() if how < 0.2 else rng.choice(WORDS) if how < 0.8 else text(rng)
        here[new] = here.pop(key)
    elif here:
        here.append(here.pop(key))


def _retell(rng: Random, spots: list[Spot], spot: Spot) -> None:
    """Edit a string: as the JSON text that it may be, or as a text."""
    value = spot[0][spot[1]]
    if not isinstance(value, str):
        texts = (
            [one for one in spots if isinstance(one[0][one[1]], str)] if len(spots) < 300 else []
        )
        if not texts:
            _retype(rng, spots, spot)
            return
        spot = rng.choice(texts)
        value = spot[0][spot[1]]
    how = rng.random()
    if how < 0.35 and value[:1] in {"{", "["}:
        spot[0][spot[1]] = edited(rng, value.encode()).decode("utf-8", "replace")
    elif how < 0.6:
        at = rng.randint(0, len(value))
        spot[0][spot[1]] = value[:at] + text(rng) + value[at:]
    elif how < 0.8:
        spot[0][spot[1]] = value[: rng.randint(0, len(value))]
    elif how < 0.9:
        escaped = "".join(
            f"\\u{ord(c) & 0xFFFF:04x}" if rng.random() < 0.5 else _spelled(c)[1:-1].decode()
            for c in value
        )
        spot[0][spot[1]] = msgspec.Raw(f'"{escaped}"'.encode("utf-8", "replace"))
    else:
        spot[0][spot[1]] = value * rng.choice((2, 3, 20))


def _reschema(rng: Random, spots: list[Spot], spot: Spot) -> None:
    places = [one for one in spots if isinstance(one[1], str) and one[1] in _SCHEMA_MEMBERS]
    here, key = rng.choice(places) if places else spot
    # As text: what one edit put in and another changes must not stand in the next input.
    schema = msgspec.Raw(_spelled(rng.choice(SCHEMAS)))
    if rng.random() < 0.3 and isinstance(here[key], dict):
        inner = here[key].get("properties")
        if isinstance(inner, dict) and inner:
            inner[rng.choice(list(inner))] = schema
            return
    here[key] = schema


_EDITS: Final[tuple[_Edit, ...]] = (
    _retype, _retype, _raw, _nest, _remove, _remove, _add, _add, _swap, _swap, _double, _rename, _retell, _retell, _retell, _reschema,
)  # fmt: skip
