"""Text and lists of strangers cut to what a page has room for; what was cut is said."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Generic, TypeVar

_Item = TypeVar("_Item")
#: Characters of a name, and of a sentence.
NAME: Final = 120
SENTENCE: Final = 300


@dataclass(frozen=True, slots=True)
class ShownItems(Generic[_Item]):
    """The items that a page shows, in their order, and how many more there are."""

    items: tuple[_Item, ...] = ()
    more: int = 0


def first(items: Sequence[_Item], most: int) -> ShownItems[_Item]:
    """Return the first `most` items of a list."""
    return ShownItems(tuple(items[:most]), max(0, len(items) - most))


def cut(text: str, most: int = NAME) -> str:
    """Return text of at most that many characters, then how many were cut."""
    if len(text) <= most:
        return text
    return f"{text[:most]}... ({len(text) - most:,} characters more)"


def names(found: Collection[str], most: int) -> str:
    """Return names as `a, b and 3 more`, each of them cut."""
    more = max(0, len(found) - most)
    shown = ", ".join(map(cut, islice(found, most)))
    return f"{shown} and {more} more" if more else shown
