"""The one door between JSON bytes and values.

Parsing is strict (RFC 8259): no NaN, no comments, no bytes after the document, no lone
surrogates; integers of any size stay exact. Depth is bounded by the parser. msgspec
does the parsing because its `Raw` keeps a sub-document's own bytes, which is what lets
an assistant message go back exactly as received.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from toolwire.model.conversation import Json, JsonObject

Other = TypeVar("Other")

_BOM = b"\xef\xbb\xbf"
_decode: Callable[[bytes | str], Json] = msgspec.json.Decoder().decode
_ENCODER = msgspec.json.Encoder()
_SORTING_ENCODER = msgspec.json.Encoder(order="sorted")
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_LONG_DIGITS = re.compile(rb'"-?[0-9]{19,}"')

#: What msgspec says of a document whose end is missing.
_TRUNCATED: Final = "Input data was truncated"


class JsonError(ValueError):
    """Text that is not exactly one JSON document; the message says why."""


def parse(text: bytes | str) -> Json:
    """Parse one JSON document; a UTF-8 byte order mark is passed over.

    Raises:
        JsonError: the text is empty, malformed, not UTF-8, too deep, or has bytes after
            the document.
    """
    if isinstance(text, bytes) and text.startswith(_BOM):
        text = text[3:]
    try:
        return _decode(text)
    except RecursionError:
        raise JsonError("nested too deeply") from None
    except UnicodeError as error:
        raise JsonError(f"not valid UTF-8: {error}") from None
    except msgspec.MsgspecError as error:
        raise JsonError(str(error) if text.strip() else "empty") from None


def ends_within(text: bytes | str) -> bool:
    """Return whether a text is the beginning of a JSON document, and the rest is missing."""
    try:
        parse(text)
    except JsonError as error:
        return str(error) == _TRUNCATED
    return False


#: A backslash, and an escape of half a character (a UTF-16 surrogate): the first half, or the second.
_HALF = re.compile(r"\\(?:u(?:(?P<first>[dD][89abAB])|(?P<second>[dD][c-fC-F]))[0-9a-fA-F]{2}|.)")


def halved_character(text: str) -> bool:
    r"""Return whether a document that `parse` does not take is whole but for half a character that stands alone.

    RFC 8259 (8.2) lets a text hold an escape such as `\ud83d` without its other half, and says that nobody
    knows what becomes of it: Python's `json` and `JSON.parse` take it, msgspec, serde and orjson do not.
    """
    lone, open_at = False, -1
    for found in _HALF.finditer(text):
        if found["second"] and open_at == found.start():
            open_at = -1
            continue
        lone = lone or open_at >= 0 or bool(found["second"])
        open_at = found.end() if found["first"] else -1
    if not (lone or open_at >= 0):
        return False
    # With any other character in the place of each half it is JSON.
    return parsed(_HALF.sub(_whole, text), None) is not None


def _whole(found: re.Match[str]) -> str:
    return "?" if found["first"] or found["second"] else found[0]


def parsed(text: str, otherwise: Other) -> Json | Other:
    """Parse a text as `parse` does; return `otherwise` when it is not JSON.

    For the events of streams: a call less for each, and no error made of the end marker.
    """
    try:
        return _decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return otherwise


#: A string, whether it ends or not, and the colon behind it where it is a name.
_STRING = re.compile(rb'"((?:[^"\\]|\\(?s:.))*+)"?\s*+(:?)')


class _TwiceError(Exception):
    """A name that an object has a second time."""


def repeated_member(text: bytes | str) -> str | None:
    """Return a name that some object of a document has twice; None where each has each name once.

    None also for what the standard library's parser, which alone tells of the second, cannot read.
    """
    if isinstance(text, str):
        text = text.encode("utf-8", "surrogatepass")
    names = [name for name, colon in _STRING.findall(text) if colon]
    # Most documents have no name twice, in whatever objects; an escape may spell another name.
    if len(names) == len({*names}) and not any(b"\\" in name for name in names):
        return None
    try:
        json.loads(text, object_pairs_hook=_each_once, parse_int=str, parse_float=str)
    except _TwiceError as found:
        return str(found)
    except (ValueError, RecursionError):
        return None
    return None


def _each_once(members: list[tuple[str, object]]) -> None:
    seen: set[str] = set()
    for name, _ in members:
        if name in seen:
            raise _TwiceError(name)
        seen.add(name)


def dump(value: object) -> bytes:
    """Serialise a JSON value compactly; `msgspec.Raw` members are embedded byte for byte."""
    return _exact(_encoded(_ENCODER, value), value)


def canonical(value: Json, *, exact: bool = True) -> bytes:
    """Serialise with sorted keys, for comparing two documents whatever their key order.

    Without `exact` an integer beyond 64 bits comes as the string of its digits; that is
    enough for a digest, and saves a look at the whole text.
    """
    text = _encoded(_SORTING_ENCODER, value)
    return _exact(text, value, sort=True) if exact else text


def _encoded(encoder: msgspec.json.Encoder, value: object) -> bytes:
    try:
        return encoder.encode(value)
    except RecursionError:
        raise JsonError("nested too deeply") from None


def _exact(text: bytes, value: object, *, sort: bool = False) -> bytes:
    """Return `text`, or spell the value piece by piece where msgspec would change a number.

    It writes integers beyond 64 bits as strings; a quoted run of digits that long is rare
    enough to pay for a second look.
    """
    if _LONG_DIGITS.search(text) is None:
        return text
    try:
        return _spelled(value, sort=sort)
    except RecursionError:
        raise JsonError("nested too deeply") from None


def _spelled(value: object, *, sort: bool) -> bytes:
    if isinstance(value, dict):
        members = sorted(value.items()) if sort else value.items()
        return b"{%b}" % b",".join(
            _ENCODER.encode(key) + b":" + _spelled(member, sort=sort) for key, member in members
        )
    if isinstance(value, list | tuple):
        return b"[%b]" % b",".join(_spelled(item, sort=sort) for item in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value).encode()
    return _ENCODER.encode(value)


def raw_slice(document: bytes, path: tuple[str | int, ...]) -> bytes | None:
    """Return the bytes of the value at `path` exactly as they stand in `document`.

    Returns None when the path does not exist. Strings step into objects, ints into arrays.

    Raises:
        JsonError: a container on the way is malformed.
    """
    here = msgspec.Raw(document.removeprefix(_BOM))
    for step in path:
        try:
            found = (
                _MEMBERS.decode(here).get(step)
                if isinstance(step, str)
                else _at(_ITEMS.decode(here), step)
            )
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise JsonError(str(error)) from None
        if found is None:
            return None
        here = found
    return bytes(here)


def _at(items: list[msgspec.Raw], index: int) -> msgspec.Raw | None:
    return items[index] if index < len(items) else None


def object_of(value: Json) -> JsonObject:
    """Return `value` when it is an object, else an empty one (the caller's rules report it)."""
    return value if isinstance(value, dict) else {}


def items_of(value: Json) -> list[Json]:
    """Return `value` when it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def string_of(value: Json) -> str | None:
    """Return `value` when it is a string, else None."""
    return value if isinstance(value, str) else None
