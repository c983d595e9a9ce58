"""JSON pointers (RFC 6901): a path through a value, as text and as steps."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire.model.conversation import Json
from toolwire.model.reply import ABSENT, Absent


def escaped(step: str | int) -> str:
    """Return a step as a pointer spells it."""
    return str(step).replace("~", "~0").replace("/", "~1")


def pointer_of(path: Iterable[str | int]) -> str:
    """Return a path as a pointer; "" for the whole value."""
    return "".join(f"/{escaped(step)}" for step in path)


def steps_of(pointer: str) -> list[str]:
    """Return the steps of a pointer, or of a reference `#/...`, what stands before them left out."""
    return [s.replace("~1", "/").replace("~0", "~") for s in pointer.split("/")[1:]]


def member(value: Json | Absent, step: str | int) -> Json | Absent:
    """Return what a step leads to; ABSENT where there is nothing."""
    if isinstance(value, dict):
        return value.get(str(step), ABSENT)
    if isinstance(value, list) and (isinstance(step, int) or step.isdecimal()):
        return value[int(step)] if -len(value) <= int(step) < len(value) else ABSENT
    return ABSENT


def at(value: Json | Absent, path: Iterable[str | int]) -> Json | Absent:
    """Return what a path leads to; ABSENT where there is nothing."""
    for step in path:
        value = member(value, step)
    return value
