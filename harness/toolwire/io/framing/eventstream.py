"""Amazon event stream (`application/vnd.amazon.eventstream`): bytes to messages and back.

Follows AWS's description of the encoding
(docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html, read 2026-11-21):
12 bytes of prelude (total length, headers length, CRC32 of both), typed headers, payload,
CRC32 of everything before it; numbers are big-endian. Limits as botocore 1.44.5: 128 KiB of
headers and 24 MiB of payload a message. Nothing raises: what is wrong becomes a `MessageProblem`
with its byte offset. A message whose own bytes are wrong is left out and the next one read;
after a wrong prelude nothing says where the next one begins, so decoding ends there.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID
from zlib import crc32

import msgspec

#: Most bytes of headers and of payload in one message.
MAX_HEADERS = 128 * 1024
MAX_PAYLOAD = 24 * 1024 * 1024

_PRELUDE = struct.Struct(">III")
_CRC = struct.Struct(">I")
_OVERHEAD = _PRELUDE.size + _CRC.size
_MOST_KNOWN = 32


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A header of type timestamp: milliseconds since 1970-01-01 UTC, any 64-bit integer."""

    milliseconds: int


HeaderValue: TypeAlias = bool | int | bytes | str | Timestamp | UUID


class EventStreamMessage(msgspec.Struct, frozen=True, gc=False):
    """One message; `offset` is where its first byte stands in the body.

    A msgspec struct, as `SseEvent` is.
    """

    headers: Mapping[str, HeaderValue]
    payload: bytes
    offset: int = 0


@dataclass(frozen=True, slots=True)
class MessageProblem:
    """What is wrong with the message that begins at byte `offset` of the body."""

    offset: int
    reason: str


@dataclass(frozen=True, slots=True)
class DecodedEventStream:
    """A whole body, decoded: the sound messages in order, and what was wrong."""

    messages: tuple[EventStreamMessage, ...]
    problems: tuple[MessageProblem, ...]


class _MalformedError(Exception):
    """Headers that cannot be read; the message says why."""


