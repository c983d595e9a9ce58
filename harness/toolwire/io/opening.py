"""Opening files for reading: regular files only, never waiting, never more than a bound.

A name says nothing of what is behind it. A cassette may be a link to /dev/zero, a journal a pipe
that nobody writes into, a results file one that grows while it is read. So every file is opened
here (`tests/house_rules/test_opening.py`): without blocking, looked at through its own handle, so
that nothing can be put in its place in between, and read no further than it was long then.

A pipe is taken where a person has named it on the command line: `lint <(command)`, `lint
/dev/stdin`. What is found in folders, or named by other files, has to be a regular file.

POSIX.1-2024, `open`: O_NONBLOCK makes opening a FIFO for reading return at once (read 2026-11-22).
Windows has no such flag and needs none: opening does not wait there, and `fstat` tells a console
or a pipe from a file.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_MIB = 1024 * 1024
#: Most bytes of what is read piece by piece: a file of lines, a pipe, standard input.
MOST_STREAMED = 16 * 1024 * _MIB
#: Seconds that a pipe which the user named may stay without anybody who writes into it.
_WAIT = 10.0
_LOOK_AGAIN = 0.02
#: Where shells put the pipes of `<(command)` and `|`: their writer was there before us.
_OF_SHELLS = ("/dev/", "/proc/")
#: Bytes read at once.
_BUFFER = 262_144

_FLAGS = os.O_RDONLY
for _name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT"):
    _FLAGS |= getattr(os, _name, 0)

_SAVE = "save what comes out of it to a file"
#: Kind of a thing that is no file -> what is said of it, and what to do.
_KINDS: Mapping[int, str] = {
    stat.S_IFIFO: f"it is a pipe, not a file: {_SAVE}",
    stat.S_IFSOCK: f"it is a socket, not a file: {_SAVE}",
    stat.S_IFCHR: "it is a device, not a file: name a file",
    stat.S_IFBLK: "it is a device, not a file: name a file",
    stat.S_IFDIR: "it is a folder, not a file: name a file in it",
}
_UNKNOWN = "it is not a regular file"


class NotAFileError(OSError):
    """Something else than a regular file; `strerror` says what, and what to do."""


class TooLargeError(OSError):
    """More bytes than may be read; `strerror` says how many may."""


def size_in_words(most: int) -> str:
    """Return `64 MiB`, `16 GiB`, or bytes where it is no whole number of those."""
    for unit, name in ((1024 * _MIB, "GiB"), (_MIB, "MiB")):
        if most >= unit and most % unit == 0:
            return f"{most // unit} {name}"
    return f"{most:,} bytes"


def name_as_text(path: Path | str) -> str:
    """Return a file's name as text that can be written anywhere: odd bytes as escapes."""
    return os.fsencode(path).decode(errors="backslashreplace")


def opened(
    path: Path | str, most: int = MOST_STREAMED, *, named: bool = False
) -> io.BufferedReader:
    """Open a file for reading bytes; it ends where the file ended when it was opened.

    Args:
        path: the file; links are followed.
        most: most bytes that it may hold, or that may come through a pipe.
        named: a person has named it on the command line, so that it may be a pipe.

    Raises:
        TooLargeError: it holds more; of a pipe this is known, and raised, while it is read.
        NotAFileError: it is a folder, device, socket or (not `named`) a pipe, or a file of the
            kernel that does not say how much it holds.
        OSError: it cannot be opened. All have a `strerror` of one line.
    """
    try:
        handle = os.open(path, _FLAGS)
    except ValueError as error:
        raise NotAFileError(errno.EINVAL, f"no name of a file: {error}") from None
    except OSError as error:
        if error.errno not in {errno.ENXIO, errno.EOPNOTSUPP}:
            raise
        # What Linux and macOS say of a socket; also of a device that is not there.
        kind = stat.S_IFMT(os.stat(path).st_mode)  # noqa: PTH116 - may be a text
        raise NotAFileError(error.errno, _KINDS.get(kind, _UNKNOWN)) from None
    try:
        wait = 0.0 if str(path).startswith(_OF_SHELLS) else _WAIT
        return _looked_at(handle, most, wait if named else None)
    except BaseException:
        os.close(handle)
        raise


def content(path: Path | str, most: int, *, named: bool = False) -> bytes:
    """Return a whole file of at most `most` bytes.

    Raises:
        OSError: see `opened`.
    """
    with opened(path, most, named=named) as file:
        return file.read()


