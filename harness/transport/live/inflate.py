"""Content encodings, undone piece by piece and never beyond a bound.

The client's own decompression is off: it has no bound, and hands on what it unpacked without
saying when the packed bytes came.
"""

from __future__ import annotations

import zlib
from typing import Any, Protocol

from harness.transport.live.fault import FaultError

__all__ = ["ACCEPTED", "Inflater", "inflater"]

#: What is asked for, as official SDKs do.
ACCEPTED = "gzip, deflate"

_AUTO = 32 + zlib.MAX_WBITS
_RAW = -zlib.MAX_WBITS


class Inflater(Protocol):
    """Turns packed pieces into plain ones."""

    def feed(self, data: bytes, room: int) -> bytes:
        """Return what a piece unpacks to.

        Args:
            data: the next packed bytes.
            room: most bytes that may come out; one more is made when there are more.

        Raises:
            FaultError: it is not of the encoding.
        """
        ...

    def close(self) -> None:
        """End the body.

        Raises:
            FaultError: it ended in the middle.
        """
        ...


class _Identity:
    def feed(self, data: bytes, room: int) -> bytes:  # noqa: ARG002 - the plain body is bounded by its reader
        return data

    def close(self) -> None:
        """Nothing is left over."""


class _Zlib:
    """gzip of several members, or deflate with or without its zlib header."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begun = False
        self._object: Any = zlib.decompressobj(_AUTO)

    def feed(self, data: bytes, room: int) -> bytes:
        out: list[bytes] = []
        left = room + 1
        while data and left > 0:
            if self._object.eof:
                self._object = zlib.decompressobj(_AUTO)
            piece = self._unpacked(data, left)
            left -= len(piece)
            out.append(piece)
            data = self._object.unconsumed_tail or self._object.unused_data
        return b"".join(out)

    def _unpacked(self, data: bytes, most: int) -> bytes:
        begun, self._begun = self._begun, True
        try:
            piece: bytes = self._object.decompress(data, most)
        except zlib.error:
            if begun or self._name != "deflate":
                raise FaultError(
                    f"its content-encoding says {self._name}, its bytes do not"
                ) from None
            # Some servers send deflate without the zlib header that RFC 9110 asks for.
            self._object = zlib.decompressobj(_RAW)
            return self._unpacked(data, most)
        return piece

    def close(self) -> None:
        if self._begun and not self._object.eof:
            raise FaultError(f"its {self._name} encoding ends in the middle")


def inflater(encoding: str) -> Inflater:
    """Return what undoes a content encoding, the value of the header in any case.

    Raises:
        FaultError: it is one that was not asked for.
    """
    name = encoding.strip().lower()
    if name in {"", "identity"}:
        return _Identity()
    if name in {"gzip", "x-gzip", "deflate"}:
        return _Zlib(name)
    raise FaultError("its content-encoding is one that was not asked for")
