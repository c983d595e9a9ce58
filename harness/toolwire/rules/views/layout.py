"""Two bodies as lines a person can read and compare.

JSON is indented token by token: numbers and escapes stay as they are spelt. Streams are one
line an event; the messages of an Amazon event stream are their type and payload. Both bodies
are laid out the same way, the first in which both can be and in which they differ; bytes that
are no text, or differ in no line, are shown in hexadecimal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from toolwire.io.framing import eventstream
from toolwire.io.framing.kind import is_messages

Layout: TypeAlias = Callable[[bytes], "list[str] | None"]

_EVENT_TYPES: Final = (":event-type", ":exception-type")
_HEX_LINE: Final = 16


def pair(one: bytes, other: bytes) -> tuple[list[str], list[str]]:
    """Return two bodies as lines; both empty when they are the same bytes."""
    if one == other:
        return [], []
    for layout in _LAYOUTS:
        mine, yours = layout(one), layout(other)
        if mine is not None and yours is not None and mine != yours:
            return mine, yours
    # From a little before the first byte that differs, so that the columns fall together.
    pairs = enumerate(zip(one, other, strict=False))
    same = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
    start = max(same - _HEX_LINE // 2, 0)
    return _hexadecimal(one[start:]), _hexadecimal(other[start:])


def lines(body: bytes) -> list[str]:
    """Return one body as lines."""
    laid_out = (layout(body) for layout in _LAYOUTS)
    return next((found for found in laid_out if found is not None), _hexadecimal(body))


def _messages(body: bytes) -> list[str] | None:
    stream = eventstream.decode(body) if is_messages(body) else None
    if stream is None or stream.problems:
        return None
    return [_message(message) for message in stream.messages]


def _message(message: eventstream.EventStreamMessage) -> str:
    named = [str(message.headers[key]) for key in _EVENT_TYPES if key in message.headers]
    kind = named[0] if named else f"({', '.join(sorted(message.headers))})"
    return f"{kind} {message.payload.decode('utf-8', 'backslashreplace')}"


def _json(body: bytes) -> list[str] | None:
    try:
        return msgspec.json.format(body, indent=2).decode().split("\n")
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _text(body: bytes) -> list[str] | None:
    try:
        found = [line for line in body.decode().splitlines() if line]
    except UnicodeDecodeError:
        return None
    return found if all(map(str.isprintable, found)) else None


def _hexadecimal(body: bytes) -> list[str]:
    pieces = (body[at : at + _HEX_LINE] for at in range(0, len(body), _HEX_LINE))
    return [f"{piece.hex(' '):{3 * _HEX_LINE}} {_ascii(piece)}" for piece in pieces]


def _ascii(data: bytes) -> str:
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in data)


_LAYOUTS: Final[tuple[Layout, ...]] = (_messages, _json, _text)
