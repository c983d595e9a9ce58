"""A closed set of words of ours, and where SDKs say theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Vocabulary", "each"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A closed set of words.

    Attributes:
        dialect: whose it is.
        name: what is closed.
        ours: where we have it, each compared by itself; places as in `own_words`.
        theirs: where SDKs say it, all taken together; sources as in `sdk_words`.
        unread: words of theirs that we need not know -> why.
        older: words of ours that are not theirs -> who says them.
    """

    dialect: str
    name: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    unread: Mapping[str, str] = field(default_factory=dict)
    older: Mapping[str, str] = field(default_factory=dict)


def each(reason: str, *words: str) -> dict[str, str]:
    """Return every word, of texts with spaces between them, with the reason that all have."""
    return dict.fromkeys(" ".join(words).split(), reason)
