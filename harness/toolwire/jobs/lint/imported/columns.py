"""Packed lines of several providers, apart by their members: what is alike then stands together.

Digests are like nothing else. Between other members they keep these from being packed as one: apart, all of it
takes an eighth less room.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, takewhile
from typing import Final

import msgspec

#: What follows a provider's id in the name of a column of its.
SUFFIX: Final = ".jsonl"
_LINE: Final = msgspec.json.Decoder(tuple[msgspec.Raw, ...])


def apart(lines: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the members of lines, a file for each number of a member and provider; a member a line.

    Args:
        lines: provider -> its lines, JSON arrays of one length.
    """
    columns: dict[str, bytes] = {}
    for provider, whole in lines.items():
        members = zip(*map(_LINE.decode, whole.splitlines()), strict=True)
        for number, column in enumerate(members):
            columns[_name(number, provider)] = b"".join(bytes(one) + b"\n" for one in column)
    return {name: columns[name] for name in sorted(columns)}


def together(columns: Mapping[str, bytes], provider: str) -> bytes:
    """Return the lines of a provider; none where it has no column.

    Raises:
        ValueError: its columns are not of one length.
    """
    names = takewhile(columns.__contains__, (_name(number, provider) for number in count()))
    members = (columns[name].splitlines() for name in names)
    return b"".join(b"[%b]\n" % b",".join(line) for line in zip(*members, strict=True))


def _name(number: int, provider: str) -> str:
    return f"{number}/{provider}{SUFFIX}"
