"""What the reason means with which a reply ends."""

from __future__ import annotations

from functools import cache
from typing import Final

from toolwire.dialects import dialects, load_dialect

#: What `Dialect.stops` says of a reply that the limit of its request cut.
CUT: Final = "length"


def stop_meaning(dialect: str, word: str | None) -> str | None:
    """Return what a stop reason means: `tool_call`, `end`, `length` or `cut`; None where nobody knows.

    A word that this dialect has not, and another one has for a cut by the limit, says so here as well,
    whatever its capitals: the word is at fault (TC405, TC410), and what it says is not.
    """
    known = load_dialect(dialect).stops
    if word is None or word in known:
        return known.get(word or "")
    return CUT if word.lower() in _cut_words() else None


@cache
def _cut_words() -> frozenset[str]:
    """Return what any dialect calls a cut by the limit, in small letters."""
    stops = (word for one in dialects() for word in one.stops.items())
    return frozenset(word.lower() for word, meant in stops if meant == CUT)
