"""Folders that ship as one packed file: unpacked into the user's cache, once for each release.

A thousand small files of much the same words take ten times the room of one packed archive, and gzip
takes half as much again as xz, which finds the same words further apart.
"""

from __future__ import annotations

import atexit
import hashlib
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from toolwire.io.files import write_atomically
from toolwire.io.opening import content
from toolwire.io.packing import SUFFIX, unpacked
from toolwire.model.errors import ToolwireError

_MOST_BYTES: Final = 512 * 1024 * 1024


@cache
def folder_of(archive: Path) -> Path:
    """Return a folder that holds the files of an archive.

    What is there already stays; what somebody removed or changed is written again. Where the
    user has no cache that can be written, the folder lasts as long as this process.

    Args:
        archive: files in one (`io.packing`), `NAME.files.xz`, of the installed package.

    Raises:
        ToolwireError: the archive is damaged, this Python cannot read xz, or no folder can be
            written.
    """
    try:
        data = content(archive, _MOST_BYTES)
        files = unpacked(_plain(data, archive))
    except (OSError, EOFError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        hint = "install the package again"
        raise ToolwireError(f"cannot read: {why}", where=str(archive), hint=hint) from None
    name = f"{archive.name.removesuffix(SUFFIX)}-{hashlib.sha256(data).hexdigest()[:12]}"
    folder = user_cache_path("toolwire", appauthor=False) / name
    try:
        _complete(folder, files)
    except ToolwireError:
        folder = Path(tempfile.mkdtemp(prefix="toolwire-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _complete(folder, files)
    return folder


def _plain(data: bytes, archive: Path) -> bytes:
    """Return what xz packed.

    Raises:
        OSError: it is no xz. EOFError: it ends early, or holds too much.
    """
    try:
        from lzma import FORMAT_XZ, LZMADecompressor, LZMAError  # noqa: PLC0415 - not in every Python
    except ImportError:
        hint = "install liblzma and build Python again, or use another Python"
        why = "this Python was built without lzma"
        raise ToolwireError(why, where=str(archive), hint=hint) from None
    reader = LZMADecompressor(FORMAT_XZ)
    try:
        plain = reader.decompress(data, _MOST_BYTES)
    except LZMAError as error:
        raise OSError(f"not xz ({error})") from None
    if not reader.eof:
        raise EOFError("cut off, or larger than all that was ever packed")
    return plain


def _complete(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        if not _has(path, data):
            # Any process can make them again, so that no disk is waited for.
            write_atomically(path, data, durable=False, binary=True)


def _has(path: Path, data: bytes) -> bool:
    try:
        # Providers' files say where a key goes: of the same size is not enough.
        return path.stat().st_size == len(data) and content(path, len(data)) == data
    except OSError:
        return False
