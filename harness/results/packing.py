"""Results files that are compressed, by the ending of their names."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from harness.errors import ToolwireError

__all__ = ["packing", "unpacking"]

#: Ending of a compressed results file, and the most bytes that one may unpack to.
_PACKED = ".gz"
_MOST_UNPACKED = 512 * 1024 * 1024


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
        ToolwireError: it cannot be read, is damaged or unpacks to more than 512 MiB.
    """
    try:
        raw = path.open("rb")
    except OSError as error:
        raise ToolwireError(f"cannot read: {error.strerror}", where=str(path)) from error
    with raw:
        yield raw if path.suffix != _PACKED else io.BytesIO(_unpacked(path, raw))


def _unpacked(path: Path, raw: BinaryIO) -> bytes:
    try:
        data = gzip.GzipFile(fileobj=raw).read(_MOST_UNPACKED + 1)
    except (EOFError, zlib.error, OSError) as error:
        hint = "run it again, or unpack it and look"
        raise ToolwireError(f"damaged: {error}", where=str(path), hint=hint) from None
    if len(data) > _MOST_UNPACKED:
        raise ToolwireError(f"unpacks to more than {_MOST_UNPACKED} bytes", where=str(path))
    return data
