"""Finding secrets in bytes, and putting stand-ins into their places (see `standin`).

A text is looked at in layers: as it reads once its escapes are undone (`spelling`), as that reads
once more, up to `MOST_ESCAPED` times; and so is what is packed in the last of these (`packing`), and
what is packed in that, up to `MOST_PACKED` times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from toolwire.io.secrets.kind import KINDS, kinds_in, suspicious
from toolwire.io.secrets.known import NOTHING, Known, shared
from toolwire.io.secrets.packing import readable, unpacked
from toolwire.io.secrets.spelling import escaped, view
from toolwire.io.secrets.standin import MEANT, stand_in

#: Layers of escapes that are undone, and layers of base64 or hex, with as many of escapes in each.
#: They are counted apart, so that what is escaped too often does not spare a look at the rest.
MOST_ESCAPED = 5
MOST_PACKED = 3
#: Times that a text is looked at again once something was masked.
_MOST_ROUNDS = 4

#: The kind of a value that was given as known; it wins over the kinds of what it overlaps.
OF_THIS_RUN = "key of this run"

#: In a longer text it pays to ask first which kinds there may be.
_LARGE = 8 * 1024
_TOKEN = re.compile(rb"[A-Za-z0-9+/_=-]{24,}")
_HEX = re.compile(rb"[0-9a-f]{32,}|[0-9A-F]{32,}")
_MIXED = tuple(re.compile(signs) for signs in (rb"[a-z]", rb"[A-Z]", rb"[0-9]"))


class FoundSecret(NamedTuple):
    """One secret: its bytes `[start, end)` and what kind it is."""

    start: int
    end: int
    kind: str


def find(text: bytes, values: Known = NOTHING, *, kinds: bool = True) -> list[FoundSecret]:
    """Return the secrets in a text, overlapping ones joined, in order.

    Looks through escapes of JSON, URLs and HTML, characters without width, base64 and hex,
    also one in the other.

    Args:
        text: what to look at.
        values: keys of this run.
        kinds: look for what has the form of a secret too.
    """
    return _joined(_found(text, _Sought(values, kinds=kinds), MOST_ESCAPED, MOST_PACKED))


class _Sought:
    """What is looked for in each layer."""

    def __init__(self, values: Known, *, kinds: bool) -> None:
        self.values, self._kinds = values, kinds

    def among(self, text: bytes) -> list[FoundSecret]:
        """Return what stands in a layer as it reads."""
        found = [FoundSecret(*place, OF_THIS_RUN) for place in shared(text, self.values)]
        return [*found, *_of_kinds(text)] if self._kinds else found


def _found(text: bytes, sought: _Sought, escapes: int, packings: int) -> list[FoundSecret]:
    seen = view(text)
    found = sought.among(seen.text)
    if escapes > 1 and escaped(seen):
        found += _found(seen.text, sought, escapes - 1, packings)
    elif packings:
        found += _packed(seen.text, sought, packings - 1)
    if not seen.mapped:
        return found
    return [FoundSecret(seen.raw(one.start), seen.raw(one.end), one.kind) for one in found]


def _packed(text: bytes, sought: _Sought, packings: int) -> Iterator[FoundSecret]:
    for way in unpacked(text, sought.values):
        found = [FoundSecret(*place, OF_THIS_RUN) for place in shared(way.text, sought.values)]
        clean = readable(way.text)
        if clean is not None:
            found += _found(clean, sought, MOST_ESCAPED, packings)
        for one in found:
            yield from (FoundSecret(*place, one.kind) for place in way.places(one.start, one.end))


def _of_kinds(text: bytes) -> Iterator[FoundSecret]:
    if not suspicious(text):
        return
    for kind in KINDS if len(text) < _LARGE else kinds_in(text):
        for match in kind.pattern.finditer(text):
            start, end = match.span(match.lastindex or 0)
            if MEANT.search(text, start, end) and kind.likely(text[start:end]):
                yield FoundSecret(start, end, kind.name)


def _joined(found: list[FoundSecret]) -> list[FoundSecret]:
    found.sort(key=lambda one: (one.start, -one.end))
    joined: list[FoundSecret] = []
    for one in found:
        last = joined[-1] if joined else one
        if joined and one.start < last.end:
            kind = one.kind if one.kind == OF_THIS_RUN else last.kind
            joined[-1] = FoundSecret(last.start, max(last.end, one.end), kind)
        else:
            joined.append(one)
    return joined


def masked(text: bytes, found: Iterable[FoundSecret]) -> bytes:
    """Return text with stand-ins where secrets were found."""
    parts: list[bytes] = []
    at = 0
    for one in found:
        parts += (text[at : one.start], stand_in(text[one.start : one.end]))
        at = one.end
    return b"".join((*parts, text[at:]))


def hidden(text: bytes, values: Known = NOTHING) -> bytes:
    """Return text with stand-ins for every secret in it; JSON stays JSON of the same shape."""
    # What stands beside a stand-in may look like a secret once more.
    for _ in range(_MOST_ROUNDS):
        found = find(text, values)
        if not found:
            break
        text = masked(text, found)
    return text


def hidden_text(text: str, values: Known = NOTHING) -> str:
    """Return text with stand-ins for every secret in it, as `hidden` does."""
    raw = text.encode("utf-8", "surrogatepass")
    clean = hidden(raw, values)
    return text if clean is raw else clean.decode("utf-8", "surrogatepass")


def random_tokens(value: bytes) -> list[FoundSecret]:
    """Return the long random tokens of a header value, whoever issued them.

    24 signs or more with capitals, small letters and digits, or 32 hex digits. Only for
    headers: bodies are full of call ids and signatures that look the same and must stay.
    """
    return [
        FoundSecret(*match.span(), "random token")
        for match in _TOKEN.finditer(value)
        if MEANT.search(match[0])
        and (_HEX.search(match[0]) or all(signs.search(match[0]) for signs in _MIXED))
    ]
