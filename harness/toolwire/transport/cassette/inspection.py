"""Looking for secrets in files: cassettes as exchanges, journals and everything else as lines.

Compressed results are looked at unpacked: packed bytes hide what they hold, and look like anything.
"""

from __future__ import annotations

import lzma
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from toolwire.io.coding import CodingError, unpacked_file
from toolwire.io.opening import opened
from toolwire.io.secrets.search import find
from toolwire.io.walk import below
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.transport.cassette import vcr_format
from toolwire.transport.cassette.vcr_format import Pair
from toolwire.transport.journal.entry import EntryError, ExchangeEntry
from toolwire.transport.journal.entry import read as read_entry
from toolwire.transport.scrub.exchange import hits

_LONGEST = 64 * 1024 * 1024
#: Most bytes that a compressed file may have and unpack to, as of results.
_MOST_UNPACKED = 512 * 1024 * 1024
_SUFFIXES = frozenset({".yaml", ".yml"})
_PACKED = ".gz"
_XZ = ".xz"
#: Most bytes that unpacking may take: what the hardest preset of xz takes, and as much again.
_MOST_MEMORY = 128 * 1024 * 1024
_CHUNK = 64 * 1024
#: Folders that are passed over: git's own are compressed in a way of their own.
_PASSED_OVER = frozenset({".git"})
_CASSETTE, _JOURNAL = b"toolwire:", b'{"kind":"head"'
_MOST_BEGIN = 32
_END = b"\n"


@dataclass(frozen=True, slots=True)
class Sight:
    """A secret in a file.

    Attributes:
        path: the file.
        place: line number, or interaction and place in it.
        kind: what kind of secret; the secret itself is told nowhere.
    """

    path: Path
    place: str
    kind: str


def files_below(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the files of paths, and of folders all below them, links not followed, in order.

    Raises:
        ToolwireError: a path does not exist.
    """
    for path in paths:
        if not os.path.exists(path):  # noqa: PTH110 - which raises where a name is too long
            raise ToolwireError("no such file or folder", where=str(path))
        if not path.is_dir():
            yield path
            continue
        for entry in below(str(path), without=_PASSED_OVER):
            # A folder that cannot be listed is named, so that looking into it tells why.
            if entry.refused or not (entry.link or _is_special(entry.path)):
                yield Path(entry.path)


def _is_special(path: str) -> bool:
    """Return whether it is a pipe, socket or device, which hold nothing while nobody writes."""
    try:
        return not stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def inspect(path: Path) -> Iterator[Sight]:
    """Yield the secrets of one file.

    A cassette of ours is read as exchanges too, so that headers that are not kept and secrets
    spread over several events are seen; a journal's bodies are looked at decoded; what ends in
    `.gz` or `.xz` is looked at line by line, unpacked.

    Raises:
        TrafficError: it cannot be read, is a cassette of ours and broken, or damaged compression.
    """
    if path.suffix in (_PACKED, _XZ):
        yield from _packed(path)
        return
    try:
        with opened(path) as file:
            begins = file.peek(_MOST_BEGIN)[:_MOST_BEGIN]
            if begins.startswith(_JOURNAL):
                yield from _journal(path, file)
                return
            text = file.read(_LONGEST + 1)
            if len(text) > _LONGEST:
                del text
                file.seek(0)
                yield from _each(path, file)
                return
    except OSError as error:
        raise TrafficError(f"cannot read: {error.strerror}", where=str(path)) from error
    inside = list(_cassette(path, text)) if begins.startswith(_CASSETTE) else []
    # What stands outside of the exchanges too: the header block, comments.
    yield from inside or _text(path, text)


def _cassette(path: Path, text: bytes) -> Iterator[Sight]:
    if path.suffix not in _SUFFIXES:
        return
    try:
        _, exchanges = vcr_format.parse(text)
    except vcr_format.FormatError as error:
        raise TrafficError(f"not a cassette: {error}", where=str(path)) from None
    for number, pair in enumerate(exchanges):
        yield from _pair(path, f"interactions[{number}]", pair)


def _text(path: Path, text: bytes) -> Iterator[Sight]:
    return (
        Sight(path, f"line {text.count(_END, 0, one.start) + 1}", one.kind) for one in find(text)
    )


def _packed(path: Path) -> Iterator[Sight]:
    try:
        # Line by line, so that what unpacks to gigabytes takes time and no memory.
        if path.suffix == _XZ:
            with opened(path) as file:
                for number, line in enumerate(_lines_of_xz(file), 1):
                    yield from (Sight(path, f"line {number}", one.kind) for one in find(line))
            return
        with opened(path) as file, unpacked_file(file, _MOST_UNPACKED) as plain:
            yield from _each(path, plain)
    except (CodingError, lzma.LZMAError) as error:
        raise TrafficError(f"cannot unpack: {error}", where=str(path)) from error
    except OSError as error:
        raise TrafficError(f"cannot read: {error.strerror}", where=str(path)) from error


def _lines_of_xz(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file that xz packed; the last may end with it.

    Raises:
        CodingError: it is cut, or unpacks to more than is looked at.
        LZMAError: it is no such file, or a damaged one.
    """
    unpacking, rest, size = lzma.LZMADecompressor(memlimit=_MOST_MEMORY), b"", 0
    while not unpacking.eof:
        chunk = file.read(_CHUNK) if unpacking.needs_input else b""
        if unpacking.needs_input and not chunk:
            raise CodingError("it ends early")
        piece = unpacking.decompress(chunk, _LONGEST)
        size += len(piece)
        if size > _MOST_UNPACKED:
            raise CodingError(f"it unpacks to more than {_MOST_UNPACKED} bytes")
        *lines, rest = (rest + piece).split(_END)
        yield from lines
        if len(rest) > _LONGEST:
            yield rest
            rest = b""
    yield rest


def _each(path: Path, file: BinaryIO) -> Iterator[Sight]:
    for number, line in enumerate(iter(lambda: file.readline(_LONGEST), b""), 1):
        yield from (Sight(path, f"line {number}", one.kind) for one in find(line))


def _pair(path: Path, place: str, pair: Pair) -> Iterator[Sight]:
    return (Sight(path, f"{place}/{hit.place}", hit.kind) for hit in hits(*pair))


def _journal(path: Path, file: BinaryIO) -> Iterator[Sight]:
    for number, line in enumerate(iter(lambda: file.readline(_LONGEST), b""), 1):
        entry = _exchange_entry(line)
        if entry is not None:
            yield from _pair(path, f"line {number}", entry.pair)
        else:
            yield from (Sight(path, f"line {number}", one.kind) for one in find(line))


def _exchange_entry(line: bytes) -> ExchangeEntry | None:
    if not line.startswith(b'{"kind":"exchange"'):
        return None
    try:
        entry = read_entry(line)
    except EntryError:
        return None
    return entry if isinstance(entry, ExchangeEntry) else None
