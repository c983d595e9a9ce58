"""Writing files so that a reader sees all of a new file or all of the old one; their ends.

What is written goes to a temporary file in the same folder, `.toolwire-<process>-<number>.part`, that is
locked as long as it is written: one that nobody has locked is of a process that was killed, and goes when
the next process writes into that folder. Windows renames no open file, so that it is unlocked for a moment
before its renaming: there only one that has not been written to for an hour goes.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from toolwire.io.clock import now
from toolwire.io.guard import guarded
from toolwire.io.locks import locked
from toolwire.model.errors import ToolwireError

#: How much of a file's end is read first, and at most.
_TAIL_BYTES = 65_536
_MOST_TAIL_BYTES = 1 << 24
_NUMBERS = count()
_CLOSED = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_CREAT | os.O_EXCL | os.O_RDWR | _CLOSED
_OURS = re.compile(r"\.toolwire-[0-9]+-[0-9]+\.part", re.ASCII)
#: Seconds that the reader of a pipe has to open it.
_PATIENCE = 5.0
#: Seconds for which a file that nobody has locked may be about to be renamed, on Windows.
_IN_USE = 3600.0
#: A full disk takes an empty file.
_PROBE = b"\n" * 4096
#: Folders that this process has looked through; what another one leaves later is for the next.
_SWEPT: set[str] = set()


@contextmanager
def replacing(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a temporary file beside `path`; on a clean exit synchronise and rename it.

    A device, pipe or socket (`/dev/stdout`, `>(gzip)`) is written to as it is, never replaced.
    Nothing is looked at here: who writes text goes through `write_atomically`, or the guard.

    Args:
        path: the file; its folder is made when it is missing.
        durable: synchronise to disk before the rename. False where a loss of power may lose
            the file, because it can be made again from something that is synchronised.

    Raises:
        ToolwireError: the folder or file cannot be written.
    """
    if _special(path):
        with _reporting(path), os.fdopen(_into(path), "wb") as file:
            yield file
        return
    with _reporting(path):
        handle, name = _beside(path)
    try:
        with _reporting(path), os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
            if sys.platform != "win32":  # while it is locked
                os.replace(name, path)  # noqa: PTH105 - a Path made for it costs more than the call
        if sys.platform == "win32":  # where an open file cannot be renamed
            with _reporting(path):
                os.replace(name, path)  # noqa: PTH105 - as above
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        # Not this file: whoever read standard output (`| head`) went away meanwhile.
        if not _special(path):
            raise
        raise ToolwireError("cannot write: its reader went away", where=str(path)) from None
    except OSError as error:
        raise ToolwireError(f"cannot write: {error.strerror}", where=str(path)) from error


def _special(path: Path) -> bool:
    """Say whether a path leads to something that is neither file nor folder."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - a Path's costs twice that
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _into(path: Path) -> int:
    """Open a device or pipe for writing; who is to read a pipe has a while to open it.

    Opened as usual, a pipe that nobody reads would be waited for without end.
    """
    flags = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | _CLOSED
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            handle = os.open(path, flags)
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            if sys.platform != "win32":
                os.set_blocking(handle, True)
            return handle


def _beside(path: Path) -> tuple[int, str]:
    """Open a new file beside another one, which others may read; mkstemp's are private."""
    folder = str(path.parent)
    if folder not in _SWEPT:
        sweep(path.parent)
    while True:
        name = f"{folder}/.toolwire-{os.getpid()}-{next(_NUMBERS)}.part"
        try:
            handle = os.open(name, _NEW, 0o644)
        except FileExistsError:
            continue  # left over by a process that was killed and had the same number
        except FileNotFoundError:
            if path.parent.is_dir():
                raise
            path.parent.mkdir(parents=True, exist_ok=True)
            continue
        if locked(handle, wait=True) is False or os.fstat(handle).st_nlink:
            return handle, name
        os.close(handle)  # swept in the moment before it was locked


def sweep(folder: Path) -> None:
    """Remove the temporary files of processes that were killed; what cannot be removed stays.

    Removed is what has our name, is a file of the same user, and is locked by nobody: a lock ends
    with its process, whatever its number is and in whichever container it runs.
    """
    _SWEPT.add(str(folder))
    with suppress(OSError), os.scandir(folder) as found:
        for name in [one.path for one in found if _OURS.fullmatch(one.name)]:
            with suppress(OSError):
                _remove(name)


def _remove(name: str) -> None:
    flags = os.O_RDWR | _CLOSED | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(name, flags)
    try:
        mine = os.fstat(handle)
        if not stat.S_ISREG(mine.st_mode) or _of_another(mine):
            return
        left = bool(locked(handle)) and os.path.samestat(mine, os.lstat(name))
        if left and sys.platform != "win32":  # while it is locked
            os.unlink(name)  # noqa: PTH108 - as above
    finally:
        os.close(handle)
    if left and sys.platform == "win32":  # where an open file cannot be removed
        os.unlink(name)  # noqa: PTH108 - as above


def _of_another(found: os.stat_result) -> bool:
    """Say whether a file is another user's, or, on Windows, may be in use still."""
    if sys.platform == "win32":
        return now().timestamp() - found.st_mtime < _IN_USE
    return found.st_uid != os.geteuid()


def probe(folder: Path) -> None:
    """Make sure that files can be written into a folder, by writing one and removing it.

    Folders that are missing are made for it, and removed again.

    Raises:
        ToolwireError: they cannot.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        with _reporting(folder):
            handle, name = _beside(folder / "probe")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_PROBE)
            finally:
                Path(name).unlink(missing_ok=True)
    finally:
        for one in missing:
            with suppress(OSError):
                one.rmdir()


def write_atomically(
    path: Path, data: bytes, *, durable: bool = True, binary: bool = False
) -> None:
    """Write a whole file that holds no secret: what the guard finds in it gets stand-ins.

    Args:
        path: see `replacing`.
        data: of text or a document.
        durable: see `replacing`.
        binary: numbers of a model or packed bytes, in which a few may look like anything; they
            are written as they are.
    """
    with replacing(path, durable=durable) as file:
        file.write(data if binary else guarded(data))


def tail(file: BinaryIO) -> bytes:
    """Return the end of a file with its last line whole, unless that is beyond all measure."""
    size, length = file.seek(0, os.SEEK_END), _TAIL_BYTES
    while True:
        file.seek(max(0, size - length))
        end = file.read(length)
        if length >= min(size, _MOST_TAIL_BYTES) or b"\n" in end.rstrip(b"\n"):
            return end
        length *= 4
