"""Bytes of unknown origin, with an upper bound on everything they can cost."""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from typing import Protocol, TypeAlias

from toolwire.io import coding
from toolwire.model.exchange import Exchange, Headers
from toolwire.traffic.unreadable import RefusedError, Unreadable

_MIB = 1024 * 1024

#: Most bytes of a body after unpacking, and of a file that has to be parsed as a whole.
MAX_BYTES = 64 * _MIB
#: Most bytes of one line of JSON Lines: a body of `MAX_BYTES` in base64 and what goes with it.
MAX_LINE = 96 * _MIB

_LONGEST_REASON = 300
_CODING = "content-encoding"
_LENGTH = len(_CODING)


class ByteStream(Protocol):
    """What readers need of a file opened for reading bytes."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, empty at the end."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line, or its first `size` bytes; empty at the end."""


#: Yields the exchanges of an opened file; the text is its name.
Reader: TypeAlias = Callable[[ByteStream, str], Iterator[Exchange | Unreadable]]


def one_line(error: Exception | str) -> str:
    """Return a message on one line of bounded length, whatever it quotes."""
    text = " ".join(str(error).split())
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}..."


def read_all(stream: ByteStream) -> bytes:
    """Read a whole file.

    Raises:
        RefusedError: it is longer than `MAX_BYTES`.
    """
    pieces: list[bytes] = []
    left = MAX_BYTES + 1
    # Pipes hand out less than was asked for.
    while left and (piece := stream.read(left)):
        pieces.append(piece)
        left -= len(piece)
    if not left:
        raise RefusedError(f"larger than {MAX_BYTES // _MIB} MiB")
    return b"".join(pieces)


def lines(stream: ByteStream) -> Iterator[bytes | None]:
    """Yield lines with their ends; None for one longer than `MAX_LINE`, which is passed over."""
    while line := stream.readline(MAX_LINE):
        if len(line) < MAX_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(_MIB)
        yield None


def from_base64(text: str) -> bytes:
    """Decode base64, white space allowed.

    Raises:
        RefusedError: it is not base64.
    """
    try:
        return binascii.a2b_base64("".join(text.split()), strict_mode=True)
    except ValueError as error:
        raise RefusedError(f"not base64: {error}") from None


def iso_date(http_date: str | None) -> str | None:
    """Return an HTTP date as ISO 8601, None when it is not one."""
    if not http_date:
        return None
    try:
        return parsedate_to_datetime(http_date).isoformat()
    except (ValueError, OverflowError):
        return None


def unpacked(body: bytes, headers: Headers) -> bytes:
    """Undo the content encoding the headers name; text is taken as unpacked already.

    Raises:
        RefusedError: it is cut off, malformed, larger than `MAX_BYTES` packed or plain, or in a
            coding that is not read here; see `toolwire.io.coding`.
    """
    named = ",".join(value for name, value in headers if name.lower() == _CODING)
    if not named:
        return body
    try:
        return coding.unpacked(body, named, MAX_BYTES)
    except coding.CodingError as error:
        raise RefusedError(str(error)) from None


def without_coding(headers: Headers) -> Headers:
    """Return headers without `content-encoding`, for a body that has none any more."""
    return tuple([p for p in headers if len(p[0]) != _LENGTH or p[0].lower() != _CODING])
