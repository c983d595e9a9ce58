"""Whether an answer is framed as no stream of its format is."""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.io.framing.kind import Framing, framing_of, start_of
from toolwire.io.json_text import JsonError, items_of, parse, parsed
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading

#: Lines of a body of which the first two with anything in them say how it is framed.
_LOOKED_AT: Final = 16

#: An event of which only the name came. EventSource drops it; SDKs hand it on with no text for data.
_NAME_ALONE: Final = re.compile(rb"event:([^\r\n]{0,200})(?:\r\n\r\n|\n\n|\r\r)")
_BLANK_LINES: Final = (b"\n\n", b"\n\r\n", b"\r\r")
_DATA: Final = b"data:"
#: The first status that is none of success.
_WRONG: Final = 400


def begins_as_events(reading: Reading) -> bool:
    """Return whether a body begins as server-sent events do."""
    return start_of(reading.exchange.response.body).startswith((b"data:", b"event:"))


def stands_on_lines(reading: Reading) -> bool:
    """Return whether a stream that was to be server-sent events is JSON objects on lines: nothing of it is read.

    A single one is where its content type says that it is a stream.
    """
    asked, response = reading.conversation, reading.exchange.response
    if reading.mode is Mode.STREAMING or asked is None or not asked.stream:
        return False
    own = load_dialect(reading.dialect).wire.stream.types
    # Where the format itself has lines they are another matter, whatever stands on them.
    if own[0] not in EVENT_STREAM or framing_of(response.body) is not Framing.LINES:
        return False
    if reading.body_error is None:
        media = (response.header("content-type") or "").partition(";")[0].strip().lower()
        return reading.ok and media in EVENT_STREAM
    return _are_objects(response.body)


def holds_no_events(reading: Reading) -> bool:
    """Return whether a stream of lines, as its format has them, is of objects none of which is one of its events."""
    asked, body = reading.conversation, reading.exchange.response.body
    if reading.mode is Mode.STREAMING or reading.body_error is None:
        return False
    own = load_dialect(reading.dialect).wire.stream.types
    of_lines = own[0] not in EVENT_STREAM and framing_of(body) is Framing.LINES
    return asked is not None and asked.stream and of_lines and _are_objects(body)


def _are_objects(body: bytes) -> bool:
    lines = [line for line in body.splitlines()[:_LOOKED_AT] if line.strip()]
    return len(lines) > 1 and all(map(_is_object, lines[:2]))


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(parse(line), dict)
    except JsonError:
        return False


def is_array_of_events(reading: Reading) -> bool:
    """Return whether a stream is one JSON array of its objects, of a format that has no such form of it."""
    asked, response = reading.conversation, reading.exchange.response
    if asked is None or not asked.stream or framing_of(response.body) is not Framing.ARRAY:
        return False
    if not reading.ok or load_dialect(reading.dialect).wire.stream.events_by:
        return False
    try:
        items = items_of(parse(response.body))
    except JsonError:
        return False
    # An error in an array is another matter: Google's servers write those of other APIs so.
    return bool(items) and all(isinstance(one, dict) and "error" not in one for one in items)


def event_without_data(body: bytes) -> str | None:
    """Return the name of an event that has nothing else; None where each has data."""
    found = (one for one in _NAME_ALONE.finditer(body) if _begins(body, one.start()))
    return next((one[1].decode(errors="replace").strip() for one in found), None)


def _begins(body: bytes, place: int) -> bool:
    """Return whether an event begins at a place."""
    return not place or body[max(0, place - 3) : place].endswith(_BLANK_LINES)


def is_error_in_foreign_stream(reading: Reading) -> bool:
    """Return whether such a body has an error for its only event, under a status of success."""
    body = reading.exchange.response.body
    if reading.exchange.response.status >= _WRONG or not is_foreign_stream(reading):
        return False
    told = [line[len(_DATA) :] for line in body.splitlines() if line.startswith(_DATA)]
    found = [parsed(line.decode(errors="replace").strip(), "") for line in told]
    held = [one for one in found if isinstance(one, dict)]
    return len(held) == 1 and isinstance(held[0].get("error"), dict | str)


def is_foreign_stream(reading: Reading) -> bool:
    """Return whether a body is events, of a format whose streams are something else: nothing of it is read."""
    if reading.mode is Mode.STREAMING or reading.body_error is None:
        return False
    own = load_dialect(reading.dialect).wire.stream.types
    return set(EVENT_STREAM).isdisjoint(own) and begins_as_events(reading)
