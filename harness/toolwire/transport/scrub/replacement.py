"""What stand-ins stand for, while an exchange is in memory: to send an answer back as it came.

A signature or an id that the provider wrote has to come back unchanged. What is kept of it is a
stand-in; these pairs let the sender put in what stood there, and are never written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from toolwire.io.secrets.known import NOTHING, Known
from toolwire.io.secrets.search import OF_THIS_RUN, FoundSecret, find

#: A stand-in, and what it stands for.
Replacement: TypeAlias = tuple[bytes, bytes]

_MOST = 10_000
_LONGEST = 64 * 1024
_ESCAPE = re.compile(rb"\\(?:u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_SHORT = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def replacements(text: bytes, clean: bytes, found: Iterable[FoundSecret]) -> Iterator[Replacement]:
    """Yield what was masked of a text, keys of this run left out.

    Args:
        text: as it was.
        clean: with stand-ins.
        found: where they are.
    """
    for one in found:
        if one.kind != OF_THIS_RUN and one.end - one.start <= _LONGEST:
            yield clean[one.start : one.end], text[one.start : one.end]


def stood_for(pairs: Iterable[Replacement], values: Known = NOTHING) -> tuple[Replacement, ...]:
    """Return the pairs that may be used: also with JSON escapes undone, each stand-in once.

    What holds a key of this run in any spelling is left out, and so is a stand-in of two values:
    nobody can tell which of them it stands for.
    """
    by_stand_in: dict[bytes, bytes | None] = {}
    for pair in pairs:
        if len(by_stand_in) >= _MOST:
            break
        if find(pair[1], values, kinds=False):
            continue
        for stand_in, raw in (pair, (_plain(pair[0]), _plain(pair[1]))):
            if by_stand_in.setdefault(stand_in, raw) != raw:
                by_stand_in[stand_in] = None
    return tuple((new, raw) for new, raw in by_stand_in.items() if raw is not None and raw != new)


def _plain(text: bytes) -> bytes:
    return _ESCAPE.sub(_sign, text) if b"\\" in text else text


def _sign(match: re.Match[bytes]) -> bytes:
    if match[1]:
        return chr(int(match[1], 16)).encode("utf-8", "surrogatepass")
    return _SHORT.get(match[2], match[2])
