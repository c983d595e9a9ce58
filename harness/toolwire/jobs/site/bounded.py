"""Text and lists of strangers on a page: as much as a reader needs, and how much was cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from toolwire.io.lists import listed

_Item = TypeVar("_Item")

#: Characters of a name (provider, format, suite, model, host) and of a longer text.
NAME: Final = 80
TEXT: Final = 240


def cut(text: str, most: int = TEXT) -> str:
    """Return text, or its first `most` characters and how many there are."""
    return text if len(text) <= most else f"{text[:most]}… (cut, {len(text):,} characters)"


def name(text: str) -> str:
    """Return a name, cut where no name is that long; what would not show says so."""
    return cut(text, NAME) if text.strip() else "(no name)"


@dataclass(frozen=True, slots=True)
class ShownItems(Generic[_Item]):
    """The items that a page shows, in their order, and how many more there are."""

    items: tuple[_Item, ...] = ()
    more: int = 0


def first(items: Sequence[_Item], most: int) -> ShownItems[_Item]:
    """Return the first `most` items of a list."""
    return ShownItems(tuple(items[:most]), max(0, len(items) - most))


def names(found: Iterable[str], most: int) -> str:
    """Return names as `a, b and 3 more`, each of them cut."""
    return listed(map(name, found), most)
