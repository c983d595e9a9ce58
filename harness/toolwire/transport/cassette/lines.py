"""At which lines of its file the exchanges of a cassette begin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from toolwire.io.opening import opened

_LIST = re.compile(rb"(?:http_)?interactions:\s*(?:#.*)?")
_ITEM = re.compile(rb"( *)- ")
_MOST_BYTES = 64 * 1024 * 1024


@lru_cache(maxsize=4)
def begins(path: Path) -> tuple[int, ...]:
    """Return the lines, from 1, at which the interactions of a YAML cassette begin.

    Nothing is parsed: in a block sequence only items stand at its own indentation. A file that
    cannot be read has none.
    """
    try:
        with opened(path, _MOST_BYTES) as file:
            return tuple(_items(file))
    except OSError:
        return ()


def _items(lines: Iterable[bytes]) -> Iterator[int]:
    inside, indent = False, None
    for number, line in enumerate(lines, start=1):
        if not inside:
            inside = _LIST.fullmatch(line.rstrip()) is not None
            continue
        found = _ITEM.match(line)
        if found and indent in (None, found[1]):
            indent = found[1]
            yield number
        elif line[:1].isalnum():
            return
