"""Results files that are compressed, by the ending of their names."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO, cast

from toolwire.io.coding import CodingError, unpacked_file
from toolwire.io.files import tail
from toolwire.io.opening import opened, size_in_words
from toolwire.model.errors import ToolwireError

_MIB = 1024 * 1024
#: Most bytes of a results file, as it is and unpacked, of one line of it, and most observations:
#: a report holds all of them, and takes 1.6 KB for each of the smallest (150,000 of them: 277 MB).
MOST_BYTES = 128 * _MIB
MOST_LINE = 4 * _MIB
MOST_OBSERVATIONS = 150_000

#: Ending of a compressed results file.
_PACKED = ".gz"
_PIECE = _MIB


@contextmanager
def packing(path: Path, raw: BinaryIO) -> Iterator[BinaryIO]:
    """Yield a file whose bytes are compressed into another one if the name says so.

    No time of writing and no name, so that the same lines are the same bytes.
    """
    if path.suffix != _PACKED:
        yield raw
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
        yield cast("BinaryIO", file)


@contextmanager
def unpacking(path: Path) -> Iterator[BinaryIO]:
    """Open a results file for reading, unpacked where its name says that it is packed.

    Raises:
        ToolwireError: it cannot be read or is no file; and, while it is read, it is damaged or
            unpacks to more than `MOST_BYTES`.
    """
    try:
        with opened(path, MOST_BYTES) as raw:
            yield raw if path.suffix != _PACKED else unpacked_file(raw, MOST_BYTES)
    except CodingError as error:
        hint = "run it again, or unpack it and look"
        raise ToolwireError(f"damaged: {error}", where=str(path), hint=hint) from None
    except OSError as error:
        raise ToolwireError(f"cannot read: {error.strerror}", where=str(path)) from error


def lines(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """Yield the lines of a results file.

    Raises:
        ToolwireError: one is longer than `MOST_LINE`.
    """
    for number in count(1):
        line = file.readline(MOST_LINE + 1)
        if len(line) > MOST_LINE:
            what = f"a line longer than {size_in_words(MOST_LINE)}"
            raise ToolwireError(what, where=f"{path}:{number}", hint="it is no results file")
        if not line:
            return
        yield line


def ending(file: BinaryIO, first: bytes) -> bytes:
    """Return the end of a results file whose first line was read; its last line is whole."""
    if file.seekable():
        return tail(file)
    end = first
    while piece := file.read(_PIECE):
        end += piece
        # A last line that is longer is refused by who looks for its beginning.
        end = end[end.rfind(b"\n", 0, len(end) - 1) + 1 :][-MOST_LINE:]
    return end
