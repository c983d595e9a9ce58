"""Places in a JSON document: paths to all its values, and what is alike in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from toolwire.model.conversation import Json

#: Steps from a document to a value in it.
Path: TypeAlias = "tuple[str | int, ...]"
#: Whether nothing inside a place is to be changed.
Closed: TypeAlias = "Callable[[Path], bool]"


def place_of(path: Path) -> str:
    """Return a path as a place: a pointer in which every number is `*`."""
    return "".join(f"/{'*' if isinstance(step, int) else step}" for step in path)


def walk(value: Json, closed: Closed | None = None, at: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Yield everything inside a value with its path, the outer first; closed places unopened."""
    steps: list[str] | list[int] = []
    if isinstance(value, dict):
        steps = list(value)
    elif isinstance(value, list):
        steps = list(range(len(value)))
    for step in steps:
        path, inner = (*at, step), value[step]  # type: ignore[index]
        yield path, inner
        if closed is None or not closed(path):
            yield from walk(inner, closed, path)