def beginning(path: Path | str, length: int) -> bytes:
    """Return the first bytes of a file, however large the rest is.

    Raises:
        OSError: see `opened`.
    """
    with opened(path, 1 << 63) as file:
        return file.read(length)


def limited(stream: BinaryIO, most: int = MOST_STREAMED) -> io.BufferedReader:
    """Return a stream of bytes, such as standard input, that ends in an error beyond a bound."""
    return io.BufferedReader(_Counted(stream, most), _BUFFER)


def _looked_at(handle: int, most: int, wait: float | None) -> io.BufferedReader:
    """Return what reads an open handle, once it is known to be something that ends.

    `wait` is how many seconds a pipe may stay without a writer, None where none is taken.
    """
    found = os.fstat(handle)
    kind = stat.S_IFMT(found.st_mode)
    if kind == stat.S_IFREG:
        if found.st_size > most:
            raise TooLargeError(errno.EFBIG, f"larger than {size_in_words(most)}")
        if not found.st_size:
            _refuse_unsized(handle)
        return _buffered(_Sized(handle, found.st_size))
    if wait is None or not (kind == stat.S_IFIFO or os.isatty(handle)):
        raise NotAFileError(errno.EINVAL, _KINDS.get(kind, _UNKNOWN))
    first = _first(handle, wait) if kind == stat.S_IFIFO else b""
    if hasattr(os, "set_blocking"):  # Windows has it from Python 3.12 on, and opens to wait
        os.set_blocking(handle, True)
    return _buffered(_Counted(io.FileIO(handle, "rb"), most, first, ours=True))


def _buffered(raw: io.RawIOBase) -> io.BufferedReader:
    return io.BufferedReader(raw, _BUFFER)


def _refuse_unsized(handle: int) -> None:
    """Refuse what calls itself a regular file of no bytes and has some, as /proc/kmsg does.

    Raises:
        NotAFileError: it is one.
    """
    try:
        empty = not os.read(handle, 1)
    except BlockingIOError:
        empty = False
    if not empty:
        raise NotAFileError(errno.EINVAL, f"it does not say how long it is: {_SAVE}")


def _first(handle: int, wait: float) -> bytes:
    """Wait until somebody writes into a pipe; return the byte that was read to find out, if any.

    Reading tells the two kinds of silence apart: an end where nobody writes yet, an error where
    somebody has opened the pipe and written nothing so far.

    Raises:
        NotAFileError: nobody does.
    """
    until = time.monotonic() + wait
    while True:
        try:
            first = os.read(handle, 1)
        except BlockingIOError:
            return b""
        if first or not wait:
            return first
        if time.monotonic() > until:
            reported = f"nobody writes into this pipe ({wait:g} s waited): {_SAVE}"
            raise NotAFileError(errno.ETIMEDOUT, reported)
        time.sleep(_LOOK_AGAIN)


class _Sized(io.FileIO):
    """A regular file that ends where it ended when it was opened, though it may grow."""

    def __init__(self, handle: int, end: int) -> None:
        super().__init__(handle, "rb")
        self._end = end

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        room = max(0, self._end - self.tell())
        return super().readinto(memoryview(buffer)[:room])

    def readall(self) -> bytes:
        pieces = []
        while piece := self.read(max(0, self._end - self.tell())):
            pieces.append(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)


class _Counted(io.RawIOBase):
    """A stream of unknown length, of which a bounded number of bytes may come."""

    def __init__(
        self, stream: io.RawIOBase | BinaryIO, most: int, first: bytes = b"", *, ours: bool = False
    ) -> None:
        self._stream = stream
        self._ours = ours
        self._most = self._left = most
        self._first = first

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        with memoryview(buffer) as view:
            piece = self._first or self._some(len(view))
            self._first = b""
            self._left -= len(piece)
            if self._left < 0:
                reported = f"more than {size_in_words(self._most)} came; the rest is not read"
                raise TooLargeError(errno.EFBIG, reported)
            view[: len(piece)] = piece
            return len(piece)

    def _some(self, size: int) -> bytes:
        # A buffered stream would wait until all of them are there.
        read = getattr(self._stream, "read1", self._stream.read)
        return cast("bytes", read(size) or b"")

    def close(self) -> None:
        if self._ours:
            self._stream.close()  # standard input is not ours to close
        super().close()
