"""What a mutant is: a clean exchange with one thing changed in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from toolwire.dialects.exempt import Operator
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode

#: Steps from a document to a value in it.
Path: TypeAlias = "tuple[str | int, ...]"
#: Whether nothing inside a place is to be changed.
Closed: TypeAlias = "Callable[[Path], bool]"


@dataclass(frozen=True, slots=True)
class DocumentEdit:
    """One change of a document: what was done where, and the document it makes."""

    operator: Operator
    path: Path
    document: Json


@dataclass(frozen=True, slots=True)
class Mutant:
    """A clean exchange with one change.

    Attributes:
        operator: what was done.
        place: where, without numbers: `body/content/*/id`, `error/message` in an error body,
            `content_block_start` for an event, `content_block_start/index` for a member of one,
            `header/content-type`, `status`.
        scenario, mode: which clean exchange it was.
        exchange: what it is now.
    """

    operator: Operator
    place: str
    scenario: str
    mode: Mode
    exchange: Exchange


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
