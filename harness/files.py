"""Writing files so that a reader sees all of a new file or all of the old one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from harness.errors import ToolwireError

__all__ = ["replacing", "write_atomically"]


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside `path`; on a clean exit synchronise and rename it.

    Raises:
        ToolwireError: the folder or file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise ToolwireError(f"cannot write: {error.strerror}", where=str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files private; these are meant to be read by others.
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise ToolwireError(f"cannot write: {error.strerror}", where=str(path)) from error
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_atomically(path: Path, data: bytes) -> None:
    """Write a whole file; see `replacing`."""
    with replacing(path) as file:
        file.write(data)
