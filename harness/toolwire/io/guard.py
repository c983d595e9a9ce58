"""The guard of everything this program writes or prints: no secret passes it.

Answers are scrubbed before anybody sees them; this is the second look, at the last moment and at
everything, whoever made it. What it finds gets a stand-in of the same length, because a report that
is refused would have to be paid for again, and is counted, because scrubbing should have found it.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO, cast

from toolwire.io.secrets.known import NOTHING, Known
from toolwire.io.secrets.search import find, hidden_text, masked


class _Keys:
    """The keys that this process has read, and what was found of them and of others."""

    def __init__(self) -> None:
        self.known: Known = NOTHING
        self.masked: dict[str, int] = {}


# Of the process, as its environment is: whoever writes need not know who read a key.
_KEYS = _Keys()


def learn(values: Known) -> None:
    """Let nothing of these values pass any more."""
    if not set(values.values).issubset(_KEYS.known.values):
        _KEYS.known |= values


def masked_so_far() -> dict[str, int]:
    """Return how many secrets of each kind were found since this was last asked."""
    masked_, _KEYS.masked = _KEYS.masked, {}
    return masked_


def guarded(data: bytes) -> bytes:
    """Return what may be written: the same bytes, with stand-ins where secrets stand."""
    found = find(data, _KEYS.known)
    if not found:
        return data
    for one in found:
        _KEYS.masked[one.kind] = _KEYS.masked.get(one.kind, 0) + 1
    return masked(data, found)


def guarded_text(text: str) -> str:
    """Return what may be printed of a text; see `guarded`."""
    return guarded(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def without_secrets(text: str) -> str:
    """Return a text with stand-ins where secrets stand, for who words it; counts nothing."""
    return hidden_text(text, _KEYS.known)


class Guarded(io.RawIOBase):
    """A file to which only what is guarded is written, each call by itself."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write what may be written."""
        self._file.write(guarded(bytes(data)))
        return len(data)

    def flush(self) -> None:
        """Flush the file, which may be closed when this is forgotten: Python 3.13 tells of that."""
        if not self._file.closed:
            self._file.flush()


class _GuardedStream:
    """A text stream of a terminal to which only what is guarded is written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def buffer(self) -> BinaryIO:
        return cast("BinaryIO", Guarded(self._stream.buffer))

    def write(self, text: str) -> int:
        self._stream.write(guarded_text(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def guarding() -> Iterator[None]:
    """Guard standard output and standard error while this is open."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", _GuardedStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