class EventStreamDecoder:
    """Incremental decoder; feed it bytes cut anywhere, get the same messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._offset = 0
        self._lost = False
        self._problems: list[MessageProblem] = []
        # Header blocks of a stream are a handful of texts repeated: each is read once.
        self._known: dict[bytes, dict[str, HeaderValue]] = {}

    def feed(self, data: bytes) -> list[EventStreamMessage]:
        """Take the next bytes of the body and return the messages they complete."""
        if not self._lost:
            self._buffer += data
        messages: list[EventStreamMessage] = []
        start = 0
        while size := self._size(start):
            message = self._message(bytes(self._buffer[start : start + size]), start)
            if message is not None:
                messages.append(message)
            start += size
        # Once a feed, not once a message: deleting from the front moves the rest.
        del self._buffer[:start]
        self._offset += start
        if self._lost:
            self._buffer.clear()
        return messages

    def close(self) -> tuple[MessageProblem, ...]:
        """End the body and return everything that was wrong with it, in order."""
        if self._buffer:
            missing = f"cut off after {len(self._buffer)} bytes of the message"
            self._problems.append(MessageProblem(self._offset, missing))
            self._buffer.clear()
        return tuple(self._problems)

    def _size(self, start: int) -> int:
        """Return the length of the message at `start`, 0 when it is not all there."""
        if len(self._buffer) - start < _PRELUDE.size:
            return 0
        total, headers, crc = _PRELUDE.unpack_from(self._buffer, start)
        reason = _prelude_fault(self._buffer[start : start + 8], total, headers, crc)
        if reason is not None:
            self._problems.append(MessageProblem(self._offset + start, reason))
            self._lost = True
            return 0
        return int(total) if len(self._buffer) - start >= total else 0

    def _message(self, data: bytes, start: int) -> EventStreamMessage | None:
        offset = self._offset + start
        headers_end = _PRELUDE.size + _PRELUDE.unpack_from(data)[1]
        body_end = len(data) - _CRC.size
        (sent,) = _CRC.unpack_from(data, body_end)
        found = crc32(memoryview(data)[:body_end])
        if sent != found:
            reason = f"message CRC is {sent:08x}, its bytes give {found:08x}"
            self._problems.append(MessageProblem(offset, reason))
            return None
        block = data[_PRELUDE.size : headers_end]
        headers = self._known.get(block)
        if headers is None:
            try:
                headers = _read_headers(block)
            except _MalformedError as error:
                self._problems.append(MessageProblem(offset, str(error)))
                return None
            if len(self._known) < _MOST_KNOWN:
                self._known[block] = headers
        return EventStreamMessage(dict(headers), data[headers_end:body_end], offset)


def _prelude_fault(lengths: bytearray, total: int, headers: int, crc: int) -> str | None:
    found = crc32(lengths)
    if crc != found:
        return f"prelude CRC is {crc:08x}, its bytes give {found:08x}"
    if headers > MAX_HEADERS:
        return f"{headers} bytes of headers, more than {MAX_HEADERS}"
    if total < _OVERHEAD + headers:
        return f"total length {total} is less than its own prelude, headers and CRC"
    if total - headers - _OVERHEAD > MAX_PAYLOAD:
        return f"{total - headers - _OVERHEAD} bytes of payload, more than {MAX_PAYLOAD}"
    return None


def _exactly(data: bytes, start: int, size: int) -> bytes:
    piece = data[start : start + size]
    if len(piece) < size:
        raise _MalformedError("a header runs past the end of the headers")
    return piece


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise _MalformedError("a header is not UTF-8") from None


def _signed(data: bytes) -> int:
    return int.from_bytes(data, "big", signed=True)


#: Header type -> (bytes of the value, or None when a 16-bit length comes first; its reader).
_READERS: Mapping[int, tuple[int | None, Callable[[bytes], HeaderValue]]] = {
    0: (0, lambda _: True),
    1: (0, lambda _: False),
    2: (1, _signed),
    3: (2, _signed),
    4: (4, _signed),
    5: (8, _signed),
    6: (None, bytes),
    7: (None, _text),
    8: (8, lambda data: Timestamp(_signed(data))),
    9: (16, lambda data: UUID(bytes=data)),
}


def _read_headers(data: bytes) -> dict[str, HeaderValue]:
    headers: dict[str, HeaderValue] = {}
    at = 0
    while at < len(data):
        size = data[at]
        name = _text(_exactly(data, at + 1, size))
        at += 1 + size
        kind = _exactly(data, at, 1)[0]
        at += 1
        if kind not in _READERS:
            raise _MalformedError(f"header type {kind} does not exist")
        length, read = _READERS[kind]
        if length is None:
            length = int.from_bytes(_exactly(data, at, 2), "big")
            at += 2
        if name in headers:
            raise _MalformedError("a header stands twice")
        headers[name] = read(_exactly(data, at, length))
        at += length
    return headers


def decode(body: bytes) -> DecodedEventStream:
    """Decode a whole body."""
    decoder = EventStreamDecoder()
    messages = decoder.feed(body)
    return DecodedEventStream(tuple(messages), decoder.close())


def _sized(kind: int, data: bytes) -> bytes:
    return struct.pack(">BH", kind, len(data)) + data


def _written_int(value: int) -> bytes:
    fits = -(2**31) <= value < 2**31
    return struct.pack(">Bi" if fits else ">Bq", 4 if fits else 5, value)


_WRITERS: Mapping[type, Callable[..., bytes]] = {
    bool: lambda value: b"\x00" if value else b"\x01",
    int: _written_int,
    bytes: lambda value: _sized(6, value),
    str: lambda value: _sized(7, value.encode()),
    Timestamp: lambda value: struct.pack(">Bq", 8, value.milliseconds),
    UUID: lambda value: b"\x09" + value.bytes,
}


def encode(headers: Mapping[str, HeaderValue], payload: bytes) -> bytes:
    """Write one message; integers become 32-bit headers where they fit, else 64-bit ones.

    Raises:
        ValueError: a name, value, the headers or the payload is longer than the format or
            its limits allow.
    """
    try:
        block = b"".join(
            struct.pack(">B", len(raw := name.encode())) + raw + _WRITERS[type(value)](value)
            for name, value in headers.items()
        )
    except struct.error as error:
        raise ValueError(f"a header does not fit the format: {error}") from None
    if len(block) > MAX_HEADERS or len(payload) > MAX_PAYLOAD:
        raise ValueError("the message is longer than the format's limits")
    lengths = struct.pack(">II", _OVERHEAD + len(block) + len(payload), len(block))
    head = lengths + _CRC.pack(crc32(lengths)) + block
    return head + payload + _CRC.pack(crc32(payload, crc32(head)))
