"""Where JSON documents stand in a streamed body, and how one is changed in place.

Four framings: server-sent events, JSON lines, one JSON array, and the AWS event stream, whose
payloads may be `{"bytes": base64 of a document}`. Changes keep every length; checksums of the
event stream are made new. Nothing here judges: what is malformed is cut as far as it can be.
"""

from __future__ import annotations

import re
import struct
from binascii import Error as Base64Error
from binascii import a2b_base64, b2a_base64
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from toolwire.io.framing.kind import Framing, framing_of, is_messages

_PRELUDE = struct.Struct(">III")
_CRC = struct.Struct(">I")
_OVERHEAD = _PRELUDE.size + _CRC.size
#: Consecutive lines that are not blank: one server-sent event.
_EVENT = re.compile(rb"[^\r\n][^\r\n]*(?:(?:\r\n|\n|\r)[^\r\n]+)*")
_LINE = re.compile(rb"[^\r\n]+")
_PACKED = re.compile(rb'"bytes"\s*:\s*"([A-Za-z0-9+/]+={0,2})"')


class DocumentPart(NamedTuple):
    """One document: its text, and the bytes `[start, end)` of the body that hold it.

    `packed` says that those bytes are the base64 of the text.
    """

    text: bytes
    start: int
    end: int
    packed: bool = False


def parts_of(body: bytes) -> tuple[DocumentPart, ...]:
    """Return the documents of a streamed body; none when it is one JSON object or no JSON."""
    framing = framing_of(body)
    if framing is Framing.MESSAGES:
        return tuple(_payload(body, *place) for place in _payloads(body))
    if framing is Framing.ARRAY:
        return (DocumentPart(body, 0, len(body)),)
    if framing is Framing.LINES:
        return _matches(_LINE, body) if b"}\n{" in body or b"}\r\n{" in body else ()
    return _matches(_EVENT, body) if b"data:" in body else ()


def _matches(pattern: re.Pattern[bytes], body: bytes) -> tuple[DocumentPart, ...]:
    return tuple(DocumentPart(match[0], *match.span()) for match in pattern.finditer(body))


def _messages(body: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield start, end of the headers and end of each message, as far as lengths make sense."""
    at = 0
    while at + _OVERHEAD <= len(body):
        total, headers, _ = _PRELUDE.unpack_from(body, at)
        if total < _OVERHEAD + headers or at + total > len(body):
            return
        yield at, at + _PRELUDE.size + headers, at + total
        at += total


def _payloads(body: bytes) -> Iterator[tuple[int, int]]:
    return ((headers, end - _CRC.size) for _, headers, end in _messages(body))


def _payload(body: bytes, start: int, end: int) -> DocumentPart:
    inner = _PACKED.search(body, start, end)
    if inner is not None:
        try:
            text = a2b_base64(inner[1], strict_mode=True)
        except Base64Error:
            pass
        else:
            # Spelled in another way than we would write it, it could not be put back.
            if b2a_base64(text, newline=False) == inner[1]:
                return DocumentPart(text, *inner.span(1), packed=True)
    return DocumentPart(body[start:end], start, end)


def put_back(body: bytes, parts: Sequence[DocumentPart], texts: Sequence[bytes]) -> bytes:
    """Return the body with new texts, each as long as that of its part, checksums made new."""
    out = bytearray(body)
    for part, text in zip(parts, texts, strict=True):
        out[part.start : part.end] = b2a_base64(text, newline=False) if part.packed else text
    return resealed(body, bytes(out))


def resealed(before: bytes, after: bytes) -> bytes:
    """Return `after` with right checksums where `before`, laid out alike, had right ones.

    A checksum that was wrong is evidence and stays wrong.
    """
    if not is_messages(before) or before == after:
        return after
    out = bytearray(after)
    for start, _, end in _messages(before):
        last = end - _CRC.size
        right = _CRC.unpack_from(before, last)[0] == crc32(before[start:last])
        if right and before[start:end] != after[start:end]:
            _CRC.pack_into(out, last, crc32(out[start:last]))
    return bytes(out)
