"""Ways of JSON: the same values, spelled otherwise, and members that nobody knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.framing.kind import Framing
from toolwire.io.json_text import dump, parse
from toolwire.jobs.selftest.benign.documents import framing_in, rewritten
from toolwire.jobs.selftest.benign.variant import BenignVariant
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading
from toolwire.rules.mutate.document_place import place_of

_Apply = Callable[[Reading], Exchange | None]

#: What is added where unknown members are. A list in a delta has numbers or texts only: openai
#: 3.54.0 adds deltas up and raises at anything else in a list of them.
_UNKNOWN: Final[dict[str, Json]] = {
    "x_trace": {"id": "a1", "spans": [1, 2.5]},
    "obfuscation": "aB3",
}


def _spelled(change: Callable[[Json], str]) -> _Apply:
    return lambda reading: rewritten(reading, lambda text: change(parse(text)).encode())


def _replaced(old: bytes, new: bytes) -> _Apply:
    """Return what spells a character otherwise, which stands in strings only."""
    return lambda reading: rewritten(reading, lambda text: text.replace(old, new))


def _html(text: bytes) -> bytes:
    for letter in b"<>&'":
        text = text.replace(bytes((letter,)), f"\\u{letter:04x}".encode())
    return text


def _indented(reading: Reading) -> Exchange | None:
    """Break documents into lines, where a line break does not end them."""
    if framing_in(reading) not in {None, Framing.MESSAGES}:
        return None
    return _spelled(lambda value: json.dumps(value, ensure_ascii=False, indent=2))(reading)


def _reversed(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return list(map(_reversed, value)) if isinstance(value, list) else value


def _reordered(reading: Reading) -> Exchange | None:
    return rewritten(reading, lambda text: dump(_reversed(parse(text))))


def _added(reading: Reading, more: dict[str, Json], *, inside: bool) -> Exchange | None:
    closed = load_dialect(reading.dialect).wire.benign.closed

    def open_(place: str) -> bool:
        return place not in closed and f"{place}/..." not in closed

    def change(value: Json, path: tuple[str | int, ...] = ()) -> Json:
        place = place_of(path)
        if f"{place}/..." in closed:
            return value
        if isinstance(value, list):
            return [change(item, (*path, number)) for number, item in enumerate(value)]
        if not isinstance(value, dict) or (path and not inside):
            return value
        kept = {key: change(item, (*path, key)) for key, item in value.items()}
        return {**more, **kept} if open_(place) else kept

    return rewritten(reading, lambda text: dump(change(parse(text))))


_RFC8259: Final = "RFC 8259"

JSON_VARIANTS: Final = (
    BenignVariant(
        "spaces-between-tokens",
        "Python's json.dumps",
        _spelled(lambda value: json.dumps(value, ensure_ascii=False)),
    ),
    BenignVariant(
        "letters-escaped",
        "Python's json.dumps",
        _spelled(lambda value: json.dumps(value, separators=(",", ":"))),
    ),
    BenignVariant("solidus-escaped", "PHP's json_encode", _replaced(b"/", b"\\/")),
    BenignVariant(
        "html-escaped", "Go's encoding/json, Gson", lambda reading: rewritten(reading, _html)
    ),
    BenignVariant("indented", f"{_RFC8259}, 2", _indented),
    BenignVariant("members-in-reverse", f"{_RFC8259}, 4: objects are unordered", _reordered),
    BenignVariant(
        "members-by-name",
        f"{_RFC8259}, 4; Go's and Rust's maps",
        _spelled(lambda value: json.dumps(value, ensure_ascii=False, sort_keys=True)),
    ),
    BenignVariant(
        "unknown-members",
        "vendors add members without a new version",
        lambda reading: _added(reading, _UNKNOWN, inside=False),
    ),
    BenignVariant(
        "unknown-members-inside",
        "vendors add members without a new version",
        lambda reading: _added(reading, _UNKNOWN, inside=True),
    ),
    BenignVariant(
        "unknown-members-that-are-null",
        "serialisers that write what is not set",
        lambda reading: _added(reading, {"x_unset": None}, inside=True),
    ),
)
