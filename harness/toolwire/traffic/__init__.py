"""Readers of recorded traffic: VCR cassettes, HTTP archives, JSON Lines.

Everything read here was written by somebody else: it is bounded, never followed, and what
cannot be read is told as `Unreadable` while the rest goes on.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast

from toolwire.io.coding import CodingError, unpacked
from toolwire.io.opening import limited, name_as_text, opened
from toolwire.io.walk import below
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange
from toolwire.traffic.bounded import MAX_BYTES, ByteStream, Reader, one_line, read_all
from toolwire.traffic.pattern import is_pattern, matches
from toolwire.traffic.unreadable import RefusedError, Unreadable

__all__ = ["SUFFIXES", "Unreadable", "read"]

#: Suffix -> module and function that reads such a file; loaded when first used.
_READERS: Mapping[str, str] = {
    ".har": "document:read",
    ".httprr": "httprr:read",
    ".json": "document:read",
    ".jsonl": "jsonl:read",
    ".ndjson": "jsonl:read",
    ".yaml": "yaml_file:read",
    ".yml": "yaml_file:read",
}
_UNNAMED = "document:read_unnamed"
#: What follows the suffix of a file that is packed, as LangChain's cassettes are.
_PACKED = ".gz"

#: So many pieces of something else, with nothing before them, are a file of something else.
_MOST_OTHERS = 16

#: Suffixes that are read when a folder is walked; other files in it are passed over.
SUFFIXES = tuple(_READERS)


@dataclass(frozen=True, slots=True)
class _TrafficPath:
    """A file or folder; `named` where the user wrote its very name, which may be of a pipe."""

    path: str
    named: bool = False


def read(
    paths: Iterable[str | Path], stdin: BinaryIO | None = None
) -> Iterator[Exchange | Unreadable]:
    """Read recorded traffic, one exchange at a time.

    Args:
        paths: files, folders (walked in sorted order, by suffix), patterns with `*`, `?` or
            `[`, or `-` for stdin; each may be gzipped (`.yaml.gz`). A file named outright is read
            whatever its suffix, and may be a pipe; what is found has to be a regular file.
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


def _expanded(path: str) -> list[_TrafficPath]:
    if path == "-" or os.path.exists(path):  # noqa: PTH110 - which raises where a name is too long
        return [_TrafficPath(path, named=True)]
    if is_pattern(path) and (found := matches(path)):
        return [_TrafficPath(one) for one in found]
    where = name_as_text(path)
    raise ToolwireError("no such file or folder", where=where, hint="check the path")


def _read(sources: list[_TrafficPath], stdin: BinaryIO | None) -> Iterator[Exchange | Unreadable]:
    for source in sources:
        if source.path == "-":
            yield from _standard_input(stdin or sys.stdin.buffer)
        elif Path(source.path).is_dir():
            yield from _folder(source.path)
        else:
            # Who names a file wants it read: there it is a failure to be something else.
            for item in _file(source.path, named=source.named):
                yield replace(item, foreign=False) if isinstance(item, Unreadable) else item


def _standard_input(stdin: BinaryIO) -> Iterator[Exchange | Unreadable]:
    try:
        yield from _watched(_reader(_UNNAMED), limited(stdin), "-")
    except OSError as error:
        yield _unread("-", error)


def _folder(folder: str) -> Iterator[Exchange | Unreadable]:
    empty = True
    for entry in below(folder):
        shown = name_as_text(entry.path)
        if entry.refused:
            empty = False
            yield Unreadable(shown, "folder", f"cannot be listed: {entry.refused}")
        elif _suffix(entry.path) in _READERS:
            empty = False
            if entry.passed:
                yield Unreadable(shown, "whole file", entry.passed, foreign=True)
            else:
                yield from _found(entry.path)
    if empty:
        known = " ".join(SUFFIXES)
        reported = f"no file of recorded traffic in it ({known})"
        yield Unreadable(name_as_text(folder), "folder", reported)


def _found(path: str) -> Iterator[Exchange | Unreadable]:
    """Read a file nobody named; one that is something else altogether is told once.

    A cassette may begin with conversations over WebSocket, so a few pieces are tried.
    """
    others: list[Unreadable] = []
    items = _file(path)
    for item in items:
        if not (isinstance(item, Unreadable) and item.foreign):
            for piece in chain(others, (item,), items):
                yield replace(piece, foreign=False) if isinstance(piece, Unreadable) else piece
            return
        others.append(item)
        if len(others) == _MOST_OTHERS:
            break
    if others:
        yield replace(others[0], position="whole file")


def _suffix(path: str) -> str:
    """Return the suffix that tells the form of a file, in small letters; that of a packed one."""
    stem, suffix = os.path.splitext(path.lower())  # noqa: PTH122 - quick
    return os.path.splitext(stem)[1] if suffix == _PACKED else suffix  # noqa: PTH122


def _file(path: str, *, named: bool = False) -> Iterator[Exchange | Unreadable]:
    reader = _reader(_READERS.get(_suffix(path), _UNNAMED))
    if path.lower().endswith(_PACKED):
        reader = partial(_read_packed, reader)
    try:
        with opened(path, named=named) as stream:
            yield from _watched(reader, stream, name_as_text(path))
    except OSError as error:
        yield _unread(path, error)


def _read_packed(
    reader: Reader, stream: ByteStream, source: str
) -> Iterator[Exchange | Unreadable]:
    try:
        text = unpacked(read_all(stream), "gzip", MAX_BYTES)
    except (CodingError, RefusedError) as error:
        yield Unreadable(source, "whole file", str(error))
    else:
        yield from reader(io.BytesIO(text), source)


def _unread(path: str, error: OSError) -> Unreadable:
    reason = f"cannot read: {one_line(error.strerror or error)}"
    return Unreadable(name_as_text(path), "whole file", reason)


def _watched(reader: Reader, stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield what a reader yields; of one that raises the rest of its file is not read."""
    try:
        yield from reader(stream, source)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - the next file is to be read all the same
        reason = f"the reader raised {type(error).__name__}, and the rest is not read"
        yield Unreadable(source, "whole file", reason, raised=error)


def _reader(name: str) -> Reader:
    module, function = name.split(":")
    return cast("Reader", getattr(import_module(f"toolwire.traffic.{module}"), function))
