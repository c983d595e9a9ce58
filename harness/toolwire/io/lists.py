"""Lists: items by what they have in common, and names with how many more there are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

_Item = TypeVar("_Item")
_Key = TypeVar("_Key", bound=Hashable)


def grouped(items: Iterable[_Item], key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """Return key -> the items that have it; keys and items in the order in which they come."""
    found: dict[_Key, list[_Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def listed(names: Iterable[str], most: int, joint: str = ", ") -> str:
    """Return names as `a, b and 3 more`."""
    every = list(names)
    more = len(every) - most
    return f"{joint.join(every[:most])}{f' and {more} more' if more > 0 else ''}"
