"""Writing files so that a reader sees all of a new file or all of the old one; their ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from harness.errors import ToolwireError

__all__ = ["replacing", "tail", "write_atomically"]

#: How much of a file's end is read first, and at most.
_TAIL_BYTES = 65_536
_MOST_TAIL_BYTES = 1 << 24
_NUMBERS = count()
_NEW = os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def replacing(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a temporary file beside `path`; on a clean exit synchronise and rename it.

    Args:
        path: the file; its folder is made when it is missing.
        durable: synchronise to disk before the rename. False where a loss of power may lose
            the file, because it can be made again from something that is synchronised.

    Raises:
        ToolwireError: the folder or file cannot be written.
    """
    try:
        handle, name = _beside(path)
    except OSError as error:
        raise ToolwireError(f"cannot write: {error.strerror}", where=str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        os.replace(name, path)  # noqa: PTH105 - a Path made for it costs more than the call
    except BrokenPipeError:
        # Not this file: whoever read standard output (`| head`) went away meanwhile.
        Path(name).unlink(missing_ok=True)
        raise
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise ToolwireError(f"cannot write: {error.strerror}", where=str(path)) from error
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _beside(path: Path) -> tuple[int, str]:
    """Open a new file beside another one, which others may read; mkstemp's are private."""
    while True:
        name = f"{path.parent}/.{path.name}.{os.getpid()}-{next(_NUMBERS)}"
        try:
            return os.open(name, _NEW, 0o644), name
        except FileExistsError:
            continue  # left over by a process that was killed and had the same number
        except FileNotFoundError:
            if path.parent.is_dir():
                raise
            path.parent.mkdir(parents=True, exist_ok=True)


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a whole file; see `replacing`."""
    with replacing(path, durable=durable) as file:
        file.write(data)


def tail(file: BinaryIO) -> bytes:
    """Return the end of a file with its last line whole, unless that is beyond all measure."""
    size, length = file.seek(0, os.SEEK_END), _TAIL_BYTES
    while True:
        file.seek(max(0, size - length))
        end = file.read(length)
        if length >= min(size, _MOST_TAIL_BYTES) or b"\n" in end.rstrip(b"\n"):
            return end
        length *= 4
