"""A body cut into the pieces in which it goes to the client."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from toolwire.io.framing.kind import Framing, framing_of

_LENGTH = struct.Struct(">I")
#: No message of an AWS event stream is shorter: prelude and checksum.
_SHORTEST = 16


def pieces(body: bytes, size: int | None = None) -> Iterator[bytes]:
    """Cut a streamed body: event by event, or every `size` bytes whatever stands there.

    What is no stream, or breaks off inside an event, still comes whole; no byte is changed.

    Args:
        body: as it is to arrive.
        size: bytes in a piece; None for one event in each.
    """
    if size is not None:
        yield from (body[start : start + size] for start in range(0, len(body), size))
    elif (framing := framing_of(body)) is Framing.MESSAGES:
        yield from _messages(body)
    else:
        yield from _blocks(body, _blank(body) if framing is Framing.OTHER else b"\n")


def _blank(body: bytes) -> bytes:
    """Return what ends an event: a blank line, its line end as in the body."""
    return b"\r\n\r\n" if b"\r\n\r\n" in body else b"\n\n"


def _blocks(body: bytes, end: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(body):
        found = body.find(end, start)
        stop = len(body) if found < 0 else found + len(end)
        yield body[start:stop]
        start = stop


def _messages(body: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(body):
        (length,) = _LENGTH.unpack_from(body.ljust(start + 4, b"\0"), start)
        stop = start + length if length >= _SHORTEST else len(body)
        yield body[start:stop]
        start = stop
