"""Values of a run that must not be written, and where a text shares a part with one of them.

Shared is a run of 12 characters or more, compared without case: a key less its last character, or
half of it, is enough to go on with. Values of 8 to 11 characters are looked for whole; shorter
ones (the dummy keys of local servers) are ordinary words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import jsonschema_rs

from toolwire.io.secrets.standin import MEANT

#: Shorter values than this are words, not keys: masking `test` would eat the evidence.
_SHORTEST = 8
#: Characters in a row that are too many to share.
RUN = 12
#: Every run of 12 holds a whole block of 6 of those that begin at every seventh character.
_BLOCK, _STRIDE = 6, 7


@dataclass(frozen=True, slots=True, repr=False)
class Known:
    """Values of this run that must not be written; in lower case."""

    values: tuple[bytes, ...] = ()

    def __or__(self, other: Known) -> Known:
        """Return the values of both."""
        return Known(tuple(dict.fromkeys((*self.values, *other.values))))

    @property
    def short(self) -> bool:
        """Return whether some value is too short for a run of it to be looked for."""
        return any(len(value) < RUN for value in self.values)


NOTHING = Known()


def known(values: Iterable[str]) -> Known:
    """Return values as something to look for; those under 8 characters are left out."""
    raw = (value.strip().encode("utf-8", "surrogatepass").lower() for value in values)
    return Known(tuple(dict.fromkeys(v for v in raw if len(v) >= _SHORTEST and MEANT.search(v))))


@dataclass(frozen=True, slots=True)
class _KeyParts:
    whole: tuple[bytes, ...]
    blocks: tuple[bytes, ...]
    windows: frozenset[bytes]
    #: Says in one pass, linear in the text, that none of all these is there.
    none: jsonschema_rs.Validator


@lru_cache(64)
def _parts(values: Known) -> _KeyParts:
    long = [value for value in values.values if len(value) >= RUN]
    windows = {v[n : n + RUN] for v in long for n in range(len(v) - RUN + 1)}
    blocks = {v[n : n + _BLOCK]: None for v in long for n in range(0, len(v) - _BLOCK + 1, _STRIDE)}
    whole = tuple(value for value in values.values if len(value) < RUN)
    return _KeyParts(
        whole,
        tuple(blocks),
        # A stand-in is never found again, whatever a key looks like.
        frozenset(window for window in windows if MEANT.search(window)),
        _none_of((*whole, *blocks)),
    )


def _none_of(words: Iterable[bytes]) -> jsonschema_rs.Validator:
    pattern = "|".join(re.escape(word.decode("latin-1")) for word in words)
    options = jsonschema_rs.RegexOptions()
    return jsonschema_rs.validator_for({"not": {"pattern": pattern}}, pattern_options=options)


def shared(text: bytes, values: Known) -> Iterator[tuple[int, int]]:
    """Yield first byte and end of what a text shares with a value; many may overlap.

    Args:
        text: with its escapes undone.
        values: what to look for.
    """
    if not values.values:
        return
    low, parts = text.lower(), _parts(values)
    if parts.none.is_valid(low.decode("latin-1")):
        return
    for value in parts.whole:
        yield from ((at, at + len(value)) for at in _places(low, value))
    begin = 0
    for at in sorted(place for block in parts.blocks for place in _places(low, block)):
        # A run has many blocks; the first that is met tells all of it.
        for first in range(max(at - RUN + _BLOCK, begin), at + 1):
            if low[first : first + RUN] in parts.windows:
                begin = first + 1
                while low[begin : begin + RUN] in parts.windows:
                    begin += 1
                yield first, begin + RUN - 1
                break


def _places(text: bytes, word: bytes) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)
