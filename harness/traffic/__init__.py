"""Readers of recorded traffic: VCR cassettes, HTTP archives, JSON Lines.

Everything read here was written by somebody else: it is bounded, never followed, and what
cannot be read is told as `Unreadable` while the rest goes on.
"""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, cast

from harness.errors import ToolwireError
from harness.exchange import Exchange
from harness.traffic.bounded import ByteStream, Reader, one_line
from harness.traffic.unreadable import Unreadable

__all__ = ["SUFFIXES", "Unreadable", "read"]

#: Suffix -> module and function that reads such a file; loaded when first used.
_READERS: Mapping[str, str] = {
    ".har": "document:read",
    ".json": "document:read",
    ".jsonl": "jsonl:read",
    ".ndjson": "jsonl:read",
    ".yaml": "vcr:read",
    ".yml": "vcr:read",
}
_UNNAMED = "document:read_unnamed"
#: Bytes read at once: recorded exchanges are longer than a line of text mostly is.
_BUFFER = 262_144

#: Suffixes that are read when a folder is walked; other files in it are passed over.
SUFFIXES = tuple(_READERS)


def read(
    paths: Iterable[str | Path], stdin: BinaryIO | None = None
) -> Iterator[Exchange | Unreadable]:
    """Read recorded traffic, one exchange at a time.

    Args:
        paths: files, folders (walked in sorted order, by suffix), patterns with `*`, `?` or
            `[`, or `-` for stdin. A file named outright is read whatever its suffix.
        stdin: what `-` reads; the process's own by default.

    Returns:
        Exchanges, and `Unreadable` for each piece that could not be read, in order. A file in
        a folder that is something else altogether is one `Unreadable` marked `foreign`. JSON
        Lines are read line by line; other files are held one at a time.

    Raises:
        ToolwireError: a path does not exist or a pattern matches nothing (at once, before
            anything is read).
    """
    sources = [source for path in paths for source in _expanded(str(path))]
    return _read(sources, stdin)


def _expanded(path: str) -> list[str]:
    if path == "-" or Path(path).exists():
        return [path]
    if glob.has_magic(path) and (found := _matches(path)):
        return found
    raise ToolwireError("no such file or folder", where=path, hint="check the path")


def _matches(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - Path.glob refuses absolute patterns


def _read(sources: list[str], stdin: BinaryIO | None) -> Iterator[Exchange | Unreadable]:
    for source in sources:
        if source == "-":
            yield from _watched(_reader(_UNNAMED), stdin or sys.stdin.buffer, source)
        elif Path(source).is_dir():
            yield from _folder(source)
        else:
            # Who names a file wants it read: there it is a failure to be something else.
            for item in _file(source):
                yield replace(item, foreign=False) if isinstance(item, Unreadable) else item


def _folder(folder: str) -> Iterator[Exchange | Unreadable]:
    empty = True
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            # A pipe or device in somebody's folder would never end.
            if path.suffix.lower() in _READERS and path.is_file():
                empty = False
                yield from _found(str(path))
    if empty:
        known = " ".join(SUFFIXES)
        yield Unreadable(folder, "folder", f"no file of recorded traffic in it ({known})")


def _found(path: str) -> Iterator[Exchange | Unreadable]:
    """Read a file nobody named; one that is something else altogether is told once."""
    items = _file(path)
    for first in items:
        if isinstance(first, Unreadable) and first.foreign:
            yield replace(first, position="whole file")
            return
        yield first
        break
    for item in items:
        yield replace(item, foreign=False) if isinstance(item, Unreadable) else item


def _file(path: str) -> Iterator[Exchange | Unreadable]:
    reader = _reader(_READERS.get(Path(path).suffix.lower(), _UNNAMED))
    try:
        with Path(path).open("rb", buffering=_BUFFER) as stream:
            yield from _watched(reader, stream, path)
    except OSError as error:
        yield Unreadable(path, "whole file", f"cannot read: {one_line(error.strerror or error)}")


def _watched(reader: Reader, stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield what a reader yields; of one that raises the rest of its file is not read."""
    items = reader(stream, source)
    while True:
        try:
            item = next(items, None)
        except OSError:
            raise
        except Exception as error:  # noqa: BLE001 - the next file is to be read all the same
            reason = f"the reader raised {type(error).__name__}, and the rest is not read"
            yield Unreadable(source, "whole file", reason, raised=error)
            return
        if item is None:
            return
        yield item


def _reader(name: str) -> Reader:
    module, function = name.split(":")
    return cast("Reader", getattr(import_module(f"harness.traffic.{module}"), function))
