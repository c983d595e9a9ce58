"""Many files as one packed file, the same bytes for the same files.

A table of contents stands first, a line for each file: its length and its name; an empty line ends it, and the
contents follow. A tar file has a header before each file instead, with a sum that nothing compresses: of a
thousand cassettes those take a twentieth of what is packed.

`hatch_build.py` loads this by its path, where nothing is installed: it imports the standard library alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

#: What follows the name of a packed file.
SUFFIX: Final = ".files.xz"
_END: Final = b"\n\n"


def packed(members: Mapping[str, bytes]) -> bytes:
    """Return files, by their names with forward slashes and in the order given, as xz."""
    import lzma  # noqa: PLC0415 - not in every Python, and who unpacks says so in words

    # What packs text closest: longer contexts of letters, and none of where in a word of four bytes they stand.
    preset = 9 | lzma.PRESET_EXTREME
    for_text = {"id": lzma.FILTER_LZMA2, "preset": preset, "lc": 4, "lp": 0, "pb": 0}
    table = "\n".join(f"{len(data)} {name}" for name, data in members.items())
    plain = b"".join((table.encode(), _END, *members.values()))
    return lzma.compress(plain, filters=[for_text])


def unpacked(plain: bytes) -> dict[str, bytes]:
    """Return the files of what xz packed: name with forward slashes -> bytes.

    Raises:
        ValueError: it is none, or its table and its contents do not agree.
    """
    table, found, contents = plain.partition(_END)
    if not found:
        raise ValueError("no table of contents")
    files: dict[str, bytes] = {}
    start = 0
    for line in table.decode().splitlines():
        length, _, name = line.partition(" ")
        where = PurePosixPath(name)
        if not length.isdecimal() or where.is_absolute() or ".." in where.parts or not where.name:
            raise ValueError(f"no line of a table of contents: {line[:80]}")
        end = start + int(length)
        files[name] = contents[start:end]
        start = end
    if start != len(contents):
        raise ValueError(f"{len(contents)} bytes where {start} are told")
    return files
