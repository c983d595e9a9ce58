"""Finding secrets in bytes, and putting stand-ins into their places (see `standin`)."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harness.transport.kind import KINDS, suspicious
from harness.transport.spelling import View, view
from harness.transport.standin import MEANT, stand_in

__all__ = [
    "NOTHING",
    "OF_THIS_RUN",
    "Found",
    "Known",
    "find",
    "hidden",
    "hidden_text",
    "known",
    "masked",
    "random_tokens",
]

#: Shorter values than this are words, not keys: masking `test` would eat the evidence.
_SHORTEST = 8

#: The kind of a value that was given as known; it wins over the kinds of what it overlaps.
OF_THIS_RUN = "key of this run"

_TOKEN = re.compile(rb"[A-Za-z0-9+/_=-]{24,}")
_HEX = re.compile(rb"[0-9a-f]{32,}|[0-9A-F]{32,}")
_MIXED = tuple(re.compile(signs) for signs in (rb"[a-z]", rb"[A-Z]", rb"[0-9]"))


@dataclass(frozen=True, slots=True)
class Found:
    """One secret: its bytes `[start, end)` and what kind it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True, repr=False)
class Known:
    """Values of this run that must not be written, in the spellings they may come in."""

    spellings: tuple[bytes, ...] = ()

    def __or__(self, other: Known) -> Known:
        """Return the values of both."""
        return Known(tuple(dict.fromkeys((*self.spellings, *other.spellings))))


NOTHING = Known()


def known(values: Iterable[str]) -> Known:
    """Return values as something to look for: as they are, in base64 and in hex.

    Escapes of JSON and of URLs are seen through by `find`. Values under 8 characters are left
    out: dummy keys of local servers are ordinary words.
    """
    spellings: dict[bytes, None] = {}
    for value in values:
        raw = value.strip().encode("utf-8", "surrogatepass")
        if len(raw) >= _SHORTEST:
            spellings.update(dict.fromkeys(_spelled(raw)))
    return Known(tuple(spellings))


def _spelled(raw: bytes) -> Iterator[bytes]:
    yield raw
    yield raw.hex().encode()
    yield raw.hex().upper().encode()
    # Inside a longer text, base64 has three forms, by what stands before modulo three bytes;
    # signs that the neighbours have a share in are cut off.
    for shift in range(3):
        first = (shift * 8 + 5) // 6
        last = (shift + len(raw)) * 8 // 6
        for encode in (b64encode, urlsafe_b64encode):
            yield encode(bytes(shift) + raw + b"\0\0")[first:last]


def find(text: bytes, values: Known = NOTHING) -> list[Found]:
    """Return the secrets in a text, overlapping ones joined, in order.

    Looks through JSON escapes, however deeply nested, and through percent-encoding.
    """
    seen = view(text)
    found = [*_literal(seen.text, values), *_of_kinds(seen.text)]
    return _joined(_raw(seen, found)) if found else []


def _literal(text: bytes, values: Known) -> Iterator[Found]:
    for spelling in values.spellings:
        at = text.find(spelling)
        while at >= 0:
            yield Found(at, at + len(spelling), OF_THIS_RUN)
            at = text.find(spelling, at + len(spelling))


def _of_kinds(text: bytes) -> Iterator[Found]:
    if not suspicious(text):
        return
    for kind in KINDS:
        for match in kind.pattern.finditer(text):
            start, end = match.span(match.lastindex or 0)
            if MEANT.search(text, start, end) and kind.likely(text[start:end]):
                yield Found(start, end, kind.name)


def _raw(seen: View, found: Iterable[Found]) -> list[Found]:
    return [Found(seen.raw(one.start), seen.raw(one.end), one.kind) for one in found]


def _joined(found: list[Found]) -> list[Found]:
    found.sort(key=lambda one: (one.start, -one.end))
    joined = [found[0]]
    for one in found[1:]:
        last = joined[-1]
        if one.start < last.end:
            kind = one.kind if one.kind == OF_THIS_RUN else last.kind
            joined[-1] = Found(last.start, max(last.end, one.end), kind)
        else:
            joined.append(one)
    return joined


def masked(text: bytes, found: Iterable[Found]) -> bytes:
    """Return text with stand-ins where secrets were found."""
    parts: list[bytes] = []
    at = 0
    for one in found:
        parts += (text[at : one.start], stand_in(text[one.start : one.end]))
        at = one.end
    return b"".join((*parts, text[at:]))


def hidden(text: bytes, values: Known = NOTHING) -> bytes:
    """Return text with stand-ins for every secret in it; JSON stays JSON of the same shape."""
    found = find(text, values)
    return masked(text, found) if found else text


def hidden_text(text: str, values: Known = NOTHING) -> str:
    """Return text with stand-ins for every secret in it, as `hidden` does."""
    raw = text.encode("utf-8", "surrogatepass")
    clean = hidden(raw, values)
    return text if clean is raw else clean.decode("utf-8", "surrogatepass")


def random_tokens(value: bytes) -> list[Found]:
    """Return the long random tokens of a header value, whoever issued them.

    24 signs or more with capitals, small letters and digits, or 32 hex digits. Only for
    headers: bodies are full of call ids and signatures that look the same and must stay.
    """
    return [
        Found(*match.span(), "random token")
        for match in _TOKEN.finditer(value)
        if MEANT.search(match[0])
        and (_HEX.search(match[0]) or all(signs.search(match[0]) for signs in _MIXED))
    ]
