"""Rules about single events of a stream: their names, and what each of them has to hold."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.rules.mutate.edit import Frame


def renamed(kind: str, name: str | None) -> Callable[[list[Frame]], list[Frame]]:
    """Give the events of one name another name."""
    return lambda stream: [(name if f[0] == kind else f[0], f[1]) for f in stream]
