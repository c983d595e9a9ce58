"""Characters that act without being seen, and how to find them in what was written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

#: ESC, NUL, BEL, DEL, C1, marks of direction, what has no width, separators, what is none.
ACTING = (
    *map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), *map(chr, range(0x200B, 0x2010)),
    *map(chr, range(0x2028, 0x202F)), *map(chr, range(0x2060, 0x2070)), "\u00ad", "\u061c",
    "\u180e", "\u3164", "\uffa0", "\ufeff", "\ufff9", "\ufffe", "\U000e0041", "\ud800", "\udc9b",
)  # fmt: skip
#: What a results file can hold: everything but lone surrogates.
PLANTED = "".join(char for char in ACTING if not "\ud800" <= char <= "\udfff")
_RAW = re.compile(f"[{re.escape(''.join(ACTING))}]")


def acting_in(text: str) -> set[str]:
    """Return which of them stand in a text as they are."""
    return set(_RAW.findall(text))


def acting_below(folder: Path, names: Iterable[str]) -> dict[str, set[str]]:
    """Return file -> which of them it holds but line ends and tabs; files without are not there."""
    found = {name: acting_in((folder / name).read_text()) - {"\n", "\t"} for name in names}
    return {name: chars for name, chars in found.items() if chars}
