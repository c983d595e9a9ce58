"""Unpacking, piece by piece and never beyond a bound.

Everything packed that this program reads is unpacked here: answers of live servers, bodies in
recordings, results files. Four things are bounded, because each alone can be made to cost
without end: the packed bytes, the plain ones, how many gzip members or zstd frames follow each
other, and how many codings are one in the other. The time is linear in the packed bytes: zlib
copies what is left of its input at the end of each member, so it is given small pieces.
"""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, Any

from toolwire.io.coding.kinds import CodingError, MemberDecoder, kind_of
from toolwire.io.opening import size_in_words

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: Most codings that one body may have been put through; curl reads five.
MOST_CODINGS = 4

_TEXT_PIECE = 262_144
#: Packed bytes of a file that are read at once.
_FILE_PIECE = 8192
_UTF8 = codecs.getincrementaldecoder("utf-8")


class _Stage:
    """One coding, undone."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._kind = kind_of(name)
        self._most = self._left = most
        self._packed_left = most
        self._members = 0
        self._decoder: MemberDecoder | None = None

    def feed(self, data: bytes) -> bytes:
        self._packed_left -= len(data)
        if self._packed_left < 0:
            raise CodingError(f"more than {size_in_words(self._most)} of {self._name}")
        out = io.BytesIO()
        size = self._kind.piece
        for start in range(0, len(data), size):
            self._take(data[start : start + size], out)
        return out.getvalue()

    def _take(self, piece: bytes, out: io.BytesIO) -> None:
        while piece:
            decoder = self._decoder
            if decoder is None or decoder.eof:
                # Padding behind the end is what tapes and some servers have.
                piece = piece.lstrip(b"\0") if decoder else piece
                if not piece:
                    return
                decoder = self._begun()
            try:
                # One byte more than allowed tells a body that fits from one that does not.
                plain = decoder.decompress(piece, self._left + 1)
            except self._kind.errors:
                raise CodingError(self._wrong()) from None
            self._left -= len(plain)
            if self._left < 0:
                raise CodingError(f"unpacks to more than {size_in_words(self._most)}")
            out.write(plain)
            piece = decoder.unconsumed_tail or decoder.unused_data

    def _begun(self) -> MemberDecoder:
        if self._members == self._kind.members:
            more = "more bytes stand behind its end"
            many = f"it has more than {self._members:,} {self._name} members"
            raise CodingError(
                f"the body is not {self._name}: {more}" if self._members == 1 else many
            )
        self._members += 1
        self._decoder = self._kind.begin()
        return self._decoder

    def _wrong(self) -> str:
        if self._members > 1:
            return f"the body is not {self._name}: other bytes stand behind its end"
        return f"the body is not {self._name}, though its content-encoding says so"

    def close(self) -> None:
        if self._decoder is not None and not self._decoder.eof:
            raise CodingError(f"the packed body is cut off: its {self._name} has no end")


class Unpacking:
    """Undoes the content codings of one body as its pieces come.

    Args:
        encoding: value of the header `content-encoding`, several joined by commas; "" for none.
        most: most bytes, packed as well as plain, after each of the codings. A body without a
            coding is handed on as it comes.

    Raises:
        CodingError: no such coding is read, its package is not installed, or there are too many.
    """

    def __init__(self, encoding: str, most: int) -> None:
        self._stages = [_Stage(name, most) for name in reversed(_names(encoding))]

    def feed(self, data: bytes) -> bytes:
        """Return what the next piece unpacks to, which may be nothing yet.

        Raises:
            CodingError: it is not of the coding, or beyond a bound.
        """
        for stage in self._stages:
            data = stage.feed(data)
        return data

    def close(self) -> None:
        """End the body.

        Raises:
            CodingError: it ended in the middle.
        """
        for stage in self._stages:
            stage.close()


def unpacked(body: bytes, encoding: str, most: int) -> bytes:
    """Undo the content codings of a stored body.

    A body that is UTF-8 text is taken as unpacked already: recorders often unpack the body
    and keep the header. No gzip, zlib or zstd stream is UTF-8, and no brotli stream of JSON
    is that brotli packages make.

    Args:
        body: as it was stored.
        encoding: see `Unpacking`.
        most: see `Unpacking`.

    Raises:
        CodingError: it cannot be unpacked, or is beyond a bound.
    """
    for name in reversed(_names(encoding)):
        if _is_text(body):
            break
        stage = _Stage(name, most)
        body = stage.feed(body)
        stage.close()
    return body


class _File(io.RawIOBase):
    """A packed file, read as what it unpacks to."""

    def __init__(self, packed: io.BufferedIOBase, coding: str, most: int) -> None:
        self._packed = packed
        self._stage = _Stage(coding, most)
        self._ready = b""
        self._at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        while self._at == len(self._ready):
            piece = self._packed.read(_FILE_PIECE)
            if not piece:
                self._stage.close()
                return 0
            self._ready, self._at = self._stage.feed(piece), 0
        with memoryview(buffer) as view:
            size = min(len(view), len(self._ready) - self._at)
            view[:size] = self._ready[self._at : self._at + size]
        self._at += size
        return size


def unpacked_file(packed: Any, most: int, coding: str = "gzip") -> io.BufferedReader:
    """Return a stream of what a packed file unpacks to; memory does not grow with it.

    Reading it raises `CodingError` where it is damaged, or beyond a bound.

    Args:
        packed: a stream of the packed bytes; closing it is the caller's.
        most: most bytes, packed as well as plain.
        coding: `gzip`, or another that can be read.
    """
    return io.BufferedReader(_File(packed, coding, most), _TEXT_PIECE)


def _names(encoding: str) -> list[str]:
    words = (word.strip().lower() for word in encoding.split(","))
    names = [word for word in words if word and word != "identity"]
    if len(names) > MOST_CODINGS:
        raise CodingError(f"more than {MOST_CODINGS} content-encodings, one in the other")
    return names


def _is_text(body: bytes) -> bool:
    # In pieces: a text of 64 MiB as one string of Python's may take 256.
    decoder = _UTF8()
    try:
        for start in range(0, len(body), _TEXT_PIECE):
            decoder.decode(body[start : start + _TEXT_PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
